package io.zerogather.harness.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HiddenPackagesTest {
    private final HiddenPackages hidden = new HiddenPackages();

    @Test
    void areThoseThatAreNotExportedToEveryone() {
        assertThat(hidden).rejects("io.zerogather", "io.zerogather.settings", "io.zerogather.sdma.measure");
        assertThat(hidden).accepts("io.zerogather.route", "io.zerogather.sdma", "io.zerogather.jni");
    }
}
