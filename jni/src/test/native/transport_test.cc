// Every gather is byte-exact, whatever its size, its alignment and the memory it lies in.
#include "core/transport.h"

#include <unistd.h>

#include <memory>
#include <string>
#include <vector>

#include "arena.h"
#include "check.h"
#include "checked_gather.h"
#include "hooked_device.h"
#include "process_group.h"
#include "random.h"
#include "thread_group.h"
#include "verdicts.h"

namespace zerogather::test {
namespace {

using Kind = Verdict::Kind;
using Call = HookedDevice::Call;

constexpr size_t kChunk = 256;
constexpr size_t kSizes[] = {0,
                             1,
                             2,
                             3,
                             63,
                             64,
                             65,
                             kChunk - 1,
                             kChunk,
                             kChunk + 1,
                             3 * kChunk,
                             3 * kChunk + 7,
                             4 * kChunk,
                             9 * kChunk + 5,
                             16 * kChunk + 1};
constexpr size_t kLargest = 16 * kChunk + 1;

GroupOptions SmallChunks(int ranks) {
  GroupOptions options;
  options.ranks = ranks;
  options.chunk_bytes = kChunk;
  options.chunks = 3;
  return options;
}

// Rank-local choices that no two ranks need to share.
enum class Memory { kForeign, kPool, kMixed };

std::unique_ptr<Arena> MakeArena(Memory memory, Transport* transport, size_t bytes) {
  const bool pool = memory == Memory::kPool ||
                    (memory == Memory::kMixed && transport->membership().rank() % 2 == 0);
  return pool ? std::make_unique<Arena>(&transport->pool(), bytes) : std::make_unique<Arena>(bytes);
}

void EverySizeAndAlignment(int ranks, Memory memory) {
  const Scene scene(std::to_string(ranks) + " ranks, memory " +
                    std::to_string(static_cast<int>(memory)));
  ThreadGroup group(SmallChunks(ranks));
  const bool direct = memory == Memory::kPool;
  std::vector<std::unique_ptr<Arena>> arenas(static_cast<size_t>(ranks));
  group.Run([&](int r, Transport& transport) {
    arenas[static_cast<size_t>(r)] = MakeArena(memory, &transport, ArenaBytesFor(ranks, kLargest));
  });
  group.Run([&](int r, Transport& transport) {
    const Scene on_rank("rank " + std::to_string(r));
    Arena* arena = arenas[static_cast<size_t>(r)].get();
    uint64_t call = 0;
    for (const size_t bytes : kSizes) {
      const Scene of_size(std::to_string(bytes) + " bytes");
      for (size_t skew = 0; skew < 4; ++skew) {
        ++call;
        // Ranks differ in their alignments.
        const size_t shard_skew = skew * 5 % 64;
        const size_t output_skew = (skew * 13 + static_cast<size_t>(r) * 3) % 64;
        const Placement placement = skew == 3 ? InPlace(arena, r, bytes, output_skew)
                                              : SideBySide(arena, bytes, shard_skew, output_skew);
        const Verdict verdict = CheckedGather(&transport, BytesCall(call, bytes), call, placement);
        const bool alone = ranks == 1 && memory != Memory::kForeign;
        CHECK_EQ(verdict.kind, direct || alone ? Kind::kDirect : Kind::kStaged);
      }
    }
  });
}

// The shard lies across the output in every way that two ranges can overlap.
void EveryOverlap(int ranks, Memory memory) {
  const Scene scene(std::to_string(ranks) + " ranks, memory " +
                    std::to_string(static_cast<int>(memory)));
  constexpr size_t kBytes = 2 * kChunk + 9;
  ThreadGroup group(SmallChunks(ranks));
  std::vector<std::unique_ptr<Arena>> arenas(static_cast<size_t>(ranks));
  group.Run([&](int r, Transport& transport) {
    arenas[static_cast<size_t>(r)] =
        MakeArena(memory, &transport, ArenaBytesFor(ranks, kBytes) + 2 * kBytes);
  });
  group.Run([&](int r, Transport& transport) {
    const Scene on_rank("rank " + std::to_string(r));
    uint64_t call = 0;
    constexpr size_t kOutputAt = kBytes + kGuardBytes;
    const size_t output_end = kOutputAt + static_cast<size_t>(ranks) * kBytes;
    for (size_t shard_at = kOutputAt - kBytes; shard_at <= output_end; shard_at += 97) {
      const Scene at("shard at " + std::to_string(shard_at));
      ++call;
      Placement placement;
      placement.shard_arena = placement.output_arena = arenas[static_cast<size_t>(r)].get();
      placement.output_at = kOutputAt;
      placement.shard_at = shard_at;
      CHECK(Succeeded(CheckedGather(&transport, BytesCall(call, kBytes), call, placement)));
      // One byte beside its own slice.
      placement.shard_at = kOutputAt + static_cast<size_t>(r) * kBytes + 1;
      ++call;
      CHECK_EQ(CheckedGather(&transport, BytesCall(call, kBytes), call, placement).kind,
               Kind::kStaged);
    }
  });
}

// Direct and staged gathers of changing sizes share counters and slots.
void RoutesMix(const GroupOptions& options) {
  ThreadGroup group(options);
  std::vector<std::unique_ptr<Arena>> pool(static_cast<size_t>(options.ranks));
  group.Run([&](int r, Transport& transport) {
    pool[static_cast<size_t>(r)] =
        std::make_unique<Arena>(&transport.pool(), ArenaBytesFor(options.ranks, kLargest));
  });
  group.Run([&](int r, Transport& transport) {
    const Scene on_rank("rank " + std::to_string(r));
    Arena foreign(ArenaBytesFor(options.ranks, kLargest));
    uint64_t call = 0;
    for (int round = 0; round < 20; ++round) {
      for (const size_t bytes : {kChunk, size_t{1}, 5 * kChunk + 3, size_t{0}, kLargest}) {
        ++call;
        const bool direct = Mix(call) % 2 == 0;
        Arena* arena = direct ? pool[static_cast<size_t>(r)].get() : &foreign;
        const Verdict verdict = CheckedGather(&transport, BytesCall(call, bytes), call,
                                              SideBySide(arena, bytes, call % 64, call % 7));
        CHECK_EQ(verdict.kind, direct ? Kind::kDirect : Kind::kStaged);
      }
    }
  });
}

// A gather of nothing needs no memory.
void NothingMayBeNowhere() {
  ThreadGroup group({});
  std::vector<std::byte*> shards(2);
  for (int r = 0; r < 2; ++r) shards[static_cast<size_t>(r)] = group.rank(r).pool().Allocate(1);
  group.Run([&](int r, Transport& transport) {
    GatherCall call = BytesCall(1, 0);
    CHECK_EQ(transport.Gather(call).kind, Kind::kStaged);
    call.call = 2;
    call.input = shards[static_cast<size_t>(r)];
    CHECK_EQ(transport.Gather(call).kind, Kind::kDirect);
  });
  for (int r = 0; r < 2; ++r) CHECK(group.rank(r).pool().Free(shards[static_cast<size_t>(r)]));
}

// The shard in pool memory decides; where the output lies does not matter to a rank that pulls.
void OutputMayBeForeign() {
  ThreadGroup group(SmallChunks(3));
  std::vector<std::unique_ptr<Arena>> shards(3);
  group.Run([&](int r, Transport& transport) {
    shards[static_cast<size_t>(r)] = std::make_unique<Arena>(&transport.pool(), 4096);
  });
  group.Run([&](int r, Transport& transport) {
    Arena output(3000 + 2 * kGuardBytes);
    const Placement placement{shards[static_cast<size_t>(r)].get(), kGuardBytes, &output,
                              kGuardBytes};
    CHECK_EQ(CheckedGather(&transport, BytesCall(1, 1000), 1, placement).kind, Kind::kDirect);
  });
}

// A shard that begins in pool memory and ends elsewhere cannot be mapped.
void ShardBeyondItsSegmentIsNotDirect() {
  ThreadGroup group({});
  std::vector<std::byte*> segments(2);
  group.Run([&](int r, Transport& transport) {
    segments[static_cast<size_t>(r)] = transport.pool().Allocate(100);  // a page
  });
  for (int r = 0; r < 2; ++r) {
    const Pool& pool = group.rank(r).pool();
    const std::byte* first = segments[static_cast<size_t>(r)];
    CHECK_EQ(pool.Locate(first, 4096).segment, 1U);
    CHECK_EQ(pool.Locate(first + 4095, 1).offset, 4095U);
    CHECK_EQ(pool.Locate(first, 4097).segment, 0U);
    CHECK_EQ(pool.Locate(first + 4095, 2).segment, 0U);
    CHECK_EQ(pool.Locate(first + 1, ~size_t{0}).segment, 0U);
    CHECK_EQ(pool.Locate(first - 1, 1).segment, 0U);
    CHECK(group.rank(r).pool().Free(first));
  }
}

// Outputs from 8 MiB on are written past the cache.
void LargeOutputs() {
  constexpr size_t kShard = (size_t{9} << 20) / 3 + 1;
  GroupOptions options;
  options.ranks = 3;
  options.chunk_bytes = 256 * 1024;
  ThreadGroup group(options);
  std::vector<std::unique_ptr<Arena>> pool(3);
  group.Run([&](int r, Transport& transport) {
    pool[static_cast<size_t>(r)] =
        std::make_unique<Arena>(&transport.pool(), ArenaBytesFor(3, kShard));
  });
  group.Run([&](int r, Transport& transport) {
    Arena foreign(ArenaBytesFor(3, kShard));
    Arena* direct = pool[static_cast<size_t>(r)].get();
    CHECK_EQ(
        CheckedGather(&transport, BytesCall(1, kShard), 1, SideBySide(direct, kShard, 1, 3)).kind,
        Kind::kDirect);
    CHECK_EQ(
        CheckedGather(&transport, BytesCall(2, kShard), 2, SideBySide(&foreign, kShard, 5, 9)).kind,
        Kind::kStaged);
    CHECK_EQ(
        CheckedGather(&transport, BytesCall(3, kShard), 3, InPlace(direct, r, kShard, 17)).kind,
        Kind::kDirect);
  });
}

// One rank is late wherever it can be; what the others published for it waits.
void SlowRankLosesNothing(Call slow_call) {
  GroupOptions options = SmallChunks(3);
  options.device = [slow_call](Membership* membership) {
    return std::make_unique<HookedDevice>(
        membership, [membership, slow_call](Call call, uint64_t nth) {
          if (membership->rank() == 1 && call == slow_call && nth % 3 == 0) usleep(1000);
          return true;
        });
  };
  RoutesMix(options);
}

void SlowCallerLosesNothing() {
  ThreadGroup group(SmallChunks(3));
  group.Run([&](int r, Transport& transport) {
    Arena arena(ArenaBytesFor(3, kLargest));
    for (uint64_t call = 1; call <= 60; ++call) {
      if (call % 20 == static_cast<uint64_t>(r)) usleep(3000);
      const size_t bytes = call % 3 == 0 ? kLargest : 10 * call;
      CHECK_EQ(
          CheckedGather(&transport, BytesCall(call, bytes), call, SideBySide(&arena, bytes)).kind,
          Kind::kStaged);
    }
  });
}

// As many ranks as a control block has room for.
void SixtyFourRanks() {
  GroupOptions options = SmallChunks(kMaxRanks);
  ThreadGroup group(options);
  std::vector<std::unique_ptr<Arena>> pool(kMaxRanks);
  group.Run([&](int r, Transport& transport) {
    pool[static_cast<size_t>(r)] =
        std::make_unique<Arena>(&transport.pool(), ArenaBytesFor(kMaxRanks, kChunk * 2));
  });
  group.Run([&](int r, Transport& transport) {
    Arena foreign(ArenaBytesFor(kMaxRanks, kChunk * 5));
    Arena* direct = pool[static_cast<size_t>(r)].get();
    CHECK_EQ(
        CheckedGather(&transport, BytesCall(1, kChunk * 5), 1, SideBySide(&foreign, kChunk * 5))
            .kind,
        Kind::kStaged);
    CHECK_EQ(
        CheckedGather(&transport, BytesCall(2, kChunk * 2), 2, SideBySide(direct, kChunk * 2)).kind,
        Kind::kDirect);
  });
}

void RanksAsProcesses() {
  GroupOptions options = SmallChunks(4);
  ProcessGroup group(options, [](int r, Transport& transport) {
    auto pool = std::make_unique<Arena>(&transport.pool(), ArenaBytesFor(4, kLargest));
    Arena foreign(ArenaBytesFor(4, kLargest));
    // Everybody has mapped everything after this one.
    CHECK(Succeeded(CheckedGather(&transport, BytesCall(1, 0), 1, SideBySide(&foreign, 0))));
    for (uint64_t call = 2; call < 200; ++call) {
      const Scene scene("call " + std::to_string(call));
      const size_t bytes = Mix(call) % (kLargest + 1);
      const bool direct = call % 3 != 0;
      Arena* arena = direct ? pool.get() : &foreign;
      const Placement placement = call % 5 == 0 ? InPlace(arena, r, bytes, call % 64)
                                                : SideBySide(arena, bytes, call % 64, call % 9);
      CHECK_EQ(CheckedGather(&transport, BytesCall(call, bytes), call, placement).kind,
               direct ? Kind::kDirect : Kind::kStaged);
    }
    pool.reset();
    transport.Close(199);
  });
  group.ExpectAllExit0();
}

// A rank that is done may go while its peers still read its slots.
void EarlyEndLosesNothing() {
  GroupOptions options;
  options.ranks = 3;
  options.chunks = 4;
  for (int round = 0; round < 20; ++round) {
    ProcessGroup group(options, [](int r, Transport& transport) {
      constexpr size_t kBytes = size_t{4} * 4096;  // the whole ring
      Arena arena(ArenaBytesFor(3, kBytes));
      for (uint64_t call = 1; call <= 3; ++call) {
        CHECK_EQ(
            CheckedGather(&transport, BytesCall(call, kBytes), call, SideBySide(&arena, kBytes))
                .kind,
            Kind::kStaged);
      }
      transport.Close(3);
      if (r == 0) _exit(0);
    });
    group.ExpectAllExit0();
  }
}

}  // namespace
}  // namespace zerogather::test

int main() {
  using namespace zerogather::test;
  // Processes first: they are forked, and threads do not survive that.
  RanksAsProcesses();
  EarlyEndLosesNothing();
  for (int ranks = 1; ranks <= 8; ++ranks) {
    for (const Memory memory : {Memory::kForeign, Memory::kPool, Memory::kMixed}) {
      if (ranks <= 3 || ranks == 8 || memory == Memory::kMixed)
        EverySizeAndAlignment(ranks, memory);
    }
  }
  for (const Memory memory : {Memory::kForeign, Memory::kPool}) {
    EveryOverlap(1, memory);
    EveryOverlap(3, memory);
  }
  RoutesMix(SmallChunks(2));
  RoutesMix(SmallChunks(5));
  NothingMayBeNowhere();
  OutputMayBeForeign();
  ShardBeyondItsSegmentIsNotDirect();
  LargeOutputs();
  for (const Call call : {Call::kCopyAsync, Call::kSignal, Call::kJoin}) SlowRankLosesNothing(call);
  SlowCallerLosesNothing();
  SixtyFourRanks();
}
