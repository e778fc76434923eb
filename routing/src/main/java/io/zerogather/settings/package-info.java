/** The settings: every environment variable, declared and parsed once. */
@NullMarked
package io.zerogather.settings;

import org.jspecify.annotations.NullMarked;
