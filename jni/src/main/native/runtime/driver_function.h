// Functions of a library opened at run time, with the names that error texts show.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "runtime/shared_library.h"

namespace zerogather {

template <typename Signature>
class DriverFunction;

template <typename Result, typename... Parameters>
class DriverFunction<Result(Parameters...)> {
 public:
  Result operator()(Parameters... arguments) const { return call_(arguments...); }
  const char* name() const { return name_; }
  const void* address() const { return reinterpret_cast<const void*>(call_); }

 private:
  friend class DriverFunctions;
  Result (*call_)(Parameters...) = nullptr;
  const char* name_ = "";
};

// Fills functions from a library and remembers which it lacks.
class DriverFunctions {
 public:
  explicit DriverFunctions(const SharedLibrary& library) : library_(library) {}

  // Takes the first of the names that the library has.
  template <typename Signature>
  void Load(DriverFunction<Signature>& function, std::initializer_list<const char*> names) {
    void* symbol = FindFirst(names, &function.name_);
    function.call_ = reinterpret_cast<Signature*>(symbol);
  }

  // Throws Error naming all that is missing, or that there is nothing of it.
  void RequireAll(const char* what) const;

 private:
  void* FindFirst(std::initializer_list<const char*> names, const char** found);

  const SharedLibrary& library_;
  std::vector<std::string> missing_;
  void* any_ = nullptr;
};

}  // namespace zerogather
