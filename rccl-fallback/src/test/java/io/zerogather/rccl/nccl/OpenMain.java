package io.zerogather.rccl.nccl;

import com.sun.jna.Library;
import com.sun.jna.NativeLibrary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Opens the library in a process of its own, as often as flavours are given, and prints what came of each. */
final class OpenMain {
    private OpenMain() {}

    /** {@code root=FOLDER}, {@code explicit=FILE}, {@code before=FILE} to load first, then flavours. */
    public static void main(String[] arguments) {
        Path root = Path.of(values("root=", arguments).findFirst().orElse("/"));
        Path explicit = values("explicit=", arguments).findFirst().map(Path::of).orElse(null);
        List<NativeLibrary> before = new ArrayList<>();
        values("before=", arguments)
                .forEach(path -> before.add(NativeLibrary.getInstance(path, Map.of(Library.OPTION_OPEN_FLAGS, 1))));
        LibrarySearch search = new LibrarySearch(explicit, System.getenv(), root);
        for (String flavour : values("open=", arguments).toList()) {
            try {
                NcclLibrary library = NcclLibrary.open(Flavour.valueOf(flavour), search);
                System.out.println(library.describe());
            } catch (NcclLibraryException e) {
                System.out.println("refused: " + e.getMessage());
            }
        }
    }

    private static Stream<String> values(String name, String[] arguments) {
        return Stream.of(arguments)
                .filter(argument -> argument.startsWith(name))
                .map(argument -> argument.substring(name.length()));
    }
}
