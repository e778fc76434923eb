#include "gloo/peers.h"

#include <chrono>
#include <exception>

#include "gloo/error_text.h"
#include "gloo/slots.h"

namespace zerogather {
namespace {

constexpr std::uint64_t kFarewell = 0x6c6c657765726166;
constexpr std::chrono::milliseconds kFarewellPatience{100};

}  // namespace

Peers::Peers(Mesh& mesh) : mesh_(mesh), peers_(static_cast<std::size_t>(mesh.size)) {
  for (int rank = 0; rank < mesh.size; rank++) {
    if (rank == mesh.rank) {
      continue;
    }
    Peer& peer = peers_[static_cast<std::size_t>(rank)];
    peer.buffer = mesh.createUnboundBuffer(&peer.farewell, sizeof(peer.farewell));
    peer.buffer->recv(rank, kFarewellSlot);
  }
}

bool Peers::gone(int rank) {
  Peer& peer = peers_[static_cast<std::size_t>(rank)];
  return peer.buffer != nullptr && (closed(peer) || lost(peer));
}

std::string Peers::describeGone() {
  std::string text;
  for (int rank = 0; rank < mesh_.size; rank++) {
    if (!gone(rank)) {
      continue;
    }
    const Peer& peer = peers_[static_cast<std::size_t>(rank)];
    text += text.empty() ? "" : ", ";
    text += mesh_.nameOf(rank);
    text +=
        closed(peer) ? " has closed the group" : " is not reachable any more (" + peer.loss + ")";
  }
  return text;
}

bool Peers::closed(const Peer& peer) {
  return __atomic_load_n(&peer.farewell, __ATOMIC_ACQUIRE) == kFarewell;
}

bool Peers::lost(Peer& peer) {
  if (peer.loss.empty()) {
    try {
      // An aborted wait returns at once and takes nothing, unless the connection has failed.
      peer.buffer->abortWaitRecv();
      peer.buffer->waitRecv();
    } catch (const std::exception& e) {
      peer.loss = plainText(e.what());
    }
  }
  return !peer.loss.empty();
}

void Peers::sayFarewell() {
  std::uint64_t word = kFarewell;
  const auto buffer = mesh_.createUnboundBuffer(&word, sizeof(word));
  for (int rank = 0; rank < mesh_.size; rank++) {
    if (rank == mesh_.rank) {
      continue;
    }
    try {
      buffer->send(rank, kFarewellSlot);
      buffer->waitSend(kFarewellPatience);
    } catch (const std::exception&) {
      continue;  // that peer has gone, or will find out when the connection ends
    }
  }
}

}  // namespace zerogather
