// The functions of nccl.h.
#include <memory>

#include "fakes/nccl/abi.h"
#include "fakes/nccl/communicator.h"
#include "fakes/nccl/last_error.h"
#include "fakes/nccl/registry.h"
#include "fakes/nccl/version.h"

#define ZG_STUB_EXPORT extern "C" __attribute__((visibility("default")))

using zerogather::stub::Communicator;
using zerogather::stub::FailWith;
using zerogather::stub::UniqueId;
namespace stub = zerogather::stub;

bool stub::UsesHip() { return ZG_STUB_USES_HIP; }

namespace {

template <typename Body>
int With(const Communicator* handle, const Body& body) {
  const std::shared_ptr<Communicator> communicator = stub::Find(handle);
  if (communicator == nullptr) {
    return FailWith(stub::kInvalidArgument, "this is no communicator, or no more");
  }
  return body(*communicator);
}

// The last call on a handle.
template <typename Body>
int End(Communicator* handle, const Body& body) {
  return With(handle, [&](Communicator& communicator) {
    const int code = body(communicator);
    return stub::Unregister(handle) == nullptr
               ? FailWith(stub::kInvalidArgument, "the communicator was ended twice")
               : code;
  });
}

}  // namespace

ZG_STUB_EXPORT int ncclGetVersion(int* version) {
  *version = stub::VersionCode();
  return stub::kSuccess;
}

ZG_STUB_EXPORT int ncclGetUniqueId(UniqueId* id) { return stub::Room::Create(id); }

ZG_STUB_EXPORT int ncclCommInitRank(Communicator** handle, int ranks, UniqueId id, int rank) {
  return Communicator::Init(handle, ranks, id, rank, nullptr);
}

ZG_STUB_EXPORT int ncclCommInitRankConfig(Communicator** handle, int ranks, UniqueId id, int rank,
                                          const void* config) {
  return Communicator::Init(handle, ranks, id, rank, config);
}

#ifndef ZG_STUB_WITHOUT_SPLIT
ZG_STUB_EXPORT int ncclCommSplit(Communicator* parent, int color, int key, Communicator** handle,
                                 const void* config) {
  return With(parent, [=](Communicator& communicator) {
    return communicator.Split(color, key, handle, config);
  });
}
#endif

ZG_STUB_EXPORT int ncclCommFinalize(Communicator* handle) {
  return With(handle, [](Communicator& communicator) { return communicator.Finalize(); });
}

ZG_STUB_EXPORT int ncclCommDestroy(Communicator* handle) {
  return End(handle, [](Communicator& communicator) { return communicator.Destroy(); });
}

ZG_STUB_EXPORT int ncclCommAbort(Communicator* handle) {
  return End(handle, [](Communicator& communicator) { return communicator.Abort(); });
}

ZG_STUB_EXPORT int ncclCommGetAsyncError(Communicator* handle, int* code) {
  return With(handle, [=](Communicator& communicator) {
    *code = communicator.AsyncError();
    return static_cast<int>(stub::kSuccess);
  });
}

ZG_STUB_EXPORT int ncclCommCount(Communicator* handle, int* ranks) {
  return With(handle, [=](const Communicator& communicator) {
    *ranks = communicator.ranks();
    return static_cast<int>(stub::kSuccess);
  });
}

ZG_STUB_EXPORT int ncclCommUserRank(Communicator* handle, int* rank) {
  return With(handle, [=](const Communicator& communicator) {
    *rank = communicator.rank();
    return static_cast<int>(stub::kSuccess);
  });
}

ZG_STUB_EXPORT int ncclCommCuDevice(Communicator* handle, int* device) {
  return With(handle, [=](const Communicator& communicator) {
    *device = communicator.device();
    return static_cast<int>(stub::kSuccess);
  });
}

ZG_STUB_EXPORT int ncclAllGather(const void* send, void* receive, size_t elements, int type,
                                 Communicator* handle, void* stream) {
  return With(handle, [=](Communicator& communicator) {
    return communicator.AllGather(send, receive, elements, type, stream);
  });
}

ZG_STUB_EXPORT const char* ncclGetErrorString(int code) {
  switch (code) {
    case stub::kSuccess:
      return "no error";
    case stub::kUnhandledCudaError:
      return "unhandled GPU error";
    case stub::kSystemError:
      return "system error";
    case stub::kInternalError:
      return "internal error";
    case stub::kInvalidArgument:
      return "invalid argument";
    case stub::kInvalidUsage:
      return "invalid usage";
    case stub::kRemoteError:
      return "remote error";
    case stub::kInProgress:
      return "in progress";
    default:
      return "unknown code";
  }
}

ZG_STUB_EXPORT const char* ncclGetLastError(const Communicator*) { return stub::LastErrorText(); }
