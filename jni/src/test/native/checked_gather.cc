#include "checked_gather.h"

#include <algorithm>

namespace zerogather::test {
namespace {

constexpr uint32_t kUint8 = 1;

}  // namespace

Placement SideBySide(Arena* arena, size_t shard_bytes, size_t shard_skew, size_t output_skew) {
  Placement placement;
  placement.shard_arena = placement.output_arena = arena;
  placement.shard_at = kGuardBytes + shard_skew;
  // The skew is that of the output's own address, whatever the shard's length.
  const size_t after = placement.shard_at + shard_bytes + kGuardBytes;
  placement.output_at = (after + kGuardBytes - 1) / kGuardBytes * kGuardBytes + output_skew;
  return placement;
}

Placement InPlace(Arena* arena, int rank, size_t shard_bytes, size_t output_skew) {
  Placement placement;
  placement.shard_arena = placement.output_arena = arena;
  placement.output_at = kGuardBytes + output_skew;
  placement.shard_at = placement.output_at + static_cast<size_t>(rank) * shard_bytes;
  return placement;
}

bool Succeeded(const Verdict& verdict) {
  return verdict.kind == Verdict::Kind::kDirect || verdict.kind == Verdict::Kind::kStaged;
}

GatherCall BytesCall(uint64_t call, size_t shard_bytes) {
  GatherCall gather;
  gather.call = call;
  gather.count = shard_bytes;
  gather.dtype = kUint8;
  gather.element_bytes = 1;
  return gather;
}

Verdict CheckedGather(Transport* transport, GatherCall call, uint64_t key,
                      const Placement& placement) {
  const int rank = transport->membership().rank();
  const int ranks = transport->membership().ranks();
  const size_t bytes = call.count * call.element_bytes;
  const size_t shard_end = placement.shard_at + bytes + kGuardBytes;
  const size_t output_end = placement.output_at + static_cast<size_t>(ranks) * bytes + kGuardBytes;
  Arena& in = *placement.shard_arena;
  Arena& out = *placement.output_arena;
  const bool shared = &in == &out;
  out.Reset(key, shared ? std::max(shard_end, output_end) : output_end);
  if (!shared) in.Reset(~key, shard_end);
  in.Write(placement.shard_at, ShardKey(key, rank), bytes);

  call.input = in.at(placement.shard_at);
  call.output = out.at(placement.output_at);
  Verdict verdict = transport->Gather(call);

  if (Succeeded(verdict)) {
    for (int owner = 0; owner < ranks; ++owner) {
      out.Expect(placement.output_at + static_cast<size_t>(owner) * bytes, ShardKey(key, owner),
                 bytes);
    }
  }
  // A dead group may leave a half-filled output behind; every other failure has moved nothing.
  if (verdict.kind != Verdict::Kind::kPoisoned) out.Check();
  if (!shared) in.Check();
  return verdict;
}

}  // namespace zerogather::test
