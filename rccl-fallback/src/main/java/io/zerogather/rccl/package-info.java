/**
 * The fallback backends. {@link io.zerogather.rccl.GlooFallbackProvider} is the way in: it opens a {@code GlooBackend} for
 * a group, whose gathers run one after the other on the host stream's worker.
 */
@NullMarked
package io.zerogather.rccl;

import org.jspecify.annotations.NullMarked;
