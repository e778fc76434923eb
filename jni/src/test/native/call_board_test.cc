// The call board: ranks whose calls differ hear of it from whichever of them comes second, and
// nobody else does.
#include "core/call_board.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "check.h"
#include "process_group.h"
#include "process_info.h"
#include "random.h"
#include "shared_object.h"
#include "thread_group.h"

namespace zerogather::test {
namespace {

constexpr uint32_t kInt32 = 4;
constexpr uint32_t kFloat32 = 10;

// What a rank posts.
struct Note {
  Call call;
  std::string refusal;
};

Note Gather(uint64_t call, uint64_t elements, uint32_t dtype = kInt32) {
  return {{call, elements, dtype, CallKind::kGather}, ""};
}

Note Empty(uint64_t call, uint32_t dtype = kInt32) {
  return {{call, 0, dtype, CallKind::kEmpty}, ""};
}

Note Refused(uint64_t call, uint64_t elements, const std::string& why) {
  return {{call, elements, kInt32, CallKind::kRefused}, why};
}

// A board whose ranks are in this process.
class BoardGroup {
 public:
  explicit BoardGroup(int ranks) {
    ControlBlock first = ControlBlock::Create(CallBoard::GeometryFor(ranks), kCookie);
    for (int r = 0; r < ranks; ++r) {
      boards_.push_back(std::make_unique<CallBoard>(
          r == 0 ? first : ControlBlock::Attach(first.handle(), ranks, kCookie), r));
    }
    for (const auto& board : boards_) board->membership().WatchPeers();
  }

  int ranks() const { return static_cast<int>(boards_.size()); }
  CallBoard& rank(int rank) { return *boards_[static_cast<size_t>(rank)]; }
  bool Post(int rank, const Note& note) { return this->rank(rank).Post(note.call, note.refusal); }
  std::string Cause() { return rank(0).membership().PoisonText(); }

