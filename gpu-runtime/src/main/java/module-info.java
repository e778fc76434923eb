/** Memory, streams and events of NVIDIA and AMD GPUs. */
module io.zerogather.gpu {
    requires io.zerogather.routing;
    requires io.zerogather.jni;
    requires static transitive org.jspecify;

    provides io.zerogather.spi.DeviceRuntime with
            io.zerogather.gpu.CudaRuntime,
            io.zerogather.gpu.HipRuntime;
}
