/** JMH benchmarks of the Java side. */
@NullMarked
package io.zerogather.benchmarks;

import org.jspecify.annotations.NullMarked;
