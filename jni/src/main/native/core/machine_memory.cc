#include "core/machine_memory.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

namespace zerogather {
namespace {

constexpr uint64_t kUnknown = std::numeric_limits<uint64_t>::max();

uint64_t FreeBytes() {
  std::ifstream meminfo("/proc/meminfo");
  uint64_t kibibytes = 0;
  bool found = false;
  for (std::string name; meminfo >> name;) {
    uint64_t value = 0;
    if ((name == "MemAvailable:" || name == "SwapFree:") && meminfo >> value) {
      kibibytes += value;
      found = found || name == "MemAvailable:";
    }
  }
  return found ? kibibytes * 1024 : kUnknown;
}

// The file holds "max" where the cgroup sets no limit, which does not parse.
uint64_t LimitIn(const char* path) {
  std::ifstream file(path);
  uint64_t limit = 0;
  return file >> limit ? limit : kUnknown;
}

}  // namespace

uint64_t ObtainableBytes() {
  return std::min({FreeBytes(), LimitIn("/sys/fs/cgroup/memory.max"),
                   LimitIn("/sys/fs/cgroup/memory/memory.limit_in_bytes")});
}

}  // namespace zerogather
