// The peers' pool memory as this rank has mapped it. Used by the thread that meets.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "core/membership.h"
#include "device/device.h"

namespace zerogather {

class Imports {
 public:
  Imports(Device* device, const Membership* membership);

  // Maps every new segment of every peer and drops the retired ones. Cheap when no table has
  // changed.
  void Refresh();
  // Writes what has been handled and what was refused into a post.
  void Report(PostBody* body) const;
  // Address of a peer's location that the meeting found imported by all.
  const std::byte* Resolve(int owner, const Location& location) const;

 private:
  struct Peer {
    uint64_t version = 0;
    uint64_t handled = 0;
    std::map<uint64_t, std::unique_ptr<SharedRegion>> segments;  // by id; null: refused
    std::vector<uint64_t> refused;                               // ids of those, for every post
  };

  void Refresh(int owner, Peer* peer);
  uint64_t Scan(const SegmentTable& table, Peer* peer);
  std::unique_ptr<SharedRegion> Map(const ShareHandle& handle, uint64_t bytes);

  Device* device_;
  const Membership* membership_;
  std::vector<Peer> peers_;
};

}  // namespace zerogather
