package io.zerogather.rccl.nccl;

import com.sun.jna.Memory;

/**
 * The bytes of an {@code ncclConfig_t}. Each version of the library reads as many of them as it knows, so the newest header
 * that the library knows is imitated, never a newer one; and every field that is not meant, each gap between fields
 * included, says so: a later version may have put a field into the gap.
 *
 * <p>Whoever passes one keeps it reachable as long as what was made from it. Never changes; thread-safe.
 */
public final class NcclConfig {
    private static final int MAGIC = 0xcafebeef;
    private static final int UNDEFINED = Integer.MIN_VALUE;

    private static final long OFFSET_SIZE = 0;
    private static final long OFFSET_MAGIC = 8;
    private static final long OFFSET_VERSION = 12;
    private static final long OFFSET_BLOCKING = 16;
    private static final long OFFSET_NET_NAME = 32;
    private static final long OFFSET_COMM_NAME = 48;

    private final Memory memory;

    private NcclConfig(Header header) {
        memory = new Memory(header.bytes);
        for (long offset = OFFSET_BLOCKING; offset < header.bytes; offset += Integer.BYTES) {
            memory.setInt(offset, UNDEFINED);
        }
        memory.setLong(OFFSET_SIZE, header.bytes);
        memory.setInt(OFFSET_MAGIC, MAGIC);
        memory.setInt(OFFSET_VERSION, header.version);
        memory.setLong(OFFSET_NET_NAME, 0);
        if (header.bytes > OFFSET_COMM_NAME) {
            memory.setLong(OFFSET_COMM_NAME, 0);
        }
    }

    /**
     * Calls on the communicator do not block; all else is the library's default.
     *
     * @param versionCode what {@code ncclGetVersion} said
     * @return a new one
     */
    public static NcclConfig nonBlocking(int versionCode) {
        NcclConfig config = new NcclConfig(Header.knownTo(NcclVersion.of(versionCode)));
        config.memory.setInt(OFFSET_BLOCKING, 0);
        return config;
    }

    Memory memory() {
        return memory;
    }

    /** A header that is imitated. Between them nothing was added that matters here. */
    private enum Header {
        V2_28(22803, 80),
        V2_27(22703, 72),
        V2_18(21800, 48);

        private final int version;
        private final int bytes;

        Header(int version, int bytes) {
            this.version = version;
            this.bytes = bytes;
        }

        private static Header knownTo(NcclVersion version) {
            for (Header header : values()) {
                if (version.code() >= header.version) {
                    return header;
                }
            }
            return V2_18;
        }
    }
}
