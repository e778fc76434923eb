// A host device that asks a hook before each call: tests make calls fail, wait, throw or kill the
// process there.
#pragma once

#include <functional>
#include <map>
#include <utility>

#include "device/host/host_device.h"

namespace zerogather::test {

class HookedDevice final : public HostDevice {
 public:
  enum class Call { kImport, kCopyAsync, kCopySlow, kSignal, kWait, kWaitEvent, kJoin };
  // Gets how often this call has been made, from 1 on; false: it fails.
  using Hook = std::function<bool(Call call, uint64_t nth)>;

  HookedDevice(Membership* membership, Hook hook)
      : HostDevice(membership), hook_(std::move(hook)) {}

  std::unique_ptr<SharedRegion> Import(const ShareHandle& handle, size_t bytes) override;
  bool CopyAsync(StreamId stream, void* to, const void* from, size_t bytes, CopyHint hint) override;
  bool CopySlow(void* to, const void* from, size_t bytes) override;
  bool Signal(StreamId stream, const CounterRef& counter, uint64_t value) override;
  bool Wait(StreamId stream, const CounterRef& counter, uint64_t value) override;
  bool WaitEvent(StreamId stream, EventId event) override;
  bool Join(StreamId caller) override;

 private:
  bool Allowed(Call call);

  Hook hook_;
  std::map<Call, uint64_t> calls_;
};

}  // namespace zerogather::test
