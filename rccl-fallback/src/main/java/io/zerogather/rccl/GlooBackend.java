package io.zerogather.rccl;

import io.zerogather.AllGatherException;
import io.zerogather.DataType;
import io.zerogather.DeviceBuffer;
import io.zerogather.Stream;
import io.zerogather.Work;
import io.zerogather.spi.AllGatherBackend;
import io.zerogather.spi.GroupContext;

/**
 * Gathers of one group over Gloo. Each is one operation of the host stream, whose worker blocks in native code until the
 * gather has ended. The first failure other than a refused call ends the group: the connections are broken, so that the
 * peers notice, and every later gather fails with the first cause.
 */
final class GlooBackend implements AllGatherBackend {
    static final String ENGINE = "gloo";

    private final GroupContext context;
    private final GlooGroup group;
    private final GlooFailures failures;
    private final boolean guarded;
    private final long timeoutMillis;

    GlooBackend(GroupContext context, GlooGroup group) {
        this.context = context;
        this.group = group;
        this.failures = new GlooFailures(context);
        this.guarded = context.settings().guarded();
        this.timeoutMillis = context.settings().timeout().toMillis();
    }

    @Override
    public String engine() {
        return ENGINE;
    }

    @Override
    public Work submit(
            long call, DeviceBuffer output, DeviceBuffer input, long elements, DataType dtype, Stream stream) {
        GlooTask task = new GlooTask(this, context.hostStream(), call, output, input, elements, dtype);
        context.hostStream().enqueue(task);
        return task;
    }

    /** Does one gather, on the host stream's worker. */
    void run(GlooTask task) {
        try {
            long[] differing = task.over(group, guarded, timeoutMillis);
            if (differing.length > 0) {
                throw failures.differentCalls(task, CallList.describe(differing, context.worldRanks()));
            }
        } catch (AllGatherException e) {
            context.recorder().failed(task.type());
            throw e;
        } catch (GlooException e) {
            context.recorder().failed(task.type());
            throw group.isClosed()
                    ? failures.closed(task)
                    : poisoned(failures.failed(task, String.valueOf(e.getMessage())));
        }
    }

    private AllGatherException poisoned(AllGatherException cause) {
        context.recorder().poisoned(cause);
        return cause;
    }

    @Override
    public void close() {
        group.close();
    }
}
