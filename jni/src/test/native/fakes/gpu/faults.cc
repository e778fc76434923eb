#include "fakes/gpu/faults.h"

#include <cstdlib>
#include <sstream>

#include "fakes/gpu/codes.h"

namespace zerogather::fake {

Faults& Faults::Instance() {
  static auto* const faults = new Faults;
  return *faults;
}

Faults::Faults() {
  const char* text = std::getenv("ZG_FAKE_FAIL");  // NOLINT(concurrency-mt-unsafe)
  std::istringstream entries(text == nullptr ? "" : text);
  for (std::string entry; std::getline(entries, entry, ',');) {
    std::istringstream fields(entry);
    std::string function;
    std::string nth;
    std::string code;
    if (std::getline(fields, function, ':') && std::getline(fields, nth, ':') &&
        std::getline(fields, code)) {
      FailNth(function, std::stoi(nth), std::stoi(code));
    }
  }
}

int Faults::Enter(const char* function) {
  const std::lock_guard<std::mutex> lock(mutex_);
  Function& entry = functions_[function];
  ++entry.calls;
  if (broken_ == 0 && entry.calls == entry.failing_call) {
    if (entry.code == kIllegalAddress || entry.code == kLaunchFailed) broken_ = entry.code;
    return entry.code;
  }
  return broken_;
}

int Faults::EnterThread(const char* function) {
  const std::lock_guard<std::mutex> lock(mutex_);
  Function& entry = functions_[function];
  ++entry.calls;
  return entry.calls == entry.failing_call ? entry.code : kSuccess;
}

void Faults::FailNth(const std::string& function, int nth, int code) {
  const std::lock_guard<std::mutex> lock(mutex_);
  Function& entry = functions_[function];
  entry.failing_call = entry.calls + static_cast<uint64_t>(nth);
  entry.code = code;
}

void Faults::Break(int code) {
  const std::lock_guard<std::mutex> lock(mutex_);
  broken_ = code;
}

void Faults::Mend() {
  const std::lock_guard<std::mutex> lock(mutex_);
  broken_ = 0;
  for (auto& [name, entry] : functions_) entry.failing_call = 0;
}

uint64_t Faults::Calls(const std::string& function) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return functions_[function].calls;
}

}  // namespace zerogather::fake
