package io.zerogather.harness.doctor;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A variable of the collective libraries or GPU runtimes that changes what they do.
 *
 * @param name the variable, or the beginning of the names of several if it ends in {@code *}
 * @param meaning what it does
 * @param warning what that means here, or empty; the value decides whether it is shown
 * @param worrying the values that it is shown for; empty for all
 */
record LibraryVariable(String name, String meaning, String warning, List<String> worrying) {
    static final List<LibraryVariable> KNOWN = List.of(
            of("NCCL_DEBUG", "log level of the library"),
            of("NCCL_DEBUG_SUBSYS", "what the library logs about"),
            of("NCCL_DEBUG_FILE", "where the library logs to"),
            of("NCCL_ALGO", "restricts the algorithms", "in RCCL it also turns direct and copy-engine paths off"),
            of("NCCL_PROTO", "restricts the protocols"),
            of("NCCL_MIN_NCHANNELS", "fewest channels, which are thread blocks (old name)"),
            of("NCCL_MAX_NCHANNELS", "most channels, which are thread blocks (old name)"),
            of("NCCL_MIN_CTAS", "fewest thread blocks of a collective"),
            of("NCCL_MAX_CTAS", "most thread blocks of a collective"),
            of("NCCL_CTA_POLICY", "how many thread blocks; ZERO asks for copy engines"),
            of("NCCL_SYM_CE_THRESHOLD", "elements per rank from which the library takes copy engines by itself"),
            of("NCCL_WIN_ENABLE", "symmetric windows", "without them the library has no copy-engine path", "0"),
            of("NCCL_LSA_TEAM_SIZE", "size of the load/store team"),
            of("NCCL_CUMEM_ENABLE", "memory by handles", "without it the library has no windows", "0"),
            of("NCCL_CUMEM_HOST_ENABLE", "host memory by handles"),
            of("NCCL_NVLS_ENABLE", "NVLink multicast; 0 is the usual way around trouble with it"),
            of("NCCL_P2P_DISABLE", "no access between GPUs", "every byte goes through the host", "1"),
            of("NCCL_P2P_LEVEL", "how far apart GPUs may access each other"),
            of("NCCL_SHM_DISABLE", "no shared memory", "ranks of one host talk over the network", "1"),
            of("NCCL_LOCAL_REGISTER", "honours registered buffers"),
            of("NCCL_GRAPH_REGISTER", "registers the buffers of graphs"),
            of("NCCL_CHECK_MODE", "checks of arguments between ranks", "slow: for tests only", "DEBUG_GLOBAL"),
            of("NCCL_LAUNCH_ORDER_IMPLICIT", "serialises the communicators of a device"),
            of(
                    "NCCL_COMM_BLOCKING",
                    "overrides the mode of communicators",
                    "1 lets opening hang with a rank that never comes, 0 makes queuing a gather several times slower"),
            of("NCCL_HOSTID", "name of the host, in the place of its own", "ranks of one host may count as of several"),
            of("NCCL_TUNER_PLUGIN", "tuner to load"),
            of("NCCL_TUNER_CONFIG_FILE", "table of the tuner"),
            of("NCCL_NET_PLUGIN", "network to load"),
            of("NCCL_CONF_FILE", "file of settings", "it sets further variables, which are not shown here"),
            of("NCCL_SOCKET_IFNAME", "network interface; a wrong one is the commonest reason why opening hangs"),
            of("NCCL_IB_HCA", "network adapters"),
            of("NCCL_IB_DISABLE", "no InfiniBand"),
            of("NCCL_IB_TIMEOUT", "patience of the network"),
            of("NCCL_IB_RETRY_CNT", "retries of the network"),
            of("NCCL_CROSS_NIC", "rings across adapters"),
            of("NCCL_GIN_TYPE", "transport of one-sided operations"),
            of("NCCL_RMA_DISABLE", "no one-sided operations"),
            of("RCCL_*", "a setting of RCCL"),
            of("HSA_NO_SCRATCH_RECLAIM", "keeps scratch memory; 1 is needed by old ROCm"),
            of("HSA_ENABLE_SDMA", "copies by engine", "copies run as shader kernels and compete with the GEMMs", "0"),
            of("HSA_ENABLE_PEER_SDMA", "copies between GPUs by engine", "they run as shader kernels", "0"),
            of("HSA_FORCE_FINE_GRAIN_PCIE", "access between GPUs over PCIe"),
            of("HIP_FORCE_DEV_KERNARG", "launch latency"),
            of("GPU_MAX_HW_QUEUES", "hardware queues", "too few serialise streams", "1", "2"),
            of("CUDA_VISIBLE_DEVICES", "devices that this process sees, renumbered"),
            of("HIP_VISIBLE_DEVICES", "devices that this process sees, renumbered"),
            of("ROCR_VISIBLE_DEVICES", "devices that this process sees, renumbered"),
            of("CUDA_DEVICE_MAX_CONNECTIONS", "hardware queues", "1 serialises launches and changes overlap", "1"),
            of("TORCH_NCCL_*", "a setting of PyTorch's own use of the library"),
            of("MORI_ENABLE_SDMA", "AMD MORI's copy engines"));

    /** Whether a variable is meant. */
    boolean matches(String variable) {
        return name.endsWith("*") ? variable.startsWith(name.substring(0, name.length() - 1)) : variable.equals(name);
    }

    /** What a value means here, if it worries. */
    Optional<String> warningFor(String value) {
        boolean shown = !warning.isEmpty() && (worrying.isEmpty() || worrying.contains(value));
        return shown ? Optional.of(warning) : Optional.empty();
    }

    /** The variables of an environment that are known, by name. */
    static List<Map.Entry<String, LibraryVariable>> setIn(Map<String, String> environment) {
        return environment.keySet().stream()
                .sorted()
                .flatMap(set -> KNOWN.stream()
                        .filter(known -> known.matches(set))
                        .limit(1)
                        .map(known -> Map.entry(set, known)))
                .toList();
    }

    private static LibraryVariable of(String name, String meaning) {
        return new LibraryVariable(name, meaning, "", List.of());
    }

    private static LibraryVariable of(String name, String meaning, String warning, String... worrying) {
        return new LibraryVariable(name, meaning, warning, List.of(worrying));
    }
}
