#include "core/steps.h"

#include <algorithm>

namespace zerogather {
namespace {

// Outputs from this size on leave the cache before anybody reads them.
constexpr size_t kStreamingOutputBytes = size_t{8} << 20;

}  // namespace

Steps::Steps(Device* device, Membership* membership)
    : device_(device),
      membership_(membership),
      caller_(device->OpenStream()),
      control_(device->OpenStream()),
      slot_steps_(membership->block().geometry().chunks, 0) {
  for (int r = 0; r < membership->ranks(); ++r) {
    reads_.push_back(r == membership->rank() ? control_ : device->OpenStream());
  }
}

bool Steps::Direct(const Buffers& buffers, const std::vector<const std::byte*>& shards) {
  const uint64_t step = ++steps_;
  const int me = membership_->rank();
  const CopyHint hint = HintFor(buffers);
  if (!Signal(control_, Ready(me), step)) return false;
  for (int distance = 1; distance < membership_->ranks(); ++distance) {
    const int owner = PeerAt(distance);
    if (!ReadChunk(owner, shards[static_cast<size_t>(owner)], buffers, 0, buffers.bytes, step,
                   hint)) {
      return false;
    }
  }
  if (!buffers.in_place && !Copy(control_, buffers.output + static_cast<size_t>(me) * buffers.bytes,
                                 buffers.shard, buffers.bytes, hint)) {
    return false;
  }
  // Only now, with every copy and signal submitted, the waits for the readers of this rank's shard.
  for (int distance = 1; distance < membership_->ranks(); ++distance) {
    if (!Wait(caller_, Done(PeerAt(distance), me), step)) return false;
  }
  return JoinCaller();
}

bool Steps::Staged(const Buffers& buffers) {
  const size_t chunk = membership_->block().geometry().chunk_bytes;
  const CopyHint hint = HintFor(buffers);
  for (size_t offset = 0; offset < buffers.bytes; offset += chunk) {
    const size_t bytes = std::min(chunk, buffers.bytes - offset);
    const uint64_t step = ++steps_;
    const auto slot = static_cast<uint32_t>(staged_++ % slot_steps_.size());
    if (!StageChunk(slot, buffers, offset, bytes, step, hint)) return false;
    for (int distance = 1; distance < membership_->ranks(); ++distance) {
      const int owner = PeerAt(distance);
      const std::byte* from = membership_->block().slot(owner, slot);
      if (!ReadChunk(owner, from, buffers, offset, bytes, step, hint)) return false;
    }
  }
  return JoinCaller();
}

bool Steps::StageChunk(uint32_t slot, const Buffers& buffers, size_t offset, size_t bytes,
                       uint64_t step, CopyHint hint) {
  const int me = membership_->rank();
  for (int distance = 1; distance < membership_->ranks(); ++distance) {
    if (!Wait(control_, Done(PeerAt(distance), me), slot_steps_[slot])) return false;
  }
  slot_steps_[slot] = step;
  const std::byte* from = buffers.shard + offset;
  if (!Copy(control_, membership_->block().slot(me, slot), from, bytes, CopyHint::kCached)) {
    return false;
  }
  if (!Signal(control_, Ready(me), step)) return false;
  // After the signal, so that the peers read while this rank fills its own slice from the cache.
  std::byte* own = buffers.output + static_cast<size_t>(me) * buffers.bytes + offset;
  return buffers.in_place || Copy(control_, own, from, bytes, hint);
}

bool Steps::ReadChunk(int owner, const std::byte* from, const Buffers& buffers, size_t offset,
                      size_t bytes, uint64_t step, CopyHint hint) {
  const StreamId stream = reads_[static_cast<size_t>(owner)];
  std::byte* to = buffers.output + static_cast<size_t>(owner) * buffers.bytes + offset;
  return Wait(stream, Ready(owner), step) && Copy(stream, to, from, bytes, hint) &&
         Signal(stream, Done(membership_->rank(), owner), step);
}

bool Steps::JoinCaller() {
  if (!device_->WaitEvent(caller_, device_->Record(control_))) return false;
  for (int distance = 1; distance < membership_->ranks(); ++distance) {
    const StreamId stream = reads_[static_cast<size_t>(PeerAt(distance))];
    if (!device_->WaitEvent(caller_, device_->Record(stream))) return false;
  }
  return device_->Join(caller_);
}

bool Steps::Copy(StreamId stream, void* to, const void* from, size_t bytes, CopyHint hint) {
  if (bytes == 0) return true;  // the addresses may be null
  if (device_->CopyAsync(stream, to, from, bytes, hint)) return true;
  if (membership_->poisoned()) return false;
  impaired_ = true;
  return device_->Drain(stream) && device_->CopySlow(to, from, bytes);
}

bool Steps::Signal(StreamId stream, const CounterRef& counter, uint64_t value) {
  if (device_->Signal(stream, counter, value)) return true;
  if (membership_->poisoned()) return false;
  impaired_ = true;
  if (!device_->Drain(stream)) return false;
  counter.word->store(value, std::memory_order_seq_cst);
  membership_->bells().RingAll();
  return true;
}

bool Steps::Wait(StreamId stream, const CounterRef& counter, uint64_t value) {
  if (device_->Wait(stream, counter, value)) return true;
  if (membership_->poisoned()) return false;
  impaired_ = true;
  return device_->Drain(stream) && device_->Await(counter, value);
}

CopyHint Steps::HintFor(const Buffers& buffers) const {
  const size_t output = buffers.bytes * static_cast<size_t>(membership_->ranks());
  return output >= kStreamingOutputBytes ? CopyHint::kStream : CopyHint::kCached;
}

int Steps::PeerAt(int distance) const {
  return (membership_->rank() + distance) % membership_->ranks();
}

CounterRef Steps::Ready(int owner) const {
  return {&membership_->block().rank(owner).ready, owner, membership_->peers()};
}

CounterRef Steps::Done(int mover, int owner) const {
  return {&membership_->block().done(mover, owner), mover, Only(owner)};
}

}  // namespace zerogather
