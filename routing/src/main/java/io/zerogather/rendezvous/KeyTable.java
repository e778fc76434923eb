package io.zerogather.rendezvous;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The write-once table itself, in memory. Thread-safe; keeps the arrays that it is given and hands out the same ones.
 */
final class KeyTable {

    /** Told the value of a key once; called under the table's lock, so it must neither block nor call back. */
    @FunctionalInterface
    interface Waiter {
        void found(byte[] value);
    }

    private final Map<String, byte[]> values = new HashMap<>();
    private final Map<String, Set<Waiter>> waiters = new HashMap<>();

    /** Stores the value if the key has none; returns the one it holds now. */
    synchronized byte[] setIfAbsent(String key, byte[] value) {
        byte[] earlier = values.putIfAbsent(key, value);
        if (earlier != null) {
            return earlier;
        }
        Set<Waiter> waiting = waiters.remove(key);
        if (waiting != null) {
            waiting.forEach(waiter -> waiter.found(value));
        }
        return value;
    }

    /** Tells the waiter the key's value, at once if it has one. */
    synchronized void watch(String key, Waiter waiter) {
        byte[] value = values.get(key);
        if (value != null) {
            waiter.found(value);
        } else {
            waiters.computeIfAbsent(key, absent -> new LinkedHashSet<>()).add(waiter);
        }
    }

    /** Forgets a waiter; false if it has been told already or never watched. */
    synchronized boolean unwatch(String key, Waiter waiter) {
        Set<Waiter> waiting = waiters.get(key);
        if (waiting == null || !waiting.remove(waiter)) {
            return false;
        }
        if (waiting.isEmpty()) {
            waiters.remove(key);
        }
        return true;
    }
}
