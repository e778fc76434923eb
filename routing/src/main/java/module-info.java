/** The API that a trainer uses, and what a backend implements. */
@SuppressWarnings("requires-transitive-automatic") // Micrometer has no descriptor; its registry is part of the API
module io.zerogather.routing {
    requires transitive micrometer.core;
    requires org.slf4j;
    requires static transitive org.jspecify;

    exports io.zerogather;
    exports io.zerogather.rendezvous;
    exports io.zerogather.settings;
    exports io.zerogather.spi;

    uses io.zerogather.spi.BufferAddressing;
    uses io.zerogather.spi.DeviceRuntime;
    uses io.zerogather.spi.EngineProvider;
    uses io.zerogather.spi.FallbackProvider;
    uses io.zerogather.spi.LocalCopy;
    uses io.zerogather.spi.NativeEnvironment;
}
