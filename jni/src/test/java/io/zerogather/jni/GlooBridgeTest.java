package io.zerogather.jni;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What one rank can see of the library alone; gathers between ranks are tested with the backend. */
class GlooBridgeTest {
    private static final byte[] NONE = {};
    private static final byte[] LOOPBACK = "127.0.0.1".getBytes(UTF_8);
    private static final int[] ALONE = {5};
    private static final int[] PAIR = {5, 7};

    @BeforeAll
    static void load() {
        try {
            GlooBridge.load();
        } catch (NativeLibraryException e) {
            abort("Gloo cannot be used here: " + e.getMessage());
        }
    }

    @Test
    void saysWhyAnAddressCannotBeUsed() {
        long group = GlooBridge.open(0, PAIR, "203.0.113.1".getBytes(UTF_8), NONE);
        assertThat(group).isZero();
        assertThat(GlooBridge.lastError()).contains("203.0.113.1").isASCII();
    }

    @Test
    void saysWhyAnInterfaceCannotBeUsed() {
        long group = GlooBridge.open(0, PAIR, NONE, "none-such".getBytes(UTF_8));
        assertThat(group).isZero();
        assertThat(GlooBridge.lastError()).contains("none-such");
    }

    @Test
    void listensForEveryPeer() {
        long group = GlooBridge.open(0, PAIR, LOOPBACK, NONE);
        byte[] addresses = GlooBridge.addresses(group);
        assertThat(addresses).hasSizeGreaterThan(2);
        assertThat(addresses.length % 2).isZero();
        GlooBridge.close(group);
    }

    @Test
    void aPeerThatNeverConnectsIsNamed() {
        long one = GlooBridge.open(0, PAIR, LOOPBACK, NONE);
        long other = GlooBridge.open(1, PAIR, LOOPBACK, NONE);
        int status = GlooBridge.connect(one, GlooBridge.addresses(other), 50);
        assertThat(status).isEqualTo(GlooBridge.FAILED);
        assertThat(GlooBridge.lastError()).contains("rank 7");
        GlooBridge.close(one);
        GlooBridge.close(other);
    }

    @Test
    void aGroupOfOneCopies() {
        ByteBuffer output = ByteBuffer.allocateDirect(4);
        ByteBuffer input = ByteBuffer.allocateDirect(4).putInt(0, 0x01020304);
        gatherAlone(GlooBridge.addressOf(output), GlooBridge.addressOf(input), 4);
        assertThat(output.getInt(0)).isEqualTo(0x01020304);
    }

    @Test
    void aGroupOfOneCopiesOverlappingBytes() {
        ByteBuffer memory = ByteBuffer.allocateDirect(6);
        memory.put(0, new byte[] {1, 2, 3, 4, 5, 6});
        long address = GlooBridge.addressOf(memory);
        gatherAlone(address, address + 2, 4);
        byte[] content = new byte[6];
        memory.get(0, content);
        assertThat(content).containsExactly(3, 4, 5, 6, 5, 6);
    }

    @Test
    void aGroupOfOneTakesNothing() {
        gatherAlone(0, 0, 0);
    }

    private static void gatherAlone(long output, long input, long bytes) {
        long group = GlooBridge.open(0, ALONE, LOOPBACK, NONE);
        assertThat(GlooBridge.connect(group, NONE, 1000)).isEqualTo(GlooBridge.DONE);
        assertThat(GlooBridge.gather(group, 1, 0, output, input, bytes, true, 1000))
                .isEqualTo(GlooBridge.DONE);
        GlooBridge.close(group);
    }
}
