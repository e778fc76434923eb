// Names of the element types for messages; the numbers are those of DataType.java.
#pragma once

#include <cstdint>
#include <string>

namespace zerogather {

std::string DtypeName(uint32_t code);

}  // namespace zerogather
