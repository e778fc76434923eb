/** The native library: its declarations and its loader. */
@NullMarked
package io.zerogather.jni;

import org.jspecify.annotations.NullMarked;
