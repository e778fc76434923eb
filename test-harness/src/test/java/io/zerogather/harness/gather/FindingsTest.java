package io.zerogather.harness.gather;

import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.DataType;
import io.zerogather.harness.memory.Mismatch;
import io.zerogather.harness.memory.Pattern;
import java.util.List;
import org.junit.jupiter.api.Test;

class FindingsTest {
    private final Findings findings = new Findings(3);

    @Test
    void describesAWrongPartitionInTheReferencesWords() {
        Mismatch mismatch = new Mismatch(6, 2, 40, 0x1f, 0x00, List.of(0, 7));

        findings.wrongPartition(1, Pattern.of(1, 9), mismatch, GatherShape.of(DataType.FLOAT32, 64));

        assertThat(findings.lines())
                .containsExactly("  [rank 3] FAIL: partition[1] expected all pattern(rank 1, gather 9),"
                        + " got unique values: [0, 7]; first bad byte at offset 40: expected 0x1f, got 0x00"
                        + " (6 bytes wrong); gather of 64 float32 from ordinary memory to ordinary memory");
        assertThat(findings.wrongElements()).isEqualTo(2);
    }

    @Test
    void countsWhatItDoesNotShow() {
        for (int i = 0; i < 8; i++) {
            findings.add("problem " + i);
        }

        assertThat(findings.lines()).hasSize(6).last().isEqualTo("  [rank 3] and 3 more");
    }

    @Test
    void isEmptyUntilSomethingIsWrong() {
        assertThat(findings.isEmpty()).isTrue();
        findings.add("x");
        assertThat(findings.isEmpty()).isFalse();
    }
}
