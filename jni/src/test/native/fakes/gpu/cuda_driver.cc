// libcuda.so.1 as far as anything here needs it.
#include <array>
#include <atomic>

#include "fakes/gpu/capture_mode.h"
#include "fakes/gpu/codes.h"
#include "fakes/gpu/current_device.h"
#include "fakes/gpu/export.h"
#include "fakes/gpu/faults.h"
#include "fakes/gpu/gpu.h"
#include "fakes/gpu/settings.h"

namespace zerogather::fake {
namespace {

constexpr int kMaxDevices = 64;
constexpr int kDriverVersion = 12080;
constexpr int kComputeCapabilityMajor = 75;
constexpr int kComputeCapabilityMinor = 76;
constexpr int kStreamMemoryOperations = 92;
constexpr unsigned kHostMemoryFlags = 7;  // portable, mapped, write-combined

// A context is the address of its device's element.
std::array<char, kMaxDevices> contexts;
std::atomic<bool> initialized{false};
thread_local char* current = nullptr;

bool IsContext(const void* context) {
  return context >= contexts.data() && context < contexts.data() + kMaxDevices;
}

// A call that needs no more than cuInit.
template <typename Body>
int Call(const char* function, const Body& body) {
  if (const int code = Faults::Instance().Enter(function); code != kSuccess) return code;
  return initialized ? body() : kNotInitialized;
}

// A call that needs a current device, which it hands to the body.
template <typename Body>
int CallOnDevice(const char* function, const Body& body) {
  return Call(function, [&body] {
    const int device = CurrentDevice();
    return device < 0 ? kInvalidContext : body(device);
  });
}

Gpu& TheGpu() { return Gpu::Instance(); }

// A word may wrap around.
bool HasReached(uint32_t word, uint32_t value) { return static_cast<int32_t>(word - value) >= 0; }

}  // namespace

int CurrentDevice() {
  return current == nullptr ? -1 : static_cast<int>(current - contexts.data());
}

}  // namespace zerogather::fake

using namespace zerogather::fake;

ZG_FAKE_EXPORT int cuInit(unsigned flags) {
  if (const int code = Faults::Instance().Enter(__func__); code != kSuccess) return code;
  if (flags != 0) return kInvalidValue;
  const int code = Gpu::Start();
  initialized = code == kSuccess;
  return code;
}

ZG_FAKE_EXPORT int cuDriverGetVersion(int* version) {
  *version = kDriverVersion;
  return Faults::Instance().Enter(__func__);
}

ZG_FAKE_EXPORT int cuGetErrorName(int code, const char** name) {
  const CodeName* known = NameOf(code);
  *name = known == nullptr ? nullptr : known->cuda;
  return known == nullptr ? kInvalidValue : kSuccess;
}

ZG_FAKE_EXPORT int cuGetErrorString(int code, const char** text) {
  const CodeName* known = NameOf(code);
  *text = known == nullptr ? nullptr : known->text;
  return known == nullptr ? kInvalidValue : kSuccess;
}

ZG_FAKE_EXPORT int cuDeviceGetCount(int* count) {
  return Call(__func__, [=] { return Gpu::Count(count); });
}

ZG_FAKE_EXPORT int cuDeviceGet(int* device, int index) {
  return Call(__func__, [=] {
    *device = index;
    return Gpu::Check(index);
  });
}

ZG_FAKE_EXPORT int cuDeviceGetName(char* name, int bytes, int device) {
  return Call(__func__, [=] { return Gpu::Name(name, bytes, device); });
}

ZG_FAKE_EXPORT int cuDeviceGetPCIBusId(char* text, int bytes, int device) {
  return Call(__func__, [=] { return Gpu::BusId(text, bytes, device, true); });
}

ZG_FAKE_EXPORT int cuDeviceTotalMem_v2(size_t* bytes, int device) {
  return Call(__func__, [=] { return Gpu::MemoryBytes(bytes, device); });
}

ZG_FAKE_EXPORT int cuDeviceGetAttribute(int* value, int attribute, int device) {
  return Call(__func__, [=] {
    switch (attribute) {
      case kComputeCapabilityMajor:
        *value = 9;
        break;
      case kComputeCapabilityMinor:
        *value = 0;
        break;
      case kStreamMemoryOperations:
        *value = TheSettings().can_wait ? 1 : 0;
        break;
      default:
        return kInvalidValue;
    }
    return Gpu::Check(device);
  });
}

ZG_FAKE_EXPORT int cuDeviceCanAccessPeer(int* reaches, int device, int peer) {
  return Call(__func__, [=] { return Gpu::ReachesPeer(reaches, device, peer); });
}

ZG_FAKE_EXPORT int cuDevicePrimaryCtxRetain(void** context, int device) {
  return Call(__func__, [=] {
    if (Gpu::Check(device) != kSuccess || device >= kMaxDevices) return kInvalidDevice;
    if (const int code = TheGpu().JudgeUnsafeCall(); code != kSuccess) return code;
    *context = &contexts[static_cast<size_t>(device)];
    return kSuccess;
  });
}

ZG_FAKE_EXPORT int cuCtxSetCurrent(void* context) {
  return Call(__func__, [=] {
    if (context != nullptr && !IsContext(context)) return kInvalidContext;
    current = static_cast<char*>(context);
    return kSuccess;
  });
}

