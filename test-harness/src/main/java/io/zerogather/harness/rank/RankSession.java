package io.zerogather.harness.rank;

import io.zerogather.HostIdentity;
import io.zerogather.Router;
import io.zerogather.harness.report.Services;
import io.zerogather.rendezvous.Deadline;
import io.zerogather.rendezvous.Rendezvous;
import io.zerogather.rendezvous.TorchrunEnvironment;
import io.zerogather.settings.Settings;
import io.zerogather.spi.FallbackProvider;
import io.zerogather.spi.Finding;
import io.zerogather.spi.ProbeContext;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Stream;

/** One rank's place in its job. */
public final class RankSession implements AutoCloseable {
    /** What a figure means nothing without; what else a provider finds is for the doctor. */
    private static final Set<String> BACKING = Set.of("device", "library", "version");

    private final Settings settings;
    private final TorchrunEnvironment place;
    private final Rendezvous rendezvous;
    private final HostIdentity host;
    private final Tally tally;
    private int routers;

    private RankSession(Settings settings, TorchrunEnvironment place, Rendezvous rendezvous, HostIdentity host) {
        this.settings = settings;
        this.place = place;
        this.rendezvous = rendezvous;
        this.host = host;
        Tally first = Tally.of(rendezvous.scoped("hello/"), settings.openTimeout());
        this.tally = new Tally(
                rendezvous.scoped("tally/"),
                Patience.of(settings.timeout()),
                PeerProcesses.exchange(first, HostIdentity.current()));
    }

    /**
     * Joins the job that the environment describes.
     *
     * @param environment torchrun's variables and the settings
     * @param simulatedHosts on how many hosts the ranks shall believe that they run
     * @return the session
     * @throws IllegalArgumentException if the environment describes no job
     * @throws io.zerogather.rendezvous.RendezvousException if the job cannot be joined in time
     */
    static RankSession open(Map<String, String> environment, int simulatedHosts) {
        TorchrunEnvironment place = TorchrunEnvironment.of(environment);
        Settings settings = Settings.of(environment);
        Rendezvous rendezvous = place.open(Deadline.after(settings.openTimeout()));
        return new RankSession(settings, place, rendezvous, hostOf(place, simulatedHosts));
    }

    /**
     * Opens a router. Collective: every rank opens the same routers in the same order.
     *
     * @param variant this rank's settings, or a variation of them
     * @return the router; close it before this session
     */
    public Router openRouter(Settings variant) {
        return Router.builder()
                .settings(variant)
                .rendezvous(rendezvous.scoped("router-" + routers++ + "/"))
                .localRank(place.localRank())
                .hostIdentity(host)
                .open();
    }

    /**
     * What gathers run on that is not the fast path's: the device, and the collective library as its provider knows it.
     *
     * @param router an open router of this session
     * @return findings of this rank; empty for host memory and a library that says nothing
     */
    public List<Finding> backing(Router router) {
        ProbeContext context = new ProbeContext(settings, rank(), worldSize(), place.localRank(), router.device(), "");
        Stream<Finding> device = router.device().stream().map(gpu -> new Finding("device", gpu.toString()));
        Stream<Finding> library = Services.of(ServiceLoader.load(FallbackProvider.class)).loaded().stream()
                .filter(provider -> provider.name().equals(router.status().fallback()))
                .flatMap(provider -> provider.findings(context).stream())
                .filter(finding -> BACKING.contains(finding.topic()));
        return Stream.concat(device, library).distinct().toList();
    }

    /**
     * This rank.
     *
     * @return 0-based
     */
    public int rank() {
        return place.rank();
    }

    /**
     * Ranks of the job.
     *
     * @return at least 1
     */
    public int worldSize() {
        return place.worldSize();
    }

    /**
     * What this rank's environment asks for.
     *
     * @return the settings
     */
    public Settings settings() {
        return settings;
    }

    /**
     * Settles verdicts with the other ranks.
     *
     * @return the job's only tally
     */
    public Tally tally() {
        return tally;
    }

    /**
     * Where the report goes.
     *
     * @return standard output on rank 0, nowhere on the others
     */
    public PrintStream output() {
        return rank() == 0
                ? System.out
                : new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    }

    /**
     * Prints what only this rank knows.
     *
     * @param lines what to print
     */
    public void say(List<String> lines) {
        lines.forEach(System.out::println);
        System.out.flush();
    }

    @Override
    public void close() {
        rendezvous.close();
    }

    private static HostIdentity hostOf(TorchrunEnvironment place, int simulatedHosts) {
        HostIdentity real = HostIdentity.current();
        if (simulatedHosts < 2) {
            return real;
        }
        int index = place.rank() * simulatedHosts / place.worldSize();
        return new HostIdentity(
                real.bootId() + "-simulated-" + index, real.processNamespace(), real.userNamespace(), real.user());
    }
}
