/** Stores through which the ranks of a job find each other and agree: write-once keys, deadlines, no other collective. */
@NullMarked
package io.zerogather.rendezvous;

import org.jspecify.annotations.NullMarked;
