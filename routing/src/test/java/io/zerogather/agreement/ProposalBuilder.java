package io.zerogather.agreement;

import io.zerogather.HostIdentity;
import io.zerogather.MemoryType;
import io.zerogather.settings.Settings;
import io.zerogather.spi.Availability;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes proposals that differ in what a test is about. The default could take the fast path. */
final class ProposalBuilder {
    private final Map<String, String> environment = new HashMap<>(Map.of("DS_SDMA_ALLGATHER", "1"));
    private final List<Offer> engines = new ArrayList<>();
    private final List<Offer> fallbacks = new ArrayList<>();
    private String version = "1";
    private HostIdentity host = new HostIdentity("boot", "pid", "user", "1000");

    static ProposalBuilder proposal() {
        return new ProposalBuilder();
    }

    ProposalBuilder with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    ProposalBuilder version(String text) {
        version = text;
        return this;
    }

    ProposalBuilder host(HostIdentity identity) {
        host = identity;
        return this;
    }

    ProposalBuilder engine(String name, int preference) {
        engines.add(new Offer(name, preference, MemoryType.HOST, Availability.yes()));
        return this;
    }

    ProposalBuilder engine(String name, int preference, String refusal) {
        engines.add(new Offer(name, preference, MemoryType.HOST, Availability.no(refusal)));
        return this;
    }

    ProposalBuilder fallback(String name, int preference) {
        fallbacks.add(new Offer(name, preference, MemoryType.HOST, Availability.yes()));
        return this;
    }

    ProposalBuilder fallback(String name, int preference, String refusal) {
        fallbacks.add(new Offer(name, preference, MemoryType.HOST, Availability.no(refusal)));
        return this;
    }

    ProposalBuilder engineOf(MemoryType memory, String name, int preference) {
        engines.add(new Offer(name, preference, memory, Availability.yes()));
        return this;
    }

    ProposalBuilder fallbackOf(MemoryType memory, String name, int preference, Availability availability) {
        fallbacks.add(new Offer(name, preference, memory, availability));
        return this;
    }

    Proposal build() {
        return Proposal.of(
                version,
                Settings.of(environment),
                host,
                engines.isEmpty() ? List.of(new Offer("host", 0, MemoryType.HOST, Availability.yes())) : engines,
                fallbacks.isEmpty() ? List.of(new Offer("gloo", 0, MemoryType.HOST, Availability.yes())) : fallbacks);
    }
}
