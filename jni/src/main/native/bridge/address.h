// Handles and addresses as Java has them.
#pragma once

#include <jni.h>

namespace zerogather {

template <typename Type>
Type* At(jlong address) {
  return reinterpret_cast<Type*>(address);  // NOLINT(performance-no-int-to-ptr)
}

}  // namespace zerogather
