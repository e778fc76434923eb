/** What a backend implements: the fast path's engines and the fallbacks, found by {@link java.util.ServiceLoader}. */
@NullMarked
package io.zerogather.spi;

import org.jspecify.annotations.NullMarked;
