package io.zerogather.harness.launch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The variables by which the ranks of one job find each other: those of torchrun, and the token that keeps strangers
 * out.
 *
 * @param ranks ranks of the job, all on this machine
 * @param masterPort where rank 0 listens, on the loopback address
 * @param token secret of this job
 * @param overrides variables of single ranks
 */
record JobEnvironment(int ranks, int masterPort, String token, List<RankOverride> overrides) {
    private static final String TOKEN_VARIABLE = "DS_SDMA_ALLGATHER_JOB_TOKEN";

    JobEnvironment {
        overrides = List.copyOf(overrides);
    }

    static String randomToken() {
        byte[] secret = new byte[16];
        new SecureRandom().nextBytes(secret);
        return HexFormat.of().formatHex(secret);
    }

    /**
     * A port that was free a moment ago.
     *
     * @return the port
     * @throws IOException if the machine has none
     */
    static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }

    /**
     * The variables that one rank gets on top of the launcher's own.
     *
     * @param rank the rank
     * @return names and values
     */
    Map<String, String> of(int rank) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("RANK", Integer.toString(rank));
        variables.put("WORLD_SIZE", Integer.toString(ranks));
        variables.put("LOCAL_RANK", Integer.toString(rank));
        variables.put("LOCAL_WORLD_SIZE", Integer.toString(ranks));
        variables.put("MASTER_ADDR", "127.0.0.1");
        variables.put("MASTER_PORT", Integer.toString(masterPort));
        variables.put(TOKEN_VARIABLE, token);
        for (RankOverride override : overrides) {
            if (override.rank() == rank) {
                variables.put(override.name(), override.value());
            }
        }
        return variables;
    }
}
