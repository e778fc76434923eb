package io.zerogather.agreement;

import static io.zerogather.agreement.ProposalBuilder.proposal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zerogather.agreement.Decoder.UnreadableException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CodecTest {
    private final Proposal proposal = proposal()
            .with("DS_SDMA_ALLGATHER_MAX_NUMEL", "12345")
            .engine("host", 3)
            .engine("cuda", 10, "no libcuda.so.1: ölfarbe")
            .fallback("gloo", 0)
            .build();

    private final Plan plan = Planner.plan(Proposals.decode(
            Map.of(
                    0,
                    ProposalCodec.encode(proposal),
                    1,
                    ProposalCodec.encode(proposal().build())),
            List.of(2)));

    @Test
    void bringsProposalsBack() throws Exception {
        assertThat(ProposalCodec.decode(ProposalCodec.encode(proposal))).isEqualTo(proposal);
    }

    @Test
    void bringsPlansBack() throws Exception {
        assertThat(PlanCodec.decode(PlanCodec.encode(plan))).isEqualTo(plan);
    }

    @Test
    void refusesEveryTruncation() {
        byte[] whole = ProposalCodec.encode(proposal);
        for (int length = 0; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> ProposalCodec.decode(part))
                    .as("the first %d bytes", length)
                    .isInstanceOf(UnreadableException.class);
        }
        byte[] longer = Arrays.copyOf(whole, whole.length + 1);
        assertThatThrownBy(() -> ProposalCodec.decode(longer)).hasMessage("1 bytes are left over");
    }

    @Test
    void survivesAnyDamage() {
        byte[] whole = PlanCodec.encode(plan);
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            byte[] damaged = whole.clone();
            for (int hits = random.nextInt(4); hits >= 0; hits--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            try {
                assertThat(PlanCodec.decode(damaged)).isNotNull();
            } catch (UnreadableException e) {
                assertThat(e).hasMessageNotContaining("null");
            }
        }
    }

    @Test
    void saysWhichFormatItCannotRead() {
        byte[] later = ProposalCodec.encode(proposal);
        ByteBuffer.wrap(later).putLong(Long.BYTES, 9);

        assertThatThrownBy(() -> ProposalCodec.decode(later)).hasMessage("it has format 9, this rank reads format 3");
        assertThatThrownBy(() -> PlanCodec.decode(later)).hasMessageContaining("no such record");
    }

    @Test
    void cutsLongTextsBetweenCharacters() throws Exception {
        Proposal wordy = proposal().engine("cuda", 0, "€".repeat(5000)).build();

        String text = ProposalCodec.decode(ProposalCodec.encode(wordy))
                .engines()
                .get(0)
                .availability()
                .reason();

        assertThat(text).isEqualTo("€".repeat(4096 / 3));
    }
}