 private:
  std::vector<std::unique_ptr<CallBoard>> boards_;
};

void EqualCallsPass() {
  BoardGroup group(3);
  for (uint64_t n = 1; n <= 9; ++n) {
    for (int i = 0; i < group.ranks(); ++i) {
      // Every rank is first, second and last now and then.
      const int r = static_cast<int>((n + static_cast<uint64_t>(i)) % 3);
      const auto rank = static_cast<uint64_t>(r);
      switch (n % 3) {
        case 0:
          CHECK(group.Post(r, Gather(n, n * 10, kFloat32)));
          break;
        case 1:  // what the caller passed where nothing moves is no difference
          CHECK(group.Post(r, {{n, rank, static_cast<uint32_t>(r), CallKind::kEmpty}, ""}));
          break;
        default:
          CHECK(group.Post(r, Refused(n, rank, "fault " + std::to_string(r))));
      }
      CHECK_EQ(group.rank(0).Posted(r), n);
    }
  }
  CHECK_EQ(group.Cause(), "");
}

// In both orders; the text does not depend on the order.
void DifferenceIsNamed(const Note& zero, const Note& one, const std::string& cause) {
  const Scene scene(cause);
  for (const int first : {0, 1}) {
    BoardGroup group(2);
    for (int r = 0; r < 2; ++r) CHECK(group.Post(r, Gather(1, 8)));
    CHECK(group.Post(first, first == 0 ? zero : one));
    CHECK(!group.Post(1 - first, first == 0 ? one : zero));
    CHECK_EQ(group.Cause(), cause);
    // For good; what comes later is not noted.
    for (int r = 0; r < 2; ++r) {
      CHECK(!group.Post(r, Gather(3, 8)));
      CHECK_EQ(group.rank(0).Posted(r), 2U);
    }
    CHECK_EQ(group.Cause(), cause);
  }
}

void DifferencesAreNamed() {
  const std::string differ = "the ranks' calls differ: ";
  DifferenceIsNamed(
      Gather(2, 24), Gather(2, 23),
      differ + "rank 0: call 2, 24 elements of int32; rank 1: call 2, 23 elements of int32");
  DifferenceIsNamed(
      Gather(2, 1), Gather(2, 1, kFloat32),
      differ + "rank 0: call 2, 1 element of int32; rank 1: call 2, 1 element of float32");
  DifferenceIsNamed(
      Gather(2, 24), Gather(3, 24),
      differ + "rank 0: call 2, 24 elements of int32; rank 1: call 3, 24 elements of int32");
  DifferenceIsNamed(Gather(2, 24), Empty(2),
                    differ + "rank 0: call 2, 24 elements of int32; rank 1: call 2, empty");
  DifferenceIsNamed(Empty(2), Empty(3), differ + "rank 0: call 2, empty; rank 1: call 3, empty");
  DifferenceIsNamed(Gather(2, 24), Refused(2, uint64_t(-1), "the count is negative"),
                    differ +
                        "rank 0: call 2, 24 elements of int32; rank 1: call 2, -1 elements of "
                        "int32, refused: the count is negative");
  DifferenceIsNamed(Refused(2, 24, "the output is null"), Empty(2),
                    differ +
                        "rank 0: call 2, 24 elements of int32, refused: the output is null; "
                        "rank 1: call 2, empty");
  DifferenceIsNamed(Refused(2, 1, "left"), Refused(3, 1, ""),
                    differ +
                        "rank 0: call 2, 1 element of int32, refused: left; rank 1: call 3, 1 "
                        "element of int32, refused");
  DifferenceIsNamed(Gather(2, 24, 99), Gather(2, 24),
                    differ +
                        "rank 0: call 2, 24 elements of unknown(99); rank 1: call 2, 24 "
                        "elements of int32");
}

// Long refusals share what room there is, and push neither rank out of the cause.
void LongRefusalsAreCut() {
  BoardGroup group(2);
  CHECK(group.Post(0, Refused(2, 24, std::string(1000, 'x'))));
  CHECK(!group.Post(1, Refused(3, 24, std::string(1000, 'y'))));
  CHECK_CONTAINS(group.Cause(), "rank 0: call 2, 24 elements of int32, refused: xxxxxxxxxx");
  CHECK_CONTAINS(group.Cause(), "...; rank 1: call 3, 24 elements of int32, refused: yyyyyyyyyy");
  CHECK_CONTAINS(group.Cause(), "yy...");
  CHECK(group.Cause().size() < kTextBytes);
}

// With many ranks it takes one that is wrong.
void OneOfManyDiffers() {
  BoardGroup group(kMaxRanks);
  for (int r = 0; r < kMaxRanks; ++r) {
    if (r != 40) CHECK(group.Post(r, Gather(1, 5)));
  }
  CHECK(!group.Post(40, Gather(1, 6)));
  CHECK_EQ(group.Cause(),
           "the ranks' calls differ: rank 0: call 1, 5 elements of int32; rank 40: call 1, 6 "
           "elements of int32");
}

// Lets all threads go on at once, again and again.
class Gate {
 public:
  explicit Gate(int threads) : threads_(threads) {}
  void Pass() {
    const int target = ++arrived_ + threads_ - 1;
    const int round = (target / threads_) * threads_;
    // Spins first: a thread that has just been woken is late.
    for (int spins = 0; arrived_.load() < round; ++spins) {
      if (spins > kSpins) std::this_thread::yield();
    }
  }

 private:
  static constexpr int kSpins = 2000;

