// libamdhip64.so as far as anything here needs it.
#include <cstring>
#include <string_view>

#include "fakes/gpu/capture_mode.h"
#include "fakes/gpu/codes.h"
#include "fakes/gpu/current_device.h"
#include "fakes/gpu/export.h"
#include "fakes/gpu/faults.h"
#include "fakes/gpu/gpu.h"
#include "fakes/gpu/memory.h"
#include "fakes/gpu/settings.h"

namespace zerogather::fake {
namespace {

constexpr int kVersion = 60342134;  // 6.3
constexpr int kComputeCapabilityMajor = 23;
constexpr int kComputeCapabilityMinor = 61;
constexpr int kCanUseStreamWaitValue = 10013;
constexpr unsigned kHostCoherent = 0x40000000;
// Portable, mapped, write-combined, by the NUMA policy of the user, coherent or not.
constexpr unsigned kHostMemoryFlags = 0xE0000007;
constexpr size_t kPropertiesBytes = 1472;
constexpr size_t kArchitectureOffset = 1160;
constexpr std::string_view kArchitecture = "gfx942:sramecc+:xnack-";
constexpr int kCopyDefault = 4;

// The runtime starts itself at the first call, on device 0.
thread_local int current = 0;
thread_local int last_error = kSuccess;

// Every call leaves its failure behind, also the ones that are none.
template <typename Body>
int Call(const char* function, const Body& body) {
  int code = Faults::Instance().Enter(function);
  if (code == kSuccess) code = Gpu::Start();
  if (code == kSuccess) code = body();
  const bool remembered = code != kNotReady || TheSettings().remembers_not_ready;
  if (code != kSuccess && remembered) last_error = code;
  return code;
}

Gpu& TheGpu() { return Gpu::Instance(); }

bool HasReached(uint32_t word, uint32_t value) { return word >= value; }

}  // namespace

int CurrentDevice() { return current; }

}  // namespace zerogather::fake

using namespace zerogather::fake;

ZG_FAKE_EXPORT int hipInit(unsigned flags) {
  return Call(__func__, [=] { return flags == 0 ? kSuccess : kInvalidValue; });
}

ZG_FAKE_EXPORT int hipDriverGetVersion(int* version) {
  *version = kVersion;
  return Faults::Instance().Enter(__func__);
}

ZG_FAKE_EXPORT const char* hipGetErrorName(int code) {
  const CodeName* known = NameOf(code);
  return known == nullptr ? "hipErrorUnknown" : known->hip;
}

ZG_FAKE_EXPORT const char* hipGetErrorString(int code) {
  const CodeName* known = NameOf(code);
  return known == nullptr ? "unknown error" : known->text;
}

ZG_FAKE_EXPORT int hipGetLastError() {
  const int code = last_error;
  last_error = kSuccess;
  return code;
}

ZG_FAKE_EXPORT int hipPeekAtLastError() { return last_error; }

ZG_FAKE_EXPORT int hipGetDeviceCount(int* count) {
  *count = 0;
  return Call(__func__, [=] { return Gpu::Count(count); });
}

ZG_FAKE_EXPORT int hipDeviceGet(int* device, int index) {
  return Call(__func__, [=] {
    *device = index;
    return Gpu::Check(index);
  });
}

ZG_FAKE_EXPORT int hipDeviceGetName(char* name, int bytes, int device) {
  return Call(__func__, [=] { return Gpu::Name(name, bytes, device); });
}

ZG_FAKE_EXPORT int hipDeviceGetPCIBusId(char* text, int bytes, int device) {
  return Call(__func__, [=] { return Gpu::BusId(text, bytes, device, false); });
}

ZG_FAKE_EXPORT int hipDeviceTotalMem(size_t* bytes, int device) {
  return Call(__func__, [=] { return Gpu::MemoryBytes(bytes, device); });
}

ZG_FAKE_EXPORT int hipDeviceGetAttribute(int* value, int attribute, int device) {
  return Call(__func__, [=] {
    switch (attribute) {
      case kComputeCapabilityMajor:
        *value = 9;
        break;
      case kComputeCapabilityMinor:
        *value = 4;
        break;
      case kCanUseStreamWaitValue:
        *value = TheSettings().can_wait ? 1 : 0;
        break;
      default:
        return kInvalidValue;
    }
    return Gpu::Check(device);
  });
}

ZG_FAKE_EXPORT int hipGetDevicePropertiesR0600(void* properties, int device) {
  return Call(__func__, [=] {
    auto* bytes = static_cast<char*>(properties);
    std::memset(bytes, 0, kPropertiesBytes);
    std::memcpy(bytes + kArchitectureOffset, kArchitecture.data(), kArchitecture.size());
    return Gpu::Check(device);
  });
}

ZG_FAKE_EXPORT int hipDeviceCanAccessPeer(int* reaches, int device, int peer) {
  return Call(__func__, [=] { return Gpu::ReachesPeer(reaches, device, peer); });
}

