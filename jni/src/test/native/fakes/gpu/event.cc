#include "fakes/gpu/event.h"

#include <algorithm>

namespace zerogather::fake {

void Event::Record(Stream& stream) {
  uint64_t mark = 0;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    mark = ++recorded_;
    in_graph_ = false;
  }
  stream.Enqueue([event = shared_from_this(), mark] {
    const std::lock_guard<std::mutex> lock(event->mutex_);
    event->reached_ = std::max(event->reached_, mark);
    event->reached_at_ = Clock::now();
    event->changed_.notify_all();
  });
}

void Event::RecordInGraph() {
  const std::lock_guard<std::mutex> lock(mutex_);
  in_graph_ = true;
}

bool Event::IsInGraph() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return in_graph_;
}

bool Event::IsReached() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return reached_ == recorded_;
}

void Event::Hold(Stream& stream) {
  uint64_t mark = 0;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    mark = recorded_;
  }
  stream.Enqueue([event = shared_from_this(), mark] {
    std::unique_lock<std::mutex> lock(event->mutex_);
    event->changed_.wait(lock, [&event, mark] { return event->reached_ >= mark; });
  });
}

float Event::Since(Event& start) {
  return std::chrono::duration<float, std::milli>(ReachedAt() - start.ReachedAt()).count();
}

bool Event::WasRecorded() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return recorded_ > 0;
}

Event::Clock::time_point Event::ReachedAt() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return reached_at_;
}

}  // namespace zerogather::fake
