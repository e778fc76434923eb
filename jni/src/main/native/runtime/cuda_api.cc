#include "runtime/cuda_api.h"

#include <cstring>

#include "runtime/relaxed_capture.h"

namespace zerogather {
namespace {

constexpr int kComputeCapabilityMajor = 75;
constexpr int kComputeCapabilityMinor = 76;
constexpr int kStreamMemoryOperations = 92;  // of the first form
constexpr unsigned kWaitGreaterOrEqual = 0;
constexpr const char* kWaitValue = "cuStreamWaitValue32_v2";

uint64_t DevicePointer(const void* address) { return reinterpret_cast<uint64_t>(address); }

}  // namespace

CudaApi::CudaApi(const SharedLibrary& library) {
  DriverFunctions functions(library);
  functions.Load(init, {"cuInit"});
  functions.Load(driver_version, {"cuDriverGetVersion"});
  functions.Load(error_name_, {"cuGetErrorName"});
  functions.Load(error_text_, {"cuGetErrorString"});
  functions.Load(device_count, {"cuDeviceGetCount"});
  functions.Load(device_get, {"cuDeviceGet"});
  functions.Load(device_name, {"cuDeviceGetName"});
  functions.Load(device_bus_id, {"cuDeviceGetPCIBusId"});
  functions.Load(device_memory, {"cuDeviceTotalMem_v2"});
  functions.Load(device_attribute, {"cuDeviceGetAttribute"});
  functions.Load(can_access_peer, {"cuDeviceCanAccessPeer"});
  functions.Load(primary_context_retain_, {"cuDevicePrimaryCtxRetain"});
  functions.Load(context_get_current_, {"cuCtxGetCurrent"});
  functions.Load(context_set_current_, {"cuCtxSetCurrent"});
  functions.Load(allocate, {"cuMemAlloc_v2"});
  functions.Load(free, {"cuMemFree_v2"});
  functions.Load(allocate_host, {"cuMemHostAlloc"});
  functions.Load(free_host, {"cuMemFreeHost"});
  functions.Load(memcpy_async_, {"cuMemcpyAsync"});
  functions.Load(stream_create, {"cuStreamCreateWithPriority"});
  functions.Load(stream_destroy, {"cuStreamDestroy_v2"});
  functions.Load(stream_query, {"cuStreamQuery"});
  functions.Load(stream_synchronize, {"cuStreamSynchronize"});
  functions.Load(stream_is_capturing, {"cuStreamIsCapturing"});
  functions.Load(stream_wait_event, {"cuStreamWaitEvent"});
  // The first form is off unless the kernel module is told otherwise.
  functions.Load(stream_wait_value_, {kWaitValue, "cuStreamWaitValue32"});
  functions.Load(event_create, {"cuEventCreate"});
  functions.Load(event_destroy, {"cuEventDestroy_v2"});
  functions.Load(event_record, {"cuEventRecord"});
  functions.Load(event_query, {"cuEventQuery"});
  functions.Load(event_elapsed, {"cuEventElapsedTime", "cuEventElapsedTime_v2"});
  functions.Load(exchange_capture_mode, {"cuThreadExchangeStreamCaptureMode"});
  functions.RequireAll("CUDA driver");
}

void CudaApi::UseDevices(const std::vector<int>& devices) {
  contexts_ = std::make_unique<std::atomic<void*>[]>(devices.size());
  devices_ = devices;
}

bool CudaApi::MakeCurrent(int index, intptr_t* before) {
  const auto place = static_cast<size_t>(index);
  void* context = contexts_[place].load(std::memory_order_acquire);
  if (context == nullptr) context = Retain(place);
  void* current = nullptr;
  Call(context_get_current_, &current);
  if (current == context) return false;
  *before = reinterpret_cast<intptr_t>(current);
  Call(context_set_current_, context);
  return true;
}

void CudaApi::Restore(intptr_t before) noexcept {
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  (void)context_set_current_(reinterpret_cast<void*>(before));
}

void* CudaApi::Retain(size_t index) {
  const std::lock_guard<std::mutex> lock(retaining_);
  void* context = contexts_[index].load(std::memory_order_acquire);
  if (context != nullptr) return context;
  const RelaxedCapture relaxed(*this);  // it allocates
  Call(primary_context_retain_, &context, devices_[index]);
  contexts_[index].store(context, std::memory_order_release);
  return context;
}

void CudaApi::Copy(void* to, const void* from, size_t bytes, void* stream) {
  const int code = memcpy_async_(DevicePointer(to), DevicePointer(from), bytes, stream);
  if (code != 0) Fail(memcpy_async_.name(), std::to_string(bytes) + " bytes", code);
}

void CudaApi::HoldUntil(void* stream, void* word, uint32_t value) {
  Call(stream_wait_value_, stream, DevicePointer(word), value, kWaitGreaterOrEqual);
}

std::string CudaApi::RefusalOfWaits(int device) {
  const bool can = std::strcmp(stream_wait_value_.name(), kWaitValue) == 0 ||
                   Attribute(kStreamMemoryOperations, device) != 0;
  return can ? ""
             : "the driver has stream memory operations switched off; use one of CUDA 11.7 or "
               "later, or load its kernel module with NVreg_EnableStreamMemOPs=1";
}

std::string CudaApi::VersionText(int version) const {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::string CudaApi::Architecture(int device) {
  return "sm_" + std::to_string(Attribute(kComputeCapabilityMajor, device)) +
         std::to_string(Attribute(kComputeCapabilityMinor, device));
}

const char* CudaApi::ErrorName(int code) const {
  const char* name = nullptr;
  return error_name_(code, &name) == 0 ? name : nullptr;
}

const char* CudaApi::ErrorText(int code) const {
  const char* text = nullptr;
  return error_text_(code, &text) == 0 ? text : nullptr;
}

}  // namespace zerogather
