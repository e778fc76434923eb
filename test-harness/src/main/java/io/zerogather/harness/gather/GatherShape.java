package io.zerogather.harness.gather;

import io.zerogather.DataType;
import io.zerogather.harness.memory.MemoryKind;

/**
 * What one gather looks like; equal on all ranks.
 *
 * @param dtype element type
 * @param elements elements of a shard
 * @param inPlace true if the shard lies in the output, at its own slice unless shifted
 * @param shiftBytes bytes by which a shard in the output lies behind its own slice, wrapping around
 * @param inputMemory where the shard lies, unless in place
 * @param outputMemory where the output lies
 * @param inputMisalignment bytes by which the shard starts off the usual alignment, unless in place
 * @param outputMisalignment bytes by which the output does
 */
public record GatherShape(
        DataType dtype,
        long elements,
        boolean inPlace,
        long shiftBytes,
        MemoryKind inputMemory,
        MemoryKind outputMemory,
        int inputMisalignment,
        int outputMisalignment) {

    /**
     * Out of place, in ordinary memory at the usual alignment.
     *
     * @param dtype element type
     * @param elements elements of a shard
     * @return the shape
     */
    public static GatherShape of(DataType dtype, long elements) {
        return new GatherShape(dtype, elements, false, 0, MemoryKind.ORDINARY, MemoryKind.ORDINARY, 0, 0);
    }

    /**
     * The same in place.
     *
     * @return another shape
     */
    public GatherShape atPlace() {
        return shifted(0);
    }

    /**
     * The same with the shard in the output, but not where it belongs.
     *
     * @param bytes how far behind its own slice
     * @return another shape
     */
    public GatherShape shifted(long bytes) {
        return new GatherShape(
                dtype, elements, true, bytes, inputMemory, outputMemory, inputMisalignment, outputMisalignment);
    }

    /**
     * The same in other memory.
     *
     * @param input where the shard lies
     * @param output where the output lies
     * @return another shape
     */
    public GatherShape in(MemoryKind input, MemoryKind output) {
        return new GatherShape(
                dtype, elements, inPlace, shiftBytes, input, output, inputMisalignment, outputMisalignment);
    }

    /**
     * The same at other alignments.
     *
     * @param input bytes by which the shard is off
     * @param output bytes by which the output is off
     * @return another shape
     */
    public GatherShape misaligned(int input, int output) {
        return new GatherShape(dtype, elements, inPlace, shiftBytes, inputMemory, outputMemory, input, output);
    }

    /**
     * Size of a shard.
     *
     * @return bytes
     */
    public long shardBytes() {
        return elements * dtype.bytes();
    }

    /**
     * Where a shard in the output starts.
     *
     * @param rank whose, in the group
     * @param groupSize how many ranks take part
     * @return offset in the output in bytes
     */
    long offsetInOutput(int rank, int groupSize) {
        long last = shardBytes() * (groupSize - 1);
        return (shardBytes() * rank + shiftBytes) % (last + 1);
    }

    /**
     * Where the shard really lies.
     *
     * @return the output's memory if in place
     */
    public MemoryKind shardMemory() {
        return inPlace ? outputMemory : inputMemory;
    }

    @Override
    public String toString() {
        String where = inPlace
                ? " in place" + (shiftBytes == 0 ? "" : " shifted by " + shiftBytes) + " in "
                        + memory(outputMemory, outputMisalignment)
                : " from " + memory(inputMemory, inputMisalignment) + " to " + memory(outputMemory, outputMisalignment);
        return elements + " " + dtype.torchName() + where;
    }

    private static String memory(MemoryKind kind, int misalignment) {
        return kind.words() + (misalignment == 0 ? "" : "+" + misalignment);
    }
}
