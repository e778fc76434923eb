package io.zerogather.rccl.communicator;

import io.zerogather.AllGatherException;
import io.zerogather.Device;
import io.zerogather.rccl.nccl.NcclConfig;
import io.zerogather.rccl.nccl.NcclLibrary;
import io.zerogather.rccl.nccl.NcclLibraryException;
import io.zerogather.rccl.nccl.NcclResult;
import io.zerogather.rccl.nccl.PendingComm;
import io.zerogather.rendezvous.RendezvousException;
import io.zerogather.spi.GroupContext;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Joins a communicator, together with the other members. The library itself waits for a member that never comes for ever;
 * here the deadline, a death, or another member's refusal ends it, and the reason names who was missing.
 */
final class CommunicatorOpening {
    private static final Logger LOGGER = LoggerFactory.getLogger(CommunicatorOpening.class);
    private static final long POLL_NANOS = Duration.ofMillis(1).toNanos();
    private static final long SLICE_NANOS = Duration.ofMillis(20).toNanos();

    private final GroupContext context;
    private final Device device;
    private final NcclLibrary library;
    private final GroupSignals signals;
    private final GroupFailures failures;

    CommunicatorOpening(
            GroupContext context, Device device, NcclLibrary library, GroupSignals signals, GroupFailures failures) {
        this.context = context;
        this.device = device;
        this.library = library;
        this.signals = signals;
        this.failures = failures;
    }

    /**
     * Joins with an id of the group's own. The communicator is non-blocking, so that a peer that does not come can be given
     * up; it serves for splitting only, since queuing a gather on it costs a thread each.
     *
     * @throws AllGatherException of category {@code SETUP} if the members could not be connected
     */
    Communicator open() {
        try {
            IdExchange ids = new IdExchange(context);
            byte[] id = ids.exchange(library);
            ids.join();
            LOGGER.debug("joining {} with {} on {}", context.name(), library.describe(), device);
            device.runtime().makeCurrent(device.index());
            PendingComm pending =
                    library.init(context.size(), id, context.rank(), NcclConfig.nonBlocking(library.versionCode()));
            if (pending.code() != NcclResult.SUCCESS && pending.code() != NcclResult.IN_PROGRESS) {
                throw refuse(library.errorText(pending.code()) + ", \"" + library.lastError(0) + "\"");
            }
            Communicator communicator = new Communicator(library, device, pending.handle());
            awaitPeers(communicator, ids);
            return communicator;
        } catch (NcclLibraryException | NotJoinedException | RendezvousException e) {
            throw refuse(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Splits the communicator of the group's gathers off, together with all other ranks: a blocking one, on which queuing a
     * gather costs what the library itself takes.
     *
     * @param parent what {@link #open} joined; aborted if this fails
     */
    Communicator splitOff(Communicator parent) {
        SplitResult split = parent.split(context.rank(), this::mayGoOn);
        if (split.result() == NcclResult.SUCCESS) {
            return new Communicator(library, device, split.handle());
        }
        String why = split.result() == NcclResult.IN_PROGRESS
                ? problem(new IdExchange(context))
                : parent.describe(split.result());
        Ending unused = Ending.abort(List.of(parent), context.name());
        throw refuse("the communicator for gathers could not be split off: " + why);
    }

    private boolean mayGoOn() {
        return !signals.isPoisoned()
                && signals.dead() == 0
                && !context.deadline().expired();
    }

    private void awaitPeers(Communicator communicator, IdExchange ids) {
        while (true) {
            int result = communicator.settled(System.nanoTime() + SLICE_NANOS);
            if (result == NcclResult.SUCCESS) {
                return;
            }
            String problem = result == NcclResult.IN_PROGRESS ? problem(ids) : communicator.describe(result);
            if (!problem.isEmpty()) {
                Ending unused = Ending.abort(List.of(communicator), context.name());
                throw refuse(problem);
            }
            LockSupport.parkNanos(this, POLL_NANOS);
        }
    }

    private String problem(IdExchange ids) {
        if (signals.isPoisoned()) {
            return signals.poisonText();
        }
        long dead = signals.dead();
        if (dead != 0) {
            return failures.members(dead) + " ended while joining";
        }
        if (!context.deadline().expired()) {
            return "";
        }
        long absent = ids.absent();
        return (absent == 0
                        ? "the members have not found each other"
                        : failures.members(absent) + " did not come to join")
                + " within "
                + context.settings().openTimeout().toMillis()
                + " ms (DS_SDMA_ALLGATHER_OPEN_TIMEOUT); a wrong NCCL_SOCKET_IFNAME is the usual cause if all came";
    }

    private AllGatherException refuse(String reason) {
        if (!signals.isPoisoned()) {
            signals.poison(failures.rank() + ": " + reason);
        }
        return failures.notOpened(reason);
    }
}
