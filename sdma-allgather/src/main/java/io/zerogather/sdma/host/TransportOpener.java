package io.zerogather.sdma.host;

import io.zerogather.AllGatherException;
import io.zerogather.jni.NativeBridge;
import io.zerogather.rendezvous.Deadline;
import io.zerogather.rendezvous.Rendezvous;
import io.zerogather.spi.GroupContext;
import java.time.Duration;
import java.util.Optional;

/**
 * Brings the ranks of a group together at one control block: rank 0 creates it, the others attach, and once all have,
 * each starts to watch its peers. A failure on one rank is told to all others, so that none waits for its deadline.
 */
final class TransportOpener {
    private static final String BLOCK = "block";
    private static final String ATTACHED = "attached/";
    private static final byte[] YES = {1};
    private static final byte[] NO = {0};

    private final GroupContext context;
    private final Rendezvous rendezvous;
    private final Deadline deadline;

    TransportOpener(GroupContext context) {
        this.context = context;
        this.rendezvous = context.rendezvous();
        this.deadline = context.deadline();
    }

    /** The native transport, started. */
    long open() {
        NativeBridge.load();
        long transport = createOrAttach();
        if (transport == 0) {
            String refusal = NativeBridge.lastError();
            answer(NO);
            throw failure("rank " + context.rank() + ": " + refusal);
        }
        try {
            answer(YES);
            awaitPeers();
            if (NativeBridge.start(transport) != NativeBridge.OK) {
                throw failure(NativeBridge.lastError());
            }
        } catch (RuntimeException e) {
            NativeBridge.destroy(transport);
            throw e;
        }
        return transport;
    }

    private long createOrAttach() {
        try {
            return context.rank() == 0 ? create() : attach();
        } catch (AllGatherException e) {
            answer(NO);
            throw e;
        }
    }

    private void answer(byte[] ready) {
        byte[] unused = rendezvous.setIfAbsent(ATTACHED + context.rank(), ready, deadline);
    }

    private long create() {
        BlockHandle handle = BlockHandle.create();
        long transport = NativeBridge.create(context.size(), handle.cookie(), timeoutNanos(), handle.block());
        BlockHandle published = transport == 0 ? handle.refused(NativeBridge.lastError()) : handle;
        try {
            byte[] unused = rendezvous.setIfAbsent(BLOCK, published.encode(), deadline);
        } catch (RuntimeException e) {
            if (transport != 0) {
                NativeBridge.destroy(transport);
            }
            throw e;
        }
        return transport;
    }

    private long attach() {
        Optional<byte[]> published = rendezvous.await(BLOCK, deadline);
        if (published.isEmpty()) {
            throw failure("rank 0 did not create the control block in time");
        }
        BlockHandle handle = BlockHandle.decode(published.get());
        if (!handle.refusal().isEmpty()) {
            throw failure("rank 0: " + handle.refusal());
        }
        return NativeBridge.attach(context.rank(), context.size(), handle.cookie(), timeoutNanos(), handle.block());
    }

    private void awaitPeers() {
        for (int peer = 0; peer < context.size(); peer++) {
            Optional<byte[]> answer = rendezvous.await(ATTACHED + peer, deadline);
            if (answer.isEmpty()) {
                throw failure("rank " + peer + " did not attach to the control block in time");
            }
            if (answer.get()[0] == NO[0]) {
                throw failure("rank " + peer + " could not attach to the control block");
            }
        }
    }

    private long timeoutNanos() {
        Duration timeout = context.settings().timeout();
        try {
            return timeout.toNanos();
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE;
        }
    }

    private static AllGatherException failure(String reason) {
        return new AllGatherException(AllGatherException.Category.SETUP, "engine host: " + reason);
    }
}
