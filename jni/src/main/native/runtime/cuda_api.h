// CUDA's driver, libcuda.so.1.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "runtime/gpu_api.h"

namespace zerogather {

class CudaApi final : public GpuApi {
 public:
  explicit CudaApi(const SharedLibrary& library);

  void UseDevices(const std::vector<int>& devices) override;
  bool MakeCurrent(int index, intptr_t* before) override;
  void Restore(intptr_t before) noexcept override;
  void Copy(void* to, const void* from, size_t bytes, void* stream) override;
  void HoldUntil(void* stream, void* word, uint32_t value) override;
  unsigned host_memory_flags() const override { return kPortableMapped; }
  std::string VersionText(int version) const override;
  std::string Architecture(int device) override;
  void ForgetFailure(int /*code*/) override {}  // the driver remembers none
  std::string RefusalOfWaits(int device) override;

 protected:
  const char* ErrorName(int code) const override;
  const char* ErrorText(int code) const override;

 private:
  void* Retain(size_t index);

  DriverFunction<int(int, const char**)> error_name_;
  DriverFunction<int(int, const char**)> error_text_;
  DriverFunction<int(void**, int)> primary_context_retain_;
  DriverFunction<int(void**)> context_get_current_;
  DriverFunction<int(void*)> context_set_current_;
  DriverFunction<int(uint64_t, uint64_t, size_t, void*)> memcpy_async_;
  DriverFunction<int(void*, uint64_t, uint32_t, unsigned)> stream_wait_value_;

  std::vector<int> devices_;
  // The primary context of each device, null until its first use. It is shared with whatever else
  // uses the device in this process, and kept.
  std::unique_ptr<std::atomic<void*>[]> contexts_;
  std::mutex retaining_;
};

}  // namespace zerogather
