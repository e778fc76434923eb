#include "core/membership.h"

#include <unistd.h>

#include <algorithm>
#include <iomanip>
#include <sstream>
#include <utility>

#include "core/error.h"
#include "core/text.h"

namespace zerogather {
namespace {

constexpr uint32_t kNobody = 0;
// Names beyond this many would push what happened out of a text of fixed length.
constexpr int kMaxNames = 8;

}  // namespace

std::string Name(RankSet ranks) {
  std::string names;
  int count = 0;
  for (int r = 0; r < kMaxRanks; ++r) {
    if ((ranks & Only(r)) == 0 || count++ >= kMaxNames) continue;
    names += (names.empty() ? "" : ", ") + std::to_string(r);
  }
  if (count > kMaxNames) names += " and " + std::to_string(count - kMaxNames) + " more";
  return (count == 1 ? "rank " : "ranks ") + names;
}

std::string Seconds(std::chrono::nanoseconds duration) {
  std::ostringstream text;
  text << std::setprecision(3) << static_cast<double>(duration.count()) / 1e9 << " s";
  return text.str();
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
  if (timeout.count() <= 0) {
    throw Error("a timeout of " + std::to_string(timeout.count()) + " ns: it must be positive");
  }
  for (int r = 0; r < block_.ranks(); ++r) {
    if (r != rank) peers_ |= Only(r);
  }
}

Membership::Clock::time_point Membership::DeadlineFromNow() const {
  // A timeout beyond a century is none; adding it would overflow the clock.
  return Clock::now() + std::min<std::chrono::nanoseconds>(timeout_, std::chrono::hours(876'000));
}

void Membership::Join() {
  int32_t nobody = 0;
  if (!mine().pid.compare_exchange_strong(nobody, getpid(), std::memory_order_acq_rel)) {
    throw Error("rank " + std::to_string(rank_) +
                " has joined this control block already, as process " + std::to_string(nobody));
  }
}

bool Membership::poisoned() const {
  return block_.poisoner().load(std::memory_order_seq_cst) != kNobody;
}

std::string Membership::PoisonText() const {
  const uint32_t poisoner = block_.poisoner().load(std::memory_order_acquire);
  if (poisoner == kNobody) return "";
  return ReadText(block_.rank(static_cast<int>(poisoner) - 1).last_words);
}

bool Membership::SetPoison(std::string_view text) {
  bool first = false;
  {
    const std::lock_guard<std::mutex> lock(last_words_);
    if (!poisoned()) {
      // Before the word that refers to it: a rank that is killed in between has said nothing.
      WriteText(text, mine().last_words);
      uint32_t nobody = kNobody;
      first = block_.poisoner().compare_exchange_strong(nobody, static_cast<uint32_t>(rank_) + 1,
                                                        std::memory_order_seq_cst);
    }
  }
  bells_.RingAll();
  return first;
}

RankSet Membership::Dead(RankSet suspects) const {
  RankSet dead = 0;
  for (int r = 0; r < ranks(); ++r) {
    if ((suspects & Only(r)) == 0 || !liveness_.IsDead(r)) continue;
    // Read after the end of the process: one that closed the group and ended in between has not
    // died.
    const bool open = block_.rank(r).closed_after.load(std::memory_order_acquire) == kOpen;
    if (open) dead |= Only(r);
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
