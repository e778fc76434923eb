#include "core/error.h"

#include <cerrno>
#include <system_error>

namespace zerogather {
namespace {

std::string& Slot() {
  thread_local std::string slot;
  return slot;
}

}  // namespace

Error SystemError(const std::string& what) {
  const int code = errno;
  return Error(what + ": " + std::generic_category().message(code) + " (errno " +
               std::to_string(code) + ")");
}

void SetLastError(const std::string& text) { Slot() = text; }

const char* LastError() { return Slot().c_str(); }

}  // namespace zerogather
