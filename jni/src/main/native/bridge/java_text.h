// Texts on their way between Java and C++.
#pragma once

#include <jni.h>

#include <string>

namespace zerogather {

// The characters of a Java string for as long as this object lives; null after a failed allocation
// in the JVM.
class Characters {
 public:
  Characters(JNIEnv* env, jstring text)
      : env_(env), text_(text), data_(env->GetStringUTFChars(text, nullptr)) {}
  ~Characters() {
    if (data_ != nullptr) env_->ReleaseStringUTFChars(text_, data_);
  }
  Characters(const Characters&) = delete;
  Characters& operator=(const Characters&) = delete;
  const char* get() const { return data_; }

 private:
  JNIEnv* env_;
  jstring text_;
  const char* data_;
};

// NewStringUTF wants modified UTF-8: anything but plain ASCII from a system library could break it.
inline jstring ToJava(JNIEnv* env, std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) >= 0x80) c = '?';
  }
  return env->NewStringUTF(text.c_str());
}

}  // namespace zerogather
