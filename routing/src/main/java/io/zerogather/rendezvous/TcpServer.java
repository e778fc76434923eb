package io.zerogather.rendezvous;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves a table to the other ranks. Each connection has a thread of its own. */
final class TcpServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(TcpServer.class);

    /** Connections, beyond one of each rank, that may be introducing themselves at once. */
    private static final int STRANGERS = 64;

    private final ServerSocket listener;
    private final HandshakeKey key;
    private final long generation;
    private final Duration linger;
    private final Duration admission;
    private final KeyTable table;
    private final Membership members;
    private final Thread acceptor;
    private final Semaphore arrivals;
    private final AtomicBoolean closing = new AtomicBoolean();
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();

    /** A server on a socket that listens already; owns it from now on. */
    TcpServer(ServerSocket listener, TcpRendezvous.Options options, KeyTable table, Duration admission) {
        this.listener = listener;
        this.key = options.handshakeKey();
        this.generation = options.generation();
        this.linger = options.linger();
        this.admission = admission;
        this.table = table;
        this.members = new Membership(options.worldSize());
        this.acceptor = Daemon.create("accept", this::accept);
        this.arrivals = new Semaphore(options.worldSize() + STRANGERS);
    }

    void start() {
        acceptor.start();
    }

    /**
     * Serves on until all ranks have joined and left or the linger has passed, so that nobody misses the last key; then
     * frees the port.
     */
    @Override
    public void close() {
        if (closing.getAndSet(true)) {
            return;
        }
        try {
            if (!members.awaitAllLeft(Deadline.after(linger))) {
                LOG.debug("rendezvous on port {} closes although some ranks have not left it", listener.getLocalPort());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            SocketIo.close(listener);
            connections.forEach(SocketIo::close);
            // The port is free once nobody waits on it any more.
            Daemon.awaitEnd(acceptor);
        }
    }

    private void accept() {
        Backoff backoff = new Backoff(1, 100);
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                if (arrivals.tryAcquire()) {
                    Daemon.start("serve", () -> serve(socket));
                } else {
                    SocketIo.close(socket);
                }
            } catch (IOException failure) {
                if (!listener.isClosed()) {
                    LOG.warn("rendezvous on port {} could not accept a connection", listener.getLocalPort(), failure);
                    // The usual cause is too many open files: give others a moment to close theirs.
                    backoff.pause(Deadline.after(admission), "accepting connections");
                }
            }
        }
    }

    private void serve(Socket socket) {
        connections.add(socket);
        if (listener.isClosed()) {
            // close() may have gone through the connections before this one was among them.
            SocketIo.close(socket);
        }
        try {
            Identity peer = introduce(socket);
            if (peer != null) {
                new ServerSession(socket, peer.rank(), table, members).run();
            }
        } finally {
            connections.remove(socket);
            SocketIo.close(socket);
        }
    }

    private @Nullable Identity introduce(Socket socket) {
        try {
            SocketIo.configure(socket);
            return Handshake.admit(socket, key, members, generation, Deadline.after(admission));
        } catch (IOException stranger) {
            LOG.debug("rendezvous turned {} away: {}", socket.getRemoteSocketAddress(), stranger.getMessage());
            return null;
        } finally {
            arrivals.release();
        }
    }
}
