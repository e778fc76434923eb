package io.zerogather.rendezvous;

import java.net.ProtocolException;
import java.net.Socket;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/**
 * Reaches rank 0's table over a connection that has been admitted. Calls of several threads share the connection and do
 * not wait for each other.
 */
final class TcpClient implements StoreClient, Link.Listener {

    private static final long ANSWER_NANOS = Rendezvous.ANSWER_TIME.toNanos();

    private final String server;
    private final int port;
    private final Link link;
    private final PendingCalls calls = new PendingCalls();

    private TcpClient(Socket socket, int rank) {
        this.server = Addresses.text(socket.getRemoteSocketAddress());
        this.port = socket.getPort();
        this.link = new Link(socket, "rank-" + rank, this);
    }

    static TcpClient start(Socket socket, int rank) {
        TcpClient client = new TcpClient(socket, rank);
        Daemon.start("rank-" + rank + "-reader", client.link::run);
        return client;
    }

    /** The server's port. */
    int port() {
        return port;
    }

    @Override
    public byte[] setIfAbsent(String key, byte[] value, Deadline deadline) {
        Call call = calls.begin();
        try {
            link.send(Frame.set(call.id(), key, value.clone()));
            long patience = Math.max(deadline.remainingNanos(), ANSWER_NANOS);
            return call.take(patience)
                    .orElseThrow(() -> new IllegalStateException("a set was answered without a value"));
        } catch (TimeoutException silence) {
            throw noAnswer("set of key " + key, silence);
        } finally {
            calls.end(call);
        }
    }

    @Override
    public Optional<byte[]> await(String key, Deadline deadline) {
        Call call = calls.begin();
        try {
            link.send(Frame.await(call.id(), key));
            return takeByDeadline(call, deadline);
        } catch (TimeoutException silence) {
            throw noAnswer("await of key " + key, silence);
        } finally {
            calls.end(call);
        }
    }

    private Optional<byte[]> takeByDeadline(Call call, Deadline deadline) throws TimeoutException {
        try {
            return call.take(deadline.remainingNanos());
        } catch (TimeoutException deadlinePassed) {
            // The server decides whether the key is there: its answer tells "absent" from "unreachable".
            link.send(Frame.giveUp(call.id()));
            return call.take(ANSWER_NANOS);
        }
    }

    @Override
    public void received(Frame frame) throws ProtocolException {
        switch (frame.kind()) {
            case VALUE -> calls.answer(frame.call(), Optional.of(frame.value()));
            case NO_VALUE -> calls.answer(frame.call(), Optional.empty());
            case SET, AWAIT, GIVE_UP -> throw new ProtocolException("the server sent " + frame.kind());
        }
    }

    @Override
    public void lost(String reason) {
        calls.fail(new RendezvousException(
                "rendezvous at " + server + " lost (" + reason + "); rank 0 has ended or closed it, see its output"));
    }

    @Override
    public void close() {
        calls.fail(new RendezvousException("this rendezvous (" + server + ") is closed"));
        link.close();
    }

    private RendezvousException noAnswer(String what, TimeoutException silence) {
        return new RendezvousException(
                "rendezvous at " + server + " did not answer the " + what
                        + " in time; is rank 0 stopped or overloaded?",
                silence);
    }
}
