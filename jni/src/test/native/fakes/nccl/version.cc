#include "fakes/nccl/version.h"

#include <atomic>
#include <string>

#include "fakes/nccl/environment.h"

namespace zerogather::stub {
namespace {

std::atomic<int>& Version() {
  static std::atomic<int> version{[] {
    const std::string text = Variable("ZG_STUB_NCCL_VERSION");
    return text.empty() ? 22809 : std::stoi(text);
  }()};
  return version;
}

}  // namespace

int VersionCode() { return Version(); }

void SetVersionCode(int code) { Version() = code; }

}  // namespace zerogather::stub
