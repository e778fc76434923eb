/** Small trainers that use the public API only. */
@NullMarked
package io.zerogather.examples;

import org.jspecify.annotations.NullMarked;
