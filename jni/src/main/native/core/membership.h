// This rank's seat at a control block: whom it waits for, how long, and how it tells the others
// that the group is dead.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

#include "core/control_block.h"
#include "core/liveness.h"
#include "core/waiting.h"

namespace zerogather {

using RankSet = uint64_t;  // one bit per rank
static_assert(kMaxRanks <= 64, "a RankSet has 64 bits");
constexpr RankSet Only(int rank) { return RankSet{1} << rank; }
// "rank 3", "ranks 1, 2", "ranks 0, 1, 2, 3, 4, 5, 6, 7 and 24 more"
std::string Name(RankSet ranks);
// "1.5 s"
std::string Seconds(std::chrono::nanoseconds duration);

class Membership {
 public:
  using Clock = std::chrono::steady_clock;

  Membership(ControlBlock block, int rank, std::chrono::nanoseconds timeout);

  const ControlBlock& block() const { return block_; }
  int rank() const { return rank_; }
  int ranks() const { return block_.ranks(); }
  RankSet peers() const { return peers_; }
  RankBlock& mine() const { return block_.rank(rank_); }
  const Doorbells& bells() const { return bells_; }
  Clock::time_point DeadlineFromNow() const;

  // Publishes this process; then, once all ranks have, starts to watch them. Both throw Error.
  void Join();
  void WatchPeers() { liveness_.Watch(block_); }

  // Poison: the first cause survives; every waiting rank is woken. Any thread. SetPoison() returns
  // whether its text is that cause.
  bool poisoned() const;
  std::string PoisonText() const;
  bool SetPoison(std::string_view text);

  // Which of some ranks are processes that have ended without having closed the group.
  RankSet Dead(RankSet suspects) const;

  // Waits until ready(), for the ranks that missing() names. False: the group is poisoned, by this
  // rank if a missing rank died or `deadline` passed (`purpose` says what it was waited for).
  // interrupt() is asked at every wake-up and ends the wait by returning true; the caller knows
  // why.
  template <typename Ready, typename Missing, typename Purpose, typename Interrupt>
  bool Await(Clock::time_point deadline, Ready&& ready, Missing&& missing, Purpose&& purpose,
             Interrupt&& interrupt) {
    while (!poisoned()) {
      if (bells_.WaitBriefly([&] { return ready() || poisoned(); })) return !poisoned();
      if (interrupt()) return false;
      // All before ready() is asked for the last time: what a rank did before it died or came too
      // late counts.
      const RankSet suspects = missing();
      const RankSet dead = Dead(suspects);
      const bool late = Clock::now() >= deadline;
      if ((dead != 0 || late) && !ready()) Blame(dead, suspects, purpose());
    }
    return false;
  }

  template <typename Ready, typename Missing, typename Purpose>
  bool Await(Clock::time_point deadline, Ready&& ready, Missing&& missing, Purpose&& purpose) {
    return Await(deadline, ready, missing, purpose, [] { return false; });
  }

 private:
  void Blame(RankSet dead, RankSet missing, const std::string& purpose);

  ControlBlock block_;
  int rank_;
  RankSet peers_;
  std::chrono::nanoseconds timeout_;
  Doorbells bells_;
  Liveness liveness_;
  std::mutex last_words_;  // this rank's, in the control block
};

}  // namespace zerogather
