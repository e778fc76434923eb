// What the calling thread does meanwhile is no part of a graph that a thread records, so that calls
// which a recording forbids, to allocate or to query for example, do not spoil it.
#pragma once

#include "runtime/gpu_api.h"

namespace zerogather {

class [[nodiscard]] RelaxedCapture {
 public:
  // Throws GpuError.
  explicit RelaxedCapture(GpuApi& api) : api_(api) {
    api_.Call(api_.exchange_capture_mode, &thread_mode_);
  }
  // A refusal is ignored: what the scope was for has its own result.
  ~RelaxedCapture() {
    const int code = api_.exchange_capture_mode(&thread_mode_);
    if (code != 0) api_.ForgetFailure(code);
  }
  RelaxedCapture(const RelaxedCapture&) = delete;
  RelaxedCapture& operator=(const RelaxedCapture&) = delete;

 private:
  GpuApi& api_;
  int thread_mode_ = GpuApi::kRelaxedCapture;
};

}  // namespace zerogather
