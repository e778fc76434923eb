/** The memory that tests and benchmarks gather: patterns that tell every byte apart, and guards around the buffers. */
@NullMarked
package io.zerogather.harness.memory;

import org.jspecify.annotations.NullMarked;
