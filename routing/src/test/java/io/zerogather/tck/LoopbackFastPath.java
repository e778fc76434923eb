package io.zerogather.tck;

import io.zerogather.DataType;
import io.zerogather.DeviceBuffer;
import io.zerogather.PoolMemory;
import io.zerogather.Reason;
import io.zerogather.Stream;
import io.zerogather.Work;
import io.zerogather.spi.AllGatherBackend;
import io.zerogather.spi.FastPath;
import io.zerogather.spi.FastPathCounters;
import io.zerogather.spi.GatherTask;
import io.zerogather.spi.GroupContext;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** A fast path whose ranks are threads of one process: a test double that needs no native library. */
final class LoopbackFastPath implements FastPath {
    private final GroupContext context;
    private final LoopbackExchange exchange;
    private final AllGatherBackend fallback;
    private final long leaveFromCall;
    private final AtomicLong staged = new AtomicLong();
    private final AtomicLong redirected = new AtomicLong();
    private final AtomicLong movedBytes = new AtomicLong();
    private volatile long lastCall;
    private volatile boolean left;

    LoopbackFastPath(GroupContext context, long leaveFromCall) {
        this.context = context;
        this.exchange = LoopbackExchange.open(context);
        this.fallback = context.fallback().orElseThrow();
        this.leaveFromCall = leaveFromCall;
    }

    @Override
    public String engine() {
        return LoopbackEngine.NAME;
    }

    @Override
    public Work submit(
            long call,
            DeviceBuffer output,
            DeviceBuffer input,
            long elements,
            DataType dtype,
            Stream stream,
            boolean capturing) {
        lastCall = call;
        GatherTask task = new FastTask(this, call, output, input, elements, dtype, capturing);
        context.hostStream().enqueue(task);
        return task;
    }

    @Override
    public void announce(long call, Reason reason, Stream stream) {
        lastCall = call;
        exchange.say(call, exchange.post(LoopbackPost.Kind.ANNOUNCED, 0, DataType.UINT8, new byte[0], reason.tag()));
    }

    @Override
    public void reject(long call, long elements, DataType dtype, String message, Stream stream) {
        lastCall = call;
        exchange.say(call, exchange.post(LoopbackPost.Kind.REJECTED, elements, dtype, new byte[0], message));
    }

    @Override
    public PoolMemory allocate(long bytes) {
        return new LoopbackPool(bytes);
    }

    @Override
    public FastPathCounters counters() {
        return new FastPathCounters(0, staged.get(), redirected.get(), 0, movedBytes.get());
    }

    @Override
    public void close() {
        exchange.close(lastCall);
    }

    private void count(FastTask task) {
        staged.incrementAndGet();
        movedBytes.addAndGet(task.outputBytes());
    }

    private void redirect(Reason reason, FastTask task) {
        redirected.incrementAndGet();
        context.recorder().redirected(reason, task.type(), task.outputBytes());
    }

    /** Pool memory that nobody maps, since the ranks share a process anyway. */
    private record LoopbackPool(GuardedBuffer memory) implements PoolMemory {
        LoopbackPool(long bytes) {
            this(GuardedBuffer.of(Math.toIntExact(bytes)));
        }

        @Override
        public ByteBuffer view(long offsetBytes, int lengthBytes) {
            throw new UnsupportedOperationException("tests read this memory through GuardedBuffer");
        }

        @Override
        public DeviceBuffer buffer() {
            return memory.buffer();
        }

        @Override
        public void close() {
            memory.close();
        }
    }

    /** One gather with its meeting. */
    private static final class FastTask extends LoopbackTask {
        private final LoopbackFastPath owner;
        private final boolean capturing;

        FastTask(
                LoopbackFastPath owner,
                long call,
                DeviceBuffer output,
                DeviceBuffer input,
                long elements,
                DataType dtype,
                boolean capturing) {
            super(owner.exchange, owner.context.hostStream(), call, output, input, elements, dtype);
            this.owner = owner;
            this.capturing = capturing;
        }

        @Override
        protected void gather() throws InterruptedException {
            List<LoopbackPost> posts = meet(kind());
            if (owner.left || said(posts, LoopbackPost.Kind.LEAVE)) {
                owner.left = true;
                goElsewhere(Reason.LEAVE);
            } else if (said(posts, LoopbackPost.Kind.CAPTURE)) {
                goElsewhere(Reason.CAPTURE);
            } else {
                LoopbackExchange.deliver(posts, output());
                owner.count(this);
            }
        }

        long outputBytes() {
            return output().bytes();
        }

        DataType type() {
            return dtype();
        }

        private LoopbackPost.Kind kind() {
            if (call() >= owner.leaveFromCall) {
                return LoopbackPost.Kind.LEAVE;
            }
            return capturing ? LoopbackPost.Kind.CAPTURE : LoopbackPost.Kind.GATHER;
        }

        private void goElsewhere(Reason reason) {
            owner.redirect(reason, this);
            redirectTo(owner.fallback);
        }

        private static boolean said(List<LoopbackPost> posts, LoopbackPost.Kind kind) {
            return posts.stream().anyMatch(post -> post.kind() == kind);
        }
    }
}
