// What a test program asserts with. The first failure prints where, what and in which scene, and
// ends the process.
#pragma once

#include <sstream>
#include <string>
#include <type_traits>

#include "core/error.h"

namespace zerogather::test {

[[noreturn]] void Fail(const char* file, int line, const std::string& what);

// What this thread is doing, for the message of a failure; scenes nest.
class Scene {
 public:
  explicit Scene(const std::string& text);
  ~Scene();
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

 private:
  size_t outer_length_;
};

template <typename Value>
std::string Shown(const Value& value) {
  std::ostringstream text;
  text << std::boolalpha << value;
  return text.str();
}

template <typename Actual, typename Expected>
void CheckEqual(const char* file, int line, const char* expression, const Actual& actual,
                const Expected& expected) {
  bool equal = false;
  if constexpr (std::is_integral_v<Actual> && std::is_integral_v<Expected>) {
    // Compares values: a negative number never equals an unsigned one.
    equal = (actual < Actual{0}) == (expected < Expected{0}) &&
            static_cast<unsigned long long>(actual) == static_cast<unsigned long long>(expected);
  } else {
    equal = actual == expected;
  }
  if (!equal) {
    Fail(file, line,
         std::string(expression) + " is " + Shown(actual) + ", expected " + Shown(expected));
  }
}

void CheckContains(const char* file, int line, const std::string& text, const std::string& part);

// Text of the Error that the body throws; "" if it returns.
template <typename Body>
std::string ErrorOf(Body&& body) {
  try {
    body();
  } catch (const Error& error) {
    return error.text();
  }
  return "";
}

}  // namespace zerogather::test

#define CHECK(condition)                                                                    \
  do {                                                                                      \
    if (!(condition)) ::zerogather::test::Fail(__FILE__, __LINE__, #condition " is false"); \
  } while (false)

#define CHECK_EQ(actual, expected) \
  ::zerogather::test::CheckEqual(__FILE__, __LINE__, #actual, actual, expected)

#define CHECK_CONTAINS(text, part) ::zerogather::test::CheckContains(__FILE__, __LINE__, text, part)
