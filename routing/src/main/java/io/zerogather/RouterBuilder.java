package io.zerogather;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.zerogather.rendezvous.Rendezvous;
import io.zerogather.settings.Settings;
import io.zerogather.spi.DeviceRuntime;
import io.zerogather.spi.EngineProvider;
import io.zerogather.spi.FallbackProvider;
import io.zerogather.spi.LocalCopy;
import io.zerogather.spi.NativeEnvironment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Collects what a {@link Router} is opened with. Not thread-safe. */
public final class RouterBuilder {
    private Supplier<Settings> settings = () -> Settings.of(System.getenv());
    private Map<String, String> environment = System.getenv();
    private @Nullable Rendezvous rendezvous;
    private int localRank;
    private @Nullable MemoryType memory;
    private @Nullable Device device;
    private Supplier<List<DeviceRuntime>> deviceRuntimes = Device::runtimes;
    private MeterRegistry meterRegistry = new CompositeMeterRegistry();
    private Supplier<HostIdentity> hostIdentity = HostIdentity::current;
    private Supplier<List<EngineProvider>> engines = () -> LoadedServices.all(ServiceLoader.load(EngineProvider.class));
    private Supplier<List<FallbackProvider>> fallbacks =
            () -> LoadedServices.all(ServiceLoader.load(FallbackProvider.class));
    private Supplier<List<NativeEnvironment>> nativeEnvironments =
            () -> LoadedServices.all(ServiceLoader.load(NativeEnvironment.class));
    private Supplier<List<LocalCopy>> localCopies = () -> LoadedServices.all(ServiceLoader.load(LocalCopy.class));

    RouterBuilder() {}

    /**
     * Reads the settings from these variables, when {@link #open()} is called. The default is the process's environment.
     *
     * @param variables by name
     * @return this builder
     */
    public RouterBuilder environment(Map<String, String> variables) {
        Map<String, String> copy = Map.copyOf(variables);
        environment = copy;
        settings = () -> Settings.of(copy);
        return this;
    }

    /**
     * Takes these settings in the place of an environment's.
     *
     * @param values the settings
     * @return this builder
     */
    public RouterBuilder settings(Settings values) {
        settings = () -> values;
        return this;
    }

    /**
     * The store through which the ranks of the job agree; it says which rank this is. It stays the caller's: close it
     * after the router. Each router needs a store, or a generation of one, in which no router was opened before. Without
     * one, the world has one rank.
     *
     * @param store the store
     * @return this builder
     */
    public RouterBuilder rendezvous(Rendezvous store) {
        rendezvous = store;
        return this;
    }

    /**
     * The only type of memory that gathers may be of. By default the plan decides: a GPU's if a collective library for it can
     * start on every rank, else the host's.
     *
     * @param type whose memory
     * @return this builder
     */
    public RouterBuilder memory(MemoryType type) {
        memory = type;
        if (type == MemoryType.HOST) {
            device = null;
        }
        return this;
    }

    /**
     * The GPU whose memory gathers are of, in the place of the one that the local rank says. Implies {@link
     * #memory(MemoryType)} of a device.
     *
     * @param gpu the device
     * @return this builder
     */
    public RouterBuilder device(Device gpu) {
        memory = MemoryType.DEVICE;
        device = gpu;
        return this;
    }

    /**
     * GPU runtimes in the place of those that {@link ServiceLoader} finds.
     *
     * @param runtimes the runtimes
     * @return this builder
     */
    public RouterBuilder deviceRuntimes(List<DeviceRuntime> runtimes) {
        List<DeviceRuntime> copy = List.copyOf(runtimes);
        deviceRuntimes = () -> copy;
        return this;
    }

    /**
     * This rank among those of its host: the GPU it uses where the process sees several. The default is 0.
     *
     * @param rank 0-based
     * @return this builder
     */
    public RouterBuilder localRank(int rank) {
        localRank = rank;
        return this;
    }

    /**
     * Where to register the meters {@code zerogather.*}. The default shows them nowhere.
     *
     * @param registry the registry
     * @return this builder
     */
    public RouterBuilder meterRegistry(MeterRegistry registry) {
        meterRegistry = registry;
        return this;
    }

    /**
     * Another identity than the real host's, to act out several hosts on one.
     *
     * @param identity the identity to propose
     * @return this builder
     */
    public RouterBuilder hostIdentity(HostIdentity identity) {
        hostIdentity = () -> identity;
        return this;
    }

