// Memory whose whole content is checked: shards, outputs, and every byte around them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/pool.h"

namespace zerogather::test {

// The oracle: names the bytes of one rank's shard in one gather.
uint64_t ShardKey(uint64_t gather, int rank);
// Writes the bytes that a key names; each depends on its position.
void FillPattern(std::byte* to, uint64_t key, size_t bytes);

class Arena {
 public:
  // Ordinary memory, which peers cannot map.
  explicit Arena(size_t bytes);
  // Pool memory; freed with the arena, which must not outlive the pool.
  Arena(Pool* pool, size_t bytes);
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  std::byte* at(size_t offset) const { return data_ + offset; }
  size_t bytes() const { return bytes_; }

  // Fills the first `bytes` with noise and from now on checks those.
  void Reset(uint64_t key, size_t bytes);
  // Puts a pattern there.
  void Write(size_t offset, uint64_t key, size_t bytes);
  // Says that the code under test should have put a pattern there.
  void Expect(size_t offset, uint64_t key, size_t bytes);
  void Check() const;

 private:
  std::vector<std::byte> own_;
  Pool* pool_ = nullptr;
  std::byte* data_;
  size_t bytes_;
  std::vector<std::byte> expected_;
};

}  // namespace zerogather::test
