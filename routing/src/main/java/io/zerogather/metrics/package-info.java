/** Counting gathers at a cost of nanoseconds, and showing the counts as Micrometer meters. */
@NullMarked
package io.zerogather.metrics;

import org.jspecify.annotations.NullMarked;
