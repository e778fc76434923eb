#include "gloo/waiter.h"

#include <thread>

#include "gloo/failures.h"

namespace zerogather {
namespace {

using gloo::transport::UnboundBuffer;

// False if the wait was interrupted. Running out of time makes Gloo close every connection and
// throw.
bool wait(Waiter::Side side, UnboundBuffer& buffer, std::chrono::milliseconds timeout) {
  return side == Waiter::Side::kSend ? buffer.waitSend(timeout) : buffer.waitRecv(timeout);
}

}  // namespace

void Waiter::settle() { std::this_thread::sleep_for(std::chrono::milliseconds(50)); }

// Keeps the buffer known to nudges while it is waited for.
class Waiter::Registration {
 public:
  Registration(Waiter& waiter, UnboundBuffer& buffer) : waiter_(waiter) { set(&buffer); }
  ~Registration() { set(nullptr); }

  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;
  Registration(Registration&&) = delete;
  Registration& operator=(Registration&&) = delete;

 private:
  void set(UnboundBuffer* buffer) {
    const std::lock_guard<std::mutex> lock(waiter_.mutex_);
    waiter_.awaited_ = buffer;
  }

  Waiter& waiter_;
};

void Waiter::await(Side side, UnboundBuffer& buffer, const Hopeless& hopeless) {
  const Registration registration(*this, buffer);
  for (;;) {
    if (stopped_) {
      throw Stopped("the group is being closed");
    }
    try {
      if (wait(side, buffer, deadline_.remaining())) {
        return;
      }
    } catch (const std::exception&) {
      if (deadline_.passed()) {
        throw TimedOut("a peer was not ready in time");
      }
      throw;
    }
    if (stopped_ || hopeless().empty()) {
      continue;
    }
    settle();
    const std::string reason = hopeless();
    if (reason.empty()) {
      continue;
    }
    // What had arrived before the peer went still counts.
    if (completedOrEnd(side, buffer)) {
      return;
    }
    throw PeerGone(reason);
  }
}

bool Waiter::completedOrEnd(Side side, UnboundBuffer& buffer) noexcept {
  try {
    while (!wait(side, buffer, std::chrono::milliseconds::zero())) {
      // A nudge came in between.
    }
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

void Waiter::nudge() noexcept {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (awaited_ != nullptr) {
    awaited_->abortWaitSend();
    awaited_->abortWaitRecv();
  }
}

void Waiter::stop() noexcept {
  stopped_ = true;
  nudge();
}

}  // namespace zerogather
