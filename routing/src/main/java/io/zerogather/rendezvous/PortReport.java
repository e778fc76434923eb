package io.zerogather.rendezvous;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What became of each port that was tried, in words. */
final class PortReport {

    static final String NOTHING_LISTENS = "nothing listening";

    private final Map<Integer, String> reasons = new TreeMap<>();

    /** Notes the latest reason of a port. */
    void note(int port, String reason) {
        reasons.put(port, reason);
    }

    /**
     * Neighbouring ports with one reason share an entry: "29500: it speaks another protocol; 29501-29515: nothing
     * listening".
     */
    @Override
    public String toString() {
        List<String> entries = new ArrayList<>();
        int first = -1;
        int last = -1;
        String shared = "";
        for (Map.Entry<Integer, String> entry : reasons.entrySet()) {
            int port = entry.getKey();
            if (first >= 0 && port == last + 1 && entry.getValue().equals(shared)) {
                last = port;
                continue;
            }
            if (first >= 0) {
                entries.add(text(first, last, shared));
            }
            first = port;
            last = port;
            shared = entry.getValue();
        }
        if (first >= 0) {
            entries.add(text(first, last, shared));
        }
        return String.join("; ", entries);
    }

    private static String text(int first, int last, String reason) {
        return (first == last ? "port " + first : "ports " + first + "-" + last) + ": " + reason;
    }
}
