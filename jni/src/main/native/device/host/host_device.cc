#include "device/host/host_device.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "device/host/copy_kernels.h"
#include "device/host/host_memory.h"

namespace zerogather {
namespace {

// An event's id carries its stream, so that nothing needs to be kept for events that have passed.
constexpr int kStreamBits = 8;
constexpr EventId EventOf(StreamId stream, uint64_t number) {
  return number << kStreamBits | stream;
}
constexpr StreamId StreamOf(EventId event) {
  return static_cast<StreamId>(event & ((EventId{1} << kStreamBits) - 1));
}
constexpr uint64_t NumberOf(EventId event) { return event >> kStreamBits; }

}  // namespace

std::unique_ptr<SharedRegion> HostDevice::AllocateShareable(size_t bytes) {
  return AllocateHostRegion(bytes);
}

ShareHandle HostDevice::Export(const SharedRegion& region) { return ExportHostRegion(region); }

std::unique_ptr<SharedRegion> HostDevice::Import(const ShareHandle& handle, size_t bytes) {
  return ImportHostRegion(handle, bytes);
}

StreamId HostDevice::OpenStream() {
  streams_.emplace_back();
  reached_.push_back(0);
  return static_cast<StreamId>(streams_.size() - 1);
}

bool HostDevice::CopyAsync(StreamId stream, void* to, const void* from, size_t bytes,
                           CopyHint hint) {
  return Submit(stream, {Operation::Kind::kCopy, hint, to, from, bytes, {}});
}

bool HostDevice::CopySlow(void* to, const void* from, size_t bytes) {
  CopyCached(to, from, bytes);
  return true;
}

bool HostDevice::Signal(StreamId stream, const CounterRef& counter, uint64_t value) {
  return Submit(stream, {Operation::Kind::kSignal, {}, nullptr, nullptr, value, counter});
}

bool HostDevice::Wait(StreamId stream, const CounterRef& counter, uint64_t value) {
  return Submit(stream, {Operation::Kind::kWait, {}, nullptr, nullptr, value, counter});
}

EventId HostDevice::Record(StreamId stream) {
  const uint64_t number = ++last_event_;
  streams_[stream].push_back({Operation::Kind::kRecord, {}, nullptr, nullptr, number, {}});
  return EventOf(stream, number);
}

bool HostDevice::WaitEvent(StreamId stream, EventId event) {
  return Submit(stream, {Operation::Kind::kWaitEvent, {}, nullptr, nullptr, event, {}});
}

bool HostDevice::Submit(StreamId stream, const Operation& operation) {
  Queue& queue = streams_[stream];
  if (queue.size() >= kMaxQueued && !RunUntil([&] { return queue.size() < kMaxQueued / 2; })) {
    return false;  // poisoned
  }
  queue.push_back(operation);
  return true;
}

bool HostDevice::IsRunnable(const Operation& operation) const {
  switch (operation.kind) {
    case Operation::Kind::kWait:
      return operation.counter.word->load(std::memory_order_seq_cst) >= operation.value;
    case Operation::Kind::kWaitEvent:
      return reached_[StreamOf(operation.value)] >= NumberOf(operation.value);
    default:
      return true;
  }
}

bool HostDevice::AnyRunnable() const {
  return std::any_of(streams_.begin(), streams_.end(), [this](const Queue& queue) {
    return !queue.empty() && IsRunnable(queue.front());
  });
}

void HostDevice::Execute(const Operation& operation) {
  switch (operation.kind) {
    case Operation::Kind::kCopy:
      (operation.hint == CopyHint::kStream ? CopyStreaming : CopyCached)(
          operation.to, operation.from, operation.value);
      break;
    case Operation::Kind::kSignal:
      operation.counter.word->store(operation.value, std::memory_order_seq_cst);
      for (RankSet left = operation.counter.readers; left != 0; left &= left - 1) {
        membership_->bells().Ring(__builtin_ctzll(left));
      }
      break;
    case Operation::Kind::kWait:
    case Operation::Kind::kRecord:
    case Operation::Kind::kWaitEvent:
      break;
  }
}

bool HostDevice::CopyOnePiece(Operation* copy) {
  if (copy->kind != Operation::Kind::kCopy || copy->value <= kPieceBytes) return false;
  Operation piece = *copy;
  piece.value = kPieceBytes;
  Execute(piece);
  copy->to = static_cast<std::byte*>(copy->to) + kPieceBytes;
  copy->from = static_cast<const std::byte*>(copy->from) + kPieceBytes;
  copy->value -= kPieceBytes;
  return true;
}

bool HostDevice::RunOneTurn(Queue& queue) {
  bool moved = false;
  while (!queue.empty() && IsRunnable(queue.front())) {
    if (CopyOnePiece(&queue.front())) return true;
    const Operation operation = queue.front();
    queue.pop_front();
    Execute(operation);
    if (operation.kind == Operation::Kind::kRecord) {
      reached_[static_cast<size_t>(&queue - streams_.data())] = operation.value;
    }
    moved = true;
    if (operation.kind == Operation::Kind::kSignal) break;  // let the other streams have their turn
  }
  return moved;
}

bool HostDevice::Progress() {
  bool moved = false;
  for (Queue& queue : streams_) moved = RunOneTurn(queue) || moved;
  return moved;
}

template <typename Finished>
bool HostDevice::RunUntil(Finished&& finished, RankSet writers) {
  // Only time without progress of this rank is charged to its peers.
  auto deadline = membership_->DeadlineFromNow();
  while (!finished()) {
    if (membership_->poisoned()) return false;
    if (Progress()) {
      deadline = membership_->DeadlineFromNow();
      continue;
    }
    const bool runnable = membership_->Await(
        deadline, [&] { return finished() || AnyRunnable(); },
        [&] { return AwaitedRanks() | writers; },
        [&] { return "the data of " + Name(AwaitedRanks() | writers); });
    if (!runnable) return false;
  }
  return true;
}

RankSet HostDevice::AwaitedRanks() const {
  RankSet awaited = 0;
  for (const Queue& queue : streams_) {
    if (!queue.empty() && queue.front().kind == Operation::Kind::kWait) {
      awaited |= Only(queue.front().counter.writer);
    }
  }
  return awaited;
}

bool HostDevice::Drain(StreamId stream) {
  return RunUntil([&] { return streams_[stream].empty(); });
}

bool HostDevice::Await(const CounterRef& counter, uint64_t value) {
  return RunUntil([&] { return counter.word->load(std::memory_order_seq_cst) >= value; },
                  Only(counter.writer));
}

bool HostDevice::Join(StreamId caller) { return Drain(caller); }

void HostDevice::Discard() {
  for (Queue& queue : streams_) queue.clear();
}

}  // namespace zerogather
