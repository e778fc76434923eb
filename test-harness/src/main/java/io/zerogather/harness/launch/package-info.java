/** Starts local ranks of the command itself, watches them, and ends them together. */
@NullMarked
package io.zerogather.harness.launch;

import org.jspecify.annotations.NullMarked;
