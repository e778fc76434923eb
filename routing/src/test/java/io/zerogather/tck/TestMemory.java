package io.zerogather.tck;

import io.zerogather.Device;
import io.zerogather.DeviceBuffer;
import io.zerogather.DeviceMemory;
import io.zerogather.Lifetime;
import io.zerogather.MemoryType;
import io.zerogather.Router;
import java.nio.ByteBuffer;

/** Where a test's buffers come from. */
public interface TestMemory {
    /**
     * Allocates memory.
     *
     * @param bytes length, at least 1
     * @return the memory
     */
    Region allocate(int bytes);

    /** Memory that a test reads and writes. */
    interface Region extends AutoCloseable {
        /**
         * The whole memory.
         *
         * @return closed together with this
         */
        DeviceBuffer buffer();

        /**
         * Writes into the memory.
         *
         * @param offset first byte
         * @param contents what to write
         */
        void write(long offset, byte[] contents);

        /**
         * Reads the memory.
         *
         * @param offset first byte
         * @param bytes how many
         * @return a copy
         */
        byte[] read(long offset, int bytes);

        /** Frees the memory, and fails if a gather still holds it. */
        @Override
        void close();
    }

    /**
     * Memory of the host, without a native library.
     *
     * @return stateless
     */
    static TestMemory host() {
        return HostRegion::new;
    }

    /**
     * Memory of a GPU.
     *
     * @param device the GPU
     * @return stateless
     */
    static TestMemory of(Device device) {
        return bytes -> new DeviceRegion(device.allocate(bytes));
    }

    /**
     * Memory that a router gathers.
     *
     * @param router any router
     * @return memory of its GPU, or of the host if it has none
     */
    static TestMemory of(Router router) {
        return router.device().map(TestMemory::of).orElseGet(TestMemory::host);
    }

    /** Memory of the host. */
    final class HostRegion implements Region {
        private final Lifetime lifetime = new Lifetime("A guarded buffer");
        private final DeviceBuffer buffer;

        private HostRegion(int bytes) {
            buffer = DeviceBuffer.of(MemoryType.HOST, RawMemory.allocate(bytes), bytes, this, lifetime);
        }

        @Override
        public DeviceBuffer buffer() {
            return buffer;
        }

        @Override
        public void write(long offset, byte[] contents) {
            RawMemory.write(contents, buffer.slice(offset, contents.length).address());
        }

        @Override
        public byte[] read(long offset, int bytes) {
            return RawMemory.read(buffer.slice(offset, bytes).address(), bytes);
        }

        @Override
        public void close() {
            if (lifetime.end()) {
                RawMemory.free(buffer.address());
            }
        }
    }

    /**
     * Memory of a GPU.
     *
     * @param memory what was allocated
     */
    record DeviceRegion(DeviceMemory memory) implements Region {
        @Override
        public DeviceBuffer buffer() {
            return memory.buffer();
        }

        @Override
        public void write(long offset, byte[] contents) {
            memory.write(offset, ByteBuffer.wrap(contents));
        }

        @Override
        public byte[] read(long offset, int bytes) {
            byte[] contents = new byte[bytes];
            memory.read(offset, ByteBuffer.wrap(contents));
            return contents;
        }

        @Override
        public void close() {
            memory.close();
        }
    }
}
