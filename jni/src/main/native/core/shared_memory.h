// Anonymous shared memory: a sealed memfd. It has no name, so a process killed at any moment leaves
// nothing behind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace zerogather {

// What a peer needs to open the memory of another process of the same user and the same process
// namespace.
struct SharedHandle {
  int32_t pid = 0;
  int32_t fd = -1;
  uint64_t inode = 0;  // proves that the descriptor number still names the same memory
  uint64_t bytes = 0;
};

// One mapping, shared by its copies. Ranks that are threads of one process share the creator's
// mapping, so that a race detector sees one address for one byte.
class SharedMemory {
 public:
  SharedMemory() = default;

  // Creates memory whose pages are reserved now, so that a full machine is an error here and not a
  // fault later.
  static SharedMemory Create(const std::string& name, size_t bytes);

  enum class Access { kRead, kReadWrite };
  // Maps a peer's memory; throws Error if the handle does not name it any more.
  static SharedMemory Open(const SharedHandle& handle, Access access);

  std::byte* data() const;
  size_t bytes() const;
  SharedHandle handle() const;

 private:
  struct Mapping;
  explicit SharedMemory(std::shared_ptr<Mapping> mapping) : mapping_(std::move(mapping)) {}

  std::shared_ptr<Mapping> mapping_;
};

// Rounds up to whole pages; throws Error where that overflows.
size_t RoundToPages(uint64_t bytes);

}  // namespace zerogather
