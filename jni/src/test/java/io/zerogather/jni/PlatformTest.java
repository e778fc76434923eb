package io.zerogather.jni;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlatformTest {
    @ParameterizedTest
    @CsvSource({
        "Linux, amd64, linux-x86_64",
        "Linux, x86_64, linux-x86_64",
        "Linux, aarch64, linux-aarch_64",
        "Linux, arm64, linux-aarch_64",
        "Linux, ppc64le, linux-ppcle_64",
        "Mac OS X, aarch64, osx-aarch_64",
        "Windows 11, amd64, windows-x86_64",
    })
    void namesTheFolderAsTheBuildDoes(String osName, String osArch, String expected) {
        assertThat(Platform.classifier(osName, osArch)).isEqualTo(expected);
    }
}
