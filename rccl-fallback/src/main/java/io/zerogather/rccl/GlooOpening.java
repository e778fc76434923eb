package io.zerogather.rccl;

import io.zerogather.AllGatherException;
import io.zerogather.jni.GlooBridge;
import io.zerogather.jni.NativeLibraryException;
import io.zerogather.rendezvous.RendezvousException;
import io.zerogather.spi.GroupContext;
import java.util.Map;

/** Connects the members of a group. */
final class GlooOpening {
    private final GroupContext context;
    private final Handshake handshake;

    GlooOpening(GroupContext context) {
        this.context = context;
        this.handshake = new Handshake(context);
    }

    /**
     * Connects this rank, together with the others.
     *
     * @param environment the process's environment
     * @throws AllGatherException if the members are not connected when the context's deadline passes
     */
    GlooGroup open(Map<String, String> environment) {
        try {
            return connected(listening(environment));
        } catch (GlooException | RendezvousException | NativeLibraryException | IllegalArgumentException e) {
            throw new GlooFailures(context).notOpened(String.valueOf(e.getMessage()), e);
        }
    }

    private GlooGroup listening(Map<String, String> environment) {
        try {
            GlooBridge.load();
            BindAddress address = BindAddress.of(context.singleHost(), environment);
            return GlooGroup.listen(context.rank(), context.worldRanks(), address);
        } catch (GlooException | NativeLibraryException | IllegalArgumentException e) {
            handshake.refuse(String.valueOf(e.getMessage()));
            throw e;
        }
    }

    private GlooGroup connected(GlooGroup group) {
        try {
            group.connect(handshake.exchange(group.addresses()), context.deadline());
            return group;
        } catch (RuntimeException e) {
            group.close();
            throw e;
        }
    }
}
