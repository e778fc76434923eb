/** Memory, streams and events of NVIDIA and AMD GPUs. */
@NullMarked
package io.zerogather.gpu;

import org.jspecify.annotations.NullMarked;
