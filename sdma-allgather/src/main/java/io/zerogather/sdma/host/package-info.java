/** The fast path over CPU memory. */
@NullMarked
package io.zerogather.sdma.host;

import org.jspecify.annotations.NullMarked;
