// A mark in a stream.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>

#include "fakes/gpu/stream.h"

namespace zerogather::fake {

class Event : public std::enable_shared_from_this<Event> {
 public:
  Event(int device, bool timed) : device_(device), timed_(timed) {}

  int device() const { return device_; }
  bool timed() const { return timed_; }
  void Record(Stream& stream);
  // The mark is part of a graph, and never reached.
  void RecordInGraph();
  bool IsInGraph();
  // True too if nothing was recorded.
  bool IsReached();
  // Holds the stream until what is recorded now has been reached.
  void Hold(Stream& stream);
  // Milliseconds since another event; both have been reached.
  float Since(Event& start);
  bool WasRecorded();

 private:
  using Clock = std::chrono::steady_clock;

  Clock::time_point ReachedAt();

  const int device_;
  const bool timed_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool in_graph_ = false;
  uint64_t recorded_ = 0;
  uint64_t reached_ = 0;
  Clock::time_point reached_at_{};
};

}  // namespace zerogather::fake
