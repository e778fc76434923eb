#include "fakes/nccl/config.h"

#include <algorithm>
#include <array>
#include <climits>
#include <cstdint>
#include <cstring>
#include <string>

#include "fakes/nccl/last_error.h"
#include "fakes/nccl/version.h"

namespace zerogather::stub {
namespace {

constexpr uint32_t kMagic = 0xcafebeef;
constexpr size_t kFirstField = 16;  // after size, magic and version

struct Header {
  int version;
  size_t bytes;
};

constexpr std::array kHeaders{Header{21400, 24}, Header{21700, 40},  Header{21800, 48},
                              Header{22700, 72}, Header{22800, 80},  Header{22900, 88},
                              Header{23003, 96}, Header{23100, 112}, Header{23200, 120}};

struct Field {
  size_t offset;
  int since;
  const char* name;
  int least;
  int greatest;
};

// Every int, with the values that a caller may mean besides "undefined".
constexpr std::array kFields{
    Field{16, 21400, "blocking", 0, 1},
    Field{20, 21700, "cgaClusterSize", 1, 8},
    Field{24, 21700, "minCTAs", 1, 64},
    Field{28, 21700, "maxCTAs", 1, 64},
    Field{40, 21800, "splitShare", 0, 1},
    Field{44, 22600, "trafficClass", 0, 255},
    Field{56, 22700, "collnetEnable", 0, 1},
    Field{60, 22700, "CTAPolicy", 0, 3},
    Field{64, 22700, "shrinkShare", 0, 1},
    Field{68, 22700, "nvlsCTAs", 1, 64},
    Field{72, 22800, "nChannelsPerNetPeer", 1, 64},
    Field{76, 22800, "nvlinkCentricSched", 0, 1},
    Field{80, 22900, "graphUsageMode", 0, 2},
    Field{84, 22900, "numRmaCtx", 1, 64},
    Field{88, 23003, "maxP2pPeers", 1, 1 << 20},
    Field{92, 23007, "graphStreamOrdering", 0, 1},
    Field{96, 23100, "launchOrderImplicit", 0, 1},
    Field{100, 23100, "numRmaSig", 1, 1 << 20},
    Field{104, 23100, "rmaEagerInit", 0, 1},
    Field{108, 23100, "hostCftMode", 0, 8},
    Field{112, 23200, "nvlsHostMode", 0, 8},
    Field{116, INT_MAX, "the pad at the end", 0, 0},
};

struct Pointer {
  size_t offset;
  int since;
  const char* name;
};
constexpr std::array kPointers{Pointer{32, 21700, "netName"}, Pointer{48, 22700, "commName"}};

size_t BytesOf(int version) {
  size_t bytes = 0;
  for (const Header& header : kHeaders) {
    if (header.version <= version) bytes = header.bytes;
  }
  return bytes;
}

template <typename Value>
Value At(const void* config, size_t offset) {
  Value value;
  std::memcpy(&value, static_cast<const char*>(config) + offset, sizeof value);
  return value;
}

int Refuse(const std::string& what) { return FailWith(kInvalidArgument, "ncclConfig_t: " + what); }

int CheckFields(const void* config, size_t bytes, int version) {
  for (const Field& field : kFields) {
    if (field.offset >= bytes) continue;
    const int value = At<int>(config, field.offset);
    if (value == INT_MIN) continue;
    const std::string shown = std::string(field.name) + " is " + std::to_string(value);
    if (version < field.since) return Refuse(shown + ", which the caller's version does not have");
    if (value < field.least || value > field.greatest) return Refuse(shown);
  }
  for (const Pointer& pointer : kPointers) {
    if (pointer.offset < bytes && version < pointer.since &&
        At<const void*>(config, pointer.offset) != nullptr) {
      return Refuse(std::string(pointer.name) +
                    " is set, which the caller's version does not have");
    }
  }
  const int least = bytes > 28 ? At<int>(config, 24) : INT_MIN;
  if (least != INT_MIN && least > At<int>(config, 28)) return Refuse("minCTAs exceeds maxCTAs");
  return kSuccess;
}

}  // namespace

int ReadConfig(const void* config, bool* blocking) {
  if (config == nullptr) return kSuccess;
  const auto size = At<size_t>(config, 0);
  const auto magic = At<uint32_t>(config, 8);
  const auto version = static_cast<int>(At<uint32_t>(config, 12));
  if (magic != kMagic) return Refuse("the magic is wrong");
  if (size != BytesOf(version) || size <= kFirstField) {
    return Refuse("size " + std::to_string(size) + " is not that of version " +
                  std::to_string(version));
  }
  // A longer one than ours is cut off.
  const size_t bytes = std::min(size, BytesOf(VersionCode()));
  if (const int code = CheckFields(config, bytes, version); code != kSuccess) return code;
  const int wanted = At<int>(config, kFirstField);
  *blocking = wanted != 0;
  return kSuccess;
}

}  // namespace zerogather::stub
