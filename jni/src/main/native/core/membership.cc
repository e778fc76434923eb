#include "core/membership.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>

#include "core/error.h"
#include "core/text.h"

namespace zerogather {
namespace {

constexpr uint32_t kClear = 0;
constexpr uint32_t kClaimed = 1;
constexpr uint32_t kDescribed = 2;

std::string Seconds(std::chrono::nanoseconds duration) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.3g s", static_cast<double>(duration.count()) / 1e9);
  return text;
}

}  // namespace

std::string Name(RankSet ranks) {
  std::string names;
  int count = 0;
  for (int r = 0; r < kMaxRanks; ++r) {
    if ((ranks & Only(r)) == 0) continue;
    names += (count++ == 0 ? "" : ", ") + std::to_string(r);
  }
  return (count == 1 ? "rank " : "ranks ") + names;
}

Membership::Membership(ControlBlock block, int rank, std::chrono::nanoseconds timeout)
    : block_(std::move(block)),
      rank_(rank),
      peers_(0),
      timeout_(timeout),
      bells_(&block_, rank, IsOversubscribed(block_.ranks())) {
  if (rank < 0 || rank >= block_.ranks()) {
    throw Error("rank " + std::to_string(rank) + " of a group of " +
                std::to_string(block_.ranks()) + " ranks");
  }
  for (int r = 0; r < block_.ranks(); ++r) {
    if (r != rank) peers_ |= Only(r);
  }
}

Membership::Clock::time_point Membership::DeadlineFromNow() const {
  // A timeout beyond a century is none; adding it would overflow the clock.
  return Clock::now() + std::min<std::chrono::nanoseconds>(timeout_, std::chrono::hours(876'000));
}

void Membership::Join() { mine().pid.store(getpid(), std::memory_order_release); }

bool Membership::poisoned() const {
  return block_.poison().state.load(std::memory_order_acquire) != kClear;
}

std::string Membership::PoisonText() const {
  const Poison& poison = block_.poison();
  const auto patience = Clock::now() + std::chrono::milliseconds(10);
  while (poison.state.load(std::memory_order_acquire) == kClaimed) {
    // The poisoner may have died between its two stores.
    if (Clock::now() > patience) return "a rank failed and died before it could say why";
    usleep(100);
  }
  return poison.state.load(std::memory_order_acquire) == kDescribed ? ReadText(poison.text) : "";
}

void Membership::SetPoison(const std::string& text) {
  Poison& poison = block_.poison();
  uint32_t expected = kClear;
  if (poison.state.compare_exchange_strong(expected, kClaimed, std::memory_order_acq_rel)) {
    WriteText(text, poison.text);
    poison.state.store(kDescribed, std::memory_order_seq_cst);
  }
  bells_.RingAll();
}

RankSet Membership::Dead(RankSet suspects) const {
  RankSet dead = 0;
  for (int r = 0; r < ranks(); ++r) {
    const bool open = block_.rank(r).closed_after.load(std::memory_order_acquire) == kOpen;
    if ((suspects & Only(r)) != 0 && open && liveness_.IsDead(r)) dead |= Only(r);
  }
  return dead;
}

void Membership::Blame(RankSet dead, RankSet missing, const std::string& purpose) {
  std::string text = "rank " + std::to_string(rank_) + " waited for " + purpose + ": ";
  if (dead != 0) {
    text += Name(dead) + " died";
  } else {
    text += Name(missing) + " did not come within " + Seconds(timeout_);
  }
  SetPoison(text);
}

}  // namespace zerogather
