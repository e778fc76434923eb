package io.zerogather.rendezvous;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A connection that carries frames both ways after its handshake. Sending never blocks: a thread of its own writes, so
 * that a peer that does not read holds up nobody else.
 */
final class Link implements AutoCloseable {

    /** What becomes of the frames; called on the reading thread. */
    interface Listener {
        void received(Frame frame) throws IOException;

        /** The last call: the connection is gone. */
        void lost(String reason);
    }

    private final Socket socket;
    private final Listener listener;
    private final BlockingQueue<Frame> outbox = new LinkedBlockingQueue<>();
    private final Thread writer;

    /** A link over a connected socket, which it owns from now on. */
    Link(Socket socket, String name, Listener listener) {
        this.socket = socket;
        this.listener = listener;
        this.writer = Daemon.create(name + "-writer", this::write);
    }

    void send(Frame frame) {
        outbox.add(frame);
    }

    /** Reads on the calling thread until the connection ends. */
    void run() {
        String reason = "connection lost";
        try {
            writer.start();
            socket.setSoTimeout(0);
            DataInputStream input = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
            while (true) {
                listener.received(Frame.readFrom(input));
            }
        } catch (EOFException end) {
            reason = "connection closed by the other side";
        } catch (IOException failure) {
            reason = "connection lost: " + failure.getMessage();
        } finally {
            close();
            listener.lost(reason);
        }
    }

    /** Ends the connection; frames not yet written are dropped. */
    @Override
    public void close() {
        SocketIo.close(socket);
        writer.interrupt();
    }

    private void write() {
        try {
            DataOutputStream output = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), 1 << 16));
            while (!socket.isClosed()) {
                outbox.take().writeTo(output);
                if (outbox.isEmpty()) {
                    output.flush();
                }
            }
        } catch (IOException broken) {
            // The reader reports the loss, once this has woken it.
            SocketIo.close(socket);
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }
}
