#include "process_info.h"

#include <filesystem>
#include <fstream>
#include <iterator>

namespace zerogather::test {

size_t CountOpenDescriptors() {
  const std::filesystem::directory_iterator first("/proc/self/fd");
  return static_cast<size_t>(std::distance(first, {})) - 1;  // not the folder that is being read
}

size_t CountMappings(const std::string& text, const std::string& also) {
  std::ifstream maps("/proc/self/maps");
  size_t count = 0;
  for (std::string line; std::getline(maps, line);) {
    const bool has_both =
        line.find(text) != std::string::npos && line.find(also) != std::string::npos;
    if (has_both) ++count;
  }
  return count;
}

}  // namespace zerogather::test
