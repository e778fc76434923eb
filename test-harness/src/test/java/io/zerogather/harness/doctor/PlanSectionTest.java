package io.zerogather.harness.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.MemoryType;
import io.zerogather.PlanPreview;
import io.zerogather.Reason;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanSectionTest {
    @Test
    void namesRanksThatDidNotPropose() {
        Section section = PlanSection.of(plan(3, 0, 2), true);

        assertThat(section.lines())
                .filteredOn(Section.Line::warning)
                .singleElement()
                .satisfies(line -> {
                    assertThat(line.topic()).isEqualTo("not heard");
                    assertThat(line.value()).startsWith("rank 1: nothing came").contains("the plan may be another");
                });
    }

    @Test
    void saysThatAPreviewIsOne() {
        Section section = PlanSection.of(plan(2, 0, 1), true);

        assertThat(section.lines())
                .noneMatch(Section.Line::warning)
                .anySatisfy(line -> assertThat(line.value()).contains("a router votes once more"));
    }

    private static PlanPreview plan(int ranks, int... proposed) {
        List<PlanPreview.Candidate> candidates = Arrays.stream(proposed)
                .mapToObj(rank -> new PlanPreview.Candidate(rank, true, "host", MemoryType.HOST, true, "", "", ""))
                .toList();
        return new PlanPreview(
                ranks, false, "", "gloo", "", MemoryType.HOST, Reason.OFF, "because", List.of(), "", candidates);
    }
}
