package io.zerogather.rccl.nccl;

/**
 * A version of the library.
 *
 * @param major for example 2
 * @param minor for example 28
 * @param patch for example 9
 */
record NcclVersion(int major, int minor, int patch) {
    /** The oldest that is used: it has splits and configurations. */
    static final NcclVersion OLDEST = new NcclVersion(2, 18, 0);

    /** Up to 2.8 the code was x1000, not x10000. */
    static NcclVersion of(int code) {
        int major = code < 10_000 ? code / 1000 : code / 10_000;
        return new NcclVersion(major, code % (code < 10_000 ? 1000 : 10_000) / 100, code % 100);
    }

    /** The code of today's scheme, by which versions compare. */
    int code() {
        return major * 10_000 + minor * 100 + patch;
    }

    boolean isBefore(NcclVersion other) {
        return code() < other.code();
    }

    /** What must be equal on all ranks, for example {@code 2.28}. */
    String series() {
        return major + "." + minor;
    }

    @Override
    public String toString() {
        return series() + "." + patch;
    }
}
