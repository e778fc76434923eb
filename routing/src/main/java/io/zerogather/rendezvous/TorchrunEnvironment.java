package io.zerogather.rendezvous;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;

/**
 * This process's place in its job, from the variables that torchrun and compatible launchers set.
 *
 * @param rank RANK, 0-based
 * @param worldSize WORLD_SIZE, 1 to 65536
 * @param localRank LOCAL_RANK, 0-based among the ranks of this host
 * @param localWorldSize LOCAL_WORLD_SIZE, the number of ranks on this host, if the launcher says
 * @param masterAddress MASTER_ADDR, the host of rank 0
 * @param masterPort MASTER_PORT
 * @param agentStore whether TORCHELASTIC_USE_AGENT_STORE is {@code True}: the launcher itself listens on the master
 *     port
 * @param jobToken DS_SDMA_ALLGATHER_JOB_TOKEN, else TORCHELASTIC_RUN_ID, else {@code none} as with torchrun
 * @param location DS_SDMA_ALLGATHER_RENDEZVOUS, {@code tcp} (default) or {@code file:DIRECTORY}
 */
public record TorchrunEnvironment(
        int rank,
        int worldSize,
        int localRank,
        OptionalInt localWorldSize,
        String masterAddress,
        int masterPort,
        boolean agentStore,
        JobToken jobToken,
        StoreLocation location) {

    private static final String LOCAL_WORLD_SIZE = "LOCAL_WORLD_SIZE";
    private static final String RENDEZVOUS = "DS_SDMA_ALLGATHER_RENDEZVOUS";
    private static final String FILE_SCHEME = "file:";
    private static final int LAST_PORT = 65535;

    /**
     * Reads the variables.
     *
     * @param environment for example {@link System#getenv()}
     * @return the place that they describe
     * @throws IllegalArgumentException if any is missing, malformed or out of range; names all of them, with value and
     *     expectation
     */
    public static TorchrunEnvironment of(Map<String, String> environment) {
        EnvironmentReader reader = new EnvironmentReader(environment);
        OptionalInt worldSize = reader.integer("WORLD_SIZE", 1, Bounds.MAX_WORLD_SIZE);
        OptionalInt rank = reader.integer("RANK", 0, last(worldSize));
        OptionalInt localWorldSize = reader.optional(LOCAL_WORLD_SIZE) == null
                ? OptionalInt.empty()
                : reader.integer(LOCAL_WORLD_SIZE, 1, worldSize.orElse(Bounds.MAX_WORLD_SIZE));
        OptionalInt localRank =
                reader.integer("LOCAL_RANK", 0, last(localWorldSize.isPresent() ? localWorldSize : worldSize));
        String masterAddress = reader.text("MASTER_ADDR", "the host name or address of rank 0");
        // PyTorch compares with this one spelling, too.
        boolean agentStore = "True".equals(reader.optional("TORCHELASTIC_USE_AGENT_STORE"));
        OptionalInt masterPort = reader.integer("MASTER_PORT", 1, agentStore ? LAST_PORT - 1 : LAST_PORT);
        StoreLocation location = location(reader);
        reader.check();
        return new TorchrunEnvironment(
                rank.orElseThrow(),
                worldSize.orElseThrow(),
                localRank.orElseThrow(),
                localWorldSize,
                masterAddress,
                masterPort.orElseThrow(),
                agentStore,
                jobToken(reader),
                location);
    }

    /**
     * Opens this rank's rendezvous, as the next generation that this process opens at this place.
     *
     * @param deadline when to give up
     * @return the open rendezvous
     * @throws RendezvousException if it cannot be opened in time
     */
    public Rendezvous open(Deadline deadline) {
        if (location instanceof StoreLocation.Directory directory) {
            long generation = Generations.next(directory.path().toUri().toString(), jobToken, rank);
            return FileRendezvous.open(
                    new FileRendezvous.Options(
                            rank, worldSize, directory.path(), jobToken, generation, FileRendezvous.DEFAULT_LINGER),
                    deadline);
        }
        long generation = Generations.next(Addresses.text(masterAddress, masterPort), jobToken, rank);
        return TcpRendezvous.open(
                new TcpRendezvous.Options(
                        rank,
                        worldSize,
                        masterAddress,
                        masterPort,
                        agentStore,
                        jobToken,
                        generation,
                        TcpRendezvous.DEFAULT_LINGER),
                deadline);
    }

    private static int last(OptionalInt size) {
        return size.isPresent() ? size.getAsInt() - 1 : Bounds.MAX_WORLD_SIZE - 1;
    }

    private static JobToken jobToken(EnvironmentReader reader) {
        String own = reader.optional("DS_SDMA_ALLGATHER_JOB_TOKEN");
        String runId = reader.optional("TORCHELASTIC_RUN_ID");
        return JobToken.of(own != null ? own : runId != null ? runId : "none");
    }

    private static StoreLocation location(EnvironmentReader reader) {
        String value = reader.optional(RENDEZVOUS);
        if (value == null || value.equals("tcp")) {
            return new StoreLocation.Tcp();
        }
        if (value.startsWith(FILE_SCHEME) && value.length() > FILE_SCHEME.length()) {
            try {
                return new StoreLocation.Directory(Path.of(value.substring(FILE_SCHEME.length())));
            } catch (InvalidPathException malformed) {
                // The problem below quotes the value.
            }
        }
        reader.problem(RENDEZVOUS, "tcp or file:DIRECTORY");
        return new StoreLocation.Tcp();
    }
}
