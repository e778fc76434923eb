/** Gathers over RCCL or NCCL: communicators, the gathers in flight on them, and who watches over both. */
@NullMarked
package io.zerogather.rccl.communicator;

import org.jspecify.annotations.NullMarked;
