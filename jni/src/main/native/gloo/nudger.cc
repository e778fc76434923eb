#include "gloo/nudger.h"

#include <algorithm>
#include <chrono>

namespace zerogather {
namespace {

// How late the death of a peer may be noticed where Gloo itself does not notice it.
constexpr std::chrono::milliseconds kPeriod{20};

struct Known {
  std::mutex mutex;
  std::weak_ptr<Nudger> nudger;
};

// Never destroyed: groups may be closed while the process exits.
Known& known() {
  static auto* const kKnown = new Known();
  return *kKnown;
}

}  // namespace

std::shared_ptr<Nudger> Nudger::shared() {
  const std::lock_guard<std::mutex> lock(known().mutex);
  auto nudger = known().nudger.lock();
  if (nudger == nullptr) {
    nudger = std::make_shared<Nudger>();
    known().nudger = nudger;
  }
  return nudger;
}

Nudger::Nudger() : thread_([this] { run(); }) {}

Nudger::~Nudger() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ended_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Nudger::add(Waiter& waiter) {
  const std::lock_guard<std::mutex> lock(mutex_);
  waiters_.push_back(&waiter);
}

void Nudger::remove(Waiter& waiter) {
  const std::lock_guard<std::mutex> lock(mutex_);
  waiters_.erase(std::remove(waiters_.begin(), waiters_.end(), &waiter), waiters_.end());
}

void Nudger::run() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (!changed_.wait_for(lock, kPeriod, [this] { return ended_; })) {
    for (Waiter* waiter : waiters_) {
      waiter->nudge();
    }
  }
}

}  // namespace zerogather
