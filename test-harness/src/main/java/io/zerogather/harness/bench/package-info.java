/** The command's {@code bench}: how long gathers take on each path, side by side in one run. */
@NullMarked
package io.zerogather.harness.bench;

import org.jspecify.annotations.NullMarked;
