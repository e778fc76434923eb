// The verdicts of a meeting: each is the same on every rank.
#include "core/meeting.h"

#include <unistd.h>

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "check.h"
#include "core/text.h"
#include "group_options.h"
#include "hooked_device.h"
#include "random.h"
#include "thread_group.h"
#include "verdicts.h"

namespace zerogather::test {
namespace {

using Kind = Verdict::Kind;
constexpr uint32_t kBfloat16 = 9;
constexpr uint32_t kFloat32 = 10;

// Ranks that only meet.
class MeetingGroup {
 public:
  explicit MeetingGroup(int ranks, std::chrono::nanoseconds timeout = kPatience) {
    GroupOptions options;
    options.ranks = ranks;
    ControlBlock block = ControlBlock::Create(options.geometry(), kCookie);
    for (int r = 0; r < ranks; ++r) {
      memberships_.push_back(std::make_unique<Membership>(block, r, timeout));
      meetings_.push_back(std::make_unique<Meeting>(memberships_.back().get()));
    }
  }

  int ranks() const { return static_cast<int>(memberships_.size()); }
  Membership& membership(int rank) { return *memberships_[static_cast<size_t>(rank)]; }
  Meeting& meeting(int rank) { return *meetings_[static_cast<size_t>(rank)]; }

  // All ranks meet, each with its own post.
  std::vector<Verdict> Meet(uint64_t number, const std::vector<PostBody>& bodies) {
    std::vector<Verdict> verdicts(bodies.size());
    RunThreads(static_cast<int>(bodies.size()), [&](int r) {
      const auto index = static_cast<size_t>(r);
      verdicts[index] = meeting(r).Meet(number, bodies[index]);
    });
    return verdicts;
  }

