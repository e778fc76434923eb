package io.zerogather.agreement;

import io.zerogather.MemoryType;
import io.zerogather.spi.Availability;

/**
 * What a rank found out about one engine or fallback.
 *
 * @param name its name
 * @param preference among several that every rank has, the highest is taken
 * @param memory whose memory it serves
 * @param availability whether this rank could start it, or why not
 */
public record Offer(String name, int preference, MemoryType memory, Availability availability) {}
