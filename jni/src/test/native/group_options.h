// How a test's group is set up.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

#include "core/control_block.h"
#include "device/device.h"
#include "device/host/host_device.h"

namespace zerogather::test {

constexpr uint64_t kCookie[2] = {0x0123456789abcdef, 0xfedcba9876543210};

// Longer than any correct test runs: a wait that reaches it is a failure.
constexpr std::chrono::seconds kPatience{60};

struct GroupOptions {
  int ranks = 2;
  uint32_t chunk_bytes = 4096;
  uint32_t chunks = 4;
  std::chrono::nanoseconds timeout = kPatience;
  std::function<std::unique_ptr<Device>(Membership*)> device = [](Membership* membership) {
    return std::make_unique<HostDevice>(membership);
  };

  Geometry geometry() const { return {ranks, chunk_bytes, chunks}; }
};

}  // namespace zerogather::test
