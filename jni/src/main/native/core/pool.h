// Pool memory of this rank: segments that it lists in its table for the peers to map. Thread-safe.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

#include "core/control_block.h"
#include "device/device.h"

namespace zerogather {

class Pool {
 public:
  Pool(Device* device, RankBlock* block) : device_(device), table_(&block->segments) {}

  // Throws Error if the memory cannot be had or the table is full.
  std::byte* Allocate(size_t bytes);
  // Unlists and frees; false if no allocation starts there. Peers that have mapped it drop it at
  // their next meeting.
  bool Free(const void* address);
  // Where a range lies, segment 0 if it is not all in one segment.
  Location Locate(const void* address, size_t bytes) const;

 private:
  struct Segment {
    uint64_t id;
    SegmentEntry* entry;
    std::unique_ptr<SharedRegion> region;
  };

  SegmentEntry* FreeEntry() const;

  Device* device_;
  SegmentTable* table_;
  mutable std::mutex mutex_;
  std::map<uintptr_t, Segment> segments_;  // by first byte
  uint64_t last_id_ = 0;                   // never reused
};

}  // namespace zerogather
