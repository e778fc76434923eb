// Random programs: every rank runs the same calls on memory of its own choice, at its own pace.
#include <unistd.h>

#include <algorithm>
#include <memory>
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

enum class Kindred { kGather, kAnnounce, kCapture, kReject, kMismatch };

// What all ranks do in one call.
struct Step {
  Kindred kind = Kindred::kGather;
  uint64_t count = 0;
  uint32_t element_bytes = 1;
  int odd_rank = 0;  // the one that refuses, differs or records
};

struct Program {
  GroupOptions options;
  std::vector<Step> steps;
  uint64_t seed = 0;
};

constexpr size_t kMaxShardBytes = 5000;

Program Generate(uint64_t seed) {
  Random random(seed);
  Program program;
  program.seed = seed;
  program.options.ranks = 1 + static_cast<int>(random.Below(5));
  program.options.chunk_bytes = random.Pick<uint32_t>({64, 128, 1024, 4096});
  program.options.chunks = random.Pick<uint32_t>({2, 3, 4});
  const size_t length = 4 + random.Below(20);
  const uint64_t chunk = program.options.chunk_bytes;
  for (size_t i = 0; i < length; ++i) {
    Step step;
    step.odd_rank = static_cast<int>(random.Below(static_cast<uint64_t>(program.options.ranks)));
    step.element_bytes = random.Pick<uint32_t>({1, 2, 4, 8});
    const uint64_t bytes =
        random.Pick<uint64_t>({0, 1, 63, 64, 65, chunk - 1, chunk, chunk + 1, 2 * chunk + 3,
                               random.Below(kMaxShardBytes), random.Below(300)});
    step.count = std::min<uint64_t>(bytes, kMaxShardBytes) / step.element_bytes;
    if (random.OneIn(6)) {
      step.kind = random.Pick(
          {Kindred::kAnnounce, Kindred::kCapture, Kindred::kReject, Kindred::kMismatch});
    }
    program.steps.push_back(step);
  }
  return program;
}

// One rank's memory and choices.
class Player {
 public:
  Player(const Program& program, Transport* transport)
      : program_(program),
        transport_(transport),
        rank_(transport->membership().rank()),
        random_(Mix(program.seed + static_cast<uint64_t>(rank_) + 1)),
        pool_(&transport->pool(), kArenaBytes),
        foreign_(kArenaBytes),
        output_(kArenaBytes) {}

  std::vector<Verdict> Play() {
    std::vector<Verdict> verdicts;
    for (size_t i = 0; i < program_.steps.size(); ++i) {
      const Scene scene("call " + std::to_string(i + 1));
      if (random_.OneIn(8)) usleep(static_cast<useconds_t>(random_.Below(300)));
      if (random_.OneIn(8)) transport_->Housekeep();
      verdicts.push_back(Take(program_.steps[i], i + 1));
    }
    return verdicts;
  }

  // Whether this rank's shard of a call lies in its pool memory, all of it beside its output.
  const std::vector<bool>& mappable() const { return mappable_; }

 private:
  static constexpr size_t kArenaBytes = ArenaBytesFor(5, kMaxShardBytes) + kMaxShardBytes;

  Verdict Take(const Step& step, uint64_t call) {
    mappable_.push_back(false);
    const bool odd = rank_ == step.odd_rank;
    GatherCall gather;
    gather.call = call;
    gather.count = step.count;
    gather.dtype = step.element_bytes;
    gather.element_bytes = step.element_bytes;
    switch (step.kind) {
      case Kindred::kAnnounce:
        transport_->Announce(call);
        return {Kind::kCapture, false, "announced"};
      case Kindred::kReject:
        if (odd)
          return transport_->Reject(call, step.count, gather.dtype, "refused by the program");
        break;
      case Kindred::kMismatch:
        if (odd) gather.dtype += 100;
        break;
      case Kindred::kCapture:
        gather.capturing = odd;
        break;
      case Kindred::kGather:
        break;
    }
    return CheckedGather(transport_, gather, Mix(program_.seed) + call,
                         Place(gather.count * gather.element_bytes));
  }

  Placement Place(size_t bytes) {
    Arena* arena = random_.OneIn(2) ? &pool_ : &foreign_;
    const size_t skew = random_.Below(64);
    Placement placement;
    bool apart = true;
    switch (random_.Below(4)) {
      case 0:
        placement = InPlace(arena, rank_, bytes, skew);
        break;
      case 1:
        placement = SideBySide(arena, bytes, skew, random_.Below(64));
        placement.output_arena = &output_;
        placement.output_at = kGuardBytes + random_.Below(64);
        break;
      case 2: {  // anywhere around its slice
        placement = InPlace(arena, rank_, bytes, skew + bytes);
        const size_t from = placement.output_at - bytes;
        placement.shard_at =
            from + random_.Below((static_cast<size_t>(program_.options.ranks) + 1) * bytes + 1);
        apart = Apart(placement, bytes);
        break;
      }
      default:
        placement = SideBySide(arena, bytes, skew, random_.Below(64));
        break;
    }
    mappable_.back() = arena == &pool_ && apart;
    return placement;
  }

  bool Apart(const Placement& placement, size_t bytes) const {
    const size_t own = placement.output_at + static_cast<size_t>(rank_) * bytes;
    const size_t output_end =
        placement.output_at + static_cast<size_t>(program_.options.ranks) * bytes;
    return placement.shard_at == own || placement.shard_at + bytes <= placement.output_at ||
           placement.shard_at >= output_end;
  }

  const Program& program_;
  Transport* transport_;
  int rank_;
  Random random_;
  Arena pool_;
  Arena foreign_;
  Arena output_;
  std::vector<bool> mappable_;
};

void Run(uint64_t seed) {
  const Program program = Generate(seed);
  const int ranks = program.options.ranks;
  ThreadGroup group(program.options);
  std::vector<std::unique_ptr<Player>> players;
  players.reserve(static_cast<size_t>(ranks));
  for (int r = 0; r < ranks; ++r) {
    players.push_back(std::make_unique<Player>(program, &group.rank(r)));
  }
  std::vector<std::vector<Verdict>> verdicts(static_cast<size_t>(ranks));
  const std::string name = "program " + std::to_string(seed);
  group.Run([&](int r, Transport&) {
    const Scene scene(name + ", rank " + std::to_string(r));
    verdicts[static_cast<size_t>(r)] = players[static_cast<size_t>(r)]->Play();
  });

  const Scene scene(name);
  for (size_t i = 0; i < program.steps.size(); ++i) {
    const Scene of_call("call " + std::to_string(i + 1));
    const Step& step = program.steps[i];
    const bool direct = std::all_of(players.begin(), players.end(),
                                    [i](const auto& player) { return player->mappable()[i]; });
    Kind expected = direct ? Kind::kDirect : Kind::kStaged;
    if (step.kind == Kindred::kReject || (step.kind == Kindred::kMismatch && ranks > 1))
      expected = Kind::kRejected;
    if (step.kind == Kindred::kCapture || step.kind == Kindred::kAnnounce)
      expected = Kind::kCapture;
    for (const auto& of_rank : verdicts) {
      CHECK_EQ(of_rank[i].kind, expected);
      CHECK_EQ(of_rank[i].text, verdicts[0][i].text);
    }
  }
}

}  // namespace
}  // namespace zerogather::test

int main() {
  using namespace zerogather::test;
  Random seeds(PrintedSeed("random_programs_test"));
  for (int i = 0; i < 300; ++i) Run(seeds.Next());
}
