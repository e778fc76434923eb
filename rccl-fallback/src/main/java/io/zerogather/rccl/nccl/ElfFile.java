package io.zerogather.rccl.nccl;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What a shared library says about itself without being loaded. Loading one only to look at it would break the rule of
 * one copy per process.
 */
final class ElfFile {
    /** Machine of x86-64. */
    static final int X86_64 = 62;
    /** Machine of aarch64. */
    static final int AARCH64 = 183;

    private static final int HEADER_BYTES = 64;
    private static final int SECTION_HEADER_BYTES = 64;
    private static final int SYMBOL_BYTES = 24;
    private static final int DYNAMIC_BYTES = 16;
    /** No table that is read here is larger; a wrong number must not fill the heap. */
    private static final long MOST_TABLE_BYTES = 64L << 20;

    private static final int SECTION_DYNAMIC = 6;
    private static final int SECTION_SYMBOLS = 11;
    private static final long NEEDED = 1;

    private final FileChannel channel;
    private final Set<String> exports = new LinkedHashSet<>();
    private final List<String> dependencies = new ArrayList<>();
    private int machine;

    private ElfFile(FileChannel channel) {
        this.channel = channel;
    }

    /** Throws an {@link IOException} whose message says what is wrong, without the path. */
    static ElfFile read(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            ElfFile file = new ElfFile(channel);
            file.readTables();
            return file;
        }
    }

    int machine() {
        return machine;
    }

    /** The names that other libraries can bind to. */
    Set<String> exports() {
        return exports;
    }

    /** The names of the libraries that it needs. */
    List<String> dependencies() {
        return dependencies;
    }

    private void readTables() throws IOException {
        if (channel.size() < HEADER_BYTES) {
            throw new IOException("no shared library");
        }
        ByteBuffer header = bytes(0, HEADER_BYTES);
        boolean elf = header.getInt(0) == 0x464c457f;
        boolean littleEndian64 = header.get(4) == 2 && header.get(5) == 1;
        if (!elf || !littleEndian64) {
            throw new IOException(elf ? "no library of a 64-bit little-endian machine" : "no shared library");
        }
        machine = header.getShort(18);
        ByteBuffer sections =
                bytes(header.getLong(40), (long) SECTION_HEADER_BYTES * Short.toUnsignedInt(header.getShort(60)));
        for (int at = 0; at < sections.limit(); at += SECTION_HEADER_BYTES) {
            int type = sections.getInt(at + 4);
            if (type == SECTION_DYNAMIC) {
                readDependencies(section(sections, at), strings(sections, at));
            } else if (type == SECTION_SYMBOLS) {
                readExports(section(sections, at), strings(sections, at));
            }
        }
    }

    private ByteBuffer section(ByteBuffer sections, int at) throws IOException {
        return bytes(sections.getLong(at + 24), sections.getLong(at + 32));
    }

    /** The names that a table refers to. */
    private ByteBuffer strings(ByteBuffer sections, int at) throws IOException {
        long link = (long) SECTION_HEADER_BYTES * Integer.toUnsignedLong(sections.getInt(at + 40));
        if (link >= sections.limit()) {
            throw new IOException("a damaged shared library");
        }
        return section(sections, (int) link);
    }

    private void readDependencies(ByteBuffer table, ByteBuffer names) throws IOException {
        for (int at = 0; at + DYNAMIC_BYTES <= table.limit(); at += DYNAMIC_BYTES) {
            if (table.getLong(at) == NEEDED) {
                dependencies.add(name(names, table.getLong(at + 8)));
            }
        }
    }

    private void readExports(ByteBuffer table, ByteBuffer names) throws IOException {
        for (int at = 0; at + SYMBOL_BYTES <= table.limit(); at += SYMBOL_BYTES) {
            boolean defined = table.getShort(at + 6) != 0;
            boolean local = (table.get(at + 4) >> 4) == 0;
            if (defined && !local) {
                exports.add(name(names, Integer.toUnsignedLong(table.getInt(at))));
            }
        }
    }

    private static String name(ByteBuffer names, long offset) throws IOException {
        if (offset < 0 || offset >= names.limit()) {
            throw new IOException("a damaged shared library");
        }
        int end = (int) offset;
        while (end < names.limit() && names.get(end) != 0) {
            end++;
        }
        byte[] text = new byte[end - (int) offset];
        names.get((int) offset, text);
        return new String(text, UTF_8);
    }

    private ByteBuffer bytes(long offset, long length) throws IOException {
        if (offset < 0 || length < 0 || length > MOST_TABLE_BYTES || offset > channel.size() - length) {
            throw new IOException("a damaged shared library");
        }
        ByteBuffer buffer = ByteBuffer.allocate((int) length).order(ByteOrder.LITTLE_ENDIAN);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, offset + buffer.position()) < 0) {
                throw new EOFException("a shared library that was cut off");
            }
        }
        return buffer.flip();
    }
}
