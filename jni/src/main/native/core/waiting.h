// How a rank waits for words that its peers write: a short spin, then sleep on its own doorbell.
// Nothing here blocks for longer than 5 ms at a time, so deaths, poison and deadlines are noticed
// even if a wake-up is lost.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "core/control_block.h"

namespace zerogather {

// Ranks on this node against the cores that this process may use (affinity mask and cgroup quota).
bool IsOversubscribed(int ranks);
int UsableCores();

class Doorbells {
 public:
  Doorbells(const ControlBlock* block, int rank, bool oversubscribed)
      : block_(block), rank_(rank), oversubscribed_(oversubscribed) {}

  // Wakes a rank if it sleeps. The caller has stored the word before, sequentially consistent.
  void Ring(int rank) const;
  void RingAll() const;

  // Spins up to 50 us, then sleeps up to 5 ms, until `ready()`; returns its last value.
  template <typename Ready>
  bool WaitBriefly(Ready&& ready) const {
    const auto limit = std::chrono::steady_clock::now() + kSpin;
    do {
      for (int i = 0; i < kPollsPerClock; ++i) {
        if (ready()) return true;
        Pause();
      }
    } while (std::chrono::steady_clock::now() < limit);
    return Sleep([&] { return ready(); });
  }

 private:
  static constexpr std::chrono::microseconds kSpin{50};
  static constexpr int kPollsPerClock = 8;

  void Pause() const;
  void SleepOn(uint32_t seen) const;

  template <typename Ready>
  bool Sleep(Ready&& ready) const {
    Doorbell& mine = block_->rank(rank_).doorbell;
    const uint32_t seen = mine.bell.load(std::memory_order_seq_cst);
    mine.asleep.fetch_add(1, std::memory_order_seq_cst);
    bool done = ready();  // after announcing the sleep, so that no wake-up is lost
    if (!done) SleepOn(seen);
    mine.asleep.fetch_sub(1, std::memory_order_seq_cst);
    return done || ready();
  }

  const ControlBlock* block_;
  int rank_;
  bool oversubscribed_;
};

}  // namespace zerogather
