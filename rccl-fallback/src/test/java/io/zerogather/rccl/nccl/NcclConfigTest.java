package io.zerogather.rccl.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every byte that the library will read. */
class NcclConfigTest {
    @ParameterizedTest
    @CsvSource({
        "21800, 48, 21800",
        "22605, 48, 21800",
        "22703, 72, 22703",
        "22802, 72, 22703",
        "22803, 80, 22803",
        "22809, 80, 22803",
        "23203, 80, 22803",
    })
    void theNewestHeaderThatTheLibraryKnowsIsImitated(int libraryVersion, int size, int version) {
        NcclConfig config = NcclConfig.nonBlocking(libraryVersion);
        assertThat(config.memory().size()).isEqualTo(size);
        ByteBuffer bytes =
                ByteBuffer.wrap(config.memory().getByteArray(0, size)).order(ByteOrder.nativeOrder());
        assertThat(bytes.getLong(0)).isEqualTo(size);
        assertThat(bytes.getInt(8)).isEqualTo(0xcafebeef);
        assertThat(bytes.getInt(12)).isEqualTo(version);
        assertThat(bytes.getInt(16)).as("blocking").isZero();
        for (int offset = 20; offset < size; offset += Integer.BYTES) {
            boolean pointer = offset == 32 || offset == 36 || (size > 48 && (offset == 48 || offset == 52));
            assertThat(bytes.getInt(offset)).as("at %d", offset).isEqualTo(pointer ? 0 : Integer.MIN_VALUE);
        }
    }
}
