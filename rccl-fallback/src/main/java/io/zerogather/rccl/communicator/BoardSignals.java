package io.zerogather.rccl.communicator;

import io.zerogather.AllGatherException;
import io.zerogather.DataType;
import io.zerogather.jni.BoardBridge;
import io.zerogather.jni.NativeBridge;
import io.zerogather.spi.BlockOpening;
import io.zerogather.spi.GroupContext;
import java.util.Objects;

/** Signals over shared memory, for groups on one host: who calls second sees a difference at once. */
final class BoardSignals implements GroupSignals {
    /** Ranks that one board has room for. */
    static final int MAX_RANKS = 64;

    private final long board;
    private long notes;

    private BoardSignals(long board) {
        this.board = board;
    }

    /**
     * Joins the group's board, together with the others.
     *
     * @throws AllGatherException of category {@code SETUP} if a member could not
     */
    static BoardSignals open(GroupContext context, String user) {
        BoardBridge.load();
        return new BoardSignals(new BlockOpening(context, user, new BoardBlock(context)).open());
    }

    @Override
    public long post(long call, long elements, DataType dtype, Kind kind, String refusal) {
        int status = BoardBridge.post(
                board, call, elements, dtype.code(), code(kind), kind == Kind.REFUSED ? refusal : null);
        return status == NativeBridge.OK ? ++notes : 0;
    }

    private static int code(Kind kind) {
        return switch (kind) {
            case GATHER -> BoardBridge.GATHER;
            case EMPTY -> BoardBridge.EMPTY;
            case REFUSED -> BoardBridge.REFUSED;
        };
    }

    @Override
    public void completed(long note) {
        BoardBridge.completed(board, note);
    }

    @Override
    public void poison(String cause) {
        boolean unused = BoardBridge.poison(board, cause);
    }

    @Override
    public boolean isPoisoned() {
        return BoardBridge.isPoisoned(board);
    }

    @Override
    public String poisonText() {
        return Objects.requireNonNullElse(BoardBridge.poisonText(board), "");
    }

    @Override
    public long dead() {
        return BoardBridge.dead(board);
    }

    @Override
    public long closed() {
        return BoardBridge.closed(board);
    }

    @Override
    public long posted(int member) {
        return BoardBridge.posted(board, member);
    }

    @Override
    public String positions() {
        return BoardBridge.positions(board);
    }

    @Override
    public void leave() {
        BoardBridge.close(board);
    }

    @Override
    public void close() {
        BoardBridge.destroy(board);
    }
}
