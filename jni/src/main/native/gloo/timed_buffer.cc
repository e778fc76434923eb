#include "gloo/timed_buffer.h"

#include <string>
#include <utility>

#include "gloo/failures.h"

namespace zerogather {

TimedBuffer::TimedBuffer(Mesh& mesh, Peers& peers, Waiter& waiter, void* pointer, std::size_t bytes)
    : UnboundBuffer(pointer, bytes),
      mesh_(mesh),
      peers_(peers),
      waiter_(waiter),
      left_((mesh.rank + mesh.size - 1) % mesh.size),
      right_((mesh.rank + 1) % mesh.size),
      buffer_(mesh.createUnboundBuffer(pointer, bytes)) {}

bool TimedBuffer::waitRecv(int* /*rank*/, std::chrono::milliseconds /*timeout*/) {
  await(Waiter::Side::kReceive, left_);
  return true;
}

bool TimedBuffer::waitSend(int* /*rank*/, std::chrono::milliseconds /*timeout*/) {
  await(Waiter::Side::kSend, right_);
  return true;
}

void TimedBuffer::await(Waiter::Side side, int peer) {
  try {
    waiter_.await(side, *buffer_, [this, peer] {
      return peers_.gone(peer) ? peers_.describeGone() : std::string();
    });
  } catch (const TimedOut&) {
    throw TimedOut(mesh_.nameOf(peer) + (side == Waiter::Side::kSend ? " took" : " sent") +
                   " no more bytes in time");
  }
}

void TimedBuffer::abortWaitRecv() { buffer_->abortWaitRecv(); }

void TimedBuffer::abortWaitSend() { buffer_->abortWaitSend(); }

void TimedBuffer::send(int dstRank, std::uint64_t slot, std::size_t offset, std::size_t nbytes) {
  buffer_->send(dstRank, slot, offset, nbytes);
}

void TimedBuffer::recv(int srcRank, std::uint64_t slot, std::size_t offset, std::size_t nbytes) {
  buffer_->recv(srcRank, slot, offset, nbytes);
}

void TimedBuffer::recv(std::vector<int> srcRanks, std::uint64_t slot, std::size_t offset,
                       std::size_t nbytes) {
  buffer_->recv(std::move(srcRanks), slot, offset, nbytes);
}

}  // namespace zerogather
