package io.zerogather.tck;

import io.zerogather.AllGatherException;
import io.zerogather.AllGatherException.Category;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The posts of a group whose ranks are threads of one process. */
final class LoopbackMeeting {
    private final String group;
    private final int size;
    private final Map<Long, Map<Integer, LoopbackPost>> posts = new HashMap<>();
    private final Map<Integer, Long> closedAfter = new TreeMap<>();

    LoopbackMeeting(String group, int size) {
        this.group = group;
        this.size = size;
    }

    synchronized void post(long call, LoopbackPost post) {
        posts.computeIfAbsent(call, unused -> new TreeMap<>()).put(post.rank(), post);
        notifyAll();
    }

    synchronized void close(int rank, long lastCall) {
        closedAfter.put(rank, lastCall);
        notifyAll();
    }

    /** Waits until all ranks have posted a call, and checks that they mean the same gather. */
    synchronized List<LoopbackPost> await(long call, long timeoutNanos) throws InterruptedException {
        long start = System.nanoTime();
        Map<Integer, LoopbackPost> present = posts.getOrDefault(call, Map.of());
        while (present.size() < size) {
            failIfHopeless(call, present);
            long left = timeoutNanos - (System.nanoTime() - start);
            if (left <= 0) {
                throw new AllGatherException(
                        Category.FATAL,
                        "rank " + absent(present).get(0) + " did not submit call " + call + " of " + group
                                + " in time");
            }
            wait(left / 1_000_000 + 1);
            present = posts.getOrDefault(call, Map.of());
        }
        List<LoopbackPost> all = List.copyOf(present.values());
        check(all);
        return all;
    }

    private void failIfHopeless(long call, Map<Integer, LoopbackPost> present) {
        if (present.values().stream().anyMatch(post -> post.kind() == LoopbackPost.Kind.ANNOUNCED)) {
            check(List.copyOf(present.values()));
        }
        for (int rank : absent(present)) {
            Long last = closedAfter.get(rank);
            if (last != null && last < call) {
                throw new AllGatherException(
                        Category.FATAL,
                        "rank " + rank + " closed " + group + " after call " + last + ", before " + call);
            }
        }
    }

    private List<Integer> absent(Map<Integer, LoopbackPost> present) {
        return IntStream.range(0, size)
                .filter(rank -> !present.containsKey(rank))
                .boxed()
                .toList();
    }

    private static void check(List<LoopbackPost> present) {
        for (LoopbackPost post : present) {
            if (post.kind() == LoopbackPost.Kind.REJECTED) {
                throw new AllGatherException(Category.REJECTED, post.text());
            }
        }
        LoopbackPost first = present.get(0);
        for (LoopbackPost post : present) {
            boolean sameRoute =
                    (post.kind() == LoopbackPost.Kind.ANNOUNCED) == (first.kind() == LoopbackPost.Kind.ANNOUNCED);
            if (!sameRoute || !post.matches(first)) {
                throw new AllGatherException(
                        sameRoute ? Category.REJECTED : Category.FATAL,
                        "The ranks' calls differ: " + first.call() + ", " + post.call());
            }
        }
    }
}
