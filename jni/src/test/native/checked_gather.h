// One gather on one rank, with every byte checked against the oracle.
#pragma once

#include <cstddef>
#include <cstdint>

#include "arena.h"
#include "core/transport.h"

namespace zerogather::test {

// Where a rank's shard and output lie; both arenas may be the same.
struct Placement {
  Arena* shard_arena = nullptr;
  size_t shard_at = 0;
  Arena* output_arena = nullptr;
  size_t output_at = 0;
};

// Bytes kept free, and checked, around shards and outputs.
constexpr size_t kGuardBytes = 64;
// Shard and output side by side in an arena of this size, each unaligned by up to 63 bytes.
constexpr size_t ArenaBytesFor(int ranks, size_t shard_bytes) {
  return (static_cast<size_t>(ranks) + 1) * shard_bytes + 5 * kGuardBytes;
}
Placement SideBySide(Arena* arena, size_t shard_bytes, size_t shard_skew = 0,
                     size_t output_skew = 0);
Placement InPlace(Arena* arena, int rank, size_t shard_bytes, size_t output_skew = 0);

// Fills the arenas with noise and the shard with the pattern that (key, rank) names, gathers, and
// checks everything around and, if the gather succeeded, the output. `key` is equal on all ranks.
Verdict CheckedGather(Transport* transport, GatherCall call, uint64_t key,
                      const Placement& placement);

// A call of this many bytes per rank.
GatherCall BytesCall(uint64_t call, size_t shard_bytes);

bool Succeeded(const Verdict& verdict);

}  // namespace zerogather::test
