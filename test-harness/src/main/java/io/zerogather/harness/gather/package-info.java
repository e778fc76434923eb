/** Gathers whose bytes and routes are known before they run. */
@NullMarked
package io.zerogather.harness.gather;

import org.jspecify.annotations.NullMarked;
