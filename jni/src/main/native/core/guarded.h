// The border of the C interface: no exception crosses it.
#pragma once

#include <exception>

#include "core/error.h"

namespace zerogather {

// What the body returns, or `failure` with the text of its exception as this thread's last error.
template <typename Result, typename Body>
Result Guarded(Result failure, Body&& body) noexcept {
  try {
    return body();
  } catch (const std::exception& e) {
    SetLastError(e.what());
  } catch (...) {
    SetLastError("unknown native failure");
  }
  return failure;
}

}  // namespace zerogather
