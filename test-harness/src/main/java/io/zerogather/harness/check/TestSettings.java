package io.zerogather.harness.check;

import io.zerogather.DataType;
import java.util.List;

/**
 * What to test.
 *
 * @param elements elements of a shard in the reference's rows
 * @param iterations measured gathers of each element type
 * @param warmup gathers before them
 * @param dtypes element types of the reference's rows
 * @param extendedTypes true if the other element types may take the fast path
 */
record TestSettings(long elements, int iterations, int warmup, List<DataType> dtypes, boolean extendedTypes) {}
