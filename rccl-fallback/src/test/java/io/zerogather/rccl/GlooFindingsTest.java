package io.zerogather.rccl;

import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.spi.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GlooFindingsTest {
    @TempDir
    private Path folder;

    @Test
    void namesTheLibraryAndTheInterface() throws IOException {
        Path maps = folder.resolve("maps");
        Files.writeString(
                maps,
                "7f00-7f01 r-xp 00000000 08:01 12  /usr/lib/libc.so.6\n7f02-7f03 r-xp 0 08:01 13  /opt/libgloo.so.0\n");

        assertThat(GlooFindings.of(maps, Map.of("GLOO_SOCKET_IFNAME", "eth7")))
                .containsExactly(
                        new Finding("library", "/opt/libgloo.so.0"),
                        new Finding("network", "on one host the loopback; on several interface eth7"));
    }

    @Test
    void saysWhyItHasNoNetwork() throws IOException {
        Path maps = Files.createFile(folder.resolve("maps"));

        assertThat(GlooFindings.of(maps, Map.of()).get(1).value())
                .contains("on several none: ", "set GLOO_SOCKET_IFNAME to the interface to use");
    }
}
