#include "gloo/error_text.h"

namespace zerogather {

std::string plainText(const std::string& text) {
  const auto place = text.empty() || text.front() != '[' ? std::string::npos : text.find("] ");
  std::string plain;
  for (const char c : place == std::string::npos ? text : text.substr(place + 2)) {
    if (c >= ' ' && c <= '~') {
      plain += c;
    }
  }
  return plain;
}

}  // namespace zerogather
