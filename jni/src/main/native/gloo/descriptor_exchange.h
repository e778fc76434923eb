// Every rank tells every other what it is about to call.
#pragma once

#include <gloo/transport/unbound_buffer.h>

#include <memory>
#include <string>
#include <vector>

#include "gloo/descriptor.h"
#include "gloo/mesh.h"
#include "gloo/peers.h"
#include "gloo/waiter.h"

namespace zerogather {

// One message to and from every peer at once. The receives of the next exchange are posted at the
// end of this one, so that a message travels as soon as it is sent. All messages have one size,
// whatever the ranks call.
class DescriptorExchange {
 public:
  DescriptorExchange(Mesh& mesh, Peers& peers, Waiter& waiter);

  // The descriptors of all ranks, in rank order; valid until the next exchange. Throws as
  // Waiter::await does; the text of TimedOut names the ranks that were missing.
  const std::vector<Descriptor>& run(const Descriptor& mine);

 private:
  using Buffer = std::unique_ptr<gloo::transport::UnboundBuffer>;

  void receiveAll();
  void take(std::size_t rank);

  // Why the descriptors that are missing while that of `awaited` is waited for will not all come;
  // empty if they may.
  std::string hopeless(std::size_t awaited);

  // The ranks whose descriptors have not arrived. Closes every connection.
  std::string missingOrEnd();

  Mesh& mesh_;
  Peers& peers_;
  Waiter& waiter_;
  Descriptor outgoing_;
  Buffer outbox_;
  std::vector<Descriptor> incoming_;  // written by Gloo's thread
  std::vector<Buffer> inboxes_;       // by rank; this rank's own is null
  std::vector<bool> received_;
  std::vector<Descriptor> all_;
};

}  // namespace zerogather
