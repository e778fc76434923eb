package io.zerogather.rccl.nccl;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Where the loader would find a library by its name: {@code LD_LIBRARY_PATH}, the loader's cache, the default folders. Asked
 * without loading anything.
 */
final class LoaderPath {
    private static final byte[] MAGIC = "glibc-ld.so.cache1.1".getBytes(ISO_8859_1);
    private static final int COUNT_OFFSET = 20;
    private static final int ENTRIES_OFFSET = 48;
    private static final int ENTRY_BYTES = 24;
    private static final List<String> DEFAULT_FOLDERS = List.of(
            "lib/x86_64-linux-gnu",
            "usr/lib/x86_64-linux-gnu",
            "lib/aarch64-linux-gnu",
            "usr/lib/aarch64-linux-gnu",
            "lib64",
            "usr/lib64",
            "usr/local/lib",
            "lib",
            "usr/lib");

    private final Map<String, String> environment;
    private final Path root;

    LoaderPath(Map<String, String> environment, Path root) {
        this.environment = environment;
        this.root = root;
    }

    /** Files that may exist or not, in the loader's order. */
    List<Path> candidates(String soname) {
        List<Path> candidates = new ArrayList<>();
        for (String folder : environment.getOrDefault("LD_LIBRARY_PATH", "").split("[:;]", -1)) {
            if (!folder.isEmpty()) {
                candidates.add(Path.of(folder, soname));
            }
        }
        candidates.addAll(cached(soname));
        DEFAULT_FOLDERS.forEach(folder -> candidates.add(root.resolve(folder).resolve(soname)));
        return candidates;
    }

    /** Nothing where the cache is of another form: the default folders are looked at anyway. */
    private List<Path> cached(String soname) {
        try {
            ByteBuffer cache = ByteBuffer.wrap(Files.readAllBytes(root.resolve("etc/ld.so.cache")))
                    .order(ByteOrder.nativeOrder());
            boolean known = cache.limit() >= ENTRIES_OFFSET
                    && cache.slice(0, MAGIC.length).equals(ByteBuffer.wrap(MAGIC));
            return known ? cached(soname, cache) : List.of();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static List<Path> cached(String soname, ByteBuffer cache) {
        List<Path> found = new ArrayList<>();
        int count = Math.min(cache.getInt(COUNT_OFFSET), (cache.limit() - ENTRIES_OFFSET) / ENTRY_BYTES);
        for (int i = 0; i < count; i++) {
            int entry = ENTRIES_OFFSET + i * ENTRY_BYTES;
            if (text(cache, cache.getInt(entry + 4)).equals(soname)) {
                found.add(Path.of(text(cache, cache.getInt(entry + 8))));
            }
        }
        return found;
    }

    private static String text(ByteBuffer cache, int offset) {
        int end = offset;
        while (end >= 0 && end < cache.limit() && cache.get(end) != 0) {
            end++;
        }
        byte[] text = new byte[Math.max(0, end - offset)];
        if (text.length > 0) {
            cache.get(offset, text);
        }
        return new String(text, ISO_8859_1);
    }
}
