// A buffer whose waits keep the deadline of the whole call.
#pragma once

#include <gloo/transport/unbound_buffer.h>

#include <memory>
#include <vector>

#include "gloo/mesh.h"
#include "gloo/peers.h"
#include "gloo/waiter.h"

namespace zerogather {

// Gloo's all-gather gives each of its waits the full timeout, so a slow peer could hold it for many
// times that. This buffer, put in the place of Gloo's own, hands the waits to the group's waiter.
// The ring receives from the left neighbour and sends to the right one; the rest of the group does
// not matter to its waits.
class TimedBuffer : public gloo::transport::UnboundBuffer {
 public:
  TimedBuffer(Mesh& mesh, Peers& peers, Waiter& waiter, void* pointer, std::size_t bytes);

  using UnboundBuffer::waitRecv;
  using UnboundBuffer::waitSend;

  bool waitRecv(int* rank, std::chrono::milliseconds timeout) override;
  bool waitSend(int* rank, std::chrono::milliseconds timeout) override;
  void abortWaitRecv() override;
  void abortWaitSend() override;
  void send(int dstRank, std::uint64_t slot, std::size_t offset, std::size_t nbytes) override;
  void recv(int srcRank, std::uint64_t slot, std::size_t offset, std::size_t nbytes) override;
  void recv(std::vector<int> srcRanks, std::uint64_t slot, std::size_t offset,
            std::size_t nbytes) override;

 private:
  void await(Waiter::Side side, int peer);

  Mesh& mesh_;
  Peers& peers_;
  Waiter& waiter_;
  int left_;
  int right_;
  std::unique_ptr<UnboundBuffer> buffer_;
};

}  // namespace zerogather
