package io.zerogather.rccl;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;

/** How other hosts reach this one. */
final class OwnAddresses {
    private OwnAddresses() {}

    /** Numeric addresses other than loopback, without scopes; may be none. */
    static List<String> reachable() throws SocketException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
                .map(InetAddress::getHostAddress)
                .map(address -> address.split("%", 2)[0])
                .toList();
    }

    /** The interface of the loopback address. */
    static String loopbackInterface() throws SocketException {
        return NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress())
                .getName();
    }
}
