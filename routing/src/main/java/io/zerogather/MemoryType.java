package io.zerogather;

/** Whose memory a backend reads and writes. The ranks of one router gather in one type of memory. */
public enum MemoryType {
    /** Memory of the CPU. */
    HOST("host"),
    /** Memory of a GPU. */
    DEVICE("device");

    private final String word;

    MemoryType(String word) {
        this.word = word;
    }

    /**
     * The type in logs and proposals.
     *
     * @return {@code host} or {@code device}
     */
    public String word() {
        return word;
    }
}
