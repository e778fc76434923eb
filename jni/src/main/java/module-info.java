/** The native library and the one class that binds it. */
@SuppressWarnings("module") // the two modules that may use it are built later
module io.zerogather.jni {
    requires org.slf4j;
    requires static transitive org.jspecify;

    exports io.zerogather.jni to
            io.zerogather.sdma,
            io.zerogather.rccl;
}