    /**
     * Engines of the fast path in the place of those that {@link ServiceLoader} finds.
     *
     * @param providers the engines
     * @return this builder
     */
    public RouterBuilder engines(List<EngineProvider> providers) {
        List<EngineProvider> copy = List.copyOf(providers);
        engines = () -> copy;
        return this;
    }

    /**
     * Fallbacks in the place of those that {@link ServiceLoader} finds.
     *
     * @param providers the fallbacks
     * @return this builder
     */
    public RouterBuilder fallbacks(List<FallbackProvider> providers) {
        List<FallbackProvider> copy = List.copyOf(providers);
        fallbacks = () -> copy;
        return this;
    }

    /**
     * A native environment in the place of the one that {@link ServiceLoader} finds.
     *
     * @param port sets variables where native libraries see them
     * @return this builder
     */
    public RouterBuilder nativeEnvironment(NativeEnvironment port) {
        nativeEnvironments = () -> List.of(port);
        return this;
    }

    /**
     * A local copy in the place of the one that {@link ServiceLoader} finds.
     *
     * @param port copies memory of this process
     * @return this builder
     */
    public RouterBuilder localCopy(LocalCopy port) {
        localCopies = () -> List.of(port);
        return this;
    }

    /**
     * Opens the router. Collective: every rank of the job calls it, opted in or not. When it returns on one rank, every
     * rank has the same plan.
     *
     * @return the open router
     * @throws AllGatherException of category {@link AllGatherException.Category#SETUP} if no backend can serve every rank,
     *     if a rank insists on a fast path that is not the plan, or if this rank cannot learn what was agreed
     */
    public Router open() {
        Settings read = settings.get();
        Ports ports =
                new Ports(engines.get(), fallbacks.get(), nativeEnvironments.get(), localCopies.get(), meterRegistry);
        NativeSwitch.export(read, ports.nativeEnvironments());
        Rendezvous store = rendezvous;
        if (store == null) {
            checkAlone();
            return single(read, ports).open();
        }
        return store.worldSize() == 1
                ? single(read, ports).open()
                : new WorldOpening(read, ports, store, placement(localRank), hostIdentity.get()).open();
    }

    /**
     * The plan that {@link #open()} would follow, without opening anything. With a rendezvous of several ranks it is
     * collective, and equal on all ranks; otherwise it is the plan of that many ranks on this host, all with this process's
     * settings and devices.
     *
     * @param ranks ranks in WORLD, at least 1; ignored with a rendezvous of several ranks
     * @return the preview
     * @throws AllGatherException if the ranks of the rendezvous cannot learn the plan, or if a single rank should gather
     *     memory of a GPU and has none
     */
    public PlanPreview preview(int ranks) {
        if (ranks < 1) {
            throw new IllegalArgumentException("A preview of " + ranks + " ranks: give at least 1");
        }
        Settings read = settings.get();
        Ports ports =
                new Ports(engines.get(), fallbacks.get(), nativeEnvironments.get(), localCopies.get(), meterRegistry);
        Preview preview = new Preview(read, ports, hostIdentity.get());
        Rendezvous store = rendezvous;
        if (store != null && store.worldSize() > 1) {
            return preview.together(store, placement(localRank));
        }
        return ranks == 1
                ? preview.single(single(read, ports).plan(), placement(localRank))
                : preview.alone(ranks, this::placement);
    }

    private SingleOpening single(Settings read, Ports ports) {
        return new SingleOpening(read, ports, Optional.ofNullable(memory), () -> placement(localRank));
    }

    private Placement placement(int place) {
        Device chosen = device;
        if (chosen != null) {
            return Placement.onDevice(place, chosen);
        }
        return memory == MemoryType.HOST
                ? Placement.onHost(place)
                : Placement.byLocalRank(place, Optional.ofNullable(memory), deviceRuntimes);
    }

    /** A job whose ranks each take themselves for the world would train on garbage. */
    private void checkAlone() {
        String worldSize = Optional.ofNullable(environment.get("WORLD_SIZE")).orElse("1");
        if (!worldSize.equals("1")) {
            throw new AllGatherException(
                    AllGatherException.Category.SETUP,
                    "WORLD_SIZE is " + worldSize + ", but the router has no rendezvous; pass one with rendezvous(…)");
        }
    }
}