ZG_FAKE_EXPORT int hipSetDevice(int device) {
  return Call(__func__, [=] {
    if (Gpu::Check(device) != kSuccess) return kInvalidDevice;
    current = device;
    return kSuccess;
  });
}

ZG_FAKE_EXPORT int hipGetDevice(int* device) {
  return Call(__func__, [=] {
    *device = current;
    return kSuccess;
  });
}

ZG_FAKE_EXPORT int hipMalloc(void** address, size_t bytes) {
  return Call(__func__, [=] {
    if (bytes > 0) return TheGpu().Allocate(current, address, bytes);
    *address = nullptr;
    return kSuccess;
  });
}

ZG_FAKE_EXPORT int hipFree(void* address) {
  return Call(__func__,
              [=] { return address == nullptr ? kSuccess : TheGpu().Free(current, address); });
}

ZG_FAKE_EXPORT int hipHostMalloc(void** address, size_t bytes, unsigned flags) {
  return Call(__func__, [=] {
    if ((flags & ~kHostMemoryFlags) != 0) return kInvalidValue;
    return TheGpu().AllocateHost(address, bytes, flags);
  });
}

ZG_FAKE_EXPORT int hipHostFree(void* address) {
  return Call(__func__, [=] { return TheGpu().FreeHost(address); });
}

ZG_FAKE_EXPORT int hipMemcpyAsync(void* to, const void* from, size_t bytes, int kind,
                                  void* stream) {
  return Call(__func__, [=] {
    if (kind != kCopyDefault) return kInvalidValue;
    return TheGpu().Copy(current, to, from, bytes, stream);
  });
}

ZG_FAKE_EXPORT int hipStreamCreateWithPriority(void** stream, unsigned flags, int) {
  return Call(__func__, [=] { return TheGpu().OpenStream(current, stream, flags); });
}

ZG_FAKE_EXPORT int hipStreamDestroy(void* stream) {
  return Call(__func__, [=] { return TheGpu().CloseStream(stream); });
}

ZG_FAKE_EXPORT int hipStreamQuery(void* stream) {
  return Call(__func__, [=] { return TheGpu().QueryStream(current, stream); });
}

ZG_FAKE_EXPORT int hipStreamSynchronize(void* stream) {
  return Call(__func__, [=] { return TheGpu().Synchronize(current, stream); });
}

ZG_FAKE_EXPORT int hipStreamIsCapturing(void* stream, int* status) {
  return Call(__func__, [=] { return TheGpu().IsCapturing(current, stream, status); });
}

ZG_FAKE_EXPORT int hipStreamBeginCapture(void* stream, int mode) {
  return Call(__func__, [=] { return TheGpu().BeginCapture(current, stream, mode); });
}

ZG_FAKE_EXPORT int hipStreamEndCapture(void* stream, void** graph) {
  return Call(__func__, [=] { return TheGpu().EndCapture(current, stream, graph); });
}

ZG_FAKE_EXPORT int hipThreadExchangeStreamCaptureMode(int* mode) {
  const int code = Faults::Instance().EnterThread(__func__);
  return code == kSuccess ? ExchangeCaptureMode(mode) : code;
}

ZG_FAKE_EXPORT int hipStreamWaitEvent(void* stream, void* event, unsigned flags) {
  return Call(__func__, [=] { return TheGpu().Hold(current, stream, event, flags); });
}

ZG_FAKE_EXPORT int hipStreamWaitValue32(void* stream, void* word, uint32_t value, unsigned flags,
                                        uint32_t mask) {
  return Call(__func__, [=] {
    if (flags != 0 || mask != ~uint32_t{0}) return kInvalidValue;
    // In memory that is not coherent the stream might never see the word.
    if ((Memory::Instance().FlagsOf(word) & kHostCoherent) == 0) return kInvalidValue;
    return TheGpu().HoldUntil(current, stream, word, value, HasReached);
  });
}

ZG_FAKE_EXPORT int hipEventCreateWithFlags(void** event, unsigned flags) {
  return Call(__func__, [=] { return TheGpu().OpenEvent(current, event, flags); });
}

ZG_FAKE_EXPORT int hipEventDestroy(void* event) {
  return Call(__func__, [=] { return TheGpu().CloseEvent(event); });
}

ZG_FAKE_EXPORT int hipEventRecord(void* event, void* stream) {
  return Call(__func__, [=] { return TheGpu().Record(current, event, stream); });
}

ZG_FAKE_EXPORT int hipEventQuery(void* event) {
  return Call(__func__, [=] { return TheGpu().QueryEvent(event); });
}

ZG_FAKE_EXPORT int hipEventElapsedTime(float* millis, void* start, void* end) {
  return Call(__func__, [=] { return TheGpu().Elapsed(millis, start, end); });
}

ZG_FAKE_EXPORT int hipLaunchHostFunc(void* stream, void (*function)(void*), void* argument) {
  return Call(__func__, [=] { return TheGpu().Launch(current, stream, function, argument); });
}