  const int threads_;
  std::atomic<int> arrived_{0};
};

// All ranks post each call at the same moment. One of them differs in its last call, in one way or
// another, or none does.
void RacingPosts(uint64_t seed) {
  const Scene scene("seed " + std::to_string(seed));
  Random random(seed);
  const auto ranks = static_cast<int>(2 + random.Below(3));
  const auto odd = static_cast<int>(random.Below(static_cast<uint64_t>(ranks) + 1));  // or none
  const uint64_t last = 1 + random.Below(30);
  Note wrong = Gather(last, last);
  switch (random.Below(4)) {
    case 0:
      wrong.call.elements += 1;
      break;
    case 1:
      wrong.call.dtype = kFloat32;
      break;
    case 2:
      wrong = Empty(last);
      break;
    default:
      wrong = Refused(last, last, "a fault");
  }
  BoardGroup group(ranks);
  Gate gate(ranks);
  std::atomic<int> heard{0};
  RunThreads(ranks, [&](int r) {
    for (uint64_t n = 1; n < last; ++n) {
      gate.Pass();
      CHECK(group.Post(r, Gather(n, n)));
    }
    gate.Pass();
    if (!group.Post(r, r == odd ? wrong : Gather(last, last))) ++heard;
  });
  if (odd == ranks) {
    CHECK_EQ(heard.load(), 0);
    CHECK_EQ(group.Cause(), "");
  } else {
    CHECK(heard.load() >= 1);
    CHECK_CONTAINS(group.Cause(), "rank " + std::to_string(odd) + ": call " + std::to_string(last));
    CHECK_CONTAINS(group.Cause(), ", " + std::to_string(last) +
                                      (last == 1 ? " element of int32" : " elements of int32"));
  }
}

// Two ranks differ again and again, within nanoseconds of each other: never do both miss it.
void SimultaneousPosts() {
  constexpr uint64_t kRounds = 30'000;
  BoardGroup group(2);
  Gate gate(2);
  std::atomic<int> heard{0};
  RunThreads(2, [&](int r) {
    for (uint64_t n = 1; n <= kRounds; ++n) {
      gate.Pass();
      if (!group.Post(r, Gather(n, static_cast<uint64_t>(r)))) ++heard;
      gate.Pass();
      if (r != 0) continue;
      CHECK(heard.exchange(0) >= 1);
      // The test's own way to go on with the same board.
      group.rank(0).membership().block().poisoner().store(0);
    }
  });
}

void RankMayBeFarAhead() {
  constexpr uint64_t kAhead = 1000;
  BoardGroup group(2);
  for (uint64_t n = 1; n <= kAhead; ++n) CHECK(group.Post(0, Gather(n, n)));
  for (uint64_t n = 1; n < kAhead; ++n) CHECK(group.Post(1, Gather(n, n)));
  CHECK(!group.Post(1, Gather(kAhead, 1)));
  CHECK_CONTAINS(group.Cause(), "rank 0: call 1000, 1000 elements of int32; rank 1: call 1000, 1 ");
}

void WhatLeftTheRingIsForgotten() {
  BoardGroup group(2);
  CHECK(group.Post(0, Gather(1, 7)));
  for (uint64_t n = 2; n <= kCallRing; ++n) CHECK(group.Post(0, Gather(n, n)));
  CHECK_CONTAINS(group.rank(1).Described(0, 1), "call 1, 7 elements of int32");
  CHECK(group.Post(0, Gather(kCallRing + 1, 5)));
  CHECK_EQ(group.rank(1).Described(0, 1), "");
  CHECK_EQ(group.rank(1).Described(0, 0), "");
  CHECK_EQ(group.rank(1).Described(0, kCallRing + 2), "");
  CHECK(group.Post(1, Gather(1, 8)));
  CHECK(!group.Post(1, Gather(2, 8)));
}

// Ranks at their own pace lap each other in the ring: no call is mistaken for another.
void LapsAreNoDifference() {
  constexpr uint64_t kCalls = 20 * kCallRing;
  BoardGroup group(3);
  RunThreads(3, [&](int r) {
    for (uint64_t n = 1; n <= kCalls; ++n) {
      if (n % 5 == 0) {
        CHECK(group.Post(r, Refused(n, n, "fault")));
      } else {
        CHECK(group.Post(r, Gather(n, 3 * n)));
      }
    }
  });
  CHECK_EQ(group.Cause(), "");
}

// Whoever reads while the owner writes gets a whole call or none.
void ReadersSeeWholeCalls() {
  constexpr uint64_t kCalls = 20 * kCallRing;
  BoardGroup group(2);
  const CallRing ring(&group.rank(1).membership().block().rank(0).calls);
  RunThreads(2, [&](int r) {
    if (r == 0) {
      for (uint64_t n = 1; n <= kCalls; ++n) {
        CHECK(group.Post(0,
                         Refused(n + 7, n * 3, std::string(200, static_cast<char>('a' + n % 26)))));
        group.rank(0).Complete(n);
      }
      return;
    }
    for (uint64_t posted = 0; posted < kCalls; posted = ring.posted()) {
      // The oldest is about to be overwritten, the newest has just been written.
      for (const uint64_t n : {posted, posted < kCallRing ? 0 : posted - kCallRing + 1}) {
        if (const std::optional<LoggedCall> logged = ring.Find(n)) {
          CHECK_EQ(logged->call.call, n + 7);
          CHECK_EQ(logged->call.elements, n * 3);
          CHECK(logged->call.kind == CallKind::kRefused);
          if (logged->completed_nanos) CHECK(*logged->completed_nanos >= logged->submitted_nanos);
        }
        const std::string why = ring.RefusalOf(n);
        CHECK(why.empty() || why == std::string(200, static_cast<char>('a' + n % 26)));
      }
    }
    CHECK(ring.Find(kCalls).has_value());
    CHECK_EQ(ring.RefusalOf(kCalls), std::string(200, static_cast<char>('a' + kCalls % 26)));
  });
}

void CompletionBelongsToItsCall() {
  BoardGroup group(1);
  CallBoard& board = group.rank(0);
  CHECK(group.Post(0, Gather(1, 24)));
  CHECK_CONTAINS(board.Described(0, 1), "call 1, 24 elements of int32, in flight for ");
  board.Complete(1);
  CHECK_CONTAINS(board.Described(0, 1), "call 1, 24 elements of int32, completed after ");
  CHECK(group.Post(0, Gather(2, 24)));
  for (uint64_t n = 3; n <= 2 + kCallRing; ++n) CHECK(group.Post(0, Gather(n, 24)));
  for (const uint64_t stale : {uint64_t{0}, uint64_t{2}, 3 + kCallRing}) board.Complete(stale);
  for (uint64_t n = 3; n <= 2 + kCallRing; ++n) {
    CHECK_CONTAINS(board.Described(0, n), "in flight");
  }
  CHECK(group.Post(0, Empty(1027)));
  CHECK_EQ(board.Described(0, 3 + kCallRing), "call 1027, empty");
  CHECK(group.Post(0, Refused(1028, 2, "why not")));
  CHECK_EQ(board.Described(0, 4 + kCallRing), "call 1028, 2 elements of int32, refused: why not");
}

void PositionsAreOneLine() {
  BoardGroup group(4);
  for (uint64_t n = 1; n <= 12; ++n) CHECK(group.Post(0, Gather(n, 24)));
  CHECK(group.Post(1, Gather(1, 24)));
  group.rank(1).Close();
  for (uint64_t n = 1; n <= 2; ++n) CHECK(group.Post(3, Gather(n, 24)));
  CHECK_EQ(group.rank(2).Positions(),
           "rank 0: 12 calls, last gather 12 of 24 int32; rank 1: 1 call, last gather 1 of 24 "
           "int32, closed; rank 2: 0 calls; rank 3: 2 calls, last gather 2 of 24 int32");
  BoardGroup others(2);
  CHECK(others.Post(0, Empty(3)));
  CHECK(!others.Post(1, Refused(3, 1, "no")));
  CHECK_EQ(others.rank(0).Positions(),
           "rank 0: 1 call, last call 3, empty; rank 1: 1 call, last call 3, refused");
}

// A poison from outside and differences that are found at the same time: one cause, heard by all.
void CausesCompete() {
  constexpr int kRanks = 4;
  for (int round = 0; round < 200; ++round) {
    BoardGroup group(kRanks);
    Gate gate(kRanks);
    std::atomic<int> winners{0};
    std::vector<std::string> heard(kRanks);
    RunThreads(kRanks, [&](int r) {
      gate.Pass();
      if (r < 2) {
        if (group.rank(r).membership().SetPoison("cause of " + std::to_string(r))) ++winners;
        CHECK(!group.Post(r, Gather(1, 1)));
      } else {
        while (group.Post(r, Gather(group.rank(r).Posted(r) + 1, static_cast<uint64_t>(r)))) {
        }
      }
      heard[static_cast<size_t>(r)] = group.rank(r).membership().PoisonText();
    });
    for (const std::string& text : heard) CHECK_EQ(text, heard[0]);
    const bool outside = heard[0].rfind("cause of ", 0) == 0;
    CHECK_EQ(winners.load(), outside ? 1 : 0);
    if (!outside) CHECK_CONTAINS(heard[0], "the ranks' calls differ: rank 2: ");
  }
}

// A rank that is a process of its own, from its fork to its end.
class ChildRank {
 public:
  ChildRank(const ControlBlock& block, int rank, const std::function<void(CallBoard&)>& body) {
    const pid_t parent = getpid();
    pid_ = fork();
    CHECK(pid_ >= 0);
    if (pid_ != 0) return;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    CallBoard board(ControlBlock::Attach(block.handle(), block.ranks(), kCookie), rank);
    body(board);
    _exit(0);
  }
  ChildRank(const ChildRank&) = delete;
  ChildRank& operator=(const ChildRank&) = delete;

