package io.zerogather;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zerogather.tck.ForeignStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ValuesTest {
    @Test
    void numbersTypesAsTheReferencesLibraryDoes() {
        List<String> standard = Stream.of(
                        "int8 0",
                        "uint8 1",
                        "int16 2",
                        "int32 4",
                        "int64 6",
                        "float16 8",
                        "bfloat16 9",
                        "float32 10",
                        "float64 11")
                .toList();

        assertThat(Arrays.stream(DataType.values())
                        .filter(DataType::isStandard)
                        .map(type -> type.torchName() + " " + type.code()))
                .containsExactlyElementsOf(standard);
    }

    @Test
    void findsTypesByNameAndCode() {
        for (DataType type : DataType.values()) {
            assertThat(DataType.ofTorchName(type.torchName())).contains(type);
            assertThat(DataType.ofTorchName("torch." + type.torchName())).contains(type);
            assertThat(DataType.ofCode(type.code())).contains(type);
        }
        assertThat(DataType.ofTorchName("complex64")).isEmpty();
        assertThat(DataType.ofCode(99)).isEmpty();
    }

    @Test
    void refusesRangesThatAreNotMemory() {
        assertThatThrownBy(() -> DeviceBuffer.of(4096, -1, this)).hasMessageContaining("-1 bytes");
        assertThatThrownBy(() -> DeviceBuffer.of(0, 1, this)).hasMessageContaining("address 0");
        assertThatThrownBy(() -> DeviceBuffer.of(-10, 11, this)).hasMessageContaining("wraps around");
        assertThatThrownBy(() -> DeviceBuffer.of(ByteBuffer.allocate(8)))
                .hasMessageContaining("heap buffer of 8 bytes");
        assertThat(DeviceBuffer.of(0, 0, this).bytes()).isZero();
    }

    @Test
    void slicesWithinBounds() {
        DeviceBuffer buffer = DeviceBuffer.of(4096, 100, this);

        assertThat(buffer.slice(10, 90).address()).isEqualTo(4106);
        assertThatThrownBy(() -> buffer.slice(10, 91)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(buffer).hasToString("100 bytes at 0x1000 (ValuesTest)");
    }

    @Test
    void readsTheRemainingBytesOfADirectBuffer() {
        ByteBuffer memory = ByteBuffer.allocateDirect(100);
        DeviceBuffer whole = DeviceBuffer.of(memory);
        DeviceBuffer part = DeviceBuffer.of(memory.slice(30, 20));

        assertThat(whole.bytes()).isEqualTo(100);
        assertThat(part.bytes()).isEqualTo(20);
        assertThat(part.address()).isEqualTo(whole.address() + 30);
        assertThat(DeviceBuffer.of(memory.limit(0)).bytes()).isZero();
    }

    @Test
    void endsALifetimeOnlyWhenNobodyUsesIt() {
        Lifetime lifetime = new Lifetime("The pool");
        DeviceBuffer buffer = DeviceBuffer.of(4096, 10, this, lifetime);

        assertThat(buffer.slice(0, 5).acquire()).isTrue();
        assertThatThrownBy(lifetime::end)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("The pool is in use by 1 gather(s)");
        buffer.release();
        assertThat(lifetime.end()).isTrue();
        assertThat(lifetime.end()).isFalse();
        assertThat(buffer.isClosed()).isTrue();
        assertThat(buffer.acquire()).isFalse();
    }

    @Test
    void waitsForNothingInACompletedWork() throws Exception {
        Work work = Work.completed();

        assertThat(work.isCompleted()).isTrue();
        assertThat(work.await(Duration.ZERO)).isTrue();
        work.await();
        work.waitOn(new ForeignStream(false));
    }

    @Test
    void knowsTheHostThatItRunsOn() {
        HostIdentity here = HostIdentity.current();

        assertThat(here).isEqualTo(HostIdentity.current());
        assertThat(here.differenceFrom(HostIdentity.current())).isEmpty();
        assertThat(here.bootId()).matches("[0-9a-f-]{36}");
        assertThat(here.processNamespace()).startsWith("pid:[");
        assertThat(here.userNamespace()).startsWith("user:[");
        assertThat(here.user()).containsOnlyDigits();
    }
}
