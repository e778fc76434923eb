/** The decision which backend a gather is for. */
@NullMarked
package io.zerogather.route;

import org.jspecify.annotations.NullMarked;
