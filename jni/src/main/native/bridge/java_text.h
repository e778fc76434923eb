// Texts between the JVM and C.
#pragma once

#include <jni.h>

#include <string>
#include <string_view>

#include "bridge/unicode.h"

namespace zerogather {

// The characters of a Java string, as UTF-8; null for null, and after a failed allocation in the
// JVM, whose exception is then pending.
class Characters {
 public:
  Characters(JNIEnv* env, jstring text) {
    if (text == nullptr) return;
    const jchar* units = env->GetStringChars(text, nullptr);
    if (units == nullptr) return;
    const auto length = static_cast<size_t>(env->GetStringLength(text));
    text_ = ToUtf8(std::u16string_view(reinterpret_cast<const char16_t*>(units), length));
    present_ = true;
    env->ReleaseStringChars(text, units);
  }
  const char* get() const { return present_ ? text_.c_str() : nullptr; }
  const char* get_or_empty() const { return text_.c_str(); }

 private:
  std::string text_;
  bool present_ = false;
};

// Null after a failed allocation in the JVM, whose exception is then pending.
inline jstring ToJava(JNIEnv* env, std::string_view text) {
  const std::u16string units = ToUtf16(text);
  return env->NewString(reinterpret_cast<const jchar*>(units.data()),
                        static_cast<jsize>(units.size()));
}

}  // namespace zerogather
