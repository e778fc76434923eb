package io.zerogather;

import io.zerogather.spi.DeviceInfo;
import io.zerogather.spi.DeviceRuntime;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Where a rank gathers.
 *
 * @param localRank this rank among those of its host
 * @param memory the type of memory that the user insists on, or empty
 * @param device the GPU of this rank, or empty
 * @param deviceRefusal why there is none, or empty
 */
record Placement(int localRank, Optional<MemoryType> memory, Optional<Device> device, String deviceRefusal) {
    /** A rank on the memory of the CPU. */
    static Placement onHost(int localRank) {
        return new Placement(
                localRank,
                Optional.of(MemoryType.HOST),
                Optional.empty(),
                "the router is opened for host memory; open it with memory(MemoryType.DEVICE) or without memory(…)");
    }

    /** A rank on a GPU that the user chose. */
    static Placement onDevice(int localRank, Device device) {
        return new Placement(localRank, Optional.of(MemoryType.DEVICE), Optional.of(device), "");
    }

    /**
     * A rank on the GPU that its local rank says, if there is one: each rank of a host needs its own, unless the process
     * sees only one anyway.
     */
    static Placement byLocalRank(int localRank, Optional<MemoryType> memory, Supplier<List<DeviceRuntime>> runtimes) {
        try {
            DeviceRuntime runtime = Device.available(runtimes.get());
            List<DeviceInfo> devices = runtime.devices();
            int index = devices.size() == 1 ? 0 : localRank;
            if (index < devices.size()) {
                return new Placement(localRank, memory, Optional.of(Device.of(runtime, index)), "");
            }
            return without(
                    localRank,
                    memory,
                    "this process sees " + devices.size() + " device(s) of " + runtime.name() + ", local rank "
                            + localRank + " needs its own");
        } catch (AllGatherException | LinkageError e) {
            return without(localRank, memory, String.valueOf(e.getMessage()));
        }
    }

    /**
     * The GPU of a router whose gathers are of a type of memory.
     *
     * @throws AllGatherException if it needs one and there is none
     */
    Optional<Device> deviceFor(MemoryType gathered) {
        if (gathered == MemoryType.HOST) {
            return Optional.empty();
        }
        if (device.isEmpty()) {
            throw new AllGatherException(
                    AllGatherException.Category.SETUP, "The router gathers device memory, but " + deviceRefusal);
        }
        return device;
    }

    /** Why backends for a type of memory do not serve this rank, or empty if they may. */
    Optional<String> misfit(MemoryType served) {
        return memory.filter(wanted -> wanted != served)
                .map(wanted -> "it serves " + served.word() + " memory, and the router is opened for " + wanted.word()
                        + " memory")
                .or(() -> served == MemoryType.DEVICE && device.isEmpty()
                        ? Optional.of(deviceRefusal)
                        : Optional.empty());
    }

    private static Placement without(int localRank, Optional<MemoryType> memory, String refusal) {
        return new Placement(localRank, memory, Optional.empty(), refusal);
    }
}
