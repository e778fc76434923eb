package io.zerogather.rendezvous;

import java.io.IOException;
import java.net.ProtocolException;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Serves one rank that has joined. */
final class ServerSession implements Link.Listener {

    private final KeyTable table;
    private final Membership members;
    private final int rank;
    private final Link link;

    /** The awaits without an answer yet, by call number. */
    private final Map<Integer, WaitingCall> waiting = new ConcurrentHashMap<>();

    ServerSession(Socket socket, int rank, KeyTable table, Membership members) {
        this.table = table;
        this.members = members;
        this.rank = rank;
        this.link = new Link(socket, "serve-rank-" + rank, this);
    }

    /** Serves on the calling thread until the rank leaves. */
    void run() {
        link.run();
    }

    @Override
    public void received(Frame frame) throws IOException {
        switch (frame.kind()) {
            case SET -> link.send(Frame.value(frame.call(), table.setIfAbsent(frame.key(), frame.value())));
            case AWAIT -> await(frame.call(), frame.key());
            case GIVE_UP -> giveUp(frame.call());
            case VALUE, NO_VALUE -> throw new ProtocolException("a client sent " + frame.kind());
        }
    }

    @Override
    public void lost(String reason) {
        waiting.values().forEach(call -> table.unwatch(call.key(), call));
        members.leave(rank);
    }

    private void await(int id, String key) {
        WaitingCall call = new WaitingCall(id, key);
        waiting.put(id, call);
        table.watch(key, call);
    }

    private void giveUp(int id) {
        WaitingCall call = waiting.get(id);
        // If the value came first, it is the answer, and already on its way.
        if (call != null && table.unwatch(call.key(), call)) {
            waiting.remove(id);
            link.send(Frame.noValue(id));
        }
    }

    /** An await in the table. */
    private final class WaitingCall implements KeyTable.Waiter {

        private final int id;
        private final String key;

        WaitingCall(int id, String key) {
            this.id = id;
            this.key = key;
        }

        String key() {
            return key;
        }

        @Override
        public void found(byte[] value) {
            waiting.remove(id);
            link.send(Frame.value(id, value));
        }
    }
}
