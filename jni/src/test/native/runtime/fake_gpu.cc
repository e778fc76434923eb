#include "runtime/fake_gpu.h"

#include <unistd.h>

#include <filesystem>

#include "check.h"

namespace zerogather::test {
namespace {

std::string CopyOf(GpuKind kind) {
  static int copies = 0;
  const std::string name = kind == GpuKind::kCuda ? "libzg_fake_cuda" : "libzg_fake_hip";
  const std::filesystem::path copy =
      std::filesystem::temp_directory_path() /
      (name + "-" + std::to_string(getpid()) + "-" + std::to_string(++copies) + ".so");
  std::filesystem::copy_file(std::string(ZG_FAKES "/") + name + ".so", copy);
  return copy;
}

}  // namespace

FakeGpu::FakeGpu(GpuKind kind) : file_(CopyOf(kind)), library_(file_) {}

FakeGpu::~FakeGpu() { (void)unlink(file_.c_str()); }

void FakeGpu::Fail(const char* function, int nth, int code) const {
  Function<void(const char*, int, int)>("zg_fake_fail")(function, nth, code);
}

void FakeGpu::Break(int code) const { Function<void(int)>("zg_fake_break")(code); }

void FakeGpu::Mend() const { Function<void()>("zg_fake_mend")(); }

uint64_t FakeGpu::Calls(const char* function) const {
  return Function<uint64_t(const char*)>("zg_fake_calls")(function);
}

void FakeGpu::SetDevices(int count) const { Function<void(int)>("zg_fake_devices")(count); }

void FakeGpu::SetMemory(uint64_t bytes_per_device) const {
  Function<void(uint64_t)>("zg_fake_memory")(bytes_per_device);
}

void FakeGpu::SetPeers(bool reachable) const {
  Function<void(int)>("zg_fake_peers")(reachable ? 1 : 0);
}

void FakeGpu::SetWaits(bool see_words) const {
  Function<void(int)>("zg_fake_waits")(see_words ? 1 : 0);
}

void FakeGpu::SetCanWait(bool can) const { Function<void(int)>("zg_fake_can_wait")(can ? 1 : 0); }

void FakeGpu::SetCapturing(void* stream, bool capturing) const {
  CHECK_EQ(Function<int(void*, int)>("zg_fake_capture")(stream, capturing ? 1 : 0), 0);
}

int FakeGpu::CurrentDevice() const { return Function<int()>("zg_fake_current_device")(); }

int FakeGpu::OwnerOf(const void* address, uint64_t bytes) const {
  return Function<int(const void*, uint64_t)>("zg_fake_owner")(address, bytes);
}

uint64_t FakeGpu::LiveThings() const { return Function<uint64_t()>("zg_fake_live")(); }

void* FakeGpu::Find(const char* name) const {
  void* function = library_.Find(name);
  CHECK(function != nullptr);
  return function;
}

}  // namespace zerogather::test
