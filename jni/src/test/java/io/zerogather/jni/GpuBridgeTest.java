package io.zerogather.jni;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What crosses the border to GPU runtimes beside numbers; what they do is tested with the module that uses them. */
class GpuBridgeTest {
    private static final String ACCENT_AND_ROCKET = "ger\u00e4t-\uD83D\uDE80";

    @BeforeAll
    static void load() {
        GpuBridge.load();
    }

    @Test
    void noFileIsRefused() {
        assertThatThrownBy(() -> GpuBridge.open(GpuBridge.CUDA, noFile()))
                .isInstanceOfSatisfying(
                        GpuException.class, e -> assertThat(e.code()).isEqualTo(GpuBridge.NOT_OF_THE_RUNTIME))
                .hasMessage("no file was given; pass a path or a library's name");
    }

    @Test
    void textsAreAsTheyWere() {
        String file = "/nowhere/" + ACCENT_AND_ROCKET + ".so";
        assertThatThrownBy(() -> GpuBridge.open(GpuBridge.HIP, file))
                .isInstanceOf(GpuException.class)
                .hasMessage(file + ": cannot open shared object file: No such file or directory");
    }

    @Test
    void whatIsNoTextIsReplaced() {
        assertThatThrownBy(() -> GpuBridge.open(GpuBridge.HIP, "/nowhere/a\u0000b\uD83D.so"))
                .hasMessageStartingWith("/nowhere/a\uFFFDb\uFFFD.so: ");
    }

    @SuppressWarnings("NullAway") // a caller that does not check
    private static String noFile() {
        return null;
    }
}
