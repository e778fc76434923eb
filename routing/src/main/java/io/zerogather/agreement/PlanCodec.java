package io.zerogather.agreement;

import io.zerogather.MemoryType;
import io.zerogather.Reason;
import java.time.Duration;

/** The form in which the plan travels. */
final class PlanCodec {
    private static final int MAGIC = 0x5A47504C;
    private static final int VERSION = 2;

    private PlanCodec() {}

    static byte[] encode(Plan plan) {
        return new Encoder()
                .format(MAGIC, VERSION)
                .text(plan.reason().name())
                .text(plan.detail())
                .text(plan.engine())
                .text(plan.fallback())
                .text(plan.fallbackDetail())
                .text(plan.memory().name())
                .number(plan.maxElements())
                .number(plan.floorBytes())
                .number(plan.timeout().toNanos())
                .flag(plan.extendedTypes())
                .flag(plan.guarded())
                .flag(plan.singleHost())
                .flag(plan.wanted())
                .flag(plan.required())
                .list(plan.differences(), Encoder::text)
                .text(plan.failure())
                .bytes();
    }

    static Plan decode(byte[] bytes) throws Decoder.UnreadableException {
        return Decoder.read(
                bytes,
                MAGIC,
                VERSION,
                in -> new Plan(
                        Reason.valueOf(in.text()),
                        in.text(),
                        in.text(),
                        in.text(),
                        in.text(),
                        MemoryType.valueOf(in.text()),
                        in.number(),
                        in.number(),
                        Duration.ofNanos(in.number()),
                        in.flag(),
                        in.flag(),
                        in.flag(),
                        in.flag(),
                        in.flag(),
                        in.list(Decoder::text),
                        in.text()));
    }
}
