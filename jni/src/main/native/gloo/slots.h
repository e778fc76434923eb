// Gloo matches a send with a receive by a 64-bit slot; its own collectives use the top byte values
// 1 to 8.
#pragma once

#include <cstdint>

namespace zerogather {

constexpr std::uint64_t kDescriptorSlot = std::uint64_t{0x5a} << 56;
constexpr std::uint64_t kFarewellSlot = std::uint64_t{0x5b} << 56;

}  // namespace zerogather
