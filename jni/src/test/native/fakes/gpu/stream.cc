#include "fakes/gpu/stream.h"

#include <thread>
#include <utility>

namespace zerogather::fake {

std::shared_ptr<Stream> Stream::Open(int device, bool blocking) {
  std::shared_ptr<Stream> stream(new Stream(device, blocking));
  std::thread([stream] { stream->Run(); }).detach();
  return stream;
}

void Stream::Enqueue(std::function<void()> operation) {
  const std::lock_guard<std::mutex> lock(mutex_);
  operations_.push_back(std::move(operation));
  ++submitted_;
  queued_.notify_one();
}

bool Stream::IsIdle() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return completed_ == submitted_;
}

void Stream::Synchronize() {
  std::unique_lock<std::mutex> lock(mutex_);
  const uint64_t last = submitted_;
  done_.wait(lock, [this, last] { return completed_ >= last; });
}

void Stream::Close() {
  const std::lock_guard<std::mutex> lock(mutex_);
  closed_ = true;
  queued_.notify_one();
}

void Stream::Run() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    queued_.wait(lock, [this] { return closed_ || !operations_.empty(); });
    if (operations_.empty()) return;
    const std::function<void()>& operation = operations_.front();  // stays where it is
    lock.unlock();
    operation();
    lock.lock();
    operations_.pop_front();
    ++completed_;
    done_.notify_all();
  }
}

}  // namespace zerogather::fake
