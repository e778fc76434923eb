#include "device/host/host_memory.h"

#include <utility>

#include "core/shared_memory.h"

namespace zerogather {
namespace {

class HostRegion final : public SharedRegion {
 public:
  explicit HostRegion(SharedMemory memory) : memory_(std::move(memory)) {}
  std::byte* data() const override { return memory_.data(); }
  size_t bytes() const override { return memory_.bytes(); }
  SharedHandle handle() const { return memory_.handle(); }

 private:
  SharedMemory memory_;
};

}  // namespace

std::unique_ptr<SharedRegion> AllocateHostRegion(size_t bytes) {
  return std::make_unique<HostRegion>(SharedMemory::Create("zerogather-pool", RoundToPages(bytes)));
}

ShareHandle ExportHostRegion(const SharedRegion& region) {
  const SharedHandle handle = static_cast<const HostRegion&>(region).handle();
  return {static_cast<uint64_t>(handle.pid), static_cast<uint64_t>(handle.fd), handle.inode};
}

std::unique_ptr<SharedRegion> ImportHostRegion(const ShareHandle& handle, size_t bytes) {
  SharedHandle shared;
  shared.pid = static_cast<int32_t>(handle[0]);
  shared.fd = static_cast<int32_t>(handle[1]);
  shared.inode = handle[2];
  shared.bytes = bytes;
  return std::make_unique<HostRegion>(SharedMemory::Open(shared, SharedMemory::Access::kRead));
}

}  // namespace zerogather
