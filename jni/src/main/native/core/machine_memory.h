// How much memory this process could still get.
#pragma once

#include <cstdint>

namespace zerogather {

// Free memory of the machine, or the cgroup's limit if that is less.
uint64_t ObtainableBytes();

}  // namespace zerogather
