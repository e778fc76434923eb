package io.zerogather.rendezvous;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Random;

/** Ranges of ports that nobody uses. */
final class FreePorts {

    private static final int ATTEMPTS = 1000;

    private FreePorts() {}

    /** The first of as many free ports as a rendezvous may try; below the range of outgoing connections. */
    static int range() {
        Random random = new Random();
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int first = 10_000 + random.nextInt(1300) * TcpRendezvous.PORTS;
            if (allFree(first)) {
                return first;
            }
        }
        throw new IllegalStateException("no range of free ports on this machine");
    }

    private static boolean allFree(int first) {
        for (int port = first; port < first + TcpRendezvous.PORTS; port++) {
            try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                if (probe.getLocalPort() != port) {
                    return false;
                }
            } catch (IOException taken) {
                return false;
            }
        }
        return true;
    }
}
