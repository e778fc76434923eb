/** {@code zerogather doctor}: what is there, what would be chosen, and why not more. */
@NullMarked
package io.zerogather.harness.doctor;

import org.jspecify.annotations.NullMarked;
