// Texts of failures that cross into Java.
#pragma once

#include <string>

namespace zerogather {

// Gloo's text without the place in its sources and without characters that modified UTF-8 writes
// differently.
std::string plainText(const std::string& text);

}  // namespace zerogather
