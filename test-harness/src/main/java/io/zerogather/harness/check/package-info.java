/** The command's {@code test}: every byte of every gather checked, on the route that the plan promises. */
@NullMarked
package io.zerogather.harness.check;

import org.jspecify.annotations.NullMarked;
