#include "fakes/gpu/memory.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>

#include "fakes/gpu/codes.h"
#include "fakes/gpu/settings.h"

namespace zerogather::fake {
namespace {

constexpr size_t kAlignment = 256;
constexpr size_t kFilledBytes = size_t{1} << 20;

}  // namespace

Memory& Memory::Instance() {
  static auto* const memory = new Memory;
  return *memory;
}

int Memory::Allocate(int owner, size_t bytes, void** address) {
  return Allocate(Block{bytes, owner, 0}, address);
}

int Memory::AllocateHost(size_t bytes, unsigned flags, void** address) {
  return Allocate(Block{bytes, kPageLocked, flags}, address);
}

unsigned Memory::FlagsOf(const void* address) {
  const auto at = reinterpret_cast<uintptr_t>(address);
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto after = blocks_.upper_bound(at);
  if (after == blocks_.begin()) return 0;
  const auto& [start, block] = *std::prev(after);
  return at - start < block.bytes ? block.flags : 0;
}

int Memory::Allocate(Block block, void** address) {
  const size_t bytes = block.bytes;
  if (address == nullptr || bytes == 0) return kInvalidValue;
  const std::lock_guard<std::mutex> lock(mutex_);
  uint64_t& used = used_bytes_[block.owner];
  const uint64_t limit = TheSettings().memory_bytes;
  if (bytes > limit || used > limit - bytes) return kOutOfMemory;
  const size_t rounded = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  void* memory = std::aligned_alloc(kAlignment, rounded);
  if (memory == nullptr) return kOutOfMemory;
  std::memset(memory, 0xA5, std::min(bytes, kFilledBytes));
  used += bytes;
  blocks_[reinterpret_cast<uintptr_t>(memory)] = block;
  *address = memory;
  return kSuccess;
}

int Memory::Free(int owner, void* address) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto block = blocks_.find(reinterpret_cast<uintptr_t>(address));
  if (block == blocks_.end() || block->second.owner != owner) return kInvalidValue;
  used_bytes_[owner] -= block->second.bytes;
  blocks_.erase(block);
  std::free(address);
  return kSuccess;
}

int Memory::OwnerOf(const void* address, size_t bytes) {
  const auto first = reinterpret_cast<uintptr_t>(address);
  const std::lock_guard<std::mutex> lock(mutex_);
  auto after = blocks_.upper_bound(first);
  const bool runs_into_next = after != blocks_.end() && after->first - first < bytes;
  if (after == blocks_.begin()) return runs_into_next ? kOverrun : kNobody;
  const auto& [start, block] = *--after;
  if (first - start >= block.bytes) return runs_into_next ? kOverrun : kNobody;
  return bytes <= block.bytes - (first - start) ? block.owner : kOverrun;
}

size_t Memory::LiveAllocations() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return blocks_.size();
}

}  // namespace zerogather::fake
