// What of nccl.h the stub exports: numbers, the unique id and the handle.
#pragma once

#include <cstddef>
#include <cstdint>

namespace zerogather::stub {

enum Result : int {
  kSuccess = 0,
  kUnhandledCudaError = 1,
  kSystemError = 2,
  kInternalError = 3,
  kInvalidArgument = 4,
  kInvalidUsage = 5,
  kRemoteError = 6,
  kInProgress = 7,
  kTimeout = 8,
};

constexpr int kNoColor = -1;

// Bytes of an element; 0 for a number that is no type.
constexpr size_t ElementBytes(int type) {
  constexpr size_t kBytes[] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2, 1, 1};
  return type >= 0 && type < 12 ? kBytes[type] : 0;
}

// Passed by value: too large for registers, so a binding that passes an address delivers garbage.
struct UniqueId {
  char bytes[128];
};

}  // namespace zerogather::stub
