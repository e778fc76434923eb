/** The fast path: gathers whose bytes are moved by copy engines. */
@NullMarked
package io.zerogather.sdma;

import org.jspecify.annotations.NullMarked;
