package io.zerogather;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * What two ranks must have in common to map each other's memory: one kernel, one table of processes, one user. A part
 * that cannot be read is given a value that equals no other, so that a doubt means "another host".
 *
 * @param bootId identity of the running kernel since its last start
 * @param processNamespace the table of process ids that this rank sees
 * @param userNamespace the table of user ids that this rank sees
 * @param user this rank's user id
 */
public record HostIdentity(String bootId, String processNamespace, String userNamespace, String user) {
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Path SELF = Path.of("/proc/self");

    /**
     * The identity of the host that this process runs on.
     *
     * @return read from the kernel now
     */
    public static HostIdentity current() {
        return new HostIdentity(
                read(() -> Files.readString(BOOT_ID).strip()),
                read(() -> Files.readSymbolicLink(SELF.resolve("ns/pid")).toString()),
                read(() -> Files.readSymbolicLink(SELF.resolve("ns/user")).toString()),
                read(() -> Files.getAttribute(SELF, "unix:uid").toString()));
    }

    /**
     * Says in words what keeps two ranks from sharing memory.
     *
     * @param other the other rank's identity
     * @return the first part that differs with both values, or empty if none does
     */
    public String differenceFrom(HostIdentity other) {
        if (!bootId.equals(other.bootId)) {
            return "kernels with boot ids " + bootId + " and " + other.bootId;
        }
        if (!processNamespace.equals(other.processNamespace)) {
            return "process namespaces " + processNamespace + " and " + other.processNamespace;
        }
        if (!userNamespace.equals(other.userNamespace)) {
            return "user namespaces " + userNamespace + " and " + other.userNamespace;
        }
        return user.equals(other.user) ? "" : "user ids " + user + " and " + other.user;
    }

    private static String read(Part part) {
        try {
            return part.read();
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return "unknown-" + UUID.randomUUID();
        }
    }

    /** One part of the identity. */
    private interface Part {
        String read() throws IOException;
    }
}
