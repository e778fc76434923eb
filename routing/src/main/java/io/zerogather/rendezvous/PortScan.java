package io.zerogather.rendezvous;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The search of one rank for its job's rank 0: it tries the ports in turn, again and again, until one lets it in or
 * time is up. Used once.
 */
final class PortScan {

    private static final long FIRST_PAUSE_MILLIS = 10;
    private static final long LONGEST_PAUSE_MILLIS = 500;

    private final TcpRendezvous.Options options;
    private final Identity me;
    private final JoinTimings timings;
    private final Deadline deadline;
    private final Deadline hardDeadline;
    private final RefusalClock refusals;
    private final PortReport report = new PortReport();

    PortScan(TcpRendezvous.Options options, Deadline deadline, JoinTimings timings) {
        this.options = options;
        this.me = new Identity(options.rank(), options.worldSize(), options.generation());
        this.timings = timings;
        this.deadline = deadline;
        this.hardDeadline = deadline.extendedBy(Rendezvous.ANSWER_TIME);
        this.refusals = new RefusalClock(timings.refusal());
    }

    /** The admitted connection. Every port is tried at least once, also when the deadline has passed. */
    Socket join() {
        Backoff backoff = new Backoff(FIRST_PAUSE_MILLIS, LONGEST_PAUSE_MILLIS);
        for (int pass = 0; ; pass++) {
            Socket admitted = tryPorts(pass);
            if (admitted != null) {
                return admitted;
            }
            if (deadline.expired()) {
                throw failure("found no rank 0 within " + deadline);
            }
            if (refusals.lasting()) {
                throw failure("is refused by its own job");
            }
            backoff.pause(deadline, "the search for rank 0");
        }
    }

    private @Nullable Socket tryPorts(int pass) {
        List<InetAddress> addresses;
        try {
            addresses = Addresses.of(options.masterAddress());
        } catch (UnknownHostException unknown) {
            options.ports().forEach(port -> report.note(port, "host name unknown"));
            return null;
        }
        boolean refusedByOwnJob = false;
        for (int port : options.ports()) {
            String reason = PortReport.NOTHING_LISTENS;
            for (InetAddress address : addresses) {
                if (hardDeadline.expired()) {
                    return null;
                }
                Deadline tryEnd = Deadline.after(timings.tryTime(pass)).orEarlier(hardDeadline);
                try {
                    return connect(new InetSocketAddress(address, port), tryEnd);
                } catch (RefusedException refused) {
                    refusedByOwnJob |= refused.ownJob();
                    // Of several addresses, the one where something listens says more.
                    reason = reason.equals(PortReport.NOTHING_LISTENS) ? refused.reason() : reason;
                }
            }
            report.note(port, reason);
        }
        refusals.note(refusedByOwnJob);
        return null;
    }

    private Socket connect(InetSocketAddress address, Deadline tryEnd) throws RefusedException {
        Socket socket = new Socket();
        boolean admitted = false;
        try {
            open(socket, address, tryEnd);
            introduce(socket, tryEnd);
            admitted = true;
            return socket;
        } finally {
            if (!admitted) {
                SocketIo.close(socket);
            }
        }
    }

    private static void open(Socket socket, InetSocketAddress address, Deadline tryEnd) throws RefusedException {
        try {
            SocketIo.configure(socket);
            socket.connect(address, tryEnd.remainingMillis());
        } catch (ConnectException refused) {
            throw RefusedException.byAnother(PortReport.NOTHING_LISTENS);
        } catch (IOException failure) {
            throw RefusedException.byAnother("unreachable (" + failure.getMessage() + ")");
        }
    }

    private void introduce(Socket socket, Deadline tryEnd) throws RefusedException {
        try {
            Handshake.join(socket, options.handshakeKey(), me, tryEnd);
        } catch (RefusedException refused) {
            throw refused;
        } catch (IOException failure) {
            throw RefusedException.byAnother("not a Zerogather rendezvous (" + failure.getMessage() + ")");
        }
    }

    private RendezvousException failure(String what) {
        return new RendezvousException("rank " + options.rank() + " of " + options.worldSize() + " " + what + " at "
                + options.masterAddress() + " (generation " + options.generation() + "): " + report
                + ". Rank 0 must be running, with the same master address, port, world size and job token, and each"
                + " rank must be started once.");
    }
}
