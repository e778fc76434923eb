// HIP's runtime on AMD GPUs, libamdhip64.so.
#pragma once

#include "runtime/gpu_api.h"

namespace zerogather {

class HipApi final : public GpuApi {
 public:
  explicit HipApi(const SharedLibrary& library);

  void UseDevices(const std::vector<int>& devices) override;
  bool MakeCurrent(int index, intptr_t* before) override;
  void Restore(intptr_t before) noexcept override;
  void Copy(void* to, const void* from, size_t bytes, void* stream) override;
  void HoldUntil(void* stream, void* word, uint32_t value) override;
  unsigned host_memory_flags() const override;
  std::string VersionText(int version) const override;
  std::string Architecture(int device) override;
  // Each call leaves its failure for the next hipGetLastError of the thread, where a framework
  // would take it for its own. Another code there is the framework's.
  void ForgetFailure(int code) override {
    if (peek_error_() == code) (void)last_error_();
  }
  std::string RefusalOfWaits(int device) override;

 protected:
  const char* ErrorName(int code) const override { return error_name_(code); }
  const char* ErrorText(int code) const override { return error_text_(code); }

 private:
  DriverFunction<const char*(int)> error_name_;
  DriverFunction<const char*(int)> error_text_;
  DriverFunction<int()> last_error_;
  DriverFunction<int()> peek_error_;
  DriverFunction<int(int*)> get_device_;
  DriverFunction<int(int)> set_device_;
  DriverFunction<int(void*, const void*, size_t, int, void*)> memcpy_async_;
  DriverFunction<int(void*, void*, uint32_t, unsigned, uint32_t)> stream_wait_value_;
  int (*properties_)(void*, int);  // null before ROCm 6
};

}  // namespace zerogather
