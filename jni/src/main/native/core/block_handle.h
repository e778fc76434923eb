// The handle of shared memory as the C interface has it.
#pragma once

#include "core/shared_memory.h"
#include "zerogather_core.h"

namespace zerogather {

inline zg_block_handle ToC(const SharedHandle& shared) {
  zg_block_handle handle{};
  handle.pid = shared.pid;
  handle.fd = shared.fd;
  handle.inode = static_cast<int64_t>(shared.inode);
  handle.bytes = static_cast<int64_t>(shared.bytes);
  return handle;
}

inline SharedHandle FromC(const zg_block_handle& handle) {
  SharedHandle shared;
  shared.pid = static_cast<int32_t>(handle.pid);
  shared.fd = static_cast<int32_t>(handle.fd);
  shared.inode = static_cast<uint64_t>(handle.inode);
  shared.bytes = static_cast<uint64_t>(handle.bytes);
  return shared;
}

}  // namespace zerogather
