/** What benchmarks need to tell the machine's limits from the fast path's. */
@NullMarked
package io.zerogather.sdma.measure;

import org.jspecify.annotations.NullMarked;
