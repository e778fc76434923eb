#include "fakes/nccl/version.h"

#include <atomic>
#include <cstdlib>

namespace zerogather::stub {
namespace {

std::atomic<int>& Version() {
  static std::atomic<int> version{[] {
    const char* text = std::getenv("ZG_STUB_NCCL_VERSION");
    return text == nullptr ? 22809 : std::atoi(text);
  }()};
  return version;
}

}  // namespace

int VersionCode() { return Version(); }

void SetVersionCode(int code) { Version() = code; }

}  // namespace zerogather::stub
