// The control block: who may attach, and that words of different writers never share a line.
#include "core/control_block.h"

#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <string>

#include "check.h"
#include "group_options.h"
#include "process_info.h"

namespace zerogather::test {
namespace {

constexpr Geometry kGeometry{4, 4096, 4};

uintptr_t LineOf(const void* address) { return reinterpret_cast<uintptr_t>(address) / kLineBytes; }

Header* HeaderOf(const SharedMemory& memory) { return reinterpret_cast<Header*>(memory.data()); }

SharedMemory MemoryOf(const ControlBlock& block) {
  return SharedMemory::Open(block.handle(), SharedMemory::Access::kReadWrite);
}

std::string Refusal(const SharedHandle& handle, int ranks = kGeometry.ranks,
                    const uint64_t (&cookie)[2] = kCookie) {
  return ErrorOf([&] { ControlBlock::Attach(handle, ranks, cookie); });
}

void StartsClear() {
  const ControlBlock block = ControlBlock::Create(kGeometry, kCookie);
  const ControlBlock attached = ControlBlock::Attach(block.handle(), kGeometry.ranks, kCookie);
  CHECK_EQ(attached.ranks(), kGeometry.ranks);
  CHECK_EQ(attached.geometry().chunk_bytes, kGeometry.chunk_bytes);
  CHECK_EQ(attached.geometry().chunks, kGeometry.chunks);
  for (int r = 0; r < kGeometry.ranks; ++r) {
    RankBlock& rank = attached.rank(r);
    CHECK(&rank == &block.rank(r));
    CHECK_EQ(rank.ready.load(), 0U);
    CHECK_EQ(rank.call.load(), 0U);
    CHECK_EQ(rank.closed_after.load(), kOpen);
    CHECK_EQ(rank.pid.load(), 0);
    CHECK_EQ(rank.doorbell.asleep.load(), 0U);
    for (const Post& post : rank.posts) CHECK_EQ(post.number.load(), 0U);
    for (const SegmentEntry& entry : rank.segments.entries) CHECK_EQ(entry.id.load(), 0U);
    CHECK_EQ(rank.calls.posted.load(), 0U);
    CHECK_EQ(rank.calls.refusal.number.load(), 0U);
    for (const CallRecord& record : rank.calls.ring) CHECK_EQ(record.number.load(), 0U);
    for (int owner = 0; owner < kGeometry.ranks; ++owner) {
      CHECK_EQ(attached.done(r, owner).load(), 0U);
    }
  }
}

void StrangersAreRefused() {
  const ControlBlock block = ControlBlock::Create(kGeometry, kCookie);
  const SharedHandle handle = block.handle();
  CHECK_EQ(Refusal(handle), "");
  constexpr uint64_t kOtherLow[2] = {kCookie[0] + 1, kCookie[1]};
  constexpr uint64_t kOtherHigh[2] = {kCookie[0], kCookie[1] + 1};
  CHECK_CONTAINS(Refusal(handle, 4, kOtherLow), "another job or generation");
  CHECK_CONTAINS(Refusal(handle, 4, kOtherHigh), "another job or generation");
  for (const int ranks : {3, 5, 0, -1}) {
    CHECK_CONTAINS(Refusal(handle, ranks), "is for 4 ranks");
    CHECK_CONTAINS(Refusal(handle, ranks), "expected " + std::to_string(ranks) + " ranks");
  }
  HeaderOf(MemoryOf(block))->layout_version = kLayoutVersion + 1;
  CHECK_CONTAINS(Refusal(handle), "has layout " + std::to_string(kLayoutVersion + 1));
  CHECK_CONTAINS(Refusal(handle), "use one version of Zerogather on all ranks");
}

void GarbageIsRefused() {
  const SharedMemory zeros = SharedMemory::Create("test", ControlBlock::BytesFor(kGeometry));
  CHECK_CONTAINS(Refusal(zeros.handle()), "is not a control block");
  std::memset(zeros.data(), 0xff, zeros.bytes());
  CHECK_CONTAINS(Refusal(zeros.handle()), "is not a control block");
  // The right first words over sizes that do not fit the memory.
  Header* header = HeaderOf(zeros);
  header->magic = kMagic;
  header->layout_version = kLayoutVersion;
  header->cookie[0] = kCookie[0];
  header->cookie[1] = kCookie[1];
  CHECK(!Refusal(zeros.handle()).empty());
  header->ranks = 4;
  CHECK(!Refusal(zeros.handle()).empty());
  header->chunk_bytes = kGeometry.chunk_bytes;
  header->chunks = kGeometry.chunks * 2;
  CHECK_CONTAINS(Refusal(zeros.handle()), "is for 4 ranks in");
  header->chunks = kGeometry.chunks;
  CHECK_EQ(Refusal(zeros.handle()), "");

  const SharedMemory page = SharedMemory::Create("test", 4096);
  SharedHandle tiny = page.handle();
  tiny.bytes = 8;
  CHECK_CONTAINS(Refusal(tiny), "a control block of 8 bytes is too small");
}

void SizesAreChecked() {
  auto refusal = [](int ranks, uint32_t chunk_bytes, uint32_t chunks) {
    return ErrorOf([&] { ControlBlock::Create({ranks, chunk_bytes, chunks}, kCookie); });
  };
  for (const int ranks : {-1, 0, kMaxRanks + 1}) {
    CHECK_CONTAINS(refusal(ranks, 4096, 4),
                   "control block for " + std::to_string(ranks) + " ranks");
  }
  for (const uint32_t bytes : {0U, 63U, 65U, 4097U}) {
    CHECK_CONTAINS(refusal(2, bytes, 4), "chunks of " + std::to_string(bytes) + " bytes");
  }
  CHECK_CONTAINS(refusal(2, 4096, 1), "at least 2 chunks");
  CHECK_EQ(refusal(1, 64, 2), "");
  CHECK_EQ(refusal(kMaxRanks, 64, 2), "");
  // 2^31 bytes x 2^31 chunks x 4 ranks is 0 in 64 bits.
  CHECK_CONTAINS(refusal(4, uint32_t{1} << 31, uint32_t{1} << 31), "transit");
  CHECK_CONTAINS(refusal(64, 0xffffffc0, 0xffffffff), "transit");
}

// Writers of a line: a rank, or one of those below. Words that anybody writes lie apart from all
// others.
constexpr int kCreator = -1;
constexpr int kAnybody = -2;

class Lines {
 public:
  void Add(const void* first, size_t bytes, int writer) {
    const auto* bytes_at = static_cast<const std::byte*>(first);
    for (uintptr_t line = LineOf(bytes_at); line <= LineOf(bytes_at + bytes - 1); ++line) {
      const auto [entry, is_new] = writers_.emplace(line, writer);
      CHECK(is_new || entry->second == writer);
    }
  }

