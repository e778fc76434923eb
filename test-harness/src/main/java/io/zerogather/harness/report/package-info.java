/** What the command writes besides its tables: JSON Lines, and the facts without which a figure means nothing. */
@NullMarked
package io.zerogather.harness.report;

import org.jspecify.annotations.NullMarked;
