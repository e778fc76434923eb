// Ranks that die, stop or leave: the others hear of it soon, by name, and no byte is wrong.
#include "core/liveness.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <memory>
#include <string>

#include "arena.h"
#include "check.h"
#include "checked_gather.h"
#include "hooked_device.h"
#include "process_group.h"
#include "process_info.h"
#include "random.h"
#include "shared_object.h"
#include "verdicts.h"

namespace zerogather::test {
namespace {

using Kind = Verdict::Kind;
using Clock = std::chrono::steady_clock;

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr std::chrono::seconds kSoon{10};
#else
constexpr std::chrono::seconds kSoon{2};
#endif

constexpr int kRanks = 3;
constexpr uint64_t kNever = ~uint64_t{0};

struct Board {
  std::atomic<uint64_t> gathers[kRanks];     // completed
  std::atomic<int64_t> heard_nanos[kRanks];  // when the rank heard of the group's end
};

int64_t NowNanos() { return Clock::now().time_since_epoch().count(); }

// Gathers of random sizes, staged and direct, until one does not succeed.
Verdict GatherUntilTheEnd(uint64_t seed, int rank, Transport* transport, Board* board) {
  constexpr size_t kMaxBytes = 20'000;
  Random random(seed);  // the same on all ranks
  Arena pool(&transport->pool(), ArenaBytesFor(kRanks, kMaxBytes));
  Arena foreign(ArenaBytesFor(kRanks, kMaxBytes));
  for (uint64_t call = 1;; ++call) {
    const size_t bytes = random.Below(kMaxBytes);
    Arena* arena = random.OneIn(2) ? &pool : &foreign;
    Verdict verdict = CheckedGather(transport, BytesCall(call, bytes), seed + call,
                                    SideBySide(arena, bytes, call % 64));
    if (!Succeeded(verdict)) {
      board->heard_nanos[rank] = NowNanos();
      return verdict;
    }
    ++board->gathers[rank];
  }
}

void ExpectEnd(const Verdict& verdict, Transport* transport, const std::string& cause) {
  CHECK_EQ(verdict.kind, Kind::kPoisoned);
  CHECK_CONTAINS(verdict.text, cause);
  // For good, and on every way in.
  CHECK_EQ(transport->Gather(BytesCall(1'000'000, 0)).text, verdict.text);
  CHECK_EQ(transport->Reject(1'000'001, 0, 0, "").text, verdict.text);
  CHECK_EQ(CountMappings("/dev/shm/"), 0U);
}

// The victim dies in its n-th device call, or, if that is kNever, from outside after some of its
// gathers.
void KilledRankIsNamed(uint64_t seed, int victim, uint64_t fatal_device_call, uint64_t gathers) {
  const Scene scene("seed " + std::to_string(seed));
  GroupOptions options;
  options.ranks = kRanks;
  options.device = [=](Membership* membership) {
    return std::make_unique<HookedDevice>(
        membership, [=, calls = uint64_t{0}](HookedDevice::Call, uint64_t) mutable {
          if (membership->rank() == victim && ++calls == fatal_device_call) (void)raise(SIGKILL);
          return true;
        });
  };
  Shared<Board> board;
  ProcessGroup group(options, [&](int rank, Transport& transport) {
    const Verdict verdict = GatherUntilTheEnd(seed, rank, &transport, &*board);
    ExpectEnd(verdict, &transport, "rank " + std::to_string(victim) + " died");
  });
  if (fatal_device_call == kNever) {
    AwaitCondition([&] { return board->gathers[victim] >= gathers; });
    group.Signal(victim, SIGKILL);
  }
  CHECK_EQ(group.Wait(victim), "signal 9");
  const int64_t died = NowNanos();
  for (int r = 0; r < kRanks; ++r) {
    if (r == victim) continue;
    CHECK_EQ(group.Wait(r), "exit 0");
    CHECK(std::chrono::nanoseconds(board->heard_nanos[r] - died) < kSoon);
  }
}

void KilledRanksAreNamed() {
  Random random(PrintedSeed("liveness_test"));
  for (int i = 0; i < 60; ++i) {
    const auto victim = static_cast<int>(random.Below(kRanks));
    const bool inside = random.OneIn(2);
    // After the first gather of the victim, all ranks have opened the group.
    KilledRankIsNamed(random.Next() >> 1, victim, inside ? 1 + random.Below(300) : kNever,
                      1 + random.Below(40));
  }
}

void StoppedRankIsNamedAtTheDeadline() {
  for (int victim = 0; victim < kRanks; ++victim) {
    GroupOptions options;
    options.ranks = kRanks;
    options.timeout = std::chrono::milliseconds(1500);
    Shared<Board> board;
    ProcessGroup group(options, [&](int rank, Transport& transport) {
      const Verdict verdict = GatherUntilTheEnd(7, rank, &transport, &*board);
      ExpectEnd(verdict, &transport, "did not come within 1.5 s");
      const size_t blamed =
          verdict.text.rfind("rank");  // "rank 1", or "ranks 0, 1" with one that waits itself
      CHECK_CONTAINS(verdict.text.substr(blamed), std::to_string(victim));
    });
    AwaitCondition([&] { return board->gathers[victim] >= 5; });
    group.Signal(victim, SIGSTOP);
    for (int r = 0; r < kRanks; ++r) {
      if (r != victim) CHECK_EQ(group.Wait(r), "exit 0");
    }
    // What it finds when it goes on is the same.
    group.Signal(victim, SIGCONT);
    CHECK_EQ(group.Wait(victim), "exit 0");
  }
}

void CloseBeforeTheEndIsNoDeath() {
  constexpr uint64_t kGathers = 5;
  for (int round = 0; round < 100; ++round) {
    GroupOptions options;
    options.ranks = kRanks;
    ProcessGroup group(options, [&](int rank, Transport& transport) {
      Arena arena(ArenaBytesFor(kRanks, 9000));
      uint64_t call = 1;
      Verdict verdict;
      for (;; ++call) {
        if (rank == 1 && call > kGathers) {
          transport.Close(kGathers);
          _exit(0);
        }
        verdict = CheckedGather(&transport, BytesCall(call, 9000), call, SideBySide(&arena, 9000));
        if (!Succeeded(verdict)) break;
      }
      CHECK_EQ(call, kGathers + 1);
      CHECK_EQ(verdict.kind, Kind::kClosed);
      CHECK_CONTAINS(verdict.text, "rank 1 closed the group after its call 5");
      CHECK_EQ(transport.Gather(BytesCall(call + 1, 0)).kind, Kind::kClosed);
    });
    group.ExpectAllExit0();
  }
}

void EndWithoutCloseIsADeath() {
  GroupOptions options;
  ProcessGroup group(options, [&](int rank, Transport& transport) {
    if (rank == 1) _exit(0);
    ExpectEnd(transport.Gather(BytesCall(1, 0)), &transport, "rank 1 died");
  });
  group.ExpectAllExit0();
}

void DeathWhileOpeningIsNamed() {
  const ControlBlock block = ControlBlock::Create(GroupOptions().geometry(), kCookie);
  Membership membership(block, 0, kPatience);
  membership.Join();
  CHECK_CONTAINS(ErrorOf([&] { membership.WatchPeers(); }), "rank 1 has not joined");
  const pid_t pid = fork();
  if (pid == 0) _exit(0);
  CHECK_EQ(waitpid(pid, nullptr, 0), pid);
  block.rank(1).pid = pid;
  CHECK_CONTAINS(ErrorOf([&] { membership.WatchPeers(); }),
                 "rank 1 (process " + std::to_string(pid) + ") ended while the group was opened");
}

void SeatsAreTakenOnce() {
  const ControlBlock block = ControlBlock::Create(GroupOptions().geometry(), kCookie);
  Membership first(block, 1, kPatience);
  first.Join();
  Membership second(block, 1, kPatience);
  CHECK_CONTAINS(ErrorOf([&] { second.Join(); }), "rank 1 has joined this control block already");
  for (const int rank : {-1, 2}) {
    CHECK_CONTAINS(ErrorOf([&] { Membership(block, rank, kPatience); }),
                   "rank " + std::to_string(rank) + " of a group of 2 ranks");
  }
  for (const int nanos : {0, -1}) {
    CHECK_CONTAINS(ErrorOf([&] { Membership(block, 0, std::chrono::nanoseconds(nanos)); }),
                   "must be positive");
  }
  // As good as none.
  const Membership patient(block, 0, std::chrono::nanoseconds::max());
  CHECK(patient.DeadlineFromNow() > Clock::now() + std::chrono::hours(1000));
}

}  // namespace
}  // namespace zerogather::test

int main() {
  using namespace zerogather::test;
  const size_t descriptors = CountOpenDescriptors();
  KilledRanksAreNamed();
  StoppedRankIsNamedAtTheDeadline();
  CloseBeforeTheEndIsNoDeath();
  EndWithoutCloseIsADeath();
  DeathWhileOpeningIsNamed();
  SeatsAreTakenOnce();
  CHECK_EQ(CountOpenDescriptors(), descriptors);
}
