// The call board of one group on one machine: every rank notes its calls before it makes them and
// compares them with those that its peers have noted. It takes the place of a meeting where nobody
// may wait: the rank that comes second sees that a call differs and poisons the board.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/call_ring.h"
#include "core/control_block.h"
#include "core/membership.h"

namespace zerogather {

class CallBoard {
 public:
  // Nothing travels through a board: it has the least transit slots there can be.
  static Geometry GeometryFor(int ranks);

  // Takes the rank's seat; throws Error if it is taken or there is none.
  CallBoard(ControlBlock block, int rank);

  // Any thread.
  Membership& membership() { return membership_; }
  const Membership& membership() const { return membership_; }

  // Notes this rank's next call and compares it with the call of the same number of every peer that
  // has noted it. False: the board is poisoned, by this call or before; a call that comes after the
  // poison is not noted. One thread at a time; never waits. A peer that is kCallRing calls ahead
  // cannot be compared with.
  bool Post(const Call& call, std::string_view refusal);

  // Any thread.
  void Complete(uint64_t number) { RingOf(membership_.rank()).Complete(number); }
  // How many calls a rank has noted.
  uint64_t Posted(int rank) const;
  // "call 5, 24 elements of int32, in flight for 0.2 s"; "" if it is not in the ring (any more).
  std::string Described(int rank, uint64_t number) const;
  // "rank 0: 12 calls, last gather 12 of 24 int32; rank 1: 11 calls, ..."
  std::string Positions() const;

  RankSet DeadPeers() const { return membership_.Dead(membership_.peers()); }
  RankSet ClosedPeers() const;
  // Tells the peers that nothing comes after the last call.
  void Close();

 private:
  CallRing RingOf(int rank) const { return CallRing(&membership_.block().rank(rank).calls); }
  void Check(int rank) const;
  bool HasClosed(int rank) const;
  std::string Position(int rank) const;
  std::string Difference(uint64_t number, int peer, const Call& mine, const Call& theirs) const;

  Membership membership_;
};

}  // namespace zerogather
