package io.zerogather.jni;

/** Loads a library in a process of its own and says on stdout what came of it. */
final class LoadMain {
    private LoadMain() {}

    /** Argument: the library's name. */
    public static void main(String[] args) {
        try {
            NativeLibrary.load(args[0]);
            System.out.println("loaded");
        } catch (NativeLibraryException e) {
            System.out.println(e.getMessage());
        }
    }
}
