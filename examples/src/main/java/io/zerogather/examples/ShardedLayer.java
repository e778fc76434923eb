package io.zerogather.examples;

import io.zerogather.DataType;
import io.zerogather.DeviceBuffer;
import io.zerogather.Router;
import io.zerogather.Work;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Random;

/**
 * A dense layer whose parameters are spread over the ranks, as ZeRO-3 does: each rank keeps one shard, and all of them
 * only while the layer computes.
 */
final class ShardedLayer {
    private static final float MOMENTUM = 0.9f;

    private final Router router;
    private final int inputs;
    private final int outputs;
    private final int shardElements;

    /** This rank's parameters, {@code [shard]}. */
    private final ByteBuffer shard;

    /** Everybody's, {@code [world × shard]}, valid after a gather: weights row by row, then biases, then padding. */
    private final ByteBuffer full;

    /** This rank's gradients of all parameters, {@code [world × shard]}. */
    private final ByteBuffer gradient;

    /** Every rank's gradients of all parameters, {@code [world × world × shard]}. */
    private final ByteBuffer gradients;

    private final float[] velocity;

    /**
     * A layer with random parameters that depend on the seed alone, not on the number of ranks.
     *
     * @param router gathers for this rank
     * @param inputs values that come in
     * @param outputs values that go out
     * @param seed equal on all ranks
     */
    ShardedLayer(Router router, int inputs, int outputs, long seed) {
        this.router = router;
        this.inputs = inputs;
        this.outputs = outputs;
        int world = router.world().size();
        int parameters = inputs * outputs + outputs;
        this.shardElements = (parameters + world - 1) / world;
        this.shard = floats(shardElements);
        this.full = floats(shardElements * world);
        this.gradient = floats(shardElements * world);
        this.gradients = floats(shardElements * world * world);
        this.velocity = new float[shardElements];
        initialise(seed);
    }

    /** Starts to gather the parameters; the layer may compute once the work has completed. */
    Work gatherParameters() {
        return router.allGatherIntoTensor(
                DeviceBuffer.of(full), DeviceBuffer.of(shard), shardElements, DataType.FLOAT32);
    }

    /** Computes one sample; the parameters must be gathered. */
    float[] forward(float[] input) {
        FloatBuffer parameters = full.asFloatBuffer();
        float[] output = new float[outputs];
        for (int row = 0; row < outputs; row++) {
            float sum = parameters.get(inputs * outputs + row);
            for (int column = 0; column < inputs; column++) {
                sum += parameters.get(row * inputs + column) * input[column];
            }
            output[row] = sum;
        }
        return output;
    }

    /**
     * Adds one sample to the gradients; the parameters must be gathered.
     *
     * @param input what {@link #forward} got
     * @param outputGradient by how much the loss changes with each output
     * @return by how much it changes with each input
     */
    float[] backward(float[] input, float[] outputGradient) {
        FloatBuffer parameters = full.asFloatBuffer();
        FloatBuffer sums = gradient.asFloatBuffer();
        float[] inputGradient = new float[inputs];
        for (int row = 0; row < outputs; row++) {
            int bias = inputs * outputs + row;
            sums.put(bias, sums.get(bias) + outputGradient[row]);
            for (int column = 0; column < inputs; column++) {
                int weight = row * inputs + column;
                sums.put(weight, sums.get(weight) + outputGradient[row] * input[column]);
                inputGradient[column] += outputGradient[row] * parameters.get(weight);
            }
        }
        return inputGradient;
    }

    /** Starts to gather every rank's gradients. */
    Work gatherGradients() {
        return router.allGatherIntoTensor(
                DeviceBuffer.of(gradients),
                DeviceBuffer.of(gradient),
                (long) shardElements * router.world().size(),
                DataType.FLOAT32);
    }

    /**
     * Sums the gathered gradients of this rank's shard, always in rank order so that every run adds alike, and takes a step
     * against them.
     *
     * @param rate length of the step
     */
    void update(float rate) {
        int world = router.world().size();
        int first = router.world().rank() * shardElements;
        FloatBuffer all = gradients.asFloatBuffer();
        FloatBuffer own = shard.asFloatBuffer();
        for (int i = 0; i < shardElements; i++) {
            float sum = 0;
            for (int rank = 0; rank < world; rank++) {
                sum += all.get(rank * shardElements * world + first + i);
            }
            velocity[i] = MOMENTUM * velocity[i] + sum / world;
            own.put(i, own.get(i) - rate * velocity[i]);
        }
        FloatBuffer sums = gradient.asFloatBuffer();
        for (int i = 0; i < sums.capacity(); i++) {
            sums.put(i, 0);
        }
    }

    private void initialise(long seed) {
        Random random = new Random(seed);
        FloatBuffer own = shard.asFloatBuffer();
        int first = router.world().rank() * shardElements;
        float scale = (float) Math.sqrt(1.0 / inputs);
        for (int i = 0; i < inputs * outputs; i++) {
            float weight = (float) random.nextGaussian() * scale;
            if (i >= first && i < first + shardElements) {
                own.put(i - first, weight);
            }
        }
    }

    private static ByteBuffer floats(int elements) {
        return ByteBuffer.allocateDirect(elements * Float.BYTES).order(ByteOrder.nativeOrder());
    }
}
