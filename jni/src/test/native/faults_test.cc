// Device calls that fail: the gather is completed by other means, then all ranks leave; what cannot
// be completed is the end of the group for all.
#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "arena.h"
#include "check.h"
#include "checked_gather.h"
#include "hooked_device.h"
#include "thread_group.h"
#include "verdicts.h"

namespace zerogather::test {
namespace {

using Kind = Verdict::Kind;
using Call = HookedDevice::Call;

constexpr int kRanks = 3;
constexpr size_t kChunk = 256;
constexpr size_t kBytes = 5 * kChunk + 3;

enum class Route { kDirect, kStaged };

// By rank: whether a device call may succeed.
using RankHook = std::function<bool(int rank, Call call, uint64_t nth)>;

GroupOptions OptionsWith(const RankHook& hook) {
  GroupOptions options;
  options.ranks = kRanks;
  options.chunk_bytes = kChunk;
  options.chunks = 3;
  options.device = [hook](Membership* membership) {
    return std::make_unique<HookedDevice>(membership, [hook, membership](Call call, uint64_t nth) {
      return hook(membership->rank(), call, nth);
    });
  };
  return options;
}

// Verdicts of some gathers, by gather and rank. Every byte of those that succeed is checked.
std::vector<std::vector<Verdict>> GatherTimes(int gathers, Route route, const RankHook& hook) {
  std::vector<std::vector<Verdict>> verdicts(static_cast<size_t>(gathers),
                                             std::vector<Verdict>(kRanks));
  ThreadGroup group(OptionsWith(hook));
  // One for each gather: after poison, a peer may still read the shard of the one that failed.
  std::vector<std::vector<std::unique_ptr<Arena>>> arenas(kRanks);
  for (int r = 0; r < kRanks; ++r) {
    const size_t size = ArenaBytesFor(kRanks, kBytes);
    for (int i = 0; i < gathers; ++i) {
      arenas[static_cast<size_t>(r)].push_back(
          route == Route::kDirect ? std::make_unique<Arena>(&group.rank(r).pool(), size)
                                  : std::make_unique<Arena>(size));
    }
  }
  group.Run([&](int r, Transport& transport) {
    const auto index = static_cast<size_t>(r);
    for (uint64_t call = 1; call <= static_cast<uint64_t>(gathers); ++call) {
      verdicts[call - 1][index] =
          CheckedGather(&transport, BytesCall(call, kBytes), call,
                        SideBySide(arenas[index][call - 1].get(), kBytes, call, call));
    }
  });
  return verdicts;
}

void ExpectAll(const std::vector<Verdict>& verdicts, Kind kind) {
  for (const Verdict& verdict : verdicts) {
    CHECK_EQ(verdict.kind, kind);
    CHECK_EQ(verdict.text, verdicts[0].text);
  }
}

Kind KindOf(Route route) { return route == Route::kDirect ? Kind::kDirect : Kind::kStaged; }

std::string Describe(Route route, Call call, uint64_t nth) {
  return (route == Route::kDirect ? "direct, call " : "staged, call ") +
         std::to_string(static_cast<int>(call)) + " number " + std::to_string(nth);
}

constexpr std::array<Call, 3> kReplaceable = {Call::kCopyAsync, Call::kSignal, Call::kWait};

// True if the n-th call happened in the first gather.
bool OneCallFails(Route route, Call failing, uint64_t nth_failing, bool on_all_ranks) {
  const Scene scene(Describe(route, failing, nth_failing) + (on_all_ranks ? " on all ranks" : ""));
  std::atomic<int> failures{0};
  const auto verdicts = GatherTimes(3, route, [&](int rank, Call call, uint64_t nth) {
    const bool fails = call == failing && nth == nth_failing && (on_all_ranks || rank == 1);
    if (fails) ++failures;
    return !fails;
  });
  ExpectAll(verdicts[0], KindOf(route));
  // The call may also have been one of the second gather.
  const bool left = verdicts[1][0].kind == Kind::kLeave;
  ExpectAll(verdicts[1], left ? Kind::kLeave : KindOf(route));
  if (left) ExpectAll(verdicts[2], Kind::kLeave);
  if (failures > 0 && !left) ExpectAll(verdicts[2], verdicts[2][0].kind);
  CHECK(!left || failures > 0);
  return left;
}

void EveryCallMayFailOnce() {
  for (const Route route : {Route::kDirect, Route::kStaged}) {
    for (const Call call : kReplaceable) {
      for (const bool on_all_ranks : {false, true}) {
        uint64_t nth = 1;
        while (OneCallFails(route, call, nth, on_all_ranks)) ++nth;
        CHECK(nth > 2);  // it did fail in the first gather
      }
    }
  }
}

void EveryCallMayFailAlways() {
  for (const Route route : {Route::kDirect, Route::kStaged}) {
    for (const bool on_all_ranks : {false, true}) {
      const auto verdicts = GatherTimes(2, route, [&](int rank, Call call, uint64_t) {
        const bool replaceable =
            std::find(kReplaceable.begin(), kReplaceable.end(), call) != kReplaceable.end();
        return !(replaceable && (on_all_ranks || rank == 1));
      });
      ExpectAll(verdicts[0], KindOf(route));
      ExpectAll(verdicts[1], Kind::kLeave);
    }
  }
}

void ExpectPoison(const std::vector<std::vector<Verdict>>& verdicts, const std::string& cause) {
  for (size_t r = 0; r < kRanks; ++r) {
    // A rank may have had everything it needed before.
    CHECK(Succeeded(verdicts[0][r]) || verdicts[0][r].kind == Kind::kPoisoned);
    CHECK_EQ(verdicts[1][r].kind, Kind::kPoisoned);
    CHECK_CONTAINS(verdicts[1][r].text, cause);
  }
  CHECK_EQ(verdicts[0][1].kind, Kind::kPoisoned);
}

void UnreplaceableFailurePoisons() {
  for (const Route route : {Route::kDirect, Route::kStaged}) {
    for (uint64_t failing = 1; failing <= 3; ++failing) {
      const Scene scene(Describe(route, Call::kCopySlow, failing));
      ExpectPoison(GatherTimes(2, route,
                               [&](int rank, Call call, uint64_t nth) {
                                 if (rank != 1) return true;
                                 return call != Call::kCopySlow &&
                                        (call != Call::kCopyAsync || nth != failing);
                               }),
                   "rank 1 could not copy in gather 1: the test lets this call fail");
    }
    for (uint64_t failing = 1; failing <= 3; ++failing) {
      const Scene scene(Describe(route, Call::kWaitEvent, failing));
      ExpectPoison(GatherTimes(2, route,
                               [&](int rank, Call call, uint64_t nth) {
                                 return rank != 1 || call != Call::kWaitEvent || nth != failing;
                               }),
                   "rank 1 could not copy in gather 1: the test lets this call fail");
    }
  }
}

// No memory in the middle of the steps: the peers must hear of it, since they count on this rank's.
void ExceptionPoisons() {
  for (const Route route : {Route::kDirect, Route::kStaged}) {
    for (const Call throwing : {Call::kCopyAsync, Call::kSignal, Call::kWait, Call::kJoin}) {
      const Scene scene(Describe(route, throwing, 1));
      ExpectPoison(GatherTimes(2, route,
                               [&](int rank, Call call, uint64_t) -> bool {
                                 if (rank == 1 && call == throwing) throw std::bad_alloc();
                                 return true;
                               }),
                   "rank 1 failed in gather 1: std::bad_alloc");
    }
  }
}

// No memory before the meeting: the rank leaves, and takes the others along.
void ExceptionBeforeTheMeetingLeaves() {
  const auto verdicts =
      GatherTimes(2, Route::kDirect, [&](int rank, Call call, uint64_t nth) -> bool {
        if (rank == 1 && call == Call::kImport && nth == 1) throw std::bad_alloc();
        return true;
      });
  ExpectAll(verdicts[0], Kind::kLeave);
  ExpectAll(verdicts[1], Kind::kLeave);
}

// An impaired rank leaves even if the gather at which it says so is rejected.
void LeaveSurvivesRejection() {
  ThreadGroup group(OptionsWith([](int rank, Call call, uint64_t nth) {
    return rank != 1 || call != Call::kSignal || nth != 1;
  }));
  std::vector<std::vector<Verdict>> verdicts(4, std::vector<Verdict>(kRanks));
  group.Run([&](int r, Transport& transport) {
    const auto index = static_cast<size_t>(r);
    Arena arena(ArenaBytesFor(kRanks, kBytes));
    for (uint64_t call = 1; call <= 4; ++call) {
      GatherCall gather = BytesCall(call, kBytes);
      if (call == 2 && r == 2) gather.dtype += 1;
      verdicts[call - 1][index] =
          CheckedGather(&transport, gather, call, SideBySide(&arena, kBytes));
    }
    CHECK_EQ(transport.Reject(5, 1, 1, "refused after leaving").kind, Kind::kLeave);
  });
  ExpectAll(verdicts[0], Kind::kStaged);
  ExpectAll(verdicts[1], Kind::kRejected);
  for (const Verdict& verdict : verdicts[1]) CHECK(verdict.leave);
  ExpectAll(verdicts[2], Kind::kLeave);
  ExpectAll(verdicts[3], Kind::kLeave);
}

}  // namespace
}  // namespace zerogather::test

int main() {
  using namespace zerogather::test;
  EveryCallMayFailOnce();
  EveryCallMayFailAlways();
  UnreplaceableFailurePoisons();
  ExceptionPoisons();
  ExceptionBeforeTheMeetingLeaves();
  LeaveSurvivesRejection();
}
