// What this process holds open and mapped.
#pragma once

#include <cstddef>
#include <string>

namespace zerogather::test {

size_t CountOpenDescriptors();
// Mappings whose line in /proc/self/maps contains both texts.
size_t CountMappings(const std::string& text, const std::string& also = "");

}  // namespace zerogather::test
