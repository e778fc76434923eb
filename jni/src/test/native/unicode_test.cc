// Texts that cross the border to the JVM.
#include "bridge/unicode.h"

#include <string>

#include "check.h"

namespace zerogather::test {
namespace {

void TextsComeBack() {
  const std::string text = "a\xC3\xA4\xE2\x82\xAC\xF0\x9F\x9A\x80z";
  const std::u16string units = u"a\u00e4\u20ac\U0001F680z";
  CHECK(ToUtf16(text) == units);
  CHECK_EQ(ToUtf8(units), text);
  CHECK(ToUtf16("").empty());
  CHECK_EQ(ToUtf8(u""), "");
}

void WhatIsNoTextIsReplaced() {
  CHECK(ToUtf16("a\x80"
                "b") == u"a\uFFFDb");               // no start
  CHECK(ToUtf16("a\xE2\x82") == u"a\uFFFD");        // cut off
  CHECK(ToUtf16("\xE2\x82z") == u"\uFFFDz");        // ended by another character
  CHECK(ToUtf16("\xC0\x80") == u"\uFFFD");          // longer than need be
  CHECK(ToUtf16("\xED\xA0\x80") == u"\uFFFD");      // half a pair
  CHECK(ToUtf16("\xF4\x90\x80\x80") == u"\uFFFD");  // beyond the last
  CHECK(ToUtf16("\xFF") == u"\uFFFD");
  const std::string replaced = "\xEF\xBF\xBD";
  CHECK_EQ(ToUtf8(std::u16string(1, char16_t{0xD83D})), replaced);
  CHECK_EQ(ToUtf8(std::u16string(1, char16_t{0xDE80}) + u"z"), replaced + "z");
  CHECK_EQ(ToUtf8(std::u16string(1, char16_t{0})), replaced);
}

}  // namespace
}  // namespace zerogather::test

int main() {
  zerogather::test::TextsComeBack();
  zerogather::test::WhatIsNoTextIsReplaced();
}
