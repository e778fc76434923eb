/** The fast path: gathers whose bytes are moved by copy engines. */
module io.zerogather.sdma {
    requires io.zerogather.routing;
    requires io.zerogather.jni;
    requires org.slf4j;
    requires static transitive org.jspecify;

    exports io.zerogather.sdma.measure;

    provides io.zerogather.spi.EngineProvider with
            io.zerogather.sdma.HostEngineProvider;
    provides io.zerogather.spi.NativeEnvironment with
            io.zerogather.sdma.JniNativeEnvironment;
    provides io.zerogather.spi.BufferAddressing with
            io.zerogather.sdma.JniBufferAddressing;
    provides io.zerogather.spi.LocalCopy with
            io.zerogather.sdma.JniLocalCopy;
}
