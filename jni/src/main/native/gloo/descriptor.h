// What one rank says about its call before any byte of it moves.
#pragma once

#include <cstdint>

namespace zerogather {

struct Descriptor {
  std::int64_t call = 0;   // the group's call number
  std::int64_t bytes = 0;  // of one shard
  std::int32_t dtype = 0;  // the code of DataType
  std::int32_t rank = 0;   // the sender, in the group
};
static_assert(sizeof(Descriptor) == 24, "the descriptor is sent as it lies in memory");

// True if the two ranks make the same call.
inline bool sameCall(const Descriptor& a, const Descriptor& b) {
  return a.call == b.call && a.bytes == b.bytes && a.dtype == b.dtype;
}

// The tag of the call's payload. Calls that differ get different tags (but for one chance in 2^32),
// so that a payload of another size is never taken for the one that is awaited: Gloo would end the
// process.
inline std::uint32_t payloadTag(const Descriptor& descriptor) {
  const auto mix = [](std::uint64_t value) {
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9U;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebU;
    return value ^ (value >> 31);
  };
  std::uint64_t hash = mix(static_cast<std::uint64_t>(descriptor.call) + 0x9e3779b97f4a7c15U);
  hash = mix(hash ^ static_cast<std::uint64_t>(descriptor.bytes));
  hash = mix(hash ^ static_cast<std::uint64_t>(descriptor.dtype));
  return static_cast<std::uint32_t>(hash ^ (hash >> 32));
}

}  // namespace zerogather
