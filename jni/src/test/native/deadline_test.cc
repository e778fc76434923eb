// A rank that arrives right at the deadline: the ranks agree at the latest with their next gather,
// and no byte is wrong.
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "arena.h"
#include "check.h"
#include "checked_gather.h"
#include "random.h"
#include "thread_group.h"
#include "verdicts.h"

namespace zerogather::test {
namespace {

using Kind = Verdict::Kind;

// Both gathers of each rank.
struct Outcome {
  Verdict first;
  Verdict second;
};

bool ArriveAtTheDeadline(uint64_t seed, int ranks, size_t bytes, bool direct) {
  constexpr std::chrono::microseconds kTimeout{400};
  GroupOptions options;
  options.ranks = ranks;
  options.chunk_bytes = 256;
  options.timeout = kTimeout;
  ThreadGroup group(options);
  std::vector<std::unique_ptr<Arena>> arenas;
  for (int r = 0; r < ranks; ++r) {
    const size_t size = ArenaBytesFor(ranks, bytes);
    arenas.push_back(direct ? std::make_unique<Arena>(&group.rank(r).pool(), size)
                            : std::make_unique<Arena>(size));
  }
  std::vector<Outcome> outcomes(static_cast<size_t>(ranks));
  const auto start = std::chrono::steady_clock::now() + std::chrono::milliseconds(1);
  group.Run([&](int r, Transport& transport) {
    Random random(seed + static_cast<uint64_t>(r));
    Arena* arena = arenas[static_cast<size_t>(r)].get();
    Outcome& outcome = outcomes[static_cast<size_t>(r)];
    const auto arrival = start + std::chrono::microseconds(r == 0 ? 0 : random.Below(1000));
    while (std::chrono::steady_clock::now() < arrival) usleep(10);
    outcome.first = CheckedGather(&transport, BytesCall(1, bytes), 1, SideBySide(arena, bytes));
    // Not in the same memory: after poison, a peer may still read the shard of the first.
    outcome.second = transport.Gather(BytesCall(2, 0));
  });

  std::string cause;
  bool poisoned = false;
  for (const Outcome& outcome : outcomes) {
    for (const Verdict& verdict : {outcome.first, outcome.second}) {
      CHECK(Succeeded(verdict) || verdict.kind == Kind::kPoisoned);
      if (verdict.kind != Kind::kPoisoned) continue;
      poisoned = true;
      if (cause.empty()) cause = verdict.text;
      CHECK_EQ(verdict.text, cause);
    }
    // Poison is for good.
    CHECK(outcome.first.kind != Kind::kPoisoned || outcome.second.kind == Kind::kPoisoned);
  }
  if (poisoned) {
    CHECK_CONTAINS(cause, "did not come within 0.0004 s");
    CHECK(cause.find("ranks  did") == std::string::npos);
  }
  for (int r = 0; r < ranks; ++r) {
    CHECK_EQ(group.rank(r).membership().poisoned(), poisoned);
    // A rank whose second gather had completed already learns it with the next.
    if (poisoned) CHECK_EQ(group.rank(r).Gather(BytesCall(3, 0)).kind, Kind::kPoisoned);
  }
  return poisoned;
}

}  // namespace
}  // namespace zerogather::test

int main() {
  using namespace zerogather::test;
  const uint64_t seed = PrintedSeed("deadline_test");
  Random random(seed);
  int poisoned = 0;
  constexpr int kRounds = 400;
  for (int round = 0; round < kRounds; ++round) {
    const Scene scene("round " + std::to_string(round));
    const int ranks = 2 + static_cast<int>(random.Below(3));
    const size_t bytes = random.Pick<size_t>({0, 100, 2304});
    if (ArriveAtTheDeadline(random.Next(), ranks, bytes, random.OneIn(2))) ++poisoned;
  }
  std::printf("%d of %d groups reached the deadline\n", poisoned, kRounds);
}
