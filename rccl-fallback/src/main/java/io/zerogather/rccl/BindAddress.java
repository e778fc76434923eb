package io.zerogather.rccl;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;

/**
 * Where a rank listens for its peers: a numeric address, or a network interface; the other one is empty.
 *
 * @param host numeric address
 * @param networkInterface name of an interface
 */
record BindAddress(String host, String networkInterface) {
    private static final String INTERFACE = "GLOO_SOCKET_IFNAME";
    private static final String MASTER = "MASTER_ADDR";
    private static final int ANY_PORT = 9; // nothing is sent: only the route is asked for

    /**
     * Chooses: loopback if all ranks share the host, else the interface that the user names as for any other program that
     * uses Gloo, else the address from which this host reaches the master.
     *
     * @param singleHost true if all ranks share the host
     * @param environment the process's environment
     * @throws IllegalArgumentException if no address can be told
     */
    static BindAddress of(boolean singleHost, Map<String, String> environment) {
        if (singleHost) {
            return new BindAddress("127.0.0.1", "");
        }
        String named = environment.getOrDefault(INTERFACE, "").strip();
        if (!named.isEmpty()) {
            // The variable may list several; one connection per peer needs one.
            return new BindAddress("", named.split(",", 2)[0].strip());
        }
        return new BindAddress(localAddressTowards(environment.getOrDefault(MASTER, "")), "");
    }

    private static String localAddressTowards(String master) {
        if (master.isEmpty()) {
            throw new IllegalArgumentException("The ranks run on several hosts, but neither " + INTERFACE + " nor "
                    + MASTER + " says which network joins them; set " + INTERFACE + " to the interface to use");
        }
        InetAddress local;
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(new InetSocketAddress(InetAddress.getByName(master), ANY_PORT));
            local = socket.getLocalAddress();
        } catch (IOException | RuntimeException e) {
            throw new IllegalArgumentException(
                    MASTER + "='" + master + "' cannot be reached (" + e + "); correct it, or set " + INTERFACE
                            + " to the interface to use",
                    e);
        }
        if (local.isLoopbackAddress()) {
            throw new IllegalArgumentException("The ranks run on several hosts, but " + MASTER + "='" + master
                    + "' means this host's loopback, which the others cannot reach; set " + INTERFACE
                    + " to the interface to use");
        }
        return local.getHostAddress();
    }
}
