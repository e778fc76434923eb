// One TCP connection from this rank to every other rank of the group.
#pragma once

#include <gloo/context.h>

#include <string>
#include <vector>

#include "gloo/deadline.h"
#include "gloo/shared_device.h"

namespace zerogather {

// Gloo's own rendezvous waits by its own clocks; here the caller carries the addresses between the
// ranks, so only the last step, which needs no third party, waits in native code.
class Mesh : public gloo::Context {
 public:
  // Listens, for each peer on a port of its own. `worldRanks` are the members by their rank in the
  // group.
  Mesh(int rank, std::vector<int> worldRanks, const BindTo& address);

  // How to speak of a member to people, who know the ranks of the whole job.
  std::string nameOf(int rank) const;

  // Where this rank listens: `size` addresses of equal length in rank order, the one for itself
  // zero.
  std::vector<char> addresses() const;

  // Connects to every peer. `theirs` holds the address at which each peer listens for this rank, in
  // rank order.
  void connect(const std::vector<char>& theirs, const Deadline& deadline);

  // Ends every connection so that peers notice at once; bytes on the way may be lost.
  void breakConnections();

  // Ends every connection behind the bytes on the way.
  void leave();

 private:
  std::vector<int> worldRanks_;
};

}  // namespace zerogather
