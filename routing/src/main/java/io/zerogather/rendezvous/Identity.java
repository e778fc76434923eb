package io.zerogather.rendezvous;

/**
 * Whom a joining rank says it is.
 *
 * @param rank 0-based
 * @param worldSize the number of ranks that it counts on
 * @param generation how many times it has opened this rendezvous, from 1
 */
record Identity(int rank, int worldSize, long generation) {}
