// Doorbells: no wake-up is lost, and no wait is long.
#include "core/waiting.h"

#include <sched.h>

#include <atomic>
#include <chrono>

#include "check.h"
#include "core/control_block.h"
#include "group_options.h"
#include "process_group.h"
#include "thread_group.h"

namespace zerogather::test {
namespace {

using Clock = std::chrono::steady_clock;

// Two ranks take turns, at full speed or each only once the other has gone to sleep.
void TakeTurns(const ControlBlock& block, int rank, bool oversubscribed, uint64_t turns,
               bool asleep) {
  const Doorbells bells(&block, rank, oversubscribed);
  Counter& mine = block.rank(rank).ready;
  const Counter& other = block.rank(1 - rank).ready;
  const Doorbell& bell = block.rank(1 - rank).doorbell;
  for (uint64_t turn = 1; turn <= turns; ++turn) {
    const uint64_t awaited = rank == 0 ? turn - 1 : turn;
    while (!bells.WaitBriefly([&] { return other.load(std::memory_order_seq_cst) >= awaited; })) {
    }
    const bool is_waiting = rank == 1 || turn > 1;
    while (asleep && is_waiting && turn < turns && bell.asleep.load() == 0) sched_yield();
    mine.store(turn, std::memory_order_seq_cst);
    bells.Ring(1 - rank);
  }
}

void NoWakeUpIsLost(bool oversubscribed, bool asleep) {
  const Scene scene(oversubscribed ? "oversubscribed" : "a core for each");
  const uint64_t turns = asleep ? 4000 : 20'000;
  const ControlBlock block = ControlBlock::Create(GroupOptions().geometry(), kCookie);
  const auto start = Clock::now();
  RunThreads(2, [&](int rank) { TakeTurns(block, rank, oversubscribed, turns, asleep); });
  // A lost wake-up costs 5 ms: if all were lost, 40 s.
  if (asleep) CHECK(Clock::now() - start < std::chrono::seconds(20));
  CHECK_EQ(block.rank(0).ready.load(), turns);
  CHECK_EQ(block.rank(0).doorbell.asleep.load(), 0U);
  CHECK_EQ(block.rank(1).doorbell.asleep.load(), 0U);
}

void ProcessesWakeEachOther() {
  GroupOptions options;
  ProcessGroup group(options, [](int rank, Transport& transport) {
    TakeTurns(transport.membership().block(), rank, true, 2000, true);
  });
  group.ExpectAllExit0();
}

void WaitsAreBrief() {
  const ControlBlock block = ControlBlock::Create(GroupOptions().geometry(), kCookie);
  for (const bool oversubscribed : {false, true}) {
    const Doorbells bells(&block, 0, oversubscribed);
    CHECK(bells.WaitBriefly([] { return true; }));
    const auto start = Clock::now();
    int asked = 0;
    CHECK(!bells.WaitBriefly([&] { return ++asked < 0; }));
    CHECK(asked > 2);
    const auto took = Clock::now() - start;
    CHECK(took >= std::chrono::microseconds(50));
    CHECK(took < std::chrono::seconds(5));  // 5 ms on an idle machine
    // Ready between the announcement of the sleep and the sleep itself.
    int calls = 0;
    const int last = asked;
    while (!bells.WaitBriefly([&] { return ++calls >= last; })) {
    }
  }
}

// A rank that was killed in its sleep leaves a sleeper behind that nobody is.
void DeadSleeperIsHarmless() {
  const ControlBlock block = ControlBlock::Create(GroupOptions().geometry(), kCookie);
  block.rank(1).doorbell.asleep.store(3);
  const Doorbells bells(&block, 0, false);
  bells.Ring(1);
  bells.RingAll();
  CHECK_EQ(block.rank(1).doorbell.bell.load(), 2U);
  CHECK_EQ(block.rank(0).doorbell.bell.load(), 0U);
}

void CoresAreCounted() {
  const int cores = UsableCores();
  CHECK(cores >= 1);
  CHECK(!IsOversubscribed(1));
  CHECK(!IsOversubscribed(cores));
  CHECK(IsOversubscribed(cores + 1));
}

}  // namespace
}  // namespace zerogather::test

int main() {
  using namespace zerogather::test;
  ProcessesWakeEachOther();
  for (const bool oversubscribed : {false, true}) {
    for (const bool asleep : {false, true}) NoWakeUpIsLost(oversubscribed, asleep);
  }
  WaitsAreBrief();
  DeadSleeperIsHarmless();
  CoresAreCounted();
}
