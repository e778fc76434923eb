// A point in time by which something must have ended.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace zerogather {

class Deadline {
 public:
  // The clock's arithmetic must not overflow, so "never" is ten years.
  static Deadline after(std::int64_t millis) {
    constexpr std::int64_t kLongestMillis = std::int64_t{10} * 365 * 24 * 3600 * 1000;
    return Deadline(Clock::now() +
                    std::chrono::milliseconds(std::clamp<std::int64_t>(millis, 0, kLongestMillis)));
  }

  // Rounded up, so that a wait of this length does not end before the deadline; 0 once it has
  // passed.
  std::chrono::milliseconds remaining() const {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end_ - Clock::now());
    return std::max(left, std::chrono::milliseconds::zero());
  }

  bool passed() const { return Clock::now() >= end_; }

 private:
  using Clock = std::chrono::steady_clock;

  explicit Deadline(Clock::time_point end) : end_(end) {}

  Clock::time_point end_;
};

}  // namespace zerogather
