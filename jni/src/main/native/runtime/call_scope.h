// Where a call runs, and what of the calling thread is put back after it.
#pragma once

#include "runtime/gpu_api.h"
#include "runtime/relaxed_capture.h"

namespace zerogather {

// The device is current; afterwards is what was before.
class [[nodiscard]] OnDevice {
 public:
  OnDevice(GpuApi& api, int device) : api_(api), changed_(api.MakeCurrent(device, &before_)) {}
  ~OnDevice() {
    if (changed_) api_.Restore(before_);
  }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

 private:
  GpuApi& api_;
  intptr_t before_ = 0;
  bool changed_;
};

// The same for a call that is never part of a graph.
class [[nodiscard]] AsideOnDevice {
 public:
  AsideOnDevice(GpuApi& api, int device) : relaxed_(api), here_(api, device) {}

 private:
  RelaxedCapture relaxed_;
  OnDevice here_;
};

}  // namespace zerogather
