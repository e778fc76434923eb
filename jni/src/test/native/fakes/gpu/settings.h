// What a test may set before or while the fake runs.
#pragma once

#include <atomic>
#include <cstdint>

namespace zerogather::fake {

struct Settings {
  std::atomic<int> devices;            // ZG_FAKE_DEVICES, 4
  std::atomic<uint64_t> memory_bytes;  // ZG_FAKE_MEMORY_BYTES, of each device, 1 GiB
  std::atomic<bool> peers{true};       // whether devices reach each other's memory
  std::atomic<bool> waits{true};       // whether a stream that waits sees words of the host
  std::atomic<bool> can_wait{true};  // whether the device says that its streams can wait for words
  // Whether HIP remembers for hipGetLastError that something was not ready, as older versions do.
  std::atomic<bool> remembers_not_ready{true};
};

// Read from the environment at the first call.
Settings& TheSettings();

}  // namespace zerogather::fake
