package io.zerogather.rendezvous;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A listener that is no rendezvous, or a false one. Every connection runs the same script. */
final class StubServer implements AutoCloseable {

    /** What the stub does on one connection. */
    interface Script {
        void serve(Socket socket) throws IOException;
    }

    private final ServerSocket listener;
    private final Script script;
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();

    private StubServer(ServerSocket listener, Script script) {
        this.listener = listener;
        this.script = script;
    }

    static StubServer running(int port, Script script) throws IOException {
        StubServer stub = new StubServer(new ServerSocket(port, 50, InetAddress.getLoopbackAddress()), script);
        startDaemon(stub::accept);
        return stub;
    }

    /** Sends a greeting at once, then only listens. */
    static StubServer greeting(int port, byte[] greeting) throws IOException {
        return running(port, socket -> socket.getOutputStream().write(greeting));
    }

    int port() {
        return listener.getLocalPort();
    }

    /** All bytes that came after the scripts had ended. */
    byte[] received() {
        synchronized (received) {
            return received.toByteArray();
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : connections) {
            socket.close();
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                connections.add(socket);
                startDaemon(() -> serve(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            script.serve(socket);
            while (true) {
                int next = socket.getInputStream().read();
                if (next < 0) {
                    return;
                }
                synchronized (received) {
                    received.write(next);
                }
            }
        } catch (IOException hungUp) {
            // The test looks at the other side.
        } finally {
            connections.remove(socket);
        }
    }

    private static void startDaemon(Runnable body) {
        Thread thread = new Thread(body, "test-stub-server");
        thread.setDaemon(true);
        thread.start();
    }
}
