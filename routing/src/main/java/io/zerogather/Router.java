package io.zerogather;

import io.zerogather.spi.FastPath;
import java.util.List;
import java.util.Optional;

/**
 * Decides for every all-gather which backend moves the bytes, equally on every rank. One per process; thread-safe.
 *
 * <p>Every rank makes the same calls in the same order, over all groups and over the caller's own collectives: a lock keeps
 * the order of one rank's threads but cannot invent an order that the ranks agree on. Between the submissions of one gather
 * on two ranks, no rank may wait on its CPU for something that another does only after its own.
 */
public final class Router implements AutoCloseable {
    private final OpenRouter parts;
    private final Shutdown shutdown;

    Router(OpenRouter parts) {
        this.parts = parts;
        this.shutdown = new Shutdown(parts);
    }

    /**
     * Starts to describe a router.
     *
     * @return a builder with defaults from the process's environment
     */
    public static RouterBuilder builder() {
        return new RouterBuilder();
    }

    /**
     * The group of all ranks.
     *
     * @return the same object on every call
     */
    public Group world() {
        return parts.world();
    }

    /**
     * Makes a group. Collective over WORLD: every rank calls it with the same list, members or not, in the same order
     * among such calls. Its gathers take the fallback. Where
     * the library makes groups by splitting, no gather of this rank is submitted meanwhile. A list of all ranks in rank order is WORLD, and {@link #world()} is
     * returned.
     *
     * @param worldRanks members as ranks in WORLD, distinct, in group order
     * @return the group; on a rank that is not a member it cannot gather
     * @throws AllGatherException if the list is malformed or another than on another rank, or if a member could not
     *     connect; every member then throws
     */
    public Group newGroup(List<Integer> worldRanks) {
        return parts.groups().open(worldRanks);
    }

    /**
     * Gathers every rank's shard into every rank's output: rank r's shard lands at
     * {@code output[r × elements … (r + 1) × elements)}. Returns without waiting for peers, unless so many gathers are in
     * flight that the oldest must end first. The shard may be its own slice of the output, or overlap it in any other way.
     * Both buffers belong to the gather until its work completes.
     *
     * @param output {@code [group size × elements]} of {@code dtype}, of exactly that size
     * @param input {@code [elements]} of {@code dtype}, of exactly that size
     * @param elements elements per rank, 0 or more; 0 completes at once
     * @param dtype element type
     * @param group {@link #world()} or a group of {@link #newGroup}
     * @param stream the stream to order the gather on; {@link #stream()}, or for memory of a GPU any stream of it
     * @return the gather in flight
     * @throws AllGatherException of category {@code REJECTED} if the call is malformed: on the fast path it fails on every
     *     rank; {@code CLOSED} after {@link #close()}; {@code FATAL} once the group is dead
     * @throws IllegalStateException if called from an operation that runs on one of the router's streams
     */
    public Work allGatherIntoTensor(
            DeviceBuffer output, DeviceBuffer input, long elements, DataType dtype, Group group, Stream stream) {
        return parts.submission().submit(group, output, input, elements, dtype, stream);
    }

    /**
     * Gathers on WORLD, ordered on {@link #stream()}.
     *
     * @param output {@code [world size × elements]} of {@code dtype}
     * @param input {@code [elements]} of {@code dtype}
     * @param elements elements per rank
     * @param dtype element type
     * @return the gather in flight
     * @throws AllGatherException as {@link #allGatherIntoTensor(DeviceBuffer, DeviceBuffer, long, DataType, Group, Stream)}
     * @throws IllegalStateException if called from an operation that runs on one of the router's streams
     */
    public Work allGatherIntoTensor(DeviceBuffer output, DeviceBuffer input, long elements, DataType dtype) {
        return parts.submission().submit(parts.world(), output, input, elements, dtype, parts.streams().stream());
    }

    /**
     * Memory for shards and outputs. If the plan is the fast path it is pool memory, which peers map, so that gathers go
     * straight between such buffers; otherwise it is ordinary memory of the host.
     *
     * @param bytes length, at least 1
     * @return the memory; close it before the router
     * @throws AllGatherException if it cannot be had, or if gathers are of a GPU's memory and there is no fast path
     */
    public PoolMemory allocate(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("Memory of " + bytes + " bytes: allocate at least 1");
        }
        Optional<FastPath> fastPath = parts.worldChannel().fastPath();
        if (fastPath.isPresent()) {
            return fastPath.get().allocate(bytes);
        }
        if (parts.streams().device().isPresent()) {
            throw new AllGatherException(
                    AllGatherException.Category.SETUP,
                    "Without a fast path there is no pool memory of a GPU; allocate " + bytes
                            + " bytes with device().get().allocate(…)");
        }
        return OrdinaryMemory.of(bytes);
    }

    /**
     * The stream on which gathers of host memory run.
     *
     * @return the process's host stream; closed with the router
     */
    public HostStream hostStream() {
        return parts.streams().hostStream();
    }

    /**
     * The GPU whose memory gathers are of.
     *
     * @return the device, or empty if the plan's memory is the host's
     */
    public Optional<Device> device() {
        return parts.streams().device();
    }

    /**
     * The stream on which gathers run unless another is passed: the host stream, or a stream of the rank's GPU if the plan's
     * memory is a device's.
     *
     * @return the same object on every call; closed with the router
     */
    public Stream stream() {
        return parts.streams().stream();
    }

    /**
     * Opens another stream of the same kind as {@link #stream()}, for the caller's own work beside the gathers. A gather is
     * ordered on a stream of a GPU; gathers of host memory take {@link #stream()} only.
     *
     * @return the stream; close it before the router
     */
    public Stream openStream() {
        return parts.streams().openAnother();
    }

    /**
     * What this router is doing.
     *
     * @return a snapshot
     */
    public RouterStatus status() {
        return StatusReport.of(parts);
    }

    /**
     * Refuses new gathers, waits for those in flight (at most one timeout, beyond which they fail), leaves all groups and
     * ends {@link #stream()} and the host stream. Not collective. Closing again changes nothing.
     *
     * @throws IllegalStateException if called from an operation that runs on one of the router's streams
     */
    @Override
    public void close() {
        shutdown.run();
    }
}
