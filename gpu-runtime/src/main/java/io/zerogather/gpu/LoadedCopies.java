package io.zerogather.gpu;

import io.zerogather.jni.MappedFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The copies of a runtime's library that this process has loaded already, for example with a framework. Streams and memory of
 * one copy mean nothing to another, so all users must share one.
 *
 * @param files what is mapped
 * @param names names of the library's files
 */
record LoadedCopies(MappedFiles files, Pattern names) {
    /**
     * Copies by the name of the library; packages put a mark into it, or a full version behind it.
     *
     * @param files what is mapped
     * @param library for example {@code libcuda}
     * @return a view: each question looks anew
     */
    static LoadedCopies of(MappedFiles files, String library) {
        return new LoadedCopies(files, Pattern.compile(Pattern.quote(library) + "(-[0-9a-f]+)?\\.so(\\.\\d+)*"));
    }

    /**
     * What is loaded.
     *
     * @return each copy once
     */
    List<Path> all() {
        return files.named(name -> names.matcher(name).matches());
    }

    /**
     * What is loaded beside one copy.
     *
     * @param file the copy
     * @return the others
     */
    List<Path> beside(Path file) {
        return all().stream().filter(copy -> !MappedFiles.isSame(copy, file)).toList();
    }
}
