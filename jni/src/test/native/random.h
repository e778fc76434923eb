// Random choices that a printed seed repeats.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>

namespace zerogather::test {

// SplitMix64: a good hash of its argument.
constexpr uint64_t Mix(uint64_t value) {
  value += 0x9e3779b97f4a7c15;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

class Random {
 public:
  explicit Random(uint64_t seed) : state_(Mix(seed)) {}

  uint64_t Next() { return Mix(state_++); }
  // 0 <= result < limit
  uint64_t Below(uint64_t limit) { return Next() % limit; }
  bool OneIn(uint64_t chances) { return Below(chances) == 0; }
  template <typename Value>
  Value Pick(std::initializer_list<Value> choices) {
    return choices.begin()[Below(choices.size())];
  }

 private:
  uint64_t state_;
};

// ZG_TEST_SEED if it is set, else a new one; printed, so that a failed run can be repeated.
uint64_t PrintedSeed(const std::string& test);

}  // namespace zerogather::test
