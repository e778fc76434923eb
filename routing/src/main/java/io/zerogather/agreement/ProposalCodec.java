package io.zerogather.agreement;

import io.zerogather.MemoryType;
import io.zerogather.spi.Availability;
import java.time.Duration;

/** The form in which proposals travel. */
final class ProposalCodec {
    private static final int MAGIC = 0x5A475052;
    private static final int VERSION = 3;

    private ProposalCodec() {}

    static byte[] encode(Proposal proposal) {
        return new Encoder()
                .format(MAGIC, VERSION)
                .text(proposal.version())
                .flag(proposal.enabled())
                .flag(proposal.required())
                .number(proposal.maxElements())
                .number(proposal.floorBytes())
                .number(proposal.timeout().toNanos())
                .flag(proposal.extendedTypes())
                .flag(proposal.guarded())
                .text(proposal.engine())
                .text(proposal.fallback())
                .host(proposal.host())
                .list(proposal.engines(), ProposalCodec::encode)
                .list(proposal.fallbacks(), ProposalCodec::encode)
                .number(proposal.digest())
                .bytes();
    }

    static Proposal decode(byte[] bytes) throws Decoder.UnreadableException {
        return Decoder.read(
                bytes,
                MAGIC,
                VERSION,
                in -> new Proposal(
                        in.text(),
                        in.flag(),
                        in.flag(),
                        in.number(),
                        in.number(),
                        Duration.ofNanos(in.number()),
                        in.flag(),
                        in.flag(),
                        in.text(),
                        in.text(),
                        in.host(),
                        in.list(ProposalCodec::decodeOffer),
                        in.list(ProposalCodec::decodeOffer),
                        in.number()));
    }

    private static void encode(Encoder out, Offer offer) {
        out.text(offer.name())
                .number(offer.preference())
                .text(offer.memory().name())
                .flag(offer.availability().available())
                .text(offer.availability().reason())
                .text(offer.availability().compatibility())
                .text(offer.availability().device());
    }

    private static Offer decodeOffer(Decoder in) {
        return new Offer(
                in.text(),
                in.integer(),
                MemoryType.valueOf(in.text()),
                new Availability(in.flag(), in.text(), in.text(), in.text()));
    }
}
