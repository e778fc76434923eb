// Knows which peers have gone, and how.
#pragma once

#include <gloo/transport/unbound_buffer.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gloo/mesh.h"

namespace zerogather {

// Keeps one receive posted on every connection, for a farewell that a peer sends when it closes the
// group. While the farewell is outstanding the receive fails with its connection, so it also tells
// when a peer died. Used by the thread that runs the group's calls.
class Peers {
 public:
  explicit Peers(Mesh& mesh);

  // True if nothing more will come from the peer.
  bool gone(int rank);

  // The ranks that have gone and how, or an empty text if none has.
  std::string describeGone();

  // Tells every peer that this rank has closed the group.
  void sayFarewell();

 private:
  struct Peer {
    std::uint64_t farewell = 0;  // written by Gloo's thread
    std::string loss;            // how the connection ended; empty while it lasts
    std::unique_ptr<gloo::transport::UnboundBuffer> buffer;
  };

  static bool closed(const Peer& peer);
  static bool lost(Peer& peer);

  Mesh& mesh_;
  std::vector<Peer> peers_;  // by rank; this rank's own entry has no buffer
};

}  // namespace zerogather
