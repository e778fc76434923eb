package io.zerogather.harness.rank;

import io.zerogather.HostIdentity;
import io.zerogather.Router;
import io.zerogather.rendezvous.Deadline;
import io.zerogather.rendezvous.Rendezvous;
import io.zerogather.rendezvous.TorchrunEnvironment;
import io.zerogather.settings.Settings;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** One rank's place in its job. */
public final class RankSession implements AutoCloseable {
    /** What a round of the tally may take beyond the longest gather: filling and comparing large buffers. */
    private static final Duration COMPARISON_PATIENCE = Duration.ofSeconds(60);

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
        this.tally = new Tally(rendezvous.scoped("tally/"), settings.timeout().plus(COMPARISON_PATIENCE));
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
