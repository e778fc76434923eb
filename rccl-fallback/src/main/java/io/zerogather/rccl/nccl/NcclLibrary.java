package io.zerogather.rccl.nccl;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The one collective library of this process, and its calls. There is never a second one: two export the same names, and each
 * wants the GPUs for itself.
 *
 * <p>Codes are those of {@link NcclResult}; nothing here throws for a code but {@link #uniqueId()}. Handles are passed as they
 * are: a handle that was destroyed must not be used again. For threads see the package.
 */
public final class NcclLibrary {
    private static final Map<Flavour, NcclLibraryException> FAILURES = new EnumMap<>(Flavour.class);
    private static @Nullable NcclLibrary opened;

    /** Where the state of a communicator is written; one per thread, so that asking allocates nothing. */
    private static final ThreadLocal<Memory> STATE = ThreadLocal.withInitial(() -> new Memory(Integer.BYTES));

    private final Flavour flavour;
    private final LoadedLibrary library;

    private NcclLibrary(Flavour flavour, LoadedLibrary library) {
        this.flavour = flavour;
        this.library = library;
    }

    /**
     * Finds and loads the library, once. Thread-safe. What came of it is remembered: a later call gives the same library, or
     * fails with the same text, whatever search it brings.
     *
     * @param flavour the library that is wanted
     * @param search where to look for it
     * @return the same for every caller of this process
     * @throws NcclLibraryException if there is none that can be used, or this process has the other one
     */
    public static synchronized NcclLibrary open(Flavour flavour, LibrarySearch search) {
        if (opened != null) {
            return opened.orRefuse(flavour);
        }
        NcclLibraryException failure = FAILURES.get(flavour);
        if (failure != null) {
            throw new NcclLibraryException(String.valueOf(failure.getMessage()), failure);
        }
        try {
            LoadedLibrary library = new LibraryOpening(flavour, search).open();
            Native.register(NcclCalls.class, library.handle());
            opened = new NcclLibrary(flavour, library);
            return opened;
        } catch (NcclLibraryException e) {
            FAILURES.put(flavour, e);
            throw e;
        }
    }

    private NcclLibrary orRefuse(Flavour wanted) {
        if (wanted != flavour) {
            throw new NcclLibraryException(wanted.displayName() + " cannot be used: this process has " + describe()
                    + ", and can have one only");
        }
        return this;
    }

    /**
     * Which of the two it is.
     *
     * @return what was asked for
     */
    public Flavour flavour() {
        return flavour;
    }

    /**
     * Where it is.
     *
     * @return the file without links
     */
    public Path path() {
        return library.path();
    }

    /**
     * Its version as it says it.
     *
     * @return for example 22809
     */
    public int versionCode() {
        return library.versionCode();
    }

    /**
     * Its version in words.
     *
     * @return for example {@code 2.28.9}
     */
    public String versionText() {
        return library.version().toString();
    }

    /**
     * What must be equal on all ranks: their protocols differ between series.
     *
     * @return for example {@code NCCL 2.28}
     */
    public String compatibility() {
        return flavour.displayName() + " " + library.version().series();
    }

    /**
     * All of that in a few words.
     *
     * @return for example {@code NCCL 2.28.9 at /usr/lib/libnccl.so.2 (the loader's path)}
     */
    public String describe() {
        return flavour.displayName() + " " + versionText() + " at " + path() + " (" + library.origin() + ")";
    }

    /**
     * Makes the id of a new communicator. This process must live until all ranks have joined.
     *
     * @return 128 opaque bytes, for all ranks
     * @throws NcclLibraryException if the library cannot make one
     */
    public byte[] uniqueId() {
        UniqueId id = new UniqueId();
        int code = library.setup().ncclGetUniqueId(id);
        if (code != NcclResult.SUCCESS) {
            throw new NcclLibraryException(describe() + " makes no id for a communicator: " + errorText(code) + ", "
                    + lastError(0) + "; the network that NCCL_SOCKET_IFNAME names must be up");
        }
        return id.bytes;
    }

    /**
     * Begins to join a communicator. The device of this rank must be current.
     *
     * @param ranks number of ranks
     * @param id what one rank's {@link #uniqueId()} gave
     * @param rank this one, from 0
     * @param config how
     * @return handle and code
     */
    public PendingComm init(int ranks, byte[] id, int rank, NcclConfig config) {
        if (id.length != UniqueId.BYTES) {
            throw new IllegalArgumentException("An id has " + UniqueId.BYTES + " bytes, this one " + id.length);
        }
        PointerByReference comm = new PointerByReference();
        int code = library.setup().ncclCommInitRankConfig(comm, ranks, new UniqueId.ByValue(id), rank, config.memory());
        return new PendingComm(code, comm, config);
    }

    /**
     * Begins to split a communicator. Every rank of the parent calls it, and nothing is outstanding on the parent.
     *
     * @param parent handle
     * @param color ranks of one color form a communicator; -1 for a rank that is in none
     * @param key order of the ranks; ties go by the rank in the parent
     * @param config how
     * @return code, and later the handle
     */
    public PendingSplit split(long parent, int color, int key, NcclConfig config) {
        return PendingSplit.start(parent, color, key, config);
    }

    /**
     * Queues a gather. Allocates nothing.
     *
     * @param send address of this rank's shard
     * @param receive address of the output, room for all shards
     * @param elements of one shard
     * @param type code of the element type, as in the library's header
     * @param comm handle
     * @param stream stream of the communicator's device
     * @return code
     */
    public int allGather(long send, long receive, long elements, int type, long comm, long stream) {
        return NcclCalls.ncclAllGather(send, receive, elements, type, comm, stream);
    }

    /**
     * The state of a communicator. Must be asked for from time to time, as the library moves things on by it. Any thread, but
     * not at the same time as {@link #destroy} or {@link #abort}. Allocates nothing but at a thread's first call.
     *
     * @param comm handle
     * @return its state, or the code of the call if that failed
     */
    public int asyncError(long comm) {
        Memory state = STATE.get();
        int code = NcclCalls.ncclCommGetAsyncError(comm, Pointer.nativeValue(state));
        return code == NcclResult.SUCCESS ? state.getInt(0) : code;
    }

    /**
     * Begins to end a communicator in order; every rank calls it.
     *
     * @param comm handle
     * @return code
     */
    public int finalize(long comm) {
        return NcclCalls.ncclCommFinalize(comm);
    }

    /**
     * Frees a communicator. May wait for its work.
     *
     * @param comm handle, not to be used again
     * @return code
     */
    public int destroy(long comm) {
        return NcclCalls.ncclCommDestroy(comm);
    }

    /**
     * Ends a communicator whatever it does, and frees it. May block as long as the device does other work: call it on a thread
     * of its own. No other thread may be in a call on the communicator.
     *
     * @param comm handle, not to be used again
     * @return code
     */
    public int abort(long comm) {
        return NcclCalls.ncclCommAbort(comm);
    }

    /**
     * A code in words.
     *
     * @param code of {@link NcclResult}
     * @return for example {@code ncclInvalidUsage (5): invalid usage}
     */
    public String errorText(int code) {
        return NcclResult.name(code, library.version()) + " (" + code + "): " + NcclCalls.ncclGetErrorString(code);
    }

    /**
     * What the library says about its last failure in this process.
     *
     * @param comm handle, or 0
     * @return its text; empty if it has none
     */
    public String lastError(long comm) {
        String text = NcclCalls.ncclGetLastError(comm);
        return text == null ? "" : text.strip();
    }
}
