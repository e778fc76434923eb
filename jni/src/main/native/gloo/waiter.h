// Waits for Gloo's buffers such that every wait ends.
#pragma once

#include <gloo/transport/unbound_buffer.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <string>

#include "gloo/deadline.h"

namespace zerogather {

// Gloo wakes a waiting thread when the bytes have moved or when a connection fails that still has
// the whole message queued. It forgets the message that it was in the middle of, so a peer that
// dies then is noticed only by the timeout. A nudge, which may come from any thread at any time,
// makes the waiting thread look for itself.
class Waiter {
 public:
  enum class Side { kSend, kReceive };

  // Says why a wait that a nudge interrupted cannot end well any more; empty if it still can.
  using Hopeless = std::function<std::string()>;

  // What all waits from now on must keep.
  void start(const Deadline& deadline) { deadline_ = deadline; }

  // Returns once one transfer of the buffer has completed; throws TimedOut, PeerGone, Stopped, or
  // what Gloo throws. After a throw the connections are closed or must be.
  void await(Side side, gloo::transport::UnboundBuffer& buffer, const Hopeless& hopeless);

  // True if one transfer of the buffer has completed. If none has, every connection is closed.
  static bool completedOrEnd(Side side, gloo::transport::UnboundBuffer& buffer) noexcept;

  // To be called when the first connection has failed and before the others are broken. A rank that
  // dies takes all its connections along within moments: waiting for that lets every survivor see
  // who was the first, and not only the survivors that gave up because of it.
  static void settle();

  // Interrupts the wait that is going on, if any.
  void nudge() noexcept;

  // Makes the wait that is going on, and all later ones, throw Stopped.
  void stop() noexcept;

 private:
  class Registration;

  Deadline deadline_ = Deadline::after(0);
  std::atomic<bool> stopped_{false};
  std::mutex mutex_;
  gloo::transport::UnboundBuffer* awaited_ = nullptr;
};

}  // namespace zerogather