ZG_FAKE_EXPORT int cuCtxGetCurrent(void** context) {
  return Call(__func__, [=] {
    *context = current;
    return kSuccess;
  });
}

ZG_FAKE_EXPORT int cuCtxGetDevice(int* device) {
  return CallOnDevice(__func__, [=](int current_device) {
    *device = current_device;
    return kSuccess;
  });
}

ZG_FAKE_EXPORT int cuMemAlloc_v2(void** address, size_t bytes) {
  return CallOnDevice(__func__,
                      [=](int device) { return TheGpu().Allocate(device, address, bytes); });
}

ZG_FAKE_EXPORT int cuMemFree_v2(void* address) {
  return CallOnDevice(__func__, [=](int device) {
    return address == nullptr ? kSuccess : TheGpu().Free(device, address);
  });
}

ZG_FAKE_EXPORT int cuMemHostAlloc(void** address, size_t bytes, unsigned flags) {
  return CallOnDevice(__func__, [=](int) {
    if ((flags & ~kHostMemoryFlags) != 0) return kInvalidValue;
    return TheGpu().AllocateHost(address, bytes, flags);
  });
}

ZG_FAKE_EXPORT int cuMemFreeHost(void* address) {
  return CallOnDevice(__func__, [=](int) { return TheGpu().FreeHost(address); });
}

ZG_FAKE_EXPORT int cuMemcpyAsync(void* to, const void* from, size_t bytes, void* stream) {
  return CallOnDevice(__func__,
                      [=](int device) { return TheGpu().Copy(device, to, from, bytes, stream); });
}

ZG_FAKE_EXPORT int cuStreamCreateWithPriority(void** stream, unsigned flags, int) {
  return CallOnDevice(__func__,
                      [=](int device) { return TheGpu().OpenStream(device, stream, flags); });
}

ZG_FAKE_EXPORT int cuStreamDestroy_v2(void* stream) {
  return CallOnDevice(__func__, [=](int) { return TheGpu().CloseStream(stream); });
}

ZG_FAKE_EXPORT int cuStreamQuery(void* stream) {
  return CallOnDevice(__func__, [=](int device) { return TheGpu().QueryStream(device, stream); });
}

ZG_FAKE_EXPORT int cuStreamSynchronize(void* stream) {
  return CallOnDevice(__func__, [=](int device) { return TheGpu().Synchronize(device, stream); });
}

ZG_FAKE_EXPORT int cuStreamIsCapturing(void* stream, int* status) {
  return CallOnDevice(__func__,
                      [=](int device) { return TheGpu().IsCapturing(device, stream, status); });
}

ZG_FAKE_EXPORT int cuStreamBeginCapture_v2(void* stream, int mode) {
  return CallOnDevice(__func__,
                      [=](int device) { return TheGpu().BeginCapture(device, stream, mode); });
}

ZG_FAKE_EXPORT int cuStreamEndCapture(void* stream, void** graph) {
  return CallOnDevice(__func__,
                      [=](int device) { return TheGpu().EndCapture(device, stream, graph); });
}

ZG_FAKE_EXPORT int cuThreadExchangeStreamCaptureMode(int* mode) {
  const int code = Faults::Instance().EnterThread(__func__);
  return code == kSuccess ? ExchangeCaptureMode(mode) : code;
}

ZG_FAKE_EXPORT int cuStreamWaitEvent(void* stream, void* event, unsigned flags) {
  return CallOnDevice(__func__,
                      [=](int device) { return TheGpu().Hold(device, stream, event, flags); });
}

ZG_FAKE_EXPORT int cuStreamWaitValue32_v2(void* stream, void* word, uint32_t value,
                                          unsigned flags) {
  return CallOnDevice(__func__, [=](int device) {
    return flags == 0 ? TheGpu().HoldUntil(device, stream, word, value, HasReached) : kInvalidValue;
  });
}

ZG_FAKE_EXPORT int cuEventCreate(void** event, unsigned flags) {
  return CallOnDevice(__func__,
                      [=](int device) { return TheGpu().OpenEvent(device, event, flags); });
}

ZG_FAKE_EXPORT int cuEventDestroy_v2(void* event) {
  return CallOnDevice(__func__, [=](int) { return TheGpu().CloseEvent(event); });
}

ZG_FAKE_EXPORT int cuEventRecord(void* event, void* stream) {
  return CallOnDevice(__func__, [=](int device) { return TheGpu().Record(device, event, stream); });
}

ZG_FAKE_EXPORT int cuEventQuery(void* event) {
  return CallOnDevice(__func__, [=](int) { return TheGpu().QueryEvent(event); });
}

ZG_FAKE_EXPORT int cuEventElapsedTime(float* millis, void* start, void* end) {
  return CallOnDevice(__func__, [=](int) { return TheGpu().Elapsed(millis, start, end); });
}

ZG_FAKE_EXPORT int cuLaunchHostFunc(void* stream, void (*function)(void*), void* argument) {
  return CallOnDevice(
      __func__, [=](int device) { return TheGpu().Launch(device, stream, function, argument); });
}
