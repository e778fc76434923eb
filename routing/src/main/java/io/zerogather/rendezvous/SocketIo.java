package io.zerogather.rendezvous;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;

/** Exact reads and small writes on a socket whose other side is not trusted yet. */
final class SocketIo {

    private SocketIo() {}

    /**
     * Reads so many bytes and not one more, however slowly they come.
     *
     * @throws SocketTimeoutException if they are not there when the deadline passes
     */
    static byte[] read(Socket socket, int bytes, Deadline deadline) throws IOException {
        InputStream input = socket.getInputStream();
        byte[] result = new byte[bytes];
        int done = 0;
        while (done < bytes) {
            if (deadline.expired()) {
                throw new SocketTimeoutException("it did not answer within " + deadline);
            }
            socket.setSoTimeout(deadline.remainingMillis());
            int read;
            try {
                read = input.read(result, done, bytes - done);
            } catch (SocketTimeoutException late) {
                continue;
            }
            if (read < 0) {
                throw new EOFException("it closed the connection");
            }
            done += read;
        }
        return result;
    }

    /** Writes at once. A handshake's messages fit the socket's own buffer, so this does not block. */
    static void write(Socket socket, byte[] message) throws IOException {
        socket.getOutputStream().write(message);
    }

    /**
     * The options of every connection: small frames leave at once, and a peer whose host has vanished is noticed some
     * day.
     */
    static void configure(Socket socket) throws IOException {
        socket.setTcpNoDelay(true);
        socket.setKeepAlive(true);
    }

    /** Closes a socket, which also wakes whoever reads from it or writes to it. */
    static void close(Closeable socket) {
        try {
            socket.close();
        } catch (IOException alreadyBroken) {
            // It is gone either way.
        }
    }
}
