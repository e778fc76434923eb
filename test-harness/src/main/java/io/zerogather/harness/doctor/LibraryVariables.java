package io.zerogather.harness.doctor;

import java.util.List;
import java.util.Optional;

/** The variables worth a line in the report, one row each. */
final class LibraryVariables {
    private static final String RENUMBERED = "devices that this process sees, renumbered";
    private static final String OTHER_NUMBERS =
            "indices here are not the machine's; each rank needs one device of its own, or all the same list";

    static final List<LibraryVariable> KNOWN = List.of(
            row("NCCL_DEBUG", "log level of the library"),
            row("NCCL_DEBUG_SUBSYS", "what the library logs about"),
            row("NCCL_DEBUG_FILE", "where the library logs to"),
            row(
                    "NCCL_ALGO",
                    "restricts the algorithms",
                    Worry.ALWAYS,
                    "figures are not the library's best; RCCL also turns direct and copy-engine paths off"),
            row("NCCL_PROTO", "restricts the protocols", Worry.ALWAYS, "figures are not the library's best"),
            row("NCCL_MIN_NCHANNELS", "fewest channels, which are thread blocks (old name)"),
            row("NCCL_MAX_NCHANNELS", "most channels, which are thread blocks (old name)"),
            row("NCCL_MIN_CTAS", "fewest thread blocks of a collective"),
            row("NCCL_MAX_CTAS", "most thread blocks of a collective"),
            row("NCCL_CTA_POLICY", "how many thread blocks; ZERO asks for copy engines"),
            row("NCCL_SYM_CE_THRESHOLD", "elements per rank from which the library takes copy engines by itself"),
            row("NCCL_WIN_ENABLE", "symmetric windows", Worry.OFF, "without them the library has no copy-engine path"),
            row("NCCL_LSA_TEAM_SIZE", "size of the load/store team", Worry.ON, "some versions hang or corrupt data"),
            row("NCCL_CUMEM_ENABLE", "memory by handles", Worry.OFF, "without it the library has no windows"),
            row("NCCL_CUMEM_HOST_ENABLE", "host memory by handles"),
            row("NCCL_NVLS_ENABLE", "NVLink multicast", Worry.OFF, "gathers do without multicast, which can be slower"),
            row("NCCL_P2P_DISABLE", "no access between GPUs", Worry.ON, "every byte goes through the host"),
            row("NCCL_P2P_LEVEL", "how far apart GPUs may be to access each other"),
            row("NCCL_SHM_DISABLE", "no shared memory", Worry.ON, "ranks of one host may talk over the network"),
            row("NCCL_LOCAL_REGISTER", "honours registered buffers"),
            row("NCCL_GRAPH_REGISTER", "registers the buffers of graphs"),
            row(
                    "NCCL_CHECK_MODE",
                    "checks of arguments",
                    Worry.GLOBAL_CHECK,
                    "checks between ranks are for tests only"),
            row(
                    "NCCL_LAUNCH_ORDER_IMPLICIT",
                    "serialises the communicators of a device",
                    Worry.ON,
                    "gathers of different groups do not overlap"),
            row(
                    "NCCL_COMM_BLOCKING",
                    "overrides the mode of communicators",
                    Worry.ALWAYS,
                    "1 lets opening hang with a rank that never comes, 0 makes queuing a gather several times slower;"
                            + " unset it"),
            row(
                    "NCCL_HOSTID",
                    "name of the host, in the place of its own",
                    Worry.ALWAYS,
                    "ranks of one host may count as of several"),
            row("NCCL_TUNER_PLUGIN", "tuner to load"),
            row("NCCL_TUNER_CONFIG_FILE", "table of the tuner"),
            row("NCCL_NET_PLUGIN", "network to load"),
            row("NCCL_CONF_FILE", "file of settings", Worry.ALWAYS, "sets further variables, which are not shown here"),
            row("NCCL_SOCKET_IFNAME", "network interface; a wrong one is the commonest reason why opening hangs"),
            row("NCCL_IB_HCA", "network adapters"),
            row("NCCL_IB_DISABLE", "no InfiniBand"),
            row("NCCL_IB_TIMEOUT", "patience of the network"),
            row("NCCL_IB_RETRY_CNT", "retries of the network"),
            row("NCCL_CROSS_NIC", "rings across adapters"),
            row("NCCL_GIN_TYPE", "transport of one-sided operations of devices"),
            row("NCCL_RMA_DISABLE", "no one-sided operations"),
            row("RCCL_FORCE_CE", "RCCL's own copy-engine path"),
            row("RCCL_CE_*", "limits of RCCL's copy-engine path"),
            row("RCCL_DDA_ENABLE", "RCCL's direct access path"),
            row("RCCL_DDA_THRESHOLD", "sizes of RCCL's direct access path"),
            row("RCCL_DDA_NRANKS_RELAX", "numbers of ranks of RCCL's direct access path"),
            row("RCCL_IGNORE_ARCH_TABLE", "RCCL's direct access path on any architecture"),
            row("RCCL_DIRECT_ALLGATHER_THRESHOLD", "sizes of RCCL's direct all-gather"),
            row("RCCL_DIRECT_ALLGATHER_DISABLE", "no direct all-gather in RCCL"),
            row("RCCL_HIERARCHICAL_ALLGATHER", "RCCL's hierarchical all-gather"),
            row(
                    "RCCL_OVERRIDE_ALGO",
                    "RCCL's algorithm, whatever was chosen",
                    Worry.ALWAYS,
                    "nothing is chosen freely"),
            row(
                    "RCCL_OVERRIDE_PROTO",
                    "RCCL's protocol, whatever was chosen",
                    Worry.ALWAYS,
                    "nothing is chosen freely"),
            row("RCCL_CHANNEL_TUNING_ENABLE", "RCCL tunes its channels"),
            row("RCCL_TUNER_EMBEDDED_CONFIG", "RCCL's built-in tuning"),
            row("RCCL_WARP_SPEED_*", "shape of RCCL's kernels"),
            row("RCCL_UNROLL_FACTOR", "shape of RCCL's kernels"),
            row("RCCL_THREADS_PER_BLOCK", "shape of RCCL's kernels"),
            row("RCCL_MSCCL_ENABLE", "MSCCL, in RCCL up to 2.27"),
            row("RCCL_MSCCLPP_ENABLE", "MSCCL++, in RCCL up to 2.27"),
            row("RCCL_MSCCL_FORCE_ENABLE", "MSCCL by force, in RCCL up to 2.27"),
            row("HSA_NO_SCRATCH_RECLAIM", "keeps scratch memory; ROCm before 6.4 needs 1"),
            row("HSA_ENABLE_SDMA", "copies by engine", Worry.OFF, "they run as shader kernels and compete with GEMMs"),
            row("HSA_ENABLE_PEER_SDMA", "copies between GPUs by engine", Worry.OFF, "they run as shader kernels"),
            row("HSA_FORCE_FINE_GRAIN_PCIE", "access between GPUs over PCIe"),
            row("HIP_FORCE_DEV_KERNARG", "launch latency"),
            row("GPU_MAX_HW_QUEUES", "hardware queues", Worry.FEW, "too few serialise streams"),
            row("CUDA_VISIBLE_DEVICES", RENUMBERED, Worry.ALWAYS, OTHER_NUMBERS),
            row("HIP_VISIBLE_DEVICES", RENUMBERED, Worry.ALWAYS, OTHER_NUMBERS),
            row("ROCR_VISIBLE_DEVICES", RENUMBERED, Worry.ALWAYS, OTHER_NUMBERS),
            row("CUDA_DEVICE_MAX_CONNECTIONS", "hardware queues", Worry.ONE, "serialises launches and changes overlap"),
            row("TORCH_NCCL_ASYNC_ERROR_HANDLING", "what PyTorch does when a collective of its own fails"),
            row("TORCH_NCCL_BLOCKING_WAIT", "PyTorch waits on the host for collectives of its own"),
            row("TORCH_NCCL_USE_TENSOR_REGISTER_ALLOCATOR_HOOK", "PyTorch registers its memory with the library"),
            row("MORI_ENABLE_SDMA", "AMD MORI's copy engines"));

    private LibraryVariables() {}

    /**
     * Looks a variable up.
     *
     * @param variable its name
     * @return its row, or empty if it is none of ours to report
     */
    static Optional<LibraryVariable> named(String variable) {
        return KNOWN.stream().filter(known -> known.matches(variable)).findFirst();
    }

    private static LibraryVariable row(String name, String meaning) {
        return row(name, meaning, Worry.NEVER, "");
    }

    private static LibraryVariable row(String name, String meaning, Worry worry, String warning) {
        return new LibraryVariable(name, meaning, worry, warning);
    }
}
