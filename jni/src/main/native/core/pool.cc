#include "core/pool.h"

#include <string>
#include <utility>

#include "core/error.h"

namespace zerogather {
namespace {

uintptr_t AddressOf(const void* pointer) { return reinterpret_cast<uintptr_t>(pointer); }

}  // namespace

SegmentEntry* Pool::FreeEntry() const {
  for (SegmentEntry& entry : table_->entries) {
    if (entry.id.load(std::memory_order_relaxed) == 0) return &entry;
  }
  throw Error("all " + std::to_string(kMaxSegments) +
              " segments of pool memory are in use: allocate fewer, larger pieces");
}

std::byte* Pool::Allocate(size_t bytes) {
  // Before the lock: reserving touches every page, and a gather that looks up its buffers must not
  // wait for that.
  std::unique_ptr<SharedRegion> region = device_->AllocateShareable(bytes);
  const ShareHandle handle = device_->Export(*region);
  const size_t size = region->bytes();
  std::byte* data = region->data();
  const std::lock_guard<std::mutex> lock(mutex_);
  SegmentEntry* entry = FreeEntry();
  const uint64_t id = ++last_id_;
  segments_.emplace(AddressOf(data), Segment{id, entry, std::move(region)});
  for (size_t i = 0; i < handle.size(); ++i) {
    entry->handle[i].store(handle[i], std::memory_order_release);
  }
  entry->bytes.store(size, std::memory_order_release);
  entry->id.store(id, std::memory_order_release);
  table_->version.fetch_add(1, std::memory_order_release);
  return data;
}

bool Pool::Free(const void* address) {
  std::unique_ptr<SharedRegion> region;  // unmapped after the lock is open again
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = segments_.find(AddressOf(address));
  if (found == segments_.end()) return false;
  region = std::move(found->second.region);
  found->second.entry->id.store(0, std::memory_order_release);
  table_->version.fetch_add(1, std::memory_order_release);
  segments_.erase(found);
  return true;
}

Location Pool::Locate(const void* address, size_t bytes) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  auto next = segments_.upper_bound(AddressOf(address));
  if (next == segments_.begin()) return {};
  const auto& [first, segment] = *--next;
  const uintptr_t offset = AddressOf(address) - first;
  if (offset > segment.region->bytes() || bytes > segment.region->bytes() - offset) return {};
  return {segment.id, offset};
}

}  // namespace zerogather