 private:
  std::vector<std::unique_ptr<Membership>> memberships_;
  std::vector<std::unique_ptr<Meeting>> meetings_;
};

PostBody Post(uint64_t call, uint64_t count, uint32_t dtype = kFloat32) {
  PostBody body;
  body.call = call;
  body.count = count;
  body.dtype = dtype;
  return body;
}

// The verdict that all of them are.
Verdict Common(const std::vector<Verdict>& verdicts) {
  for (const Verdict& verdict : verdicts) {
    CHECK_EQ(verdict.kind, verdicts[0].kind);
    CHECK_EQ(verdict.leave, verdicts[0].leave);
    CHECK_EQ(verdict.text, verdicts[0].text);
  }
  return verdicts[0];
}

void EqualCallsAreStaged() {
  for (const int ranks : {1, 2, 3, kMaxRanks}) {
    MeetingGroup group(ranks);
    const std::vector<PostBody> posts(static_cast<size_t>(ranks), Post(1, 100));
    const Verdict verdict = Common(group.Meet(1, posts));
    CHECK_EQ(verdict.kind, Kind::kStaged);
    CHECK(!verdict.leave);
    CHECK_EQ(verdict.text, "");
  }
}

void UnequalCallsAreRejectedEverywhere() {
  struct Case {
    PostBody odd;
    const char* described;
  };
  const std::array<Case, 4> cases = {
      Case{Post(7, 101), "rank 2 made call 7 with count=101 dtype=float32"},
      Case{Post(7, 100, kBfloat16), "rank 2 made call 7 with count=100 dtype=bfloat16"},
      Case{Post(8, 100), "rank 2 made call 8 with count=100 dtype=float32"},
      Case{Post(7, ~uint64_t{0}, 99), "rank 2 made call 7 with count=-1 dtype=unknown(99)"}};
  MeetingGroup group(3);
  uint64_t number = 0;
  for (const Case& one : cases) {
    const Verdict verdict = Common(group.Meet(++number, {Post(7, 100), Post(7, 100), one.odd}));
    CHECK_EQ(verdict.kind, Kind::kRejected);
    CHECK_CONTAINS(verdict.text, "gather " + std::to_string(number));
    CHECK_CONTAINS(verdict.text, "rank 0 made call 7 with count=100 dtype=float32");
    CHECK_CONTAINS(verdict.text, one.described);
    // The group lives.
    CHECK_EQ(Common(group.Meet(++number, {Post(9, 1), Post(9, 1), Post(9, 1)})).kind,
             Kind::kStaged);
  }
}

void RefusedCallFailsEverywhere() {
  MeetingGroup group(3);
  PostBody refused = Post(1, 100);
  refused.flags = kPostError;
  WriteText("the output is too small", refused.text);
  const Verdict verdict = Common(group.Meet(1, {Post(1, 100), refused, Post(1, 100)}));
  CHECK_EQ(verdict.kind, Kind::kRejected);
  CHECK_CONTAINS(verdict.text, "rank 1 made call 1");
  CHECK_CONTAINS(verdict.text, "refused it: the output is too small");
}

void FlagsHaveAnOrder() {
  struct Case {
    uint32_t flags;
    uint64_t count;  // of the others: 100
    Kind kind;
    bool leave;
  };
  const std::array<Case, 7> cases = {Case{kPostCapture, 100, Kind::kCapture, false},
                                     Case{kPostLeave, 100, Kind::kLeave, true},
                                     Case{kPostLeave | kPostCapture, 100, Kind::kLeave, true},
                                     Case{kPostCapture, 99, Kind::kRejected, false},
                                     Case{kPostLeave, 99, Kind::kRejected, true},
                                     Case{kPostError | kPostLeave, 100, Kind::kRejected, true},
                                     Case{0, 100, Kind::kStaged, false}};
  MeetingGroup group(3);
  uint64_t number = 0;
  for (const Case& one : cases) {
    const Scene scene("flags " + std::to_string(one.flags));
    PostBody flagged = Post(1, one.count);
    flagged.flags = one.flags;
    for (size_t who = 0; who < 3; ++who) {
      std::vector<PostBody> posts(3, Post(1, 100));
      posts[who] = flagged;
      const Verdict verdict = Common(group.Meet(++number, posts));
      CHECK_EQ(verdict.kind, one.kind);
      CHECK_EQ(verdict.leave, one.leave);
    }
  }
}

void DirectNeedsEveryShardImportedEverywhere() {
  // Rank r's shard lies in its segment 5 + r, and every rank has handled just that of every other.
  std::vector<PostBody> all(3, Post(1, 100));
  for (size_t r = 0; r < 3; ++r) {
    all[r].shard = {5 + r, 64 * r};
    for (size_t owner = 0; owner < 3; ++owner) {
      if (owner != r) all[r].handled[owner] = 5 + owner;
    }
  }
  MeetingGroup group(3);
  uint64_t number = 0;
  auto kind_with = [&](const std::function<void(std::vector<PostBody>&)>& change) {
    std::vector<PostBody> posts = all;
    change(posts);
    return Common(group.Meet(++number, posts)).kind;
  };
  CHECK_EQ(kind_with([](auto&) {}), Kind::kDirect);
  for (int reader = 0; reader < 3; ++reader) {
    for (int owner = 0; owner < 3; ++owner) {
      CHECK_EQ(group.meeting(reader).ShardOf(owner, number).segment,
               static_cast<uint64_t>(5 + owner));
      CHECK_EQ(group.meeting(reader).ShardOf(owner, number).offset,
               static_cast<uint64_t>(64 * owner));
    }
  }
  CHECK_EQ(kind_with([](auto& posts) { posts[1].shard.segment = 0; }), Kind::kStaged);
  CHECK_EQ(kind_with([](auto& posts) { posts[2].handled[0] = 4; }), Kind::kStaged);
  CHECK_EQ(kind_with([](auto& posts) { posts[2].handled[0] = 9; }), Kind::kDirect);
  auto refuse = [](PostBody* post, uint32_t owner, uint64_t segment) {
    post->refused[post->refusals++] = {owner, segment};
  };
  CHECK_EQ(kind_with([&](auto& posts) { refuse(&posts[0], 2, 7); }), Kind::kStaged);
  CHECK_EQ(kind_with([&](auto& posts) {
             refuse(&posts[0], 2, 6);  // not the one in use
             refuse(&posts[0], 1, 7);  // nor this
           }),
           Kind::kDirect);
  CHECK_EQ(kind_with([&](auto& posts) {
             for (uint64_t i = 0; i < kMaxRefusals - 1; ++i) refuse(&posts[1], 0, 100 + i);
             refuse(&posts[1], 0, 5);
           }),
           Kind::kStaged);
  CHECK_EQ(kind_with([](auto& posts) { posts[1].refusals = kMaxRefusals + 1; }), Kind::kStaged);
}

// A rank that runs ahead by one overwrites only what everybody has read.
void FastRanksOverwriteNothing() {
  constexpr uint64_t kGathers = 1000;
  constexpr int kRanks = 4;
  MeetingGroup group(kRanks);
  RunThreads(kRanks, [&](int r) {
    const Scene scene("rank " + std::to_string(r));
    Random random(static_cast<uint64_t>(r));
    auto offset = [](int owner, uint64_t number) {
      return Mix(number * kRanks + static_cast<uint64_t>(owner));
    };
    for (uint64_t number = 1; number <= kGathers; ++number) {
      PostBody body = Post(number, number);
      body.shard = {1, offset(r, number)};
      for (uint64_t& handled : body.handled) handled = 1;
      CHECK_EQ(group.meeting(r).Meet(number, body).kind, Kind::kDirect);
      if (r == kRanks - 1) std::this_thread::yield();
      for (int owner = 0; owner < kRanks; ++owner) {
        CHECK_EQ(group.meeting(r).ShardOf(owner, number).offset, offset(owner, number));
      }
    }
  });
}

// The same with Transport, whose ranks also store call words.
std::vector<Verdict> GatherAll(ThreadGroup* group, const std::vector<GatherCall>& calls) {
  std::vector<Verdict> verdicts(calls.size());
  group->Run([&](int r, Transport& transport) {
    const auto index = static_cast<size_t>(r);
    std::vector<std::byte> shard(calls[index].count * calls[index].element_bytes);
    std::vector<std::byte> output(shard.size() * calls.size());
    GatherCall call = calls[index];
    call.input = shard.data();
    call.output = output.data();
    verdicts[index] = transport.Gather(call);
  });
  return verdicts;
}

GatherCall Call(uint64_t call, uint64_t count, uint32_t dtype = kFloat32) {
  GatherCall gather;
  gather.call = call;
  gather.count = count;
  gather.dtype = dtype;
  gather.element_bytes = 4;
  return gather;
}

// A rank that waits must not take a call number ahead of its own for another route: the peer is on
// its way here.
void UnequalCallNumbersAreAlwaysRejected() {
  GroupOptions options;
  options.device = [](Membership* membership) {
    return std::make_unique<HookedDevice>(
        membership, [membership](HookedDevice::Call call, uint64_t) {
          // Between this rank's call word and its post.
          if (call == HookedDevice::Call::kImport && membership->rank() == 1) usleep(15'000);
          return true;
        });
  };
  ThreadGroup group(options);
  uint64_t call = 0;
  for (int i = 0; i < 10; ++i, call += 2) {
    std::byte* segment = group.rank(0).pool().Allocate(1);  // makes rank 1 import
    const Verdict verdict = Common(GatherAll(&group, {Call(call + 1, 10), Call(call + 2, 10)}));
    CHECK_EQ(verdict.kind, Kind::kRejected);
    CHECK_CONTAINS(verdict.text, "rank 0 made call " + std::to_string(call + 1));
    CHECK_CONTAINS(verdict.text, "rank 1 made call " + std::to_string(call + 2));
    CHECK(group.rank(0).pool().Free(segment));
  }
}

void RejectEndsThePeersCall() {
  ThreadGroup group({});
  Verdict refused;
  Verdict quoted;
  RunThreads(2, [&](int r) {
    if (r == 0) {
      refused = group.rank(0).Reject(1, ~uint64_t{0}, kFloat32, "count is negative");
    } else {
      GatherCall call = Call(1, 0);
      quoted = group.rank(1).Gather(call);
    }
  });
  const Verdict verdict = Common({refused, quoted});
  CHECK_EQ(verdict.kind, Kind::kRejected);
  CHECK_CONTAINS(verdict.text, "rank 0 made call 1 with count=-1");
  CHECK_CONTAINS(verdict.text, "count is negative");
  CHECK_EQ(Common(GatherAll(&group, {Call(2, 3), Call(2, 3)})).kind, Kind::kStaged);
}

void CaptureHoldsForOneGather() {
  ThreadGroup group({});
  GatherCall capturing = Call(1, 10);
  capturing.capturing = true;
  CHECK_EQ(Common(GatherAll(&group, {Call(1, 10), capturing})).kind, Kind::kCapture);
  CHECK_EQ(Common(GatherAll(&group, {Call(2, 10), Call(2, 10)})).kind, Kind::kStaged);
}

void ClosedPeerIsNamed() {
  GroupOptions options;
  options.ranks = 3;
  ThreadGroup group(options);
  CHECK_EQ(Common(GatherAll(&group, {Call(4, 10), Call(4, 10), Call(4, 10)})).kind, Kind::kStaged);
  for (uint64_t call = 5; call < 10; ++call) {  // the group stays closed
    std::vector<Verdict> verdicts(2);
    RunThreads(3, [&](int r) {
      if (r == 2) {
        if (call == 5) group.rank(2).Close(4);
        return;
      }
      std::vector<std::byte> memory(160);
      GatherCall gather = Call(call, 10);
      gather.input = memory.data();
      gather.output = memory.data() + 40;
      verdicts[static_cast<size_t>(r)] = group.rank(r).Gather(gather);
    });
    for (int r = 0; r < 2; ++r) {
      const Verdict& verdict = verdicts[static_cast<size_t>(r)];
      CHECK_EQ(verdict.kind, Kind::kClosed);
      CHECK_CONTAINS(verdict.text, "rank 2 closed the group after its call 4");
      // What the first call that found it closed said holds for all later ones.
      CHECK_CONTAINS(verdict.text, "rank " + std::to_string(r) + " made call 5");
    }
  }
  CHECK(!group.rank(0).membership().poisoned());
}

void NobodyPostsAfterAPeerHasClosed() {
  GroupOptions options;
  options.ranks = 2;
  ThreadGroup group(options);
  group.Run([&](int r, Transport& transport) {
    CHECK_EQ(transport.Reject(1, 0, kFloat32, "rank " + std::to_string(r)).kind, Kind::kRejected);
  });
  group.rank(1).Close(1);
  for (uint64_t call = 2; call <= 4; ++call) {
    CHECK_EQ(group.rank(0).Gather(Call(call, 0)).kind, Kind::kClosed);
  }
  CHECK_EQ(group.rank(0).Reject(5, 0, kFloat32, "late").kind, Kind::kClosed);
  // A slower peer may still have to read the post of gather 1, in the entry that gather 3 would
  // use.
  const Membership& membership = group.rank(0).membership();
  CHECK_EQ(membership.block().rank(0).posts[1].number.load(), uint64_t{1});
}

void ImpossibleSizesAreRejectedEverywhere() {
  GroupOptions options;
  options.ranks = 2;
  ThreadGroup group(options);
  group.Run([&](int r, Transport& transport) {
    GatherCall call = Call(1, uint64_t{1} << 62 << r);
    call.element_bytes = 4;
    const Verdict verdict = transport.Gather(call);
    CHECK_EQ(verdict.kind, Kind::kRejected);
    CHECK_CONTAINS(verdict.text, "do not fit 64 bits");
  });
  group.Run([](int, Transport& transport) {
    const Verdict verdict = transport.Gather(Call(2, 1));
    CHECK_EQ(verdict.kind, Kind::kRejected);
    CHECK_CONTAINS(verdict.text, "at address 0");
  });
}

void OtherRoutePoisons() {
  GroupOptions options;
  options.ranks = 3;
  ThreadGroup group(options);
  for (int r = 0; r < 3; ++r) group.rank(r).Announce(1);
  std::vector<Verdict> verdicts(3);
  group.Run([&](int r, Transport& transport) {
    if (r == 1) {
      transport.Announce(2);
      return;
    }
    std::vector<std::byte> memory(160);
    GatherCall call = Call(2, 10);
    call.input = memory.data();
    call.output = memory.data() + 40;
    verdicts[static_cast<size_t>(r)] = transport.Gather(call);
  });
  verdicts[1] = group.rank(1).Gather(Call(3, 0));
  const Verdict verdict = Common(verdicts);
  CHECK_EQ(verdict.kind, Kind::kPoisoned);
  CHECK_CONTAINS(verdict.text, "made call 2 with count=10");
  CHECK_CONTAINS(verdict.text, "rank 1 took another route with its call 2");
}

void MissingRankIsNamedAtTheDeadline() {
  GroupOptions options;
  options.ranks = 4;
  options.timeout = std::chrono::milliseconds(200);
  ThreadGroup group(options);
  std::vector<Verdict> verdicts(4);
  group.Run([&](int r, Transport& transport) {
    if (r == 1) return;
    verdicts[static_cast<size_t>(r)] = transport.Gather(Call(1, 0));
  });
  verdicts[1] = group.rank(1).Reject(1, 0, kFloat32, "too late");
  const Verdict verdict = Common(verdicts);
  CHECK_EQ(verdict.kind, Kind::kPoisoned);
  CHECK_CONTAINS(verdict.text, "the meeting of gather 1");
  CHECK_CONTAINS(verdict.text, "made call 1 with count=0");
  // A rank whose thread came late may be named with it.
  CHECK_CONTAINS(verdict.text, "did not come within 0.2 s");
  // "rank 1 did not come" or "ranks 1, 2 did not come": the names stand at the end.
  CHECK_CONTAINS(verdict.text.substr(verdict.text.rfind("rank")), "1");
}

void LongTextsAreCutBetweenCharacters() {
  char field[8];
  WriteText("1234567", field);
  CHECK_EQ(ReadText(field), "1234567");
  WriteText("12345678", field);
  CHECK_EQ(ReadText(field), "1234567");
  WriteText("12345\xc3\xa9", field);
  CHECK_EQ(ReadText(field), "12345\xc3\xa9");
  WriteText("123456\xc3\xa9", field);
  CHECK_EQ(ReadText(field), "123456");
  WriteText("", field);
  CHECK_EQ(ReadText(field), "");
}

}  // namespace
}  // namespace zerogather::test

int main() {
  using namespace zerogather::test;
  EqualCallsAreStaged();
  UnequalCallsAreRejectedEverywhere();
  RefusedCallFailsEverywhere();
  FlagsHaveAnOrder();
  DirectNeedsEveryShardImportedEverywhere();
  FastRanksOverwriteNothing();
  UnequalCallNumbersAreAlwaysRejected();
  RejectEndsThePeersCall();
  CaptureHoldsForOneGather();
  ClosedPeerIsNamed();
  NobodyPostsAfterAPeerHasClosed();
  ImpossibleSizesAreRejectedEverywhere();
  OtherRoutePoisons();
  MissingRankIsNamedAtTheDeadline();
  LongTextsAreCutBetweenCharacters();
}
