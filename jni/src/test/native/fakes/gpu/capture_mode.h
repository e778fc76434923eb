#pragma once

#include <utility>

#include "fakes/gpu/codes.h"

namespace zerogather::fake {

constexpr int kGlobalCapture = 0;
constexpr int kRelaxedCapture = 2;

// How the calling thread's calls are judged while a thread records.
inline int& ThreadCaptureMode() {
  static thread_local int mode = kGlobalCapture;
  return mode;
}

inline int ExchangeCaptureMode(int* mode) {
  if (mode == nullptr || *mode < kGlobalCapture || *mode > kRelaxedCapture) return kInvalidValue;
  std::swap(ThreadCaptureMode(), *mode);
  return kSuccess;
}

}  // namespace zerogather::fake
