// What tests command and count.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "fakes/nccl/faults.h"
#include "fakes/nccl/registry.h"
#include "fakes/nccl/version.h"

#define ZG_STUB_EXPORT extern "C" __attribute__((visibility("default")))

namespace stub = zerogather::stub;

// "clear", "version=CODE", or a list of faults (faults.h) to add. 0 if it was understood.
ZG_STUB_EXPORT int zg_stub_command(const char* text) {
  constexpr std::string_view kVersion = "version=";
  const std::string_view command(text);
  if (command == "clear") {
    stub::Faults::Instance().Clear();
    return 0;
  }
  if (command.substr(0, kVersion.size()) == kVersion) {
    stub::SetVersionCode(static_cast<int>(std::strtol(text + kVersion.size(), nullptr, 10)));
    return 0;
  }
  return stub::Faults::Instance().Add(text) ? 0 : 1;
}

// Communicators that were neither destroyed nor aborted.
ZG_STUB_EXPORT uint64_t zg_stub_live() { return stub::RegisteredCount(); }
