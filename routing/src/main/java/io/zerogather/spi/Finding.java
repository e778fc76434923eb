package io.zerogather.spi;

/**
 * One thing that a probe found, for people.
 *
 * @param topic what was looked at, for example {@code library}
 * @param value what was found: a path, a version, a reason
 */
public record Finding(String topic, String value) {}
