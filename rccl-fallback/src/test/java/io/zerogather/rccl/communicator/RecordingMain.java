package io.zerogather.rccl.communicator;

import com.sun.jna.Library;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.LongByReference;
import com.sun.jna.ptr.PointerByReference;
import io.zerogather.AllGatherException;
import io.zerogather.Device;
import io.zerogather.DeviceEvent;
import io.zerogather.DeviceGate;
import io.zerogather.DeviceMemory;
import io.zerogather.DeviceStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * One process on a real NVIDIA GPU, for people: what our calls do to a graph that somebody records, and to the thread that
 * makes them. The fakes of the tests claim to do the same.
 */
final class RecordingMain {
    private static final int LOCAL_NOW = 2;
    private static final int GLOBAL_CAPTURE = 0;
    private static final int BLOCKING_STREAM = 0;
    private static final int UNSUPPORTED = 900;
    private static final int INVALIDATED = 901;
    private static final int IMPLICIT = 906;
    private static final int BYTES = 1 << 20;

    private final NativeLibrary cuda =
            NativeLibrary.getInstance("libcuda.so.1", Map.of(Library.OPTION_OPEN_FLAGS, LOCAL_NOW));
    private final ExecutorService other = Executors.newSingleThreadExecutor();
    private final Device device = Device.open(0);

    private RecordingMain() {}

    public static void main(String[] args) throws Exception {
        RecordingMain main = new RecordingMain();
        try {
            main.run();
        } finally {
            main.other.shutdownNow();
        }
    }

    private void run() throws Exception {
        require("the device can be used", device.availability().reason(), "");
        device.runtime().makeCurrent(0);
        try (DeviceStream recorder = device.openStream()) {
            Pointer stream = new Pointer(recorder.handle());
            begin(stream);
            useEverything();
            onOther(this::useEverything);
            require("our calls beside a recording leave the graph sound", end(stream), 0);

            begin(stream);
            onOther(() -> require("a bare allocation on another thread is refused", allocate(), UNSUPPORTED));
            require("and spoils the graph", end(stream), INVALIDATED);
        }
        onOther(() -> {
            require("no context is current on a new thread", context(), 0L);
            useEverything();
            require("nor after our calls", context(), 0L);
        });
        defaultStream();
        System.out.println("cuMemFree(0) answers " + code("cuMemFree_v2", 0L));
        System.out.println("all as it should be");
    }

    private void defaultStream() throws InterruptedException {
        PointerByReference opened = new PointerByReference();
        require("a blocking stream opens", code("cuStreamCreateWithPriority", opened, BLOCKING_STREAM, 0), 0);
        Pointer blocking = opened.getValue();
        DeviceStream byDefault = device.stream(0);
        begin(blocking);
        try {
            boolean unused = byDefault.isCapturing();
            throw new IllegalStateException("the default stream could be asked");
        } catch (AllGatherException e) {
            require("the default stream is refused", e.category(), AllGatherException.Category.REJECTED);
            System.out.println("  " + e.getMessage());
        }
        require("it does not drain", byDefault.drain(Duration.ofMillis(50)), false);
        require(
                "the stream that blocks it records",
                device.stream(Pointer.nativeValue(blocking)).isCapturing(),
                true);
        require("to ask spoils nothing", end(blocking), 0);
        require("then it can be asked", byDefault.isCapturing(), false);

        begin(blocking);
        try (DeviceEvent event = device.openEvent()) {
            byDefault.record(event);
            throw new IllegalStateException("the default stream could be used");
        } catch (AllGatherException e) {
            require("to use it is refused", e.getMessage().contains("(" + IMPLICIT + ")"), true);
        }
        require("and spoils the graph", end(blocking), INVALIDATED);
        require("the blocking stream closes", code("cuStreamDestroy_v2", blocking), 0);
    }

    private void useEverything() {
        try (DeviceStream stream = device.openStream();
                DeviceMemory memory = device.allocate(BYTES);
                DeviceEvent start = device.openEvent();
                DeviceEvent end = device.openEvent();
                DeviceGate gate = device.openGate()) {
            stream.record(start);
            stream.holdUntil(gate);
            stream.record(end);
            require("the gate holds", end.isReached(), false);
            gate.open();
            require("the stream drains", stream.drain(Duration.ofSeconds(30)), true);
            require("time passes", end.elapsedNanosSince(start) >= 0, true);
            memory.write(0, ByteBuffer.allocate(BYTES));
            stream.run(() -> {}).await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void onOther(Runnable action) throws Exception {
        other.submit(action).get(60, TimeUnit.SECONDS);
    }

    private void begin(Pointer stream) {
        require("a recording begins", code("cuStreamBeginCapture_v2", stream, GLOBAL_CAPTURE), 0);
    }

    private int end(Pointer stream) {
        PointerByReference graph = new PointerByReference();
        int code = code("cuStreamEndCapture", stream, graph);
        if (graph.getValue() != null) {
            require("the graph goes", code("cuGraphDestroy", graph.getValue()), 0);
        }
        return code;
    }

    private int allocate() {
        device.runtime().makeCurrent(0);
        int code = code("cuMemAlloc_v2", new LongByReference(), (long) BYTES);
        require("the context goes", code("cuCtxSetCurrent", Pointer.NULL), 0);
        return code;
    }

    private long context() {
        PointerByReference current = new PointerByReference();
        require("the context is known", code("cuCtxGetCurrent", current), 0);
        return Pointer.nativeValue(current.getValue());
    }

    private int code(String function, Object... arguments) {
        return cuda.getFunction(function).invokeInt(arguments);
    }

    private static void require(String what, Object seen, Object expected) {
        if (!seen.equals(expected)) {
            throw new IllegalStateException(what + ": " + seen + ", expected " + expected);
        }
        System.out.println(what + ": " + seen);
    }
}
