// The process's thread that nudges the waits of all groups.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "gloo/waiter.h"

namespace zerogather {

class Nudger {
 public:
  // The thread of this process; it lives as long as somebody holds it.
  static std::shared_ptr<Nudger> shared();

  Nudger();
  ~Nudger();

  Nudger(const Nudger&) = delete;
  Nudger& operator=(const Nudger&) = delete;
  Nudger(Nudger&&) = delete;
  Nudger& operator=(Nudger&&) = delete;

  void add(Waiter& waiter);

  // Once this has returned, no nudge of the waiter is going on.
  void remove(Waiter& waiter);

 private:
  void run();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Waiter*> waiters_;
  bool ended_ = false;
  std::thread thread_;
};

}  // namespace zerogather
