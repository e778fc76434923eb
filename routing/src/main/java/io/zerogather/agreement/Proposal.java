package io.zerogather.agreement;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.zerogather.HostIdentity;
import io.zerogather.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * What one rank brings to the agreement.
 *
 * @param version the version of this software on the rank
 * @param enabled it opts in
 * @param required it insists on the fast path
 * @param maxElements its limit, in elements
 * @param floorBytes its floor
 * @param timeout its deadline of one gather
 * @param extendedTypes it sends the non-standard dtypes to the fast path
 * @param guarded it wants the fallback to check calls
 * @param engine the engine that its settings name, or {@value Settings#AUTO}
 * @param fallback the fallback that its settings name, or {@value Settings#AUTO}
 * @param host where it runs
 * @param engines what it found out about each engine
 * @param fallbacks what it found out about each fallback
 * @param digest a fingerprint of the settings that should be equal on all ranks
 */
public record Proposal(
        String version,
        boolean enabled,
        boolean required,
        long maxElements,
        long floorBytes,
        Duration timeout,
        boolean extendedTypes,
        boolean guarded,
        String engine,
        String fallback,
        HostIdentity host,
        List<Offer> engines,
        List<Offer> fallbacks,
        long digest) {
    /** Keeps the offers from changing. {@inheritDoc} */
    public Proposal {
        engines = List.copyOf(engines);
        fallbacks = List.copyOf(fallbacks);
    }

    /**
     * A proposal from a rank's settings and findings.
     *
     * @param version the version of this software
     * @param settings the rank's settings
     * @param host where it runs
     * @param engines what it found out about each engine
     * @param fallbacks what it found out about each fallback
     * @return the proposal
     */
    public static Proposal of(
            String version, Settings settings, HostIdentity host, List<Offer> engines, List<Offer> fallbacks) {
        return new Proposal(
                version,
                settings.enabled(),
                settings.required(),
                settings.maxElements(),
                settings.floorBytes(),
                settings.timeout(),
                settings.extendedTypes(),
                settings.guarded(),
                settings.engine(),
                settings.fallback(),
                host,
                engines,
                fallbacks,
                digest(settings));
    }

    /** Each rank's own patience while opening is its own affair, so it takes no part. */
    private static long digest(Settings settings) {
        String text = String.join(
                "|",
                Boolean.toString(settings.enabled()),
                Boolean.toString(settings.required()),
                Long.toString(settings.maxElements()),
                Long.toString(settings.floorBytes()),
                settings.timeout().toString(),
                Boolean.toString(settings.extendedTypes()),
                Boolean.toString(settings.guarded()),
                settings.engine(),
                settings.fallback());
        CRC32C sum = new CRC32C();
        sum.update(text.getBytes(UTF_8));
        return sum.getValue();
    }

    /** As {@link Settings#limitUsable()}. */
    boolean limitUsable() {
        return maxElements <= Long.MAX_VALUE / Settings.LIMIT_BYTES_PER_ELEMENT;
    }
}
