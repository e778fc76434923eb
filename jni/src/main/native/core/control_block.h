// The control block of one group: everything that its ranks tell each other, in shared memory that
// all of them map. Each word has one writer; counters only grow. Layout: header, one RankBlock per
// rank, the done matrix, the transit slots.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "core/shared_memory.h"

namespace zerogather {

constexpr uint64_t kMagic = 0x7a67617468657231;
constexpr uint32_t kLayoutVersion = 2;
constexpr int kMaxRanks = 64;
constexpr size_t kLineBytes = 64;
constexpr size_t kTextBytes = 256;
constexpr int kPostRing = 2;
constexpr int kMaxSegments = 256;
constexpr size_t kCallRing = 1024;
constexpr int kMaxRefusals = 8;
constexpr int kHandleWords = 8;  // a device's export handle: 64 bytes, as GPU runtimes have them

using Counter = std::atomic<uint64_t>;
static_assert(Counter::is_always_lock_free, "counters are shared between processes");
static_assert(std::atomic<uint32_t>::is_always_lock_free, "bells are shared between processes");

// Sizes that all ranks agreed on.
struct Geometry {
  int ranks = 0;
  uint32_t chunk_bytes = 0;  // one transit slot
  uint32_t chunks = 0;       // transit slots of each rank
};

// The poisoner has a line of its own. NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding)
struct Header {
  std::atomic<uint64_t> magic;  // written last by the creator
  uint32_t layout_version;
  uint32_t ranks;
  uint32_t chunk_bytes;
  uint32_t chunks;
  uint64_t cookie[2];  // random, travels by the rendezvous
  // 0, or 1 + the rank whose last_words are the first cause of the group's end; set once, by
  // compare-and-swap.
  alignas(kLineBytes) std::atomic<uint32_t> poisoner;
};

struct Doorbell {
  std::atomic<uint32_t> bell;  // futex word
  std::atomic<uint32_t>
      asleep;  // sleepers; a rank killed in its sleep only costs needless wake-ups
};

// Flags of a post.
constexpr uint32_t kPostError = 1;    // the rank refused the call; text says why
constexpr uint32_t kPostLeave = 2;    // the rank cannot go on with the fast path
constexpr uint32_t kPostCapture = 4;  // the rank records a graph

struct Location {
  uint64_t segment = 0;  // 0: not in pool memory
  uint64_t offset = 0;
};

struct Refusal {
  uint32_t owner = 0;
  uint64_t segment = 0;
};

// What one rank says about one gather.
struct PostBody {
  uint64_t call = 0;
  uint64_t count = 0;
  uint32_t dtype = 0;
  uint32_t element_bytes = 0;
  uint32_t flags = 0;
  Location shard;
  Location output;
  uint64_t handled[kMaxRanks] =
      {};                         // newest segment of each owner that this rank has tried to import
  uint32_t refusals = 0;          // of refused[]; kMaxRefusals + 1: too many to list
  Refusal refused[kMaxRefusals];  // segments that it could not import
  char text[kTextBytes] = {};
};

struct alignas(kLineBytes) Post {
  Counter number;  // gather number, written last
  PostBody body;
};

// One entry of a rank's list of pool segments. The id is 0 while the other fields change.
struct SegmentEntry {
  Counter id;
  Counter bytes;
  Counter handle[kHandleWords];
};

struct SegmentTable {
  Counter version;  // changes with every change of an entry
  SegmentEntry entries[kMaxSegments];
};

// One call of a rank, read and written by CallRing. The number is 0 while the other fields change.
struct alignas(kLineBytes) CallRecord {
  Counter number;  // the rank's n-th call, written last
  Counter call;
  Counter elements;
  Counter type;  // dtype in 32 bits, kind in the next 8; the others are free
  Counter submitted_nanos;
  Counter completed_nanos;  // kInFlight + number until then
};

constexpr uint64_t kInFlight = uint64_t{1} << 63;

// Why the rank refused its last refused call. The number is 0 while the words change.
struct RefusalText {
  Counter number;
  Counter words[kTextBytes / sizeof(uint64_t)];
};

struct CallLog {
  RefusalText refusal;
  Counter posted;  // calls so far
  CallRecord ring[kCallRing];
};

constexpr uint64_t kOpen = ~uint64_t{0};

struct RankBlock {
  alignas(kLineBytes) Doorbell doorbell;
  alignas(kLineBytes) Counter ready;   // steps whose shard may be read
  alignas(kLineBytes) Counter call;    // EncodeCall() of the last call
  std::atomic<uint64_t> closed_after;  // kOpen, or the rank's last call number
  std::atomic<int32_t> pid;
  char last_words[kTextBytes];  // complete before the rank offers to be the poisoner
  Post posts[kPostRing];
  alignas(kLineBytes) SegmentTable segments;
  alignas(kLineBytes) CallLog calls;
};

// The call word: the call number with the route it took, 0 before the first call.
enum class CallRoute : uint64_t { kFastPath = 1, kElsewhere = 2 };
constexpr uint64_t EncodeCall(uint64_t call, CallRoute route) {
  return call << 2 | static_cast<uint64_t>(route);
}
constexpr uint64_t CallNumber(uint64_t word) { return word >> 2; }
constexpr CallRoute RouteOf(uint64_t word) { return static_cast<CallRoute>(word & 3); }

// A view of the mapped block. Owns the mapping.
class ControlBlock {
 public:
  // Made by rank 0; the others attach to its handle.
  static ControlBlock Create(const Geometry& geometry, const uint64_t (&cookie)[2]);
  static ControlBlock Attach(const SharedHandle& handle, int ranks, const uint64_t (&cookie)[2]);
  static size_t BytesFor(const Geometry& geometry);

  const Geometry& geometry() const { return geometry_; }
  int ranks() const { return geometry_.ranks; }
  SharedHandle handle() const { return memory_.handle(); }

  std::atomic<uint32_t>& poisoner() const { return header()->poisoner; }
  RankBlock& rank(int rank) const;
  // How far `mover` has read the steps of `owner`; written by the mover.
  Counter& done(int mover, int owner) const;
  std::byte* slot(int owner, uint32_t index) const;

 private:
  ControlBlock(SharedMemory memory, const Geometry& geometry);
  Header* header() const { return reinterpret_cast<Header*>(memory_.data()); }

  SharedMemory memory_;
  Geometry geometry_;
};

}  // namespace zerogather
