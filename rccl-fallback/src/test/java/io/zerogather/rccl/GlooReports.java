package io.zerogather.rccl;

import io.zerogather.AllGatherException;
import io.zerogather.DataType;
import io.zerogather.Reason;
import io.zerogather.spi.GatherRecorder;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What a backend reported. */
final class GlooReports implements GatherRecorder {
    private final List<DataType> failed = new CopyOnWriteArrayList<>();
    private final List<AllGatherException> poisoned = new CopyOnWriteArrayList<>();

    @Override
    public void redirected(Reason reason, DataType dtype, long outputBytes) {
        throw new AssertionError("a fallback redirects nothing");
    }

    @Override
    public void failed(DataType dtype) {
        failed.add(dtype);
    }

    @Override
    public void poisoned(AllGatherException cause) {
        poisoned.add(cause);
    }

    List<DataType> failed() {
        return failed;
    }

    List<AllGatherException> poisoned() {
        return poisoned;
    }
}
