#include "fakes/gpu/settings.h"

#include <cstdlib>

namespace zerogather::fake {
namespace {

uint64_t NumberOf(const char* variable, uint64_t otherwise) {
  const char* text = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe)
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

Settings* FromEnvironment() {
  auto* settings = new Settings;
  settings->devices = static_cast<int>(NumberOf("ZG_FAKE_DEVICES", 4));
  settings->memory_bytes = NumberOf("ZG_FAKE_MEMORY_BYTES", uint64_t{1} << 30);
  return settings;
}

}  // namespace

Settings& TheSettings() {
  static Settings* const settings = FromEnvironment();  // outlives the streams' threads
  return *settings;
}

}  // namespace zerogather::fake
