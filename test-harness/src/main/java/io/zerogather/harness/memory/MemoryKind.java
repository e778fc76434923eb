package io.zerogather.harness.memory;

/** Whose memory a buffer lies in, which decides how the fast path moves it. */
public enum MemoryKind {
    /** Memory that the fast path knows nothing about: a shard in it is staged. */
    ORDINARY("ordinary memory"),
    /** Memory that the router allocated: a shard in it goes direct. */
    POOL("pool memory");

    private final String words;

    MemoryKind(String words) {
        this.words = words;
    }

    /**
     * The kind in words.
     *
     * @return for example {@code pool memory}
     */
    public String words() {
        return words;
    }
}
