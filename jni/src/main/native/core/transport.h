// The fast path of one group on one rank: number, meet, move.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/imports.h"
#include "core/meeting.h"
#include "core/membership.h"
#include "core/pool.h"
#include "core/steps.h"
#include "device/device.h"

namespace zerogather {

struct GatherCall {
  uint64_t call = 0;
  std::byte* output = nullptr;
  const std::byte* input = nullptr;
  uint64_t count = 0;
  uint32_t dtype = 0;
  uint32_t element_bytes = 0;
  bool capturing = false;
};

// Gather, Announce, Reject, Housekeep and Close are for one thread at a time; the rest is
// thread-safe.
class Transport {
 public:
  Transport(std::unique_ptr<Membership> membership, std::unique_ptr<Device> device);

  // The verdict is what became of the gather: kDirect and kStaged have completed, kCapture and
  // kLeave are for the fallback, the others have failed and say why.
  Verdict Gather(const GatherCall& call);
  // This rank's call went another way; never waits.
  void Announce(uint64_t call);
  // This rank refused its call; completes the meeting so that the peers fail at once.
  Verdict Reject(uint64_t call, uint64_t count, uint32_t dtype, const std::string& why);
  // Drops what peers have retired; called now and then while nothing is in flight.
  void Housekeep() { imports_.Refresh(); }
  // Tells the peers that nothing comes after `last_call`.
  void Close(uint64_t last_call);

  Pool& pool() { return pool_; }
  const Membership& membership() const { return *membership_; }
  Membership& membership() { return *membership_; }

 private:
  void StoreCall(uint64_t call, CallRoute route);
  // Why no call can meet any more, if so.
  std::optional<Verdict> Ended(uint64_t call);
  // Past the first post, a rank that cannot go on must say so: its peers count on it.
  template <typename Body>
  Verdict OrPoison(Body&& body);
  Verdict Meet(PostBody* body);
  Verdict Move(const Verdict& verdict, const GatherCall& call, const std::byte* shard,
               uint64_t number);
  Verdict Poisoned();

  std::unique_ptr<Membership> membership_;
  std::unique_ptr<Device> device_;
  Meeting meeting_;
  Pool pool_;
  Imports imports_;
  Steps steps_;
  uint64_t last_number_ = 0;
  std::optional<Verdict> closed_;  // a peer has left the group
  bool left_ = false;              // a meeting has sent everything to the fallback
};

}  // namespace zerogather
