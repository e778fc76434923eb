#include "core/call_board.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "core/dtype_names.h"
#include "core/error.h"
#include "core/text.h"

namespace zerogather {
namespace {

std::string Number(uint64_t elements) { return std::to_string(static_cast<int64_t>(elements)); }

std::string Words(const Call& call) {
  std::string words = "call " + std::to_string(call.call);
  if (call.kind == CallKind::kEmpty) return words + ", empty";
  words += ", " + Number(call.elements) + (call.elements == 1 ? " element of " : " elements of ") +
           DtypeName(call.dtype);
  return call.kind == CallKind::kRefused ? words + ", refused" : words;
}

std::string LastCall(const Call& call) {
  const std::string number = std::to_string(call.call);
  switch (call.kind) {
    case CallKind::kGather:
      return "last gather " + number + " of " + Number(call.elements) + " " + DtypeName(call.dtype);
    case CallKind::kEmpty:
      return "last call " + number + ", empty";
    case CallKind::kRefused:
      return "last call " + number + ", refused";
  }
  return "";
}

// Of a call that moves nothing, the sizes are nobody's concern.
bool SameCall(const Call& a, const Call& b) {
  if (a.call != b.call || a.kind != b.kind) return false;
  return a.kind != CallKind::kGather || (a.elements == b.elements && a.dtype == b.dtype);
}

// ": why", or as much of it as fits.
std::string Quote(const std::string& why, size_t bytes) {
  constexpr std::string_view kMore = "...";
  if (why.empty() || bytes < 2 + kMore.size()) return "";
  if (why.size() + 2 <= bytes) return ": " + why;
  return ": " + std::string(Cut(why, bytes - 2 - kMore.size())) + std::string(kMore);
}

std::string State(const LoggedCall& logged) {
  const std::chrono::nanoseconds submitted(logged.submitted_nanos);
  if (logged.completed_nanos) {
    return "completed after " +
           Seconds(std::chrono::nanoseconds(*logged.completed_nanos) - submitted);
  }
  return "in flight for " + Seconds(Membership::Clock::now().time_since_epoch() - submitted);
}

}  // namespace

Geometry CallBoard::GeometryFor(int ranks) { return {ranks, static_cast<uint32_t>(kLineBytes), 2}; }

CallBoard::CallBoard(ControlBlock block, int rank)
    : membership_(std::move(block), rank, std::chrono::nanoseconds::max()) {
  membership_.Join();
}

bool CallBoard::Post(const Call& call, std::string_view refusal) {
  if (membership_.poisoned()) return false;
  const uint64_t number = RingOf(membership_.rank()).Append(call, refusal);
  for (int r = 0; r < membership_.ranks(); ++r) {
    if (r == membership_.rank()) continue;
    const std::optional<LoggedCall> theirs = RingOf(r).Find(number);
    if (!theirs || SameCall(call, theirs->call)) continue;
    membership_.SetPoison(Difference(number, r, call, theirs->call));
    break;
  }
  return !membership_.poisoned();
}

std::string CallBoard::Difference(uint64_t number, int peer, const Call& mine,
                                  const Call& theirs) const {
  // In the order of the ranks, so that the text does not depend on who came second.
  std::pair<int, const Call*> sides[] = {{membership_.rank(), &mine}, {peer, &theirs}};
  if (peer < membership_.rank()) std::swap(sides[0], sides[1]);
  std::string words[2];
  size_t quotes = 0;
  size_t room = kTextBytes - 1;
  for (size_t i = 0; i < 2; ++i) {
    const auto& [rank, call] = sides[i];
    words[i] = (i == 0 ? "the ranks' calls differ: rank " : "; rank ") + std::to_string(rank) +
               ": " + Words(*call);
    room -= std::min(room, words[i].size());
    if (call->kind == CallKind::kRefused) ++quotes;
  }
  for (size_t i = 0; i < 2; ++i) {
    const auto& [rank, call] = sides[i];
    if (call->kind != CallKind::kRefused) continue;
    words[i] += Quote(RingOf(rank).RefusalOf(number), room / quotes);
  }
  return words[0] + words[1];
}

uint64_t CallBoard::Posted(int rank) const {
  Check(rank);
  return RingOf(rank).posted();
}

std::string CallBoard::Described(int rank, uint64_t number) const {
  Check(rank);
  const std::optional<LoggedCall> logged = RingOf(rank).Find(number);
  if (!logged) return "";
  std::string words = Words(logged->call);
  switch (logged->call.kind) {
    case CallKind::kGather:
      return words + ", " + State(*logged);
    case CallKind::kEmpty:
      return words;
    case CallKind::kRefused:
      return words + Quote(RingOf(rank).RefusalOf(number), kTextBytes);
  }
  return words;
}

std::string CallBoard::Positions() const {
  std::string positions;
  for (int r = 0; r < membership_.ranks(); ++r) {
    positions += (r == 0 ? "" : "; ") + Position(r);
  }
  return positions;
}

std::string CallBoard::Position(int rank) const {
  const uint64_t posted = RingOf(rank).posted();
  std::string position = "rank " + std::to_string(rank) + ": " + std::to_string(posted) +
                         (posted == 1 ? " call" : " calls");
  const std::optional<LoggedCall> last = RingOf(rank).Find(posted);
  if (last) position += ", " + LastCall(last->call);
  return HasClosed(rank) ? position + ", closed" : position;
}

RankSet CallBoard::ClosedPeers() const {
  RankSet closed = 0;
  for (int r = 0; r < membership_.ranks(); ++r) {
    if (r != membership_.rank() && HasClosed(r)) closed |= Only(r);
  }
  return closed;
}

bool CallBoard::HasClosed(int rank) const {
  return membership_.block().rank(rank).closed_after.load(std::memory_order_acquire) != kOpen;
}

void CallBoard::Close() {
  membership_.mine().closed_after.store(Posted(membership_.rank()), std::memory_order_seq_cst);
}

void CallBoard::Check(int rank) const {
  if (rank >= 0 && rank < membership_.ranks()) return;
  throw Error("rank " + std::to_string(rank) + " of a board of " +
              std::to_string(membership_.ranks()) + " ranks");
}

}  // namespace zerogather
