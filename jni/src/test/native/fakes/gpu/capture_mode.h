#pragma once

#include <utility>

#include "fakes/gpu/codes.h"

namespace zerogather::fake {

// How the calling thread's calls are judged while another thread records; nothing here judges them.
inline int ExchangeCaptureMode(int* mode) {
  static thread_local int current = 0;
  constexpr int kRelaxed = 2;
  if (mode == nullptr || *mode < 0 || *mode > kRelaxed) return kInvalidValue;
  std::swap(current, *mode);
  return 0;
}

}  // namespace zerogather::fake
