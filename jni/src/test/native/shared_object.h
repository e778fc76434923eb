// An object that this process shares with the processes that it forks afterwards.
#pragma once

#include <sys/mman.h>

#include <new>
#include <type_traits>

#include "check.h"

namespace zerogather::test {

template <typename Object>
class Shared {
  static_assert(std::is_trivially_destructible_v<Object>,
                "the processes end without destroying it");

 public:
  Shared() {
    void* memory =
        mmap(nullptr, sizeof(Object), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    CHECK(memory != MAP_FAILED);
    object_ = new (memory) Object{};
  }
  ~Shared() { munmap(object_, sizeof(Object)); }
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;

  Object* operator->() const { return object_; }
  Object& operator*() const { return *object_; }

 private:
  Object* object_;
};

}  // namespace zerogather::test
