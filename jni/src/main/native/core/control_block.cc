#include "core/control_block.h"

#include <new>
#include <string>

#include "core/error.h"

namespace zerogather {
namespace {

constexpr size_t kPageBytes = 4096;
// Far beyond what helps; keeps the sums below from overflowing.
constexpr uint64_t kMaxTransitBytes = uint64_t{1} << 32;

struct alignas(kLineBytes) DoneWord {
  Counter value;
};

size_t RanksOffset() { return (sizeof(Header) + kLineBytes - 1) / kLineBytes * kLineBytes; }

size_t DoneOffset(int ranks) {
  return RanksOffset() + static_cast<size_t>(ranks) * sizeof(RankBlock);
}

size_t SlotsOffset(int ranks) {
  const size_t words = static_cast<size_t>(ranks) * static_cast<size_t>(ranks);
  const size_t end = DoneOffset(ranks) + words * sizeof(DoneWord);
  return (end + kPageBytes - 1) / kPageBytes * kPageBytes;
}

void Check(const Geometry& geometry) {
  if (geometry.ranks < 1 || geometry.ranks > kMaxRanks) {
    throw Error("a control block for " + std::to_string(geometry.ranks) + " ranks: between 1 and " +
                std::to_string(kMaxRanks) + " ranks can share one");
  }
  if (geometry.chunk_bytes == 0 || geometry.chunk_bytes % kLineBytes != 0 || geometry.chunks < 2) {
    throw Error("transit of " + std::to_string(geometry.chunks) + " chunks of " +
                std::to_string(geometry.chunk_bytes) +
                " bytes: at least 2 chunks of a multiple of 64 bytes are needed");
  }
  if (uint64_t{geometry.chunk_bytes} * geometry.chunks > kMaxTransitBytes) {
    throw Error("transit of " + std::to_string(geometry.chunks) + " chunks of " +
                std::to_string(geometry.chunk_bytes) + " bytes: more than " +
                std::to_string(kMaxTransitBytes) + " bytes for each rank");
  }
}

}  // namespace

size_t ControlBlock::BytesFor(const Geometry& geometry) {
  Check(geometry);
  return RoundToPages(SlotsOffset(geometry.ranks) + uint64_t{geometry.chunk_bytes} *
                                                        geometry.chunks *
                                                        static_cast<uint64_t>(geometry.ranks));
}

ControlBlock::ControlBlock(SharedMemory memory, const Geometry& geometry)
    : memory_(std::move(memory)), geometry_(geometry) {}

ControlBlock ControlBlock::Create(const Geometry& geometry, const uint64_t (&cookie)[2]) {
  ControlBlock block(SharedMemory::Create("zerogather", BytesFor(geometry)), geometry);
  Header* header = new (block.memory_.data()) Header{};
  header->layout_version = kLayoutVersion;
  header->ranks = static_cast<uint32_t>(geometry.ranks);
  header->chunk_bytes = geometry.chunk_bytes;
  header->chunks = geometry.chunks;
  header->cookie[0] = cookie[0];
  header->cookie[1] = cookie[1];
  for (int r = 0; r < geometry.ranks; ++r) {
    (new (&block.rank(r)) RankBlock{})->closed_after.store(kOpen, std::memory_order_relaxed);
    for (int owner = 0; owner < geometry.ranks; ++owner) {
      new (&block.done(r, owner)) Counter{0};
    }
  }
  header->magic.store(kMagic, std::memory_order_release);
  return block;
}

ControlBlock ControlBlock::Attach(const SharedHandle& handle, int ranks,
                                  const uint64_t (&cookie)[2]) {
  if (handle.bytes < sizeof(Header)) {
    throw Error("a control block of " + std::to_string(handle.bytes) + " bytes is too small");
  }
  SharedMemory memory = SharedMemory::Open(handle, SharedMemory::Access::kReadWrite);
  const auto* header = reinterpret_cast<const Header*>(memory.data());
  if (header->magic.load(std::memory_order_acquire) != kMagic) {
    throw Error("the peer's memory is not a control block");
  }
  if (header->layout_version != kLayoutVersion) {
    throw Error("the control block has layout " + std::to_string(header->layout_version) +
                ", this library knows " + std::to_string(kLayoutVersion) +
                ": use one version of Zerogather on all ranks");
  }
  if (header->cookie[0] != cookie[0] || header->cookie[1] != cookie[1]) {
    throw Error("the control block belongs to another job or generation");
  }
  Geometry geometry;
  geometry.ranks = static_cast<int>(header->ranks);
  geometry.chunk_bytes = header->chunk_bytes;
  geometry.chunks = header->chunks;
  if (geometry.ranks != ranks || BytesFor(geometry) != handle.bytes) {
    throw Error("the control block is for " + std::to_string(header->ranks) + " ranks in " +
                std::to_string(handle.bytes) + " bytes; expected " + std::to_string(ranks) +
                " ranks");
  }
  return ControlBlock(std::move(memory), geometry);
}

RankBlock& ControlBlock::rank(int rank) const {
  auto* first = reinterpret_cast<RankBlock*>(memory_.data() + RanksOffset());
  return first[rank];
}

Counter& ControlBlock::done(int mover, int owner) const {
  auto* first = reinterpret_cast<DoneWord*>(memory_.data() + DoneOffset(geometry_.ranks));
  return first[mover * geometry_.ranks + owner].value;
}

std::byte* ControlBlock::slot(int owner, uint32_t index) const {
  const size_t position = static_cast<size_t>(owner) * geometry_.chunks + index;
  return memory_.data() + SlotsOffset(geometry_.ranks) + position * geometry_.chunk_bytes;
}

}  // namespace zerogather
