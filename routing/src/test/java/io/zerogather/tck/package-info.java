/** The tests that every backend passes, with what they are made of; published as a test jar. */
@NullMarked
package io.zerogather.tck;

import org.jspecify.annotations.NullMarked;
