// Texts in fixed fields of shared memory: cut to fit, always terminated.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

namespace zerogather {

// As much of a text as fits; never cuts a UTF-8 sequence in two.
inline std::string_view Cut(std::string_view text, size_t bytes) noexcept {
  size_t length = std::min(text.size(), bytes);
  while (length < text.size() && length > 0 && (text[length] & 0xC0) == 0x80) --length;
  return text.substr(0, length);
}

// A field has at least one byte.
inline void WriteText(std::string_view text, char* field, size_t bytes) noexcept {
  const std::string_view fitting = Cut(text, bytes - 1);
  std::memcpy(field, fitting.data(), fitting.size());
  field[fitting.size()] = '\0';
}

template <size_t N>
void WriteText(std::string_view text, char (&field)[N]) noexcept {
  WriteText(text, field, N);
}

template <size_t N>
std::string ReadText(const char (&field)[N]) {
  return std::string(field, strnlen(field, N));
}

}  // namespace zerogather
