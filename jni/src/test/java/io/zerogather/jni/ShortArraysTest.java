package io.zerogather.jni;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Arrays that do not hold what they should are refused before anything is made that nobody could free. */
class ShortArraysTest {
    private static final long[] COOKIE = {1, 2};
    private static final long TIMEOUT_NANOS = 1_000_000_000;

    @BeforeAll
    static void load() {
        NativeBridge.load();
    }

    @Test
    void areRefused() throws Exception {
        long[] fits = new long[4];
        List<ThrowingCallable> calls = List.of(
                () -> NativeBridge.create(2, new long[1], TIMEOUT_NANOS, fits),
                () -> NativeBridge.create(2, COOKIE, TIMEOUT_NANOS, new long[3]),
                () -> NativeBridge.attach(1, 2, new long[0], TIMEOUT_NANOS, fits),
                () -> NativeBridge.attach(1, 2, COOKIE, TIMEOUT_NANOS, new long[3]),
                () -> BoardBridge.create(2, new long[1], fits),
                () -> BoardBridge.create(2, COOKIE, new long[3]),
                () -> BoardBridge.attach(1, 2, new long[1], fits),
                () -> BoardBridge.attach(1, 2, COOKIE, new long[3]));
        long before = sharedMemories();
        for (ThrowingCallable call : calls) {
            assertThatThrownBy(call).isInstanceOf(ArrayIndexOutOfBoundsException.class);
        }
        assertThat(sharedMemories()).as("shared memories that are open").isEqualTo(before);
    }

    private static long sharedMemories() throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            return descriptors.filter(ShortArraysTest::isSharedMemory).count();
        }
    }

    private static boolean isSharedMemory(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().startsWith("/memfd:");
        } catch (IOException e) {
            return false; // closed meanwhile
        }
    }
}
