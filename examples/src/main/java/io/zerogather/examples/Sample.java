package io.zerogather.examples;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * One point of what the network learns: a wavy surface over a square, seen through noise.
 *
 * @param x from -1 to 1
 * @param y from -1 to 1
 * @param height of the surface, with noise
 */
record Sample(float x, float y, float height) {
    static final int COORDINATES = 2;
    private static final double NOISE = 0.05;

    /**
     * Draws one rank's samples of one step; every rank draws its own.
     *
     * @param step from 1
     * @param rank whose
     * @param count how many
     * @return the same samples on every call
     */
    static List<Sample> draw(int step, int rank, int count) {
        Random random = new Random(1_000_003L * step + rank);
        List<Sample> samples = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            double x = 2 * random.nextDouble() - 1;
            double y = 2 * random.nextDouble() - 1;
            double height = StrictMath.sin(3 * x) * StrictMath.cos(2 * y) + NOISE * random.nextGaussian();
            samples.add(new Sample((float) x, (float) y, (float) height));
        }
        return samples;
    }

    float[] coordinates() {
        return new float[] {x, y};
    }
}
