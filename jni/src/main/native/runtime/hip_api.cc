#include "runtime/hip_api.h"

#include <array>
#include <string_view>

namespace zerogather {
namespace {

constexpr int kComputeCapabilityMajor = 23;
constexpr int kComputeCapabilityMinor = 61;
constexpr int kCanUseStreamWaitValue = 10013;
constexpr unsigned kHostCoherent = 0x40000000;
constexpr int kCopyDefault = 4;  // the runtime sees from the addresses what is where
constexpr unsigned kWaitGreaterOrEqual = 0;
constexpr uint32_t kWholeWord = ~uint32_t{0};

// The layout of the properties belongs to the name of the function that fills them: R0600 has the
// architecture's name, 256 bytes, at 1160 and ends at 1472.
constexpr const char* kProperties = "hipGetDevicePropertiesR0600";
constexpr size_t kArchitectureOffset = 1160;
constexpr size_t kArchitectureBytes = 256;
constexpr size_t kRoomForProperties = 8192;

}  // namespace

HipApi::HipApi(const SharedLibrary& library)
    : properties_(reinterpret_cast<int (*)(void*, int)>(library.Find(kProperties))) {
  DriverFunctions functions(library);
  functions.Load(init, {"hipInit"});
  functions.Load(driver_version, {"hipDriverGetVersion"});
  functions.Load(error_name_, {"hipGetErrorName"});
  functions.Load(error_text_, {"hipGetErrorString"});
  functions.Load(last_error_, {"hipGetLastError"});
  functions.Load(peek_error_, {"hipPeekAtLastError"});
  functions.Load(device_count, {"hipGetDeviceCount"});
  functions.Load(device_get, {"hipDeviceGet"});
  functions.Load(device_name, {"hipDeviceGetName"});
  functions.Load(device_bus_id, {"hipDeviceGetPCIBusId"});
  functions.Load(device_memory, {"hipDeviceTotalMem"});
  functions.Load(device_attribute, {"hipDeviceGetAttribute"});
  functions.Load(can_access_peer, {"hipDeviceCanAccessPeer"});
  functions.Load(get_device_, {"hipGetDevice"});
  functions.Load(set_device_, {"hipSetDevice"});
  functions.Load(allocate, {"hipMalloc"});
  functions.Load(free, {"hipFree"});
  functions.Load(allocate_host, {"hipHostMalloc"});
  functions.Load(free_host, {"hipHostFree"});
  functions.Load(memcpy_async_, {"hipMemcpyAsync"});
  functions.Load(stream_create, {"hipStreamCreateWithPriority"});
  functions.Load(stream_destroy, {"hipStreamDestroy"});
  functions.Load(stream_query, {"hipStreamQuery"});
  functions.Load(stream_synchronize, {"hipStreamSynchronize"});
  functions.Load(stream_is_capturing, {"hipStreamIsCapturing"});
  functions.Load(stream_wait_event, {"hipStreamWaitEvent"});
  functions.Load(stream_wait_value_, {"hipStreamWaitValue32"});
  functions.Load(event_create, {"hipEventCreateWithFlags"});
  functions.Load(event_destroy, {"hipEventDestroy"});
  functions.Load(event_record, {"hipEventRecord"});
  functions.Load(event_query, {"hipEventQuery"});
  functions.Load(event_elapsed, {"hipEventElapsedTime"});
  functions.Load(exchange_capture_mode, {"hipThreadExchangeStreamCaptureMode"});
  functions.RequireAll("HIP runtime");
}

void HipApi::UseDevices(const std::vector<int>& /*devices*/) {}  // their handles are their indices

bool HipApi::MakeCurrent(int index, intptr_t* before) {
  int current = -1;
  Call(get_device_, &current);
  if (current == index) return false;
  *before = current;
  Call(set_device_, index);
  return true;
}

void HipApi::Restore(intptr_t before) noexcept {
  const int code = set_device_(static_cast<int>(before));
  if (code != 0) ForgetFailure(code);
}

void HipApi::Copy(void* to, const void* from, size_t bytes, void* stream) {
  const int code = memcpy_async_(to, from, bytes, kCopyDefault, stream);
  if (code != 0) Fail(memcpy_async_.name(), std::to_string(bytes) + " bytes", code);
}

void HipApi::HoldUntil(void* stream, void* word, uint32_t value) {
  Call(stream_wait_value_, stream, word, value, kWaitGreaterOrEqual, kWholeWord);
}

// Coherent whatever HIP_HOST_COHERENT says: a stream must see what the CPU stores.
unsigned HipApi::host_memory_flags() const { return kPortableMapped | kHostCoherent; }

std::string HipApi::RefusalOfWaits(int device) {
  return Attribute(kCanUseStreamWaitValue, device) != 0
             ? ""
             : "the runtime says that its streams cannot wait for a word of the host; use a newer "
               "ROCm";
}

std::string HipApi::VersionText(int version) const {
  return std::to_string(version / 10'000'000) + "." + std::to_string(version / 100'000 % 100);
}

std::string HipApi::Architecture(int device) {
  if (properties_ != nullptr) {
    alignas(16) std::array<char, kRoomForProperties> properties{};
    const int code = properties_(properties.data(), device);
    if (code == 0) {
      std::string_view name(properties.data() + kArchitectureOffset, kArchitectureBytes);
      name = name.substr(0, name.find('\0'));
      // "gfx942:sramecc+:xnack-": what follows the name are settings.
      if (name.substr(0, 3) == "gfx") return std::string(name.substr(0, name.find(':')));
    } else {
      ForgetFailure(code);
    }
  }
  return "compute " + std::to_string(Attribute(kComputeCapabilityMajor, device)) + "." +
         std::to_string(Attribute(kComputeCapabilityMinor, device));
}

}  // namespace zerogather