  void Kill() const {
    CHECK_EQ(kill(pid_, SIGKILL), 0);
    const int status = Wait();
    CHECK(WIFSIGNALED(status));
  }
  void ExpectExit0() const { CHECK_EQ(Wait(), 0); }

 private:
  int Wait() const {
    int status = 0;
    AwaitCondition([&] { return waitpid(pid_, &status, WNOHANG) == pid_; });
    return status;
  }

  pid_t pid_ = 0;
};

void DeadAndClosedProcessesAreTold() {
  struct Signs {
    std::atomic<bool> end;
  };
  Shared<Signs> signs;
  constexpr int kRanks = 4;
  const ControlBlock block = ControlBlock::Create(CallBoard::GeometryFor(kRanks), kCookie);
  auto until_told = [&] { AwaitCondition([&] { return signs->end.load(); }); };
  const ChildRank killed(block, 1, [&](CallBoard&) { until_told(); });
  const ChildRank closed(block, 2, [&](CallBoard& board) {
    CHECK(board.Post(Gather(1, 2).call, ""));
    board.Close();
    until_told();
  });
  const ChildRank lives(block, 3, [&](CallBoard&) { until_told(); });
  CallBoard board(block, 0);
  for (int r = 1; r < kRanks; ++r) {
    AwaitCondition([&] { return block.rank(r).pid != 0; });
  }
  board.membership().WatchPeers();
  AwaitCondition([&] { return board.ClosedPeers() == Only(2); });
  CHECK_EQ(board.DeadPeers(), 0U);
  killed.Kill();
  CHECK_EQ(board.DeadPeers(), Only(1));
  signs->end = true;
  closed.ExpectExit0();
  lives.ExpectExit0();
  // The end of a rank that never closed is a death, however it ended.
  CHECK_EQ(board.DeadPeers(), Only(1) | Only(3));
  CHECK_EQ(board.ClosedPeers(), Only(2));
  CHECK_EQ(board.Posted(2), 1U);
  board.Close();
  CHECK_EQ(board.ClosedPeers(), Only(2));
}

void OpeningIsChecked() {
  for (const int ranks : {0, kMaxRanks + 1}) {
    CHECK_CONTAINS(
        ErrorOf([&] { ControlBlock::Create(CallBoard::GeometryFor(ranks), kCookie); }),
        "a control block for " + std::to_string(ranks) + " ranks: between 1 and 64 ranks");
  }
  const ControlBlock block = ControlBlock::Create(CallBoard::GeometryFor(2), kCookie);
  CallBoard board(block, 1);
  CHECK_CONTAINS(ErrorOf([&] { CallBoard(block, 1); }), "rank 1 has joined");
  CHECK_CONTAINS(ErrorOf([&] { board.membership().WatchPeers(); }), "rank 0 has not joined");
  for (const int rank : {-1, 2}) {
    const std::string name = "rank " + std::to_string(rank) + " of a board of 2 ranks";
    CHECK_EQ(ErrorOf([&] { (void)board.Posted(rank); }), name);
    CHECK_EQ(ErrorOf([&] { (void)board.Described(rank, 1); }), name);
  }
}

}  // namespace
}  // namespace zerogather::test

int main() {
  using namespace zerogather::test;
  const size_t descriptors = CountOpenDescriptors();
  const size_t mappings = CountMappings("memfd:");
  EqualCallsPass();
  DifferencesAreNamed();
  LongRefusalsAreCut();
  OneOfManyDiffers();
  const uint64_t seed = PrintedSeed("call_board_test");
  for (uint64_t round = 0; round < 500; ++round) RacingPosts(seed + round);
  SimultaneousPosts();
  RankMayBeFarAhead();
  WhatLeftTheRingIsForgotten();
  LapsAreNoDifference();
  ReadersSeeWholeCalls();
  CompletionBelongsToItsCall();
  PositionsAreOneLine();
  CausesCompete();
  DeadAndClosedProcessesAreTold();
  OpeningIsChecked();
  CHECK_EQ(CountOpenDescriptors(), descriptors);
  CHECK_EQ(CountMappings("memfd:"), mappings);
}
