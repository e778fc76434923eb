// What this process holds open and mapped.
#pragma once

#include <cstddef>
#include <string>

namespace zerogather::test {

size_t CountOpenDescriptors();
// Mappings whose line in /proc/self/maps contains the text.
size_t CountMappings(const std::string& text);

}  // namespace zerogather::test
