#include "gloo/descriptor_exchange.h"

#include <string>

#include "gloo/failures.h"
#include "gloo/slots.h"

namespace zerogather {

DescriptorExchange::DescriptorExchange(Mesh& mesh, Peers& peers, Waiter& waiter)
    : mesh_(mesh),
      peers_(peers),
      waiter_(waiter),
      outbox_(mesh.createUnboundBuffer(&outgoing_, sizeof(outgoing_))),
      incoming_(static_cast<std::size_t>(mesh.size)),
      inboxes_(incoming_.size()),
      received_(incoming_.size()),
      all_(incoming_.size()) {
  for (int rank = 0; rank < mesh_.size; rank++) {
    if (rank != mesh_.rank) {
      const auto index = static_cast<std::size_t>(rank);
      inboxes_[index] = mesh_.createUnboundBuffer(&incoming_[index], sizeof(Descriptor));
      inboxes_[index]->recv(rank, kDescriptorSlot);
    }
  }
}

const std::vector<Descriptor>& DescriptorExchange::run(const Descriptor& mine) {
  outgoing_ = mine;
  const auto self = static_cast<std::size_t>(mesh_.rank);
  received_.assign(received_.size(), false);
  received_[self] = true;
  all_[self] = mine;
  for (int rank = 0; rank < mesh_.size; rank++) {
    if (rank != mesh_.rank) {
      outbox_->send(rank, kDescriptorSlot);
    }
  }
  receiveAll();
  for (int sent = 1; sent < mesh_.size; sent++) {
    waiter_.await(Waiter::Side::kSend, *outbox_, [this] { return peers_.describeGone(); });
  }
  return all_;
}

void DescriptorExchange::receiveAll() {
  for (std::size_t rank = 0; rank < inboxes_.size(); rank++) {
    if (received_[rank]) {
      continue;
    }
    try {
      waiter_.await(Waiter::Side::kReceive, *inboxes_[rank],
                    [this, rank] { return hopeless(rank); });
    } catch (const TimedOut&) {
      throw TimedOut("no call came from " + missingOrEnd());
    }
    take(rank);
  }
}

void DescriptorExchange::take(std::size_t rank) {
  all_[rank] = incoming_[rank];
  received_[rank] = true;
  if (all_[rank].rank != static_cast<int>(rank)) {
    throw PeerGone(mesh_.nameOf(static_cast<int>(rank)) +
                   " is somebody else: it calls itself member " + std::to_string(all_[rank].rank));
  }
  try {
    inboxes_[rank]->recv(static_cast<int>(rank), kDescriptorSlot);
  } catch (const std::exception&) {
    // It went after it had made this call; the next call finds that out.
  }
}

std::string DescriptorExchange::hopeless(std::size_t awaited) {
  for (std::size_t rank = 0; rank < received_.size(); rank++) {
    if (received_[rank] || !peers_.gone(static_cast<int>(rank))) {
      continue;
    }
    std::string reason = peers_.describeGone();
    if (rank == awaited || !Waiter::completedOrEnd(Waiter::Side::kReceive, *inboxes_[rank])) {
      return reason;
    }
    take(rank);
  }
  return "";
}

std::string DescriptorExchange::missingOrEnd() {
  std::string text;
  for (std::size_t rank = 0; rank < received_.size(); rank++) {
    if (!received_[rank] && !Waiter::completedOrEnd(Waiter::Side::kReceive, *inboxes_[rank])) {
      text += (text.empty() ? "" : ", ") + mesh_.nameOf(static_cast<int>(rank));
    }
  }
  return text;
}

}  // namespace zerogather
