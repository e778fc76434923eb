#include "core/error.h"

#include <cerrno>
#include <system_error>

#include "core/text.h"

namespace zerogather {
namespace {

constexpr size_t kErrorBytes = 1024;

// A fixed field: keeping the text must not fail while memory is short.
struct Slot {
  char text[kErrorBytes] = {};
};

Slot& ThisThreadsSlot() noexcept {
  thread_local Slot slot;
  return slot;
}

}  // namespace

Error SystemError(const std::string& what) {
  const int code = errno;
  return Error(what + ": " + std::generic_category().message(code) + " (errno " +
               std::to_string(code) + ")");
}

void SetLastError(std::string_view text) noexcept { WriteText(text, ThisThreadsSlot().text); }

const char* LastError() noexcept { return ThisThreadsSlot().text; }

}  // namespace zerogather
