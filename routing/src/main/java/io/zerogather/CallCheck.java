package io.zerogather;

import org.jspecify.annotations.Nullable;

/** Finds out what is wrong with a call, if anything. Costs nothing if nothing is. */
final class CallCheck {
    private CallCheck() {}

    /**
     * Checks the arguments of one gather.
     *
     * @param size ranks in the group
     * @param streams the router's own streams
     * @return what is wrong, the value, and what to do; or null
     */
    static @Nullable String problem(
            @Nullable DeviceBuffer output,
            @Nullable DeviceBuffer input,
            long elements,
            @Nullable DataType dtype,
            int size,
            @Nullable Stream stream,
            GatherStreams streams) {
        if (output == null || input == null || dtype == null || stream == null) {
            return "the " + (output == null ? "output" : input == null ? "input" : dtype == null ? "dtype" : "stream")
                    + " is null; pass all arguments";
        }
        String misfit = misfit(output, input, stream, streams);
        if (misfit != null) {
            return misfit;
        }
        if (elements < 0) {
            return "the count is " + elements + " elements; pass the elements per rank, 0 or more";
        }
        int elementBytes = dtype.bytes();
        if (elements > Long.MAX_VALUE / elementBytes / size) {
            return "the count of " + elements + " elements of " + dtype.torchName() + " on " + size
                    + " ranks is more than memory can hold; pass the elements per rank";
        }
        long shardBytes = elements * elementBytes;
        if (input.bytes() != shardBytes) {
            return "the input has " + input.bytes() + " bytes, but " + elements + " elements of " + dtype.torchName()
                    + " are " + shardBytes + "; pass exactly the shard";
        }
        if (output.bytes() != shardBytes * size) {
            return "the output has " + output.bytes() + " bytes, but " + size + " ranks × " + elements
                    + " elements of " + dtype.torchName() + " are " + shardBytes * size
                    + "; pass exactly world × count elements";
        }
        return null;
    }

    private static @Nullable String misfit(
            DeviceBuffer output, DeviceBuffer input, Stream stream, GatherStreams streams) {
        String problem = streams.problem(stream);
        if (problem == null) {
            problem = streams.problem("output", output);
        }
        return problem == null ? streams.problem("input", input) : problem;
    }

    /**
     * Takes one use of each buffer.
     *
     * @return null, or which buffer is closed; then no use has been taken
     */
    static @Nullable String hold(DeviceBuffer output, DeviceBuffer input) {
        if (!output.acquire()) {
            return "the output is closed: " + output + "; close memory only after its gathers";
        }
        if (!input.acquire()) {
            output.release();
            return "the input is closed: " + input + "; close memory only after its gathers";
        }
        return null;
    }
}
