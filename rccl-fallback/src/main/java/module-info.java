/** The fallback: gathers that a collective library serves. */
module io.zerogather.rccl {
    requires io.zerogather.routing;
    requires io.zerogather.jni;
    requires com.sun.jna;
    requires org.slf4j;
    requires static transitive org.jspecify;

    opens io.zerogather.rccl.nccl to
            com.sun.jna;

    provides io.zerogather.spi.FallbackProvider with
            io.zerogather.rccl.GlooFallbackProvider;
    provides io.zerogather.spi.BufferAddressing with
            io.zerogather.rccl.GlooBufferAddressing;
    provides io.zerogather.spi.LocalCopy with
            io.zerogather.rccl.GlooLocalCopy;
}
