package io.zerogather.harness.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ControlLineTest {
    @Test
    void readsWhatItWrites() {
        assertThat(ControlLine.parse(ControlLine.finished().encode())).contains(ControlLine.finished());
        ControlLine progress = ControlLine.progress(3, 12, "sub groups of 4");
        assertThat(ControlLine.parse(progress.encode())).contains(progress);
    }

    @Test
    void leavesTextAndFragmentsAlone() {
        assertThat(ControlLine.parse("")).isEmpty();
        assertThat(ControlLine.parse("finished")).isEmpty();
        String whole = ControlLine.progress(3, 12, "x").encode();
        assertThat(ControlLine.parse(whole.substring(0, whole.length() - 5))).isEmpty();
        assertThat(ControlLine.parse(whole.replace("12", "many"))).isEmpty();
    }
}
