// Numbers of Java's arrays.
#pragma once

#include <jni.h>

#include <cstddef>

namespace zerogather {

// Copies the first numbers of an array; false, with an exception pending, if it is null or shorter.
template <size_t kCount>
bool ReadNumbers(JNIEnv* env, jlongArray array, jlong (&numbers)[kCount]) {
  if (array == nullptr) {
    jclass type = env->FindClass("java/lang/NullPointerException");
    if (type != nullptr) (void)env->ThrowNew(type, "an array of numbers is null");
    return false;
  }
  env->GetLongArrayRegion(array, 0, static_cast<jsize>(kCount), numbers);
  return env->ExceptionCheck() == JNI_FALSE;
}

}  // namespace zerogather
