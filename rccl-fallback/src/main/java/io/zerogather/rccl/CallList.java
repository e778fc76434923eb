package io.zerogather.rccl;

import io.zerogather.DataType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What the ranks of a group called, in words. */
public final class CallList {
    private static final int FIELDS = 3;

    private CallList() {}

    /**
     * Lists calls that differ, each with the ranks that made it.
     *
     * @param fields (call, bytes per shard, dtype code) of each member
     * @param worldRanks the members
     */
    static String describe(long[] fields, List<Integer> worldRanks) {
        Map<String, List<Integer>> ranksByCall = new LinkedHashMap<>();
        for (int member = 0; member < worldRanks.size(); member++) {
            int at = member * FIELDS;
            String call = describe(fields[at], fields[at + 1], (int) fields[at + 2]);
            ranksByCall.computeIfAbsent(call, unused -> new ArrayList<>()).add(worldRanks.get(member));
        }
        return ranksByCall.entrySet().stream()
                .map(entry -> ranks(entry.getValue()) + " called gather " + entry.getKey())
                .collect(Collectors.joining(", "));
    }

    /**
     * One call.
     *
     * @param call its number
     * @param elements elements per shard
     * @param dtype element type
     * @return for example {@code 7 (24 x int32 per rank)}
     */
    public static String describe(long call, long elements, DataType dtype) {
        return call + " (" + elements + " x " + dtype.torchName() + " per rank)";
    }

    private static String describe(long call, long bytes, int dtypeCode) {
        return DataType.ofCode(dtypeCode)
                .map(dtype -> describe(call, bytes / dtype.bytes(), dtype))
                .orElseGet(() -> call + " (" + bytes + " bytes of dtype " + dtypeCode + " per rank)");
    }

    private static String ranks(List<Integer> ranks) {
        String list = ranks.stream().map(String::valueOf).collect(Collectors.joining(", "));
        return (ranks.size() == 1 ? "rank " : "ranks ") + list;
    }
}
