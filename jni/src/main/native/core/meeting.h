// The meeting of gather k: every rank posts what it is about to do and reads what all others do,
// before any byte moves. All ranks evaluate the same pure function of the same posts, so they
// cannot decide differently.
#pragma once

#include <cstdint>
#include <string>

#include "core/control_block.h"
#include "core/membership.h"

namespace zerogather {

struct Verdict {
  enum class Kind {
    kDirect,    // every shard lies in pool memory that every peer has mapped
    kStaged,    // through transit slots
    kCapture,   // this gather goes to the fallback
    kLeave,     // this gather and all later ones go to the fallback
    kRejected,  // this gather fails on every rank
    kClosed,    // a peer has left the group
    kPoisoned,  // the group is dead
  };
  Kind kind = Kind::kPoisoned;
  bool leave = false;  // the fast path ends after this gather, whatever becomes of it
  std::string text;
};

class Meeting {
 public:
  explicit Meeting(Membership* membership) : membership_(membership) {}

  // Posts, waits for all, evaluates. Numbers start at 1 and grow by 1; each is used once.
  Verdict Meet(uint64_t number, const PostBody& body);
  // Where a rank's shard lies, after the meeting of that number and before the next.
  const Location& ShardOf(int rank, uint64_t number) const { return PostOf(rank, number).shard; }

 private:
  void Publish(uint64_t number, const PostBody& body);
  RankSet Missing(uint64_t number) const;
  // The first missing rank whose call took another route or that has closed the group, -1 if there
  // is none.
  int StrayedPeer(uint64_t number, uint64_t call, RankSet missing) const;
  int ClosedPeer(uint64_t number, RankSet missing) const;
  void PoisonFor(int strayed, uint64_t number, const PostBody& body);
  Verdict Evaluate(uint64_t number) const;
  const PostBody& PostOf(int rank, uint64_t number) const;
  bool AllImported(uint64_t number) const;

  Membership* membership_;
};

}  // namespace zerogather
