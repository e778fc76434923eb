// A GPU runtime of this process: memory, streams and events by raw handles. Any thread may call
// anything after Start; each call but MakeCurrent leaves the thread's current device as it was. A
// call that the runtime refuses throws GpuError. No call that succeeds allocates, locks or builds a
// text, unless its result is one. No call spoils a graph that another thread records.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runtime/call_scope.h"
#include "runtime/gpu_api.h"
#include "runtime/shared_library.h"

namespace zerogather {

enum class GpuKind { kCuda, kHip };

class GpuRuntime {
 public:
  // Opens the library and looks its functions up; calls none. Throws Error.
  GpuRuntime(GpuKind kind, const std::string& file);

  // Initializes the driver and counts the devices. Once.
  void Start();

  std::string file() const;
  std::string Version();

  int devices() const { return static_cast<int>(devices_.size()); }
  std::string DeviceName(int device);
  // PCI address in lower case.
  std::string BusId(int device);
  std::string Architecture(int device);
  size_t MemoryBytes(int device);
  bool ReachesPeer(int device, int peer);
  void MakeCurrent(int device);
  // Throws Error unless the device starts and its streams wait for words of the host: one such wait
  // is tried, and given up after the patience.
  void Check(int device, std::chrono::nanoseconds patience);

  void* Allocate(int device, size_t bytes);
  void Free(int device, void* address);
  // Page-locked, zeroed, reachable by the same address from all devices.
  void* AllocateHost(int device, size_t bytes);
  void FreeHost(int device, void* address);
  void Copy(int device, void* to, const void* from, size_t bytes, void* stream);

  void* OpenStream(int device);
  void CloseStream(int device, void* stream);
  // False while it records, or cannot be asked since another one does.
  bool IsIdle(int device, void* stream);
  void Synchronize(int device, void* stream);
  // The default stream can be neither asked nor used while a stream that waits for it records:
  // throws GpuError with kBlockedByRecording. The recording goes on.
  bool IsCapturing(int device, void* stream);

  void* OpenEvent(int device, bool timed);
  void CloseEvent(int device, void* event);
  void Record(int device, void* event, void* stream);
  bool IsReached(int device, void* event);
  void WaitFor(int device, void* stream, void* event);
  int64_t ElapsedNanos(int device, void* start, void* end);
  // Until the word is at least the value. Both are below 2^31, where all runtimes compare alike.
  void HoldUntil(int device, void* stream, void* word, uint32_t value);

 private:
  enum class Recording { kNone, kItself, kAnother };

  // The runtime's handle of a device. Throws GpuError for an index that is none.
  int HandleOf(int device) const;
  OnDevice On(int device);
  AsideOnDevice Aside(int device);
  Recording RecordingOf(void* stream);
  bool Done(const DriverFunction<int(void*)>& query, void* handle);

  SharedLibrary library_;
  std::unique_ptr<GpuApi> api_;
  std::vector<int> devices_;
};

}  // namespace zerogather
