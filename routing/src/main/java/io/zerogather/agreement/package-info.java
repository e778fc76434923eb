/**
 * How ranks agree: what each proposes, the plan that follows from all proposals, and votes that end in one key.
 *
 * <p>Nothing here knows the router; everything is told through a {@link io.zerogather.rendezvous.Rendezvous}.
 */
@NullMarked
package io.zerogather.agreement;

import org.jspecify.annotations.NullMarked;
