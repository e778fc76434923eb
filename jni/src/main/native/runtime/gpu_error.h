// A call that a GPU's runtime refused.
#pragma once

#include <string>
#include <utility>

#include "core/error.h"

namespace zerogather {

class GpuError : public Error {
 public:
  GpuError(int code, std::string text) : Error(std::move(text)), code_(code) {}
  int code() const { return code_; }

 private:
  int code_;
};

}  // namespace zerogather
