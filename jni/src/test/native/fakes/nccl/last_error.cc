#include "fakes/nccl/last_error.h"

#include <atomic>
#include <forward_list>
#include <iostream>
#include <mutex>

#include "fakes/nccl/environment.h"

namespace zerogather::stub {
namespace {

std::atomic<const char*> last_text{""};

}  // namespace

int FailWith(Result code, const std::string& text) {
  // Callers keep what they were given, so no text is ever freed.
  static std::mutex mutex;
  static auto* const texts = new std::forward_list<std::string>;
  const std::lock_guard<std::mutex> lock(mutex);
  texts->push_front(text);
  last_text = texts->front().c_str();
  if (!Variable("NCCL_DEBUG").empty()) std::cerr << "stub NCCL: " << text << '\n';
  return code;
}

const char* LastErrorText() { return last_text; }

}  // namespace zerogather::stub
