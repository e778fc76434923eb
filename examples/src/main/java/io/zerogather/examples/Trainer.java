package io.zerogather.examples;

import io.zerogather.DataType;
import io.zerogather.DeviceBuffer;
import io.zerogather.Router;
import io.zerogather.Work;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Trains a small network whose layers are sharded. Parameters are gathered right before each use, forward and backward, one
 * layer ahead of the one that computes; gradients are gathered while the next layer computes.
 */
final class Trainer {
    private static final int HIDDEN = 48;
    private static final int BATCH = 64;
    private static final float RATE = 0.02f;

    private final Router router;
    private final List<ShardedLayer> layers;

    /**
     * A network with random parameters, equal on all ranks.
     *
     * @param router gathers for this rank
     */
    Trainer(Router router) {
        this.router = router;
        this.layers = List.of(
                new ShardedLayer(router, Sample.COORDINATES, HIDDEN, 1),
                new ShardedLayer(router, HIDDEN, HIDDEN, 2),
                new ShardedLayer(router, HIDDEN, 1, 3));
    }

    /**
     * Takes one step.
     *
     * @param number from 1
     * @return mean loss over the samples of all ranks
     * @throws InterruptedException if the rank is told to stop
     */
    float step(int number) throws InterruptedException {
        List<Sample> samples = Sample.draw(number, router.world().rank(), BATCH);
        List<float[][]> activations =
                forward(samples.stream().map(Sample::coordinates).toArray(float[][]::new));
        float[][] predictions = activations.get(layers.size());
        float loss = 0;
        float[][] gradient = new float[BATCH][1];
        for (int i = 0; i < BATCH; i++) {
            float error = predictions[i][0] - samples.get(i).height();
            loss += error * error / BATCH;
            gradient[i][0] = 2 * error / BATCH;
        }
        backward(activations, gradient);
        return meanOverRanks(loss);
    }

    /** The input of every layer, then the predictions. */
    private List<float[][]> forward(float[][] inputs) throws InterruptedException {
        List<float[][]> activations = new ArrayList<>();
        activations.add(inputs);
        Work gathered = layers.get(0).gatherParameters();
        for (int index = 0; index < layers.size(); index++) {
            gathered.await();
            boolean last = index == layers.size() - 1;
            if (!last) {
                gathered = layers.get(index + 1).gatherParameters();
            }
            float[][] outputs = new float[BATCH][];
            for (int i = 0; i < BATCH; i++) {
                float[] sums = layers.get(index).forward(activations.get(index)[i]);
                outputs[i] = last ? sums : bend(sums);
            }
            activations.add(outputs);
        }
        return activations;
    }

    private void backward(List<float[][]> activations, float[][] lossGradient) throws InterruptedException {
        float[][] gradient = lossGradient;
        List<Work> gradientWorks = new ArrayList<>();
        Work gathered = layers.get(layers.size() - 1).gatherParameters();
        for (int index = layers.size() - 1; index >= 0; index--) {
            gathered.await();
            if (index > 0) {
                gathered = layers.get(index - 1).gatherParameters();
            }
            for (int i = 0; i < BATCH; i++) {
                gradient[i] = layers.get(index).backward(activations.get(index)[i], gradient[i]);
                if (index > 0) {
                    unbend(activations.get(index)[i], gradient[i]);
                }
            }
            gradientWorks.add(layers.get(index).gatherGradients());
        }
        for (int index = layers.size() - 1; index >= 0; index--) {
            gradientWorks.get(layers.size() - 1 - index).await();
            layers.get(index).update(RATE);
        }
    }

    private float meanOverRanks(float mine) throws InterruptedException {
        int world = router.world().size();
        ByteBuffer own = ByteBuffer.allocateDirect(Float.BYTES).order(ByteOrder.nativeOrder());
        ByteBuffer all = ByteBuffer.allocateDirect(Float.BYTES * world).order(ByteOrder.nativeOrder());
        own.putFloat(0, mine);
        router.allGatherIntoTensor(DeviceBuffer.of(all), DeviceBuffer.of(own), 1, DataType.FLOAT32)
                .await();
        FloatBuffer losses = all.asFloatBuffer();
        float sum = 0;
        for (int rank = 0; rank < world; rank++) {
            sum += losses.get(rank);
        }
        return sum / world;
    }

    private static float[] bend(float[] sums) {
        for (int i = 0; i < sums.length; i++) {
            sums[i] = (float) StrictMath.tanh(sums[i]);
        }
        return sums;
    }

    /** Takes a gradient back through the bend. */
    private static void unbend(float[] bent, float[] gradient) {
        for (int i = 0; i < gradient.length; i++) {
            gradient[i] *= 1 - bent[i] * bent[i];
        }
    }
}
