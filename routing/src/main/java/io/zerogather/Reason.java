package io.zerogather;

/** Why a gather took the route it took. The tag of the metrics; a bounded set. */
public enum Reason {
    /** It took the fast path. */
    FAST("fast"),
    /** The plan is the fallback for everything: some rank did not opt in. */
    OFF("off"),
    /** The plan is the fallback for everything: no engine could start on every rank. */
    ENGINE("engine"),
    /** The plan is the fallback for everything: the ranks run on several hosts. */
    SEVERAL_HOSTS("several-hosts"),
    /** The plan is the fallback for everything: a rank was missing when the others agreed. */
    MISSING_RANK("missing-rank"),
    /** The plan is the fallback for everything: the agreed settings do not allow the fast path. */
    SETTINGS("settings"),
    /** The group is not WORLD. */
    GROUP("group"),
    /** The group has one rank: a local copy. */
    SINGLE("single"),
    /** The element type is not one of the fast path's. */
    DTYPE("dtype"),
    /** The shard is empty: nothing moved. */
    EMPTY("empty"),
    /** The shard has more elements, or more bytes, than the agreed limit. */
    LIMIT("limit"),
    /** The shard has fewer bytes than the agreed floor. */
    FLOOR("floor"),
    /** A rank was recording a graph. */
    CAPTURE("capture"),
    /** A rank could not go on with the fast path and took everybody with it. */
    LEAVE("leave"),
    /** The call was malformed and refused. */
    REJECTED("rejected");

    private final String tag;

    Reason(String tag) {
        this.tag = tag;
    }

    /**
     * The value in logs and metric tags.
     *
     * @return lower case, words joined by hyphens
     */
    public String tag() {
        return tag;
    }
}
