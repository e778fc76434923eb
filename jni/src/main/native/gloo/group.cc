#include "gloo/group.h"

#include <gloo/allgather.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "gloo/error_text.h"
#include "gloo/failures.h"
#include "gloo/timed_buffer.h"

namespace zerogather {

Group::Group(int rank, std::vector<int> worldRanks, const BindTo& address)
    : mesh_(std::make_shared<Mesh>(rank, std::move(worldRanks), address)),
      nudger_(Nudger::shared()) {
  nudger_->add(waiter_);
}

Group::~Group() {
  nudger_->remove(waiter_);
  if (peers_ != nullptr && cause_.empty()) {
    peers_->sayFarewell();
  }
  mesh_->leave();
}

void Group::connect(const std::vector<char>& theirs, const Deadline& deadline) {
  if (mesh_->size == 1) {
    return;
  }
  orFail([&] {
    mesh_->connect(theirs, deadline);
    peers_ = std::make_unique<Peers>(*mesh_);
    exchange_ = std::make_unique<DescriptorExchange>(*mesh_, *peers_, waiter_);
    // The first exchange proves that every connection ends at the right rank.
    waiter_.start(deadline);
    Descriptor greeting;
    greeting.call = -1;
    greeting.rank = mesh_->rank;
    exchange_->run(greeting);
  });
}

bool Group::gather(const Call& call, const Deadline& deadline) {
  requireAlive();
  Descriptor mine;
  mine.call = call.number;
  mine.bytes = static_cast<std::int64_t>(call.bytes);
  mine.dtype = call.dtype;
  mine.rank = mesh_->rank;
  bool same = true;
  orFail([&] {
    waiter_.start(deadline);
    if (call.guarded && mesh_->size > 1) {
      calls_ = exchange_->run(mine);
      same = std::all_of(calls_.begin(), calls_.end(),
                         [&](const Descriptor& other) { return sameCall(mine, other); });
    }
    if (same && call.bytes > 0) {
      move(call, payloadTag(mine));
    }
  });
  return same;
}

void Group::move(const Call& call, std::uint32_t tag) {
  std::uint8_t* const own = call.output + static_cast<std::size_t>(mesh_->rank) * call.bytes;
  // From here on the gather is in place, so the rest of the output may overlap the input.
  if (own != call.input) {
    std::memmove(own, call.input, call.bytes);
  }
  if (mesh_->size == 1) {
    return;
  }
  gloo::AllgatherOptions options(mesh_);
  options.setOutput<std::uint8_t>(std::make_unique<TimedBuffer>(
      *mesh_, *peers_, waiter_, call.output, call.bytes * static_cast<std::size_t>(mesh_->size)));
  options.setTag(tag);
  gloo::allgather(options);
}

void Group::requireAlive() const {
  if (!cause_.empty()) {
    throw std::runtime_error("the group failed before: " + cause_);
  }
}

template <typename Action>
void Group::orFail(const Action& action) {
  try {
    if (peers_ != nullptr) {
      const std::string gone = peers_->describeGone();
      if (!gone.empty()) {
        throw PeerGone(gone);
      }
    }
    action();
  } catch (const GroupFailure& e) {
    fail(e.what());
    throw;
  } catch (const std::exception& e) {
    // Gloo's own texts name an address; the ranks say more.
    Waiter::settle();
    const std::string gone = peers_ == nullptr ? "" : peers_->describeGone();
    fail(gone.empty() ? plainText(e.what()) : gone);
    throw PeerGone(cause_);
  }
}

void Group::fail(const std::string& cause) {
  cause_ = cause;
  mesh_->breakConnections();
}

}  // namespace zerogather
