// Between the UTF-8 of the operating system and the UTF-16 of Java. What is no text becomes U+FFFD.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace zerogather {

constexpr char32_t kReplacement = 0xFFFD;

// Takes the first character off; never empty text.
inline char32_t NextOfUtf8(std::string_view& text) {
  const auto byte = [&text](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  size_t length = 1;
  char32_t least = 0;
  char32_t character = first;
  if (first >= 0xF0 && first < 0xF8) {
    length = 4;
    least = 0x10000;
    character = first & 0x07U;
  } else if (first >= 0xE0 && first < 0xF0) {
    length = 3;
    least = 0x800;
    character = first & 0x0FU;
  } else if (first >= 0xC0 && first < 0xE0) {
    length = 2;
    least = 0x80;
    character = first & 0x1FU;
  } else if (first >= 0x80) {
    text.remove_prefix(1);
    return kReplacement;
  }
  for (size_t i = 1; i < length; ++i) {
    if (i == text.size() || (byte(i) & 0xC0U) != 0x80U) {
      text.remove_prefix(i);
      return kReplacement;
    }
    character = (character << 6U) | (byte(i) & 0x3FU);
  }
  text.remove_prefix(length);
  const bool surrogate = character >= 0xD800 && character < 0xE000;
  return character < least || surrogate || character > 0x10FFFF ? kReplacement : character;
}

inline std::u16string ToUtf16(std::string_view text) {
  std::u16string units;
  units.reserve(text.size());
  while (!text.empty()) {
    const char32_t character = NextOfUtf8(text);
    if (character < 0x10000) {
      units.push_back(static_cast<char16_t>(character));
    } else {
      units.push_back(static_cast<char16_t>(0xD800 + ((character - 0x10000) >> 10U)));
      units.push_back(static_cast<char16_t>(0xDC00 + ((character - 0x10000) & 0x3FFU)));
    }
  }
  return units;
}

inline void AppendUtf8(std::string& text, char32_t character) {
  const auto put = [&text](char32_t byte) { text.push_back(static_cast<char>(byte)); };
  if (character < 0x80) {
    put(character);
  } else if (character < 0x800) {
    put(0xC0U | (character >> 6U));
    put(0x80U | (character & 0x3FU));
  } else if (character < 0x10000) {
    put(0xE0U | (character >> 12U));
    put(0x80U | ((character >> 6U) & 0x3FU));
    put(0x80U | (character & 0x3FU));
  } else {
    put(0xF0U | (character >> 18U));
    put(0x80U | ((character >> 12U) & 0x3FU));
    put(0x80U | ((character >> 6U) & 0x3FU));
    put(0x80U | (character & 0x3FU));
  }
}

// A zero becomes U+FFFD too: it would end the text in C, and name another file.
inline std::string ToUtf8(std::u16string_view units) {
  std::string text;
  text.reserve(units.size());
  for (size_t i = 0; i < units.size(); ++i) {
    const char32_t unit = units[i];
    const bool high = unit >= 0xD800 && unit < 0xDC00;
    const bool low = unit >= 0xDC00 && unit < 0xE000;
    if (high && i + 1 < units.size() && units[i + 1] >= 0xDC00 && units[i + 1] < 0xE000) {
      ++i;
      AppendUtf8(text, 0x10000 + ((unit - 0xD800) << 10U) + (units[i] - 0xDC00U));
    } else {
      AppendUtf8(text, high || low || unit == 0 ? kReplacement : unit);
    }
  }
  return text;
}

}  // namespace zerogather
