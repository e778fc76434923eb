#include "core/dtype_names.h"

#include <array>

namespace zerogather {
namespace {

constexpr std::array<const char*, 17> kNames = {
    "int8",  "uint8",         "int16",       "uint16",          "int32",          "uint32",
    "int64", "uint64",        "float16",     "bfloat16",        "float32",        "float64",
    "bool",  "float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz"};

}  // namespace

std::string DtypeName(uint32_t code) {
  return code < kNames.size() ? kNames.at(code) : "unknown(" + std::to_string(code) + ")";
}

}  // namespace zerogather
