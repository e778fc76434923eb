/**
 * Public API: open a {@link io.zerogather.Router}, hand it every {@code all_gather_into_tensor}, and it decides which
 * backend moves the bytes.
 */
@NullMarked
package io.zerogather;

import org.jspecify.annotations.NullMarked;
