#include "runtime/driver_function.h"

#include "core/error.h"

namespace zerogather {

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
  if (any_ == nullptr) {
    throw Error(library_.file() + " is no " + what + ": it has none of the " +
                std::to_string(missing_.size()) + " functions that are needed, " +
                missing_.front() + " for example");
  }
  std::string text = SharedLibrary::FileOf(any_) + " is no usable " + what + ": it lacks ";
  for (size_t i = 0; i < missing_.size(); ++i) text += (i == 0 ? "" : ", ") + missing_[i];
  throw Error(text + "; a newer version is needed");
}

}  // namespace zerogather
