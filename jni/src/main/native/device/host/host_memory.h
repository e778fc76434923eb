// Pool memory of the host: one sealed memfd per allocation.
#pragma once

#include <memory>

#include "device/device.h"

namespace zerogather {

std::unique_ptr<SharedRegion> AllocateHostRegion(size_t bytes);
ShareHandle ExportHostRegion(const SharedRegion& region);
std::unique_ptr<SharedRegion> ImportHostRegion(const ShareHandle& handle, size_t bytes);

}  // namespace zerogather
