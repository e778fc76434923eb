// What only RCCL exports: a search tells the two libraries apart by these.
#include "fakes/nccl/abi.h"
#include "fakes/nccl/last_error.h"

#define ZG_STUB_EXPORT extern "C" __attribute__((visibility("default")))

namespace stub = zerogather::stub;

ZG_STUB_EXPORT int mscclLoadAlgo(const char*, void*, int) {
  return stub::FailWith(stub::kInvalidUsage, "the stub has no MSCCL");
}

ZG_STUB_EXPORT int ncclAllReduceWithBias(const void*, void*, size_t, int, int, void*, void*,
                                         const void*) {
  return stub::FailWith(stub::kInvalidUsage, "the stub has no reductions");
}
