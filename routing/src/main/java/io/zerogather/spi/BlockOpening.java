package io.zerogather.spi;

import io.zerogather.AllGatherException;
import io.zerogather.rendezvous.Deadline;
import io.zerogather.rendezvous.Rendezvous;
import java.util.Optional;

/**
 * Brings the ranks of a group together at one block of shared memory: rank 0 creates it, the others attach, and once all
 * have, each starts to use it. A failure on one rank is told to all others, so that none waits for its deadline.
 */
public final class BlockOpening {
    private static final String BLOCK = "block";
    private static final String ATTACHED = "attached/";
    private static final byte[] YES = {1};
    private static final byte[] NO = {0};

    private final GroupContext context;
    private final String user;
    private final BlockMaker maker;
    private final Rendezvous rendezvous;
    private final Deadline deadline;

    /**
     * An opening for one group.
     *
     * @param context the group; all its ranks share a host
     * @param user who needs the block, for error messages
     * @param maker makes the block
     */
    public BlockOpening(GroupContext context, String user, BlockMaker maker) {
        this.context = context;
        this.user = user;
        this.maker = maker;
        this.rendezvous = context.rendezvous();
        this.deadline = context.deadline();
    }

    /**
     * Opens this rank's end, together with the others.
     *
     * @return the started block
     * @throws AllGatherException of category {@code SETUP} if a rank cannot, or is not there when the context's deadline
     *     passes
     */
    public long open() {
        long block = createOrAttach();
        if (block == 0) {
            String refusal = maker.lastError();
            answer(NO);
            throw failure(named(context.rank()) + ": " + refusal);
        }
        try {
            answer(YES);
            awaitPeers();
            if (!maker.start(block)) {
                throw failure(maker.lastError());
            }
        } catch (RuntimeException e) {
            maker.destroy(block);
            throw e;
        }
        return block;
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
        long block = maker.create(handle.cookie(), handle.block());
        BlockHandle published = block == 0 ? handle.refused(maker.lastError()) : handle;
        try {
            byte[] unused = rendezvous.setIfAbsent(BLOCK, published.encode(), deadline);
        } catch (RuntimeException e) {
            if (block != 0) {
                maker.destroy(block);
            }
            throw e;
        }
        return block;
    }

    private long attach() {
        Optional<byte[]> published = rendezvous.await(BLOCK, deadline);
        if (published.isEmpty()) {
            throw failure(named(0) + " did not create the control block in time");
        }
        BlockHandle handle = BlockHandle.decode(published.get());
        if (!handle.refusal().isEmpty()) {
            throw failure(named(0) + ": " + handle.refusal());
        }
        return maker.attach(handle.cookie(), handle.block());
    }

    private void awaitPeers() {
        for (int peer = 0; peer < context.size(); peer++) {
            Optional<byte[]> answer = rendezvous.await(ATTACHED + peer, deadline);
            if (answer.isEmpty()) {
                throw failure(named(peer) + " did not attach to the control block in time");
            }
            if (answer.get()[0] == NO[0]) {
                throw failure(named(peer) + " could not attach to the control block");
            }
        }
    }

    private String named(int member) {
        return "rank " + context.worldRanks().get(member);
    }

    private AllGatherException failure(String reason) {
        return new AllGatherException(AllGatherException.Category.SETUP, user + ": " + reason);
    }
}
