// Device `host`: CPU memory. Its streams are queues that the submitting thread itself runs, in
// Drain and Join; a stream whose head waits for a peer lets the others go on.
#pragma once

#include <deque>
#include <vector>

#include "device/device.h"

namespace zerogather {

class HostDevice : public Device {
 public:
  explicit HostDevice(Membership* membership) : membership_(membership) {}

  std::unique_ptr<SharedRegion> AllocateShareable(size_t bytes) override;
  ShareHandle Export(const SharedRegion& region) override;
  std::unique_ptr<SharedRegion> Import(const ShareHandle& handle, size_t bytes) override;
  StreamId OpenStream() override;

  bool CopyAsync(StreamId stream, void* to, const void* from, size_t bytes, CopyHint hint) override;
  bool CopySlow(void* to, const void* from, size_t bytes) override;
  bool Signal(StreamId stream, const CounterRef& counter, uint64_t value) override;
  bool Wait(StreamId stream, const CounterRef& counter, uint64_t value) override;
  EventId Record(StreamId stream) override;
  bool WaitEvent(StreamId stream, EventId event) override;
  bool Drain(StreamId stream) override;
  bool Await(const CounterRef& counter, uint64_t value) override;
  bool Join(StreamId caller) override;
  void Discard() override;

 private:
  // A queue longer than this is run down before it grows: the memory of a gather's steps does not
  // depend on its size.
  static constexpr size_t kMaxQueued = 512;
  // A longer copy takes turns with the other streams after each piece: the ranks then read the same
  // part of every shard at about the same time, from the cache, and notice poison soon.
  static constexpr size_t kPieceBytes = size_t{256} << 10;

  struct Operation {
    enum class Kind { kCopy, kSignal, kWait, kRecord, kWaitEvent };
    Kind kind;
    CopyHint hint = CopyHint::kCached;
    void* to = nullptr;
    const void* from = nullptr;
    uint64_t value = 0;  // bytes, counter value or event
    CounterRef counter = {};
  };
  using Queue = std::deque<Operation>;

  bool Submit(StreamId stream, const Operation& operation);
  bool IsRunnable(const Operation& operation) const;
  bool AnyRunnable() const;
  void Execute(const Operation& operation);
  // Does one piece of a copy that has more than one; false if the operation is to be run whole.
  bool CopyOnePiece(Operation* copy);
  bool RunOneTurn(Queue& queue);
  bool Progress();
  // Runs the streams until finished(), which may depend on `writers` too.
  template <typename Finished>
  bool RunUntil(Finished&& finished, RankSet writers = 0);
  RankSet AwaitedRanks() const;

  Membership* membership_;
  std::vector<Queue> streams_;
  uint64_t last_event_ = 0;
  std::vector<uint64_t> reached_;  // by stream: number of its newest event that has been passed
};

}  // namespace zerogather
