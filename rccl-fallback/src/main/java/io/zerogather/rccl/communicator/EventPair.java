package io.zerogather.rccl.communicator;

/**
 * The two marks around a gather on its stream.
 *
 * @param start reached when the stream has come to the gather
 * @param end reached when the gather has ended
 */
record EventPair(long start, long end) {}