 private:
  std::map<uintptr_t, int> writers_;
};

void WritersHaveTheirOwnLines(const Geometry& geometry) {
  const Scene scene(std::to_string(geometry.ranks) + " ranks");
  const ControlBlock block = ControlBlock::Create(geometry, kCookie);
  const SharedMemory memory = MemoryOf(block);
  Lines lines;
  const Header* header = HeaderOf(memory);
  lines.Add(header, offsetof(Header, poisoner), kCreator);
  lines.Add(&header->poisoner, sizeof(header->poisoner), kAnybody);
  for (int r = 0; r < geometry.ranks; ++r) {
    const RankBlock& rank = block.rank(r);
    lines.Add(&rank.doorbell, sizeof(Doorbell), kAnybody);
    lines.Add(&rank.ready, sizeof(Counter), r);
    lines.Add(&rank.call, sizeof(Counter), r);
    lines.Add(&rank.closed_after, sizeof(rank.closed_after), r);
    lines.Add(&rank.pid, sizeof(rank.pid), r);
    lines.Add(&rank.last_words, sizeof(rank.last_words), r);
    lines.Add(&rank.posts, sizeof(rank.posts), r);
    lines.Add(&rank.segments, sizeof(rank.segments), r);
    lines.Add(&rank.calls, sizeof(rank.calls), r);
    // What peers poll in a gather does not move when its owner writes something else.
    CHECK(LineOf(&rank.ready) != LineOf(&rank.call));
    CHECK(LineOf(&rank.posts[0]) != LineOf(&rank.posts[1]));
    CHECK(LineOf(&rank.calls.ring[0]) != LineOf(&rank.calls.ring[1]));
    for (int owner = 0; owner < geometry.ranks; ++owner) {
      lines.Add(&block.done(r, owner), sizeof(Counter), r);
    }
    for (uint32_t slot = 0; slot < geometry.chunks; ++slot) {
      const std::byte* first = block.slot(r, slot);
      CHECK_EQ(reinterpret_cast<uintptr_t>(first) % kLineBytes, 0U);
      CHECK(first + geometry.chunk_bytes <= memory.data() + memory.bytes());
      lines.Add(first, geometry.chunk_bytes, r);
    }
  }
  CHECK_EQ(reinterpret_cast<uintptr_t>(&block.rank(0)) % alignof(RankBlock), 0U);
  CHECK_EQ(reinterpret_cast<uintptr_t>(block.slot(0, 0)) % 4096, 0U);
}

void CallWordsCarryTheRoute() {
  for (const uint64_t call : {uint64_t{1}, uint64_t{77}, (uint64_t{1} << 62) - 1}) {
    for (const CallRoute route : {CallRoute::kFastPath, CallRoute::kElsewhere}) {
      CHECK_EQ(CallNumber(EncodeCall(call, route)), call);
      CHECK(RouteOf(EncodeCall(call, route)) == route);
    }
  }
}

}  // namespace
}  // namespace zerogather::test

int main() {
  using namespace zerogather::test;
  const size_t descriptors = CountOpenDescriptors();
  const size_t mappings = CountMappings("memfd:");
  StartsClear();
  StrangersAreRefused();
  GarbageIsRefused();
  SizesAreChecked();
  WritersHaveTheirOwnLines({1, 64, 2});
  WritersHaveTheirOwnLines({3, 192, 3});
  WritersHaveTheirOwnLines({zerogather::kMaxRanks, 64, 2});
  CallWordsCarryTheRoute();
  CHECK_EQ(CountOpenDescriptors(), descriptors);
  CHECK_EQ(CountMappings("memfd:"), mappings);
}
