// A stream: one thread that runs what was queued, in order.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>

namespace zerogather::fake {

class Stream {
 public:
  // The default stream and those that are blocking wait for each other, as far as recordings go.
  static std::shared_ptr<Stream> Open(int device, bool blocking);

  int device() const { return device_; }
  bool blocking() const { return blocking_; }
  void Enqueue(std::function<void()> operation);
  bool IsIdle();
  void Synchronize();
  // What is queued still runs; then the thread ends.
  void Close();

 private:
  Stream(int device, bool blocking) : device_(device), blocking_(blocking) {}
  void Run();

  const int device_;
  const bool blocking_;
  std::mutex mutex_;
  std::condition_variable queued_;
  std::condition_variable done_;
  std::deque<std::function<void()>> operations_;  // the first one is running
  uint64_t submitted_ = 0;
  uint64_t completed_ = 0;
  bool closed_ = false;
};

}  // namespace zerogather::fake
