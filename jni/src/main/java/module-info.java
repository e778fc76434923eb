/** The native libraries and the classes that bind them. */
@SuppressWarnings("module") // the modules that may use it are not on this module's path
module io.zerogather.jni {
    requires org.slf4j;
    requires static transitive org.jspecify;

    exports io.zerogather.jni to
            io.zerogather.gpu,
            io.zerogather.sdma,
            io.zerogather.rccl;
}
