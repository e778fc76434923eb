package io.zerogather.rendezvous;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Addresses for rank 0 to listen on and for the others to connect to. */
final class Addresses {

    private Addresses() {}

    /** All addresses of the master, in the order to try. */
    static List<InetAddress> of(String host) throws UnknownHostException {
        return List.of(InetAddress.getAllByName(host));
    }

    /**
     * Where rank 0 listens: on loopback only if the master address says so itself, on one interface if the address
     * belongs to it, else everywhere, since the others may know this host by another address (a name that means
     * 127.0.1.1 at home, a forwarded address). Null means everywhere.
     */
    static @Nullable InetAddress toListenOn(String masterAddress) {
        try {
            InetAddress address = of(masterAddress).get(0);
            boolean local = address.isLoopbackAddress()
                    ? saysLoopback(masterAddress)
                    : NetworkInterface.getByInetAddress(address) != null;
            return local ? address : null;
        } catch (IOException unknown) {
            return null;
        }
    }

    /** An address as host:port. */
    static String text(SocketAddress address) {
        if (address instanceof InetSocketAddress inet && inet.getAddress() != null) {
            return text(inet.getAddress().getHostAddress(), inet.getPort());
        }
        return String.valueOf(address);
    }

    static String text(String host, int port) {
        return host.indexOf(':') < 0 ? host + ":" + port : "[" + host + "]:" + port;
    }

    private static boolean saysLoopback(String host) {
        return host.equalsIgnoreCase("localhost") || host.startsWith("127.") || host.indexOf(':') >= 0;
    }
}
