// The steps of one gather above the Device seam, written once for every device that pulls: each
// rank reads its peers' shards and writes only its own memory.
//
// Steps are numbered over the life of the group, equally on all ranks: a direct gather is one step,
// a staged one a step per transit chunk. `ready` says how many steps of a rank may be read, `done`
// how many of them a peer has read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/membership.h"
#include "device/device.h"

namespace zerogather {

struct Buffers {
  std::byte* output = nullptr;
  const std::byte* shard = nullptr;
  size_t bytes = 0;       // of one shard
  bool in_place = false;  // the shard is its own slice of the output
};

class Steps {
 public:
  Steps(Device* device, Membership* membership);

  // Return false once the group is poisoned; the outputs are complete otherwise.
  [[nodiscard]] bool Direct(const Buffers& buffers, const std::vector<const std::byte*>& shards);
  [[nodiscard]] bool Staged(const Buffers& buffers);

  // A device call has failed on this rank, which has completed the gather by other means and should
  // leave.
  bool impaired() const { return impaired_; }

 private:
  [[nodiscard]] bool Copy(StreamId stream, void* to, const void* from, size_t bytes, CopyHint hint);
  [[nodiscard]] bool Signal(StreamId stream, const CounterRef& counter, uint64_t value);
  [[nodiscard]] bool Wait(StreamId stream, const CounterRef& counter, uint64_t value);
  [[nodiscard]] bool StageChunk(uint32_t slot, const Buffers& buffers, size_t offset, size_t bytes,
                                uint64_t step, CopyHint hint);
  [[nodiscard]] bool ReadChunk(int owner, const std::byte* from, const Buffers& buffers,
                               size_t offset, size_t bytes, uint64_t step, CopyHint hint);
  [[nodiscard]] bool JoinCaller();
  CopyHint HintFor(const Buffers& buffers) const;
  int PeerAt(int distance) const;
  CounterRef Ready(int owner) const;
  CounterRef Done(int mover, int owner) const;

  Device* device_;
  Membership* membership_;
  StreamId caller_;
  StreamId control_;
  std::vector<StreamId> reads_;       // by owner
  uint64_t steps_ = 0;                // of all gathers so far
  uint64_t staged_ = 0;               // chunks staged so far
  std::vector<uint64_t> slot_steps_;  // by slot: the last step that used it
  bool impaired_ = false;
};

}  // namespace zerogather
