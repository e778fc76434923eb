/** The fallback: gathers that a collective library serves. */
@NullMarked
package io.zerogather.rccl;

import org.jspecify.annotations.NullMarked;
