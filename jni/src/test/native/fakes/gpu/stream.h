// A stream: one thread that runs what was queued, in order.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>

namespace zerogather::fake {

class Stream {
 public:
  static std::shared_ptr<Stream> Open(int device);

  int device() const { return device_; }
  void Enqueue(std::function<void()> operation);
  bool IsIdle();
  void Synchronize();
  // What is queued still runs; then the thread ends.
  void Close();

  // A flag only: what is queued runs all the same.
  std::atomic<bool> capturing{false};

 private:
  explicit Stream(int device) : device_(device) {}
  void Run();

  const int device_;
  std::mutex mutex_;
  std::condition_variable queued_;
  std::condition_variable done_;
  std::deque<std::function<void()>> operations_;  // the first one is running
  uint64_t submitted_ = 0;
  uint64_t completed_ = 0;
  bool closed_ = false;
};

}  // namespace zerogather::fake
