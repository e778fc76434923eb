// The end of a group: the first cause survives, and everybody is woken to hear it.
#include <memory>
#include <string>
#include <vector>

#include "check.h"
#include "checked_gather.h"
#include "core/membership.h"
#include "process_group.h"
#include "thread_group.h"
#include "verdicts.h"

namespace zerogather::test {
namespace {

using Kind = Verdict::Kind;

std::string CauseOf(int rank) { return "cause of rank " + std::to_string(rank); }

void FirstCauseSurvives() {
  constexpr int kRanks = 4;
  for (int round = 0; round < 300; ++round) {
    GroupOptions options;
    options.ranks = kRanks;
    const ControlBlock block = ControlBlock::Create(options.geometry(), kCookie);
    std::vector<std::unique_ptr<Membership>> memberships;
    for (int r = 0; r < kRanks; ++r) {
      memberships.push_back(std::make_unique<Membership>(block, r, kPatience));
      CHECK(!memberships.back()->poisoned());
      CHECK_EQ(memberships.back()->PoisonText(), "");
    }
    std::vector<std::string> heard(kRanks);
    RunThreads(kRanks, [&](int r) {
      Membership& membership = *memberships[static_cast<size_t>(r)];
      const bool first = membership.SetPoison(CauseOf(r));
      CHECK(membership.poisoned());
      heard[static_cast<size_t>(r)] = membership.PoisonText();
      CHECK_EQ(first, heard[static_cast<size_t>(r)] == CauseOf(r));
      CHECK(!membership.SetPoison("a later cause"));
    });
    for (int r = 0; r < kRanks; ++r) {
      CHECK_EQ(heard[static_cast<size_t>(r)], heard[0]);
      CHECK_EQ(memberships[static_cast<size_t>(r)]->PoisonText(), heard[0]);
    }
    CHECK_CONTAINS(heard[0], "cause of rank ");
  }
}

// Threads of one rank compete as well: the thread that meets, and whoever else finds the group
// dead.
void ThreadsOfOneRankCompete() {
  for (int round = 0; round < 300; ++round) {
    const ControlBlock block = ControlBlock::Create(GroupOptions().geometry(), kCookie);
    Membership membership(block, 0, kPatience);
    Membership peer(block, 1, kPatience);
    std::vector<std::string> heard(4);
    RunThreads(4, [&](int i) {
      if (i == 3) {
        AwaitCondition([&] { return peer.poisoned(); });
        heard[3] = peer.PoisonText();
      } else {
        membership.SetPoison(CauseOf(i));
        heard[static_cast<size_t>(i)] = membership.PoisonText();
      }
    });
    for (const std::string& text : heard) CHECK_EQ(text, heard[0]);
    CHECK_CONTAINS(heard[0], "cause of rank ");
  }
}

void LongCauseIsCut() {
  const ControlBlock block = ControlBlock::Create(GroupOptions().geometry(), kCookie);
  Membership membership(block, 0, kPatience);
  membership.SetPoison(std::string(10'000, 'x'));
  CHECK_EQ(membership.PoisonText(), std::string(kTextBytes - 1, 'x'));
}

// A cause names many ranks and still says what became of them.
void ManyRanksAreAbbreviated() {
  CHECK_EQ(Name(Only(3)), "rank 3");
  CHECK_EQ(Name(Only(0) | Only(63)), "ranks 0, 63");
  CHECK_EQ(Name(0xff), "ranks 0, 1, 2, 3, 4, 5, 6, 7");
  CHECK_EQ(Name(~RankSet{0} << 1), "ranks 1, 2, 3, 4, 5, 6, 7, 8 and 55 more");
}

void WaitersAreWoken() {
  GroupOptions options;
  options.ranks = 4;
  ThreadGroup group(options);
  std::vector<Verdict> verdicts(3);
  group.Run([&](int r, Transport& transport) {
    if (r == 3) {
      transport.membership().SetPoison("rank 3 gives up");
    } else {
      verdicts[static_cast<size_t>(r)] = transport.Gather(BytesCall(1, 0));
    }
  });
  for (const Verdict& verdict : verdicts) {
    CHECK_EQ(verdict.kind, Kind::kPoisoned);
    CHECK_EQ(verdict.text, "rank 3 gives up");
  }
  CHECK_EQ(group.rank(3).Gather(BytesCall(1, 0)).text, "rank 3 gives up");
  CHECK_EQ(group.rank(2).Reject(1, 0, 0, "no").text, "rank 3 gives up");
}

}  // namespace
}  // namespace zerogather::test

int main() {
  using namespace zerogather::test;
  FirstCauseSurvives();
  ThreadsOfOneRankCompete();
  LongCauseIsCut();
  ManyRanksAreAbbreviated();
  WaitersAreWoken();
}
