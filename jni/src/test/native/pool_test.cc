// Pool memory: listed, mapped by the peers, dropped again, while gathers run.
#include "core/pool.h"

#include <atomic>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "arena.h"
#include "check.h"
#include "checked_gather.h"
#include "hooked_device.h"
#include "process_group.h"
#include "process_info.h"
#include "random.h"
#include "shared_object.h"
#include "thread_group.h"
#include "verdicts.h"

namespace zerogather::test {
namespace {

using Kind = Verdict::Kind;

constexpr size_t kBytes = 3000;

void PeersDropFreedSegments() {
  struct Board {
    std::atomic<int> stage;
  };
  Shared<Board> board;
  GroupOptions options;
  ProcessGroup group(options, [&](int rank, Transport& transport) {
    auto pooled = [] { return CountMappings("memfd:zerogather-pool"); };
    // A gather of nothing: both ranks have mapped what the other had listed before its own call.
    auto meet = [&](uint64_t call) {
      CHECK_EQ(transport.Gather(BytesCall(call, 0)).kind, Kind::kStaged);
    };
    auto reach = [&](int stage) {
      ++board->stage;
      AwaitCondition([&] { return board->stage >= 2 * stage; });
    };
    std::vector<std::byte*> segments;
    for (int i = 0; rank == 0 && i < 3; ++i) segments.push_back(transport.pool().Allocate(5000));
    CHECK_EQ(pooled(), rank == 0 ? 3U : 0U);
    reach(1);
    meet(1);
    CHECK_EQ(pooled(), 3U);
    reach(2);
    if (rank == 0) {
      CHECK(transport.pool().Free(segments[1]));
    }
    reach(3);
    transport.Housekeep();
    CHECK_EQ(pooled(), 2U);
    reach(4);
    if (rank == 0) {
      CHECK(transport.pool().Free(segments[0]));
      CHECK(transport.pool().Free(segments[2]));
    }
    reach(5);
    meet(2);
    CHECK_EQ(pooled(), 0U);
    CHECK_EQ(CountMappings("memfd:zerogather (deleted)"), 1U);
    CHECK_EQ(CountMappings("/dev/shm/"), 0U);
  });
  group.ExpectAllExit0();
}

// A segment that came and went before a peer looked, and one whose owner is gone, are refused and
// not waited for.
void ProcessesComeAndGo() {
  GroupOptions options;
  options.ranks = 3;
  ProcessGroup group(options, [&](int rank, Transport& transport) {
    for (uint64_t call = 1; call <= 100; ++call) {
      Arena brief(&transport.pool(), ArenaBytesFor(3, kBytes));
      // Whether a peer has mapped it already is a matter of timing; that all ranks agree, and the
      // bytes, are not.
      CHECK(Succeeded(
          CheckedGather(&transport, BytesCall(call, kBytes), call, SideBySide(&brief, kBytes))));
    }
    transport.Close(100);
    if (rank == 1) return;
    CHECK_EQ(transport.Gather(BytesCall(101, 0)).kind, Kind::kClosed);
  });
  group.ExpectAllExit0();
}

using Arenas = std::vector<std::unique_ptr<Arena>>;

// By rank: room for a shard and an output in pool memory.
Arenas PoolArenas(ThreadGroup* group) {
  Arenas arenas(static_cast<size_t>(group->ranks()));
  for (int r = 0; r < group->ranks(); ++r) {
    arenas[static_cast<size_t>(r)] =
        std::make_unique<Arena>(&group->rank(r).pool(), ArenaBytesFor(group->ranks(), kBytes));
  }
  return arenas;
}

void TableFillsUp() {
  ThreadGroup group({});
  Pool& pool = group.rank(0).pool();
  std::vector<std::byte*> segments;
  std::set<const std::byte*> distinct;
  for (int i = 0; i < kMaxSegments; ++i) {
    segments.push_back(pool.Allocate(1));
    CHECK(distinct.insert(segments.back()).second);
  }
  const size_t descriptors = CountOpenDescriptors();
  const std::string refusal = ErrorOf([&] { pool.Allocate(1); });
  CHECK_CONTAINS(refusal, "all 256 segments of pool memory are in use");
  CHECK_EQ(CountOpenDescriptors(), descriptors);
  CHECK(pool.Free(segments[100]));
  segments[100] = pool.Allocate(1);
  CHECK_CONTAINS(ErrorOf([&] { pool.Allocate(1); }), "are in use");
  for (const std::byte* segment : segments) CHECK(pool.Free(segment));
}

void OnlyWholeSegmentsAreFreed() {
  ThreadGroup group({});
  Pool& pool = group.rank(0).pool();
  std::byte* segment = pool.Allocate(8192);
  std::byte foreign{};
  CHECK(!pool.Free(&foreign));
  CHECK(!pool.Free(nullptr));
  CHECK(!pool.Free(segment + 4096));
  CHECK(!group.rank(1).pool().Free(segment));
  CHECK(pool.Free(segment));
  CHECK(!pool.Free(segment));
  CHECK_CONTAINS(ErrorOf([&] { pool.Allocate(0); }), "0 bytes");
  CHECK(!ErrorOf([&] { pool.Allocate(size_t{1} << 60); }).empty());
  CHECK(!ErrorOf([&] { pool.Allocate(~size_t{0}); }).empty());
}

void IdsAreNeverReused() {
  ThreadGroup group({});
  Pool& pool = group.rank(0).pool();
  const SegmentTable& table = group.rank(0).membership().mine().segments;
  uint64_t last = 0;
  for (int i = 0; i < 600; ++i) {
    const std::byte* segment = pool.Allocate(1);
    const uint64_t id = pool.Locate(segment, 1).segment;
    CHECK(id > last);
    CHECK_EQ(table.entries[0].id.load(), id);
    last = id;
    CHECK(pool.Free(segment));
    CHECK_EQ(table.entries[0].id.load(), 0U);
    CHECK_EQ(pool.Locate(segment, 1).segment, 0U);
  }
}

// Other threads allocate and free all the time. What has been mapped once stays direct; whether a
// new shard is mapped in time must not divide the ranks.
void TablesChangeWhileGathering() {
  constexpr int kRanks = 3;
  constexpr uint64_t kGathers = 200;
  GroupOptions options;
  options.ranks = kRanks;
  ThreadGroup group(options);
  const Arenas arenas = PoolArenas(&group);
  std::atomic<int> gathering{kRanks};
  std::vector<std::vector<Kind>> kinds(kRanks);
  RunThreads(2 * kRanks, [&](int i) {
    Transport& transport = group.rank(i % kRanks);
    if (i >= kRanks) {
      Random random(static_cast<uint64_t>(i));
      while (gathering > 0) {
        Arenas brief;
        for (uint64_t n = 1 + random.Below(5); n > 0; --n) {
          brief.push_back(std::make_unique<Arena>(&transport.pool(), 1 + random.Below(10'000)));
        }
        std::this_thread::yield();
      }
      return;
    }
    const Scene scene("rank " + std::to_string(i));
    Arena* lasting = arenas[static_cast<size_t>(i)].get();
    for (uint64_t call = 1; call <= kGathers; ++call) {
      const bool is_new = call % 2 == 0;
      std::unique_ptr<Arena> brief;
      if (is_new) brief = std::make_unique<Arena>(&transport.pool(), ArenaBytesFor(kRanks, kBytes));
      const Verdict verdict =
          CheckedGather(&transport, BytesCall(call, kBytes), call,
                        SideBySide(is_new ? brief.get() : lasting, kBytes, call % 64));
      CHECK(verdict.kind == Kind::kDirect || (is_new && verdict.kind == Kind::kStaged));
      kinds[static_cast<size_t>(i)].push_back(verdict.kind);
      if (call % 16 == 0) transport.Housekeep();
    }
    --gathering;
  });
  for (const std::vector<Kind>& of_rank : kinds) CHECK(of_rank == kinds[0]);
}

// Every shard lies in memory that is new: whether it is mapped in time must not divide the ranks.
void NewSegmentForEveryGather() {
  constexpr int kRanks = 4;
  constexpr uint64_t kGathers = 150;
  GroupOptions options;
  options.ranks = kRanks;
  ThreadGroup group(options);
  std::vector<std::vector<Kind>> kinds(kRanks);
  group.Run([&](int r, Transport& transport) {
    const Scene scene("rank " + std::to_string(r));
    for (uint64_t call = 1; call <= kGathers; ++call) {
      Arena arena(&transport.pool(), ArenaBytesFor(kRanks, kBytes));
      const Verdict verdict =
          CheckedGather(&transport, BytesCall(call, kBytes), call, SideBySide(&arena, kBytes));
      CHECK(Succeeded(verdict));
      kinds[static_cast<size_t>(r)].push_back(verdict.kind);
    }
  });
  for (const std::vector<Kind>& of_rank : kinds) CHECK(of_rank == kinds[0]);
}

GroupOptions RefusingImports(int ranks, int refusing_rank) {
  GroupOptions options;
  options.ranks = ranks;
  options.device = [refusing_rank](Membership* membership) {
    return std::make_unique<HookedDevice>(membership, [=](HookedDevice::Call call, uint64_t) {
      return call != HookedDevice::Call::kImport || membership->rank() != refusing_rank;
    });
  };
  return options;
}

void RefusedImportIsStagedEverywhere() {
  constexpr int kRanks = 3;
  ThreadGroup group(RefusingImports(kRanks, 1));
  const Arenas arenas = PoolArenas(&group);
  group.Run([&](int r, Transport& transport) {
    Arena* arena = arenas[static_cast<size_t>(r)].get();
    for (uint64_t call = 1; call <= 10; ++call) {
      CHECK_EQ(
          CheckedGather(&transport, BytesCall(call, kBytes), call, SideBySide(arena, kBytes)).kind,
          Kind::kStaged);
    }
  });
}

// Of more refusals than a post can list, a post says just that; it recovers once they are gone.
void ManyRefusals() {
  GroupOptions options;
  options.device = [](Membership* membership) {
    return std::make_unique<HookedDevice>(membership, [](HookedDevice::Call call, uint64_t nth) {
      return call != HookedDevice::Call::kImport || nth == 1 || nth > kMaxRefusals + 2;
    });
  };
  ThreadGroup group(options);
  auto gather = [&](uint64_t call, const Arenas& arenas) {
    Kind kinds[2];
    group.Run([&](int r, Transport& transport) {
      kinds[r] = CheckedGather(&transport, BytesCall(call, kBytes), call,
                               SideBySide(arenas[static_cast<size_t>(r)].get(), kBytes))
                     .kind;
    });
    CHECK_EQ(kinds[0], kinds[1]);
    return kinds[0];
  };
  const Arenas first = PoolArenas(&group);
  CHECK_EQ(gather(1, first), Kind::kDirect);
  std::vector<Arenas> refused(kMaxRefusals);
  for (Arenas& arenas : refused) arenas = PoolArenas(&group);
  CHECK_EQ(gather(2, first), Kind::kDirect);
  CHECK_EQ(gather(3, refused[0]), Kind::kStaged);
  refused.push_back(PoolArenas(&group));
  CHECK_EQ(gather(4, first), Kind::kStaged);
  refused.clear();
  CHECK_EQ(gather(5, first), Kind::kDirect);
  CHECK_EQ(gather(6, PoolArenas(&group)), Kind::kDirect);
}

void NothingStaysBehind() {
  const size_t descriptors = CountOpenDescriptors();
  const size_t mappings = CountMappings("memfd:");
  {
    GroupOptions options;
    options.ranks = 4;
    ThreadGroup group(options);
    for (int r = 0; r < 4; ++r) {
      group.rank(r).pool().Allocate(100);
      CHECK(group.rank(r).pool().Free(group.rank(r).pool().Allocate(100)));
    }
    group.Run([](int, Transport& transport) {
      CHECK_EQ(transport.Gather(BytesCall(1, 0)).kind, Kind::kStaged);
    });
    CHECK(CountOpenDescriptors() > descriptors);
  }
  CHECK_EQ(CountOpenDescriptors(), descriptors);
  CHECK_EQ(CountMappings("memfd:"), mappings);
}

}  // namespace
}  // namespace zerogather::test

int main() {
  using namespace zerogather::test;
  PeersDropFreedSegments();
  ProcessesComeAndGo();
  TableFillsUp();
  OnlyWholeSegmentsAreFreed();
  IdsAreNeverReused();
  TablesChangeWhileGathering();
  NewSegmentForEveryGather();
  RefusedImportIsStagedEverywhere();
  ManyRefusals();
  NothingStaysBehind();
}
