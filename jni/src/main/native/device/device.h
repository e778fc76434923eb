// The one seam between the transport's algorithm and the hardware that moves bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/control_block.h"
#include "core/membership.h"

namespace zerogather {

using ShareHandle = std::array<uint64_t, kHandleWords>;

// Memory that peers may map, or a mapping of a peer's memory; freed or unmapped by the destructor.
class SharedRegion {
 public:
  virtual ~SharedRegion() = default;
  virtual std::byte* data() const = 0;
  virtual size_t bytes() const = 0;
};

using StreamId = uint32_t;
using EventId = uint64_t;

// How a copy's destination will be used.
enum class CopyHint {
  kCached,  // read again soon
  kStream,  // part of an output too large to stay in a cache
};

// A counter in the control block, with the rank that writes it and those that sleep on it.
struct CounterRef {
  Counter* word = nullptr;
  int writer = 0;
  RankSet readers = 0;
};

// Streams are queues: operations of one stream run in order, those of different streams are ordered
// only by events and counters. Operations that report failure have had no effect, and LastError()
// says why. Called by one thread at a time, except AllocateShareable and Export, which any thread
// may call at any time.
class Device {
 public:
  virtual ~Device() = default;

  // Throws Error.
  virtual std::unique_ptr<SharedRegion> AllocateShareable(size_t bytes) = 0;
  virtual ShareHandle Export(const SharedRegion& region) = 0;
  virtual std::unique_ptr<SharedRegion> Import(const ShareHandle& handle, size_t bytes) = 0;
  virtual StreamId OpenStream() = 0;

  [[nodiscard]] virtual bool CopyAsync(StreamId stream, void* to, const void* from, size_t bytes,
                                       CopyHint hint) = 0;
  // Copies at once by another way than CopyAsync's; may block.
  [[nodiscard]] virtual bool CopySlow(void* to, const void* from, size_t bytes) = 0;
  // Stores a counter value after everything before it on the stream, visible with its data.
  [[nodiscard]] virtual bool Signal(StreamId stream, const CounterRef& counter, uint64_t value) = 0;
  // Holds the stream until the counter has reached a value.
  [[nodiscard]] virtual bool Wait(StreamId stream, const CounterRef& counter, uint64_t value) = 0;
  // A point of a stream that others can wait for.
  virtual EventId Record(StreamId stream) = 0;
  [[nodiscard]] virtual bool WaitEvent(StreamId stream, EventId event) = 0;

  // Runs or waits until everything submitted to the stream has completed; false if the group was
  // poisoned first.
  [[nodiscard]] virtual bool Drain(StreamId stream) = 0;
  // Blocks this thread, not the streams, until the counter has reached a value; false if the group
  // was poisoned first.
  [[nodiscard]] virtual bool Await(const CounterRef& counter, uint64_t value) = 0;
  // The stream that the gather is ordered on, which has come to its end of the gather's steps.
  // Host: runs them; a GPU has nothing left to do. False if the group was poisoned first.
  [[nodiscard]] virtual bool Join(StreamId caller) = 0;
  // Drops everything submitted and not run, after poison.
  virtual void Discard() = 0;
};

}  // namespace zerogather
