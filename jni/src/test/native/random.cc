#include "random.h"

#include <cstdio>
#include <cstdlib>
#include <random>

namespace zerogather::test {

uint64_t PrintedSeed(const std::string& test) {
  const char* given =
      std::getenv("ZG_TEST_SEED");  // NOLINT(concurrency-mt-unsafe): nobody sets it here
  const uint64_t seed =
      given != nullptr ? std::strtoull(given, nullptr, 10) : std::random_device{}();
  std::printf("%s: ZG_TEST_SEED=%llu\n", test.c_str(), static_cast<unsigned long long>(seed));
  (void)std::fflush(stdout);
  return seed;
}

}  // namespace zerogather::test
