#include "runtime/driver_function.h"

#include "core/error.h"

namespace zerogather {
namespace {

// More names than that say no more.
constexpr size_t kShownNames = 5;

}  // namespace

void* DriverFunctions::FindFirst(std::initializer_list<const char*> names, const char** found) {
  for (const char* name : names) {
    if (void* symbol = library_.Find(name); symbol != nullptr) {
      any_ = symbol;
      *found = name;
      return symbol;
    }
  }
  missing_.emplace_back(*names.begin());
  return nullptr;
}

void DriverFunctions::RequireAll(const char* what) const {
  if (missing_.empty()) return;
  std::string text = any_ == nullptr ? "" : SharedLibrary::FileOf(any_) + " ";
  text += "is no usable " + std::string(what) + ": it lacks ";
  for (size_t i = 0; i < missing_.size() && i < kShownNames; ++i) {
    text += (i == 0 ? "" : ", ") + missing_[i];
  }
  if (missing_.size() > kShownNames) {
    text += " and " + std::to_string(missing_.size() - kShownNames) + " more functions";
  }
  throw Error(text);
}

}  // namespace zerogather
