// One fake GPU runtime: a copy of its library, so that a test has one to itself.
#pragma once

#include <cstdint>
#include <string>

#include "runtime/gpu_runtime.h"
#include "runtime/shared_library.h"

namespace zerogather::test {

class FakeGpu {
 public:
  explicit FakeGpu(GpuKind kind);
  ~FakeGpu();
  FakeGpu(const FakeGpu&) = delete;
  FakeGpu& operator=(const FakeGpu&) = delete;

  const std::string& file() const { return file_; }

  // See control.cc of the fakes.
  void Fail(const char* function, int nth, int code) const;
  void Break(int code) const;
  void Mend() const;
  uint64_t Calls(const char* function) const;
  void SetDevices(int count) const;
  void SetMemory(uint64_t bytes_per_device) const;
  void SetPeers(bool reachable) const;
  void SetWaits(bool see_words) const;
  void SetCanWait(bool can) const;
  void SetCapturing(void* stream, bool capturing) const;
  int CurrentDevice() const;
  int OwnerOf(const void* address, uint64_t bytes) const;
  uint64_t LiveThings() const;

  template <typename Signature>
  Signature* Function(const char* name) const {
    return reinterpret_cast<Signature*>(Find(name));
  }

 private:
  void* Find(const char* name) const;

  std::string file_;
  SharedLibrary library_;
};

}  // namespace zerogather::test
