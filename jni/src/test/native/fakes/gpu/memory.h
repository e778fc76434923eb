// Host memory in the place of a device's, and page-locked memory that is none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

namespace zerogather::fake {

constexpr int kPageLocked = -1;  // owner of page-locked memory
constexpr int kNobody = -2;      // owner of memory that the fake did not allocate
constexpr int kOverrun = -3;     // of a range that leaves its allocation

class Memory {
 public:
  static Memory& Instance();

  // `owner` is a device or kPageLocked. The start of the memory is filled with 0xA5, so that nobody
  // takes it for zeroed.
  int Allocate(int owner, size_t bytes, void** address);
  // Page-locked, by flags that are kept.
  int AllocateHost(size_t bytes, unsigned flags, void** address);
  // Flags of the page-locked memory that holds the address, 0 if none does.
  unsigned FlagsOf(const void* address);
  int Free(int owner, void* address);
  int OwnerOf(const void* address, size_t bytes);
  size_t LiveAllocations();

 private:
  struct Block {
    size_t bytes;
    int owner;
    unsigned flags;
  };

  int Allocate(Block block, void** address);

  std::mutex mutex_;
  std::map<uintptr_t, Block> blocks_;
  std::map<int, uint64_t> used_bytes_;
};

}  // namespace zerogather::fake
