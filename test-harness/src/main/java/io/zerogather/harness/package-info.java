/** The {@code zerogather} command. */
@NullMarked
package io.zerogather.harness;

import org.jspecify.annotations.NullMarked;
