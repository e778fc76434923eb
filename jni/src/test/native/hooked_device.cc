#include "hooked_device.h"

#include "core/error.h"

namespace zerogather::test {

bool HookedDevice::Allowed(Call call) {
  const bool allowed = hook_(call, ++calls_[call]);
  if (!allowed) SetLastError("the test lets this call fail");
  return allowed;
}

std::unique_ptr<SharedRegion> HookedDevice::Import(const ShareHandle& handle, size_t bytes) {
  if (!Allowed(Call::kImport)) throw Error("the test refuses this import");
  return HostDevice::Import(handle, bytes);
}

bool HookedDevice::CopyAsync(StreamId stream, void* to, const void* from, size_t bytes,
                             CopyHint hint) {
  return Allowed(Call::kCopyAsync) && HostDevice::CopyAsync(stream, to, from, bytes, hint);
}

bool HookedDevice::CopySlow(void* to, const void* from, size_t bytes) {
  return Allowed(Call::kCopySlow) && HostDevice::CopySlow(to, from, bytes);
}

bool HookedDevice::Signal(StreamId stream, const CounterRef& counter, uint64_t value) {
  return Allowed(Call::kSignal) && HostDevice::Signal(stream, counter, value);
}

bool HookedDevice::Wait(StreamId stream, const CounterRef& counter, uint64_t value) {
  return Allowed(Call::kWait) && HostDevice::Wait(stream, counter, value);
}

bool HookedDevice::WaitEvent(StreamId stream, EventId event) {
  return Allowed(Call::kWaitEvent) && HostDevice::WaitEvent(stream, event);
}

bool HookedDevice::Join(StreamId caller) {
  return Allowed(Call::kJoin) && HostDevice::Join(caller);
}

}  // namespace zerogather::test
