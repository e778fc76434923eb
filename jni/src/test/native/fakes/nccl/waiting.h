// Waiting for another rank: first awake, then in short sleeps, until an abort.
#pragma once

#include <atomic>
#include <chrono>
#include <thread>

namespace zerogather::stub {

// True once the condition holds, false once the flag is set.
template <typename Condition>
bool AwaitUnlessAborted(const std::atomic<bool>& aborted, const Condition& condition) {
  constexpr int kYields = 200;
  for (int turn = 0;; ++turn) {
    if (aborted) return false;
    if (condition()) return true;
    if (turn < kYields) {
      std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
  }
}

}  // namespace zerogather::stub
