package io.zerogather.jni;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MappedFilesTest {
    @TempDir
    private Path folder;

    @Test
    void eachFileCountsOnce() throws Exception {
        Path file = Files.createFile(folder.resolve("libone two.so.1"));
        Path link = Files.createSymbolicLink(folder.resolve("libone.so"), file);
        Path maps = Files.writeString(folder.resolve("maps"), """
                7f00-7f01 r--p 00000000 08:01 42                 %s
                7f01-7f02 r-xp 00001000 08:01 42                 %s
                7f02-7f03 r-xp 00001000 08:01 42                 %s
                7f03-7f04 r-xp 00000000 08:01 43                 /gone/libone.so (deleted)
                7f04-7f05 r-xp 00000000 08:01 44                 /lib/libother.so
                7f05-7f06 rw-p 00000000 00:00 0\s
                """.formatted(file, file, link));
        assertThat(MappedFiles.of(maps).named(name -> name.startsWith("libone")))
                .containsExactly(file, Path.of("/gone/libone.so"));
    }

    @Test
    void withoutAListThereIsNone() {
        assertThat(MappedFiles.of(folder.resolve("absent")).named(name -> true)).isEmpty();
    }

    @Test
    void aLibraryOfThisProcessIsSeen() {
        assertThat(MappedFiles.ofThisProcess().named(name -> name.equals("libjvm.so")))
                .hasSize(1);
    }
}
