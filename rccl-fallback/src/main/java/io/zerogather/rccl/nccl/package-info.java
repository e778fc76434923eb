/**
 * NCCL and RCCL by their C interface: {@link io.zerogather.rccl.nccl.LibrarySearch} finds the library, {@link
 * io.zerogather.rccl.nccl.NcclLibrary} opens it, once in a process, and makes its calls. No policy: who calls, when and in
 * which thread is the backend's business.
 *
 * <p><b>Environment.</b> The library reads its variables ({@code NCCL_*}, {@code RCCL_*}) with {@code getenv} and keeps
 * what it read, so they must be in the process's native environment before the first call here. Nothing here sets any.
 *
 * <p><b>Threads.</b> One thread at a time per communicator, and the communicator's device must be current on that thread.
 * {@link io.zerogather.rccl.nccl.NcclLibrary#asyncError} and {@link io.zerogather.rccl.nccl.NcclLibrary#abort} alone may
 * come from another one. Platform threads only: a virtual thread may change its carrier between two calls.
 */
@NullMarked
package io.zerogather.rccl.nccl;

import org.jspecify.annotations.NullMarked;
