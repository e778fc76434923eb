// Texts in fixed fields of shared memory: cut to fit, always terminated.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

namespace zerogather {

template <size_t N>
void WriteText(std::string_view text, char (&field)[N]) noexcept {
  size_t length = std::min(text.size(), N - 1);
  // Never cut a UTF-8 sequence in two.
  while (length < text.size() && length > 0 && (text[length] & 0xC0) == 0x80) --length;
  std::memcpy(field, text.data(), length);
  field[length] = '\0';
}

template <size_t N>
std::string ReadText(const char (&field)[N]) {
  return std::string(field, strnlen(field, N));
}

}  // namespace zerogather
