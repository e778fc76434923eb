#include "arena.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "check.h"
#include "random.h"

namespace zerogather::test {

uint64_t ShardKey(uint64_t gather, int rank) {
  return Mix(gather * 64 + static_cast<uint64_t>(rank));
}

void FillPattern(std::byte* to, uint64_t key, size_t bytes) {
  for (size_t i = 0; i < bytes; i += sizeof(uint64_t)) {
    const uint64_t word = Mix(key + i);
    std::memcpy(to + i, &word, std::min(sizeof(word), bytes - i));
  }
}

Arena::Arena(size_t bytes) : own_(bytes), data_(own_.data()), bytes_(bytes) {}

Arena::Arena(Pool* pool, size_t bytes) : pool_(pool), data_(pool->Allocate(bytes)), bytes_(bytes) {}

Arena::~Arena() {
  if (pool_ != nullptr) pool_->Free(data_);
}

void Arena::Reset(uint64_t key, size_t bytes) {
  CHECK(bytes <= bytes_);
  FillPattern(data_, Mix(~key), bytes);
  expected_.assign(data_, data_ + bytes);
}

void Arena::Write(size_t offset, uint64_t key, size_t bytes) {
  Expect(offset, key, bytes);
  if (bytes != 0) std::memcpy(data_ + offset, expected_.data() + offset, bytes);
}

void Arena::Expect(size_t offset, uint64_t key, size_t bytes) {
  CHECK(offset <= expected_.size() && bytes <= expected_.size() - offset);
  FillPattern(expected_.data() + offset, key, bytes);
}

void Arena::Check() const {
  if (expected_.empty() || std::memcmp(data_, expected_.data(), expected_.size()) == 0) return;
  const auto wrong = std::mismatch(expected_.begin(), expected_.end(), data_).first;
  Fail(__FILE__, __LINE__,
       "wrong byte at offset " + std::to_string(wrong - expected_.begin()) + " of an arena of " +
           std::to_string(expected_.size()) + " bytes");
}

}  // namespace zerogather::test
