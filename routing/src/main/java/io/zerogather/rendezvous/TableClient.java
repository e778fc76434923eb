package io.zerogather.rendezvous;

import java.util.Optional;
import java.util.concurrent.TimeoutException;

/** Reaches a table in the same process. */
final class TableClient implements StoreClient {

    private final KeyTable table;
    private final PendingCalls calls = new PendingCalls();

    TableClient(KeyTable table) {
        this.table = table;
    }

    @Override
    public byte[] setIfAbsent(String key, byte[] value, Deadline deadline) {
        Call call = calls.begin();
        try {
            return table.setIfAbsent(key, value.clone()).clone();
        } finally {
            calls.end(call);
        }
    }

    @Override
    public Optional<byte[]> await(String key, Deadline deadline) {
        Call call = calls.begin();
        KeyTable.Waiter waiter = value -> call.answer(Optional.of(value.clone()));
        table.watch(key, waiter);
        try {
            return call.take(deadline.remainingNanos());
        } catch (TimeoutException deadlinePassed) {
            return Optional.empty();
        } finally {
            table.unwatch(key, waiter);
            calls.end(call);
        }
    }

    @Override
    public void close() {
        calls.fail(new RendezvousException("this rendezvous is closed"));
    }
}
