package io.zerogather.gpu;

import com.sun.jna.Function;
import com.sun.jna.Library;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A fake GPU runtime that one test has to itself: a copy of the library has its own state. */
final class FakeGpu {
    static final String CUDA = "libzg_fake_cuda.so";
    static final String HIP = "libzg_fake_hip.so";

    private static final int NOW_AND_LOCAL = 2;

    private final Path library;
    private final NativeLibrary functions;

    private FakeGpu(Path library) {
        this.library = library;
        functions = NativeLibrary.getInstance(library.toString(), Map.of(Library.OPTION_OPEN_FLAGS, NOW_AND_LOCAL));
    }

    static FakeGpu copied(String name, Path folder) {
        Path built = Path.of(System.getProperty("zerogather.fakes"), name);
        try {
            return new FakeGpu(Files.copy(built, folder.resolve(name)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path library() {
        return library;
    }

    void fail(String function, int nth, int code) {
        command("fail", function, nth, code);
    }

    void mend() {
        command("mend");
    }

    void devices(int count) {
        command("devices", count);
    }

    void memory(long bytesPerDevice) {
        command("memory", bytesPerDevice);
    }

    void unreachablePeers() {
        command("peers", 0);
    }

    void waits(boolean seeWords) {
        command("waits", seeWords ? 1 : 0);
    }

    void capture(long stream, boolean capturing) {
        command("capture", new Pointer(stream), capturing ? 1 : 0);
    }

    /** A function of the runtime itself, for what a framework does. */
    int call(String runtimeFunction, Object... arguments) {
        return functions.getFunction(runtimeFunction).invokeInt(arguments);
    }

    int currentDevice() {
        return function("current_device").invokeInt(new Object[0]);
    }

    int ownerOf(long address, long bytes) {
        return function("owner").invokeInt(new Object[] {new Pointer(address), bytes});
    }

    long calls(String function) {
        return function("calls").invokeLong(new Object[] {function});
    }

    long liveThings() {
        return function("live").invokeLong(new Object[0]);
    }

    private void command(String name, Object... arguments) {
        function(name).invokeVoid(arguments);
    }

    private Function function(String name) {
        return functions.getFunction("zg_fake_" + name);
    }
}
