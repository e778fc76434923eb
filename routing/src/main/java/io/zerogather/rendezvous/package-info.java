/**
 * The rendezvous: a small write-once key/value store through which the ranks of one job agree before they share
 * anything else.
 *
 * <p>{@link io.zerogather.rendezvous.Rendezvous} is the contract. {@link io.zerogather.rendezvous.TcpRendezvous} serves
 * it from rank 0 over TCP, {@link io.zerogather.rendezvous.FileRendezvous} keeps it in a directory that all ranks see,
 * and {@link io.zerogather.rendezvous.InProcessRendezvous} joins ranks that are threads of one process.
 * {@link io.zerogather.rendezvous.TorchrunEnvironment} opens the right one from the variables that torchrun sets.
 *
 * <h2>Over TCP</h2>
 * Rank 0 listens on the first free one of a few ports; the others try the same ports in turn. On each new connection:
 * <ol>
 *   <li>server: magic, version, server nonce. A client that reads anything else hangs up without having sent a byte.
 *   <li>client: magic, version, client nonce, rank, world size, generation, MAC.
 *   <li>server: verdict, its world size and generation, MAC. A verdict whose MAC is wrong comes from another job.
 *   <li>client: one byte, by which its rank counts as joined.
 * </ol>
 * Both MACs are HMAC-SHA256 over both nonces and all fields, keyed with the job token and the master port. They
 * keep strangers and other jobs out. What follows is neither encrypted nor signed: frames of kind, call number, key and
 * value, answered in any order.
 *
 * <h2>In a directory</h2>
 * Inside the directory, a job has a folder named after its token. Rank 0 makes a run folder
 * with a random name there. Another rank writes a join request under a random nonce; every rank 0 alive answers it with
 * the name of its run folder, in which that rank then claims its membership. Whatever a dead run left behind is never
 * read, since no answer to a new nonce names it. A key is a file, linked into the run folder once it is complete.
 */
@NullMarked
package io.zerogather.rendezvous;

import org.jspecify.annotations.NullMarked;
