// The functions of GlooBridge.java: nothing but the translation to and from JNI. No C++ exception
// leaves them.
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "gloo/error_text.h"
#include "gloo/group.h"
#include "io_zerogather_jni_GlooBridge.h"

namespace {

using zerogather::Deadline;
using zerogather::Group;

constexpr jint kAbiVersion = 1;
static_assert(io_zerogather_jni_GlooBridge_ABI_VERSION == kAbiVersion,
              "GlooBridge.ABI_VERSION differs from the library's");

constexpr jint kDone = io_zerogather_jni_GlooBridge_DONE;
constexpr jint kDifferent = io_zerogather_jni_GlooBridge_DIFFERENT;
constexpr jint kFailed = io_zerogather_jni_GlooBridge_FAILED;

thread_local std::string lastErrorText;

void keepError(const char* text) noexcept {
  try {
    lastErrorText = zerogather::plainText(text);
  } catch (...) {
    lastErrorText.clear();
  }
}

// The result of the action, or `failure` with the text kept.
template <typename Result, typename Action>
Result guarded(Result failure, const Action& action) noexcept {
  try {
    return action();
  } catch (const std::exception& e) {
    keepError(e.what());
  } catch (...) {
    keepError("an unknown error in Gloo");
  }
  return failure;
}

// Java keeps addresses as numbers.
template <typename Type>
Type* pointer(jlong address) {
  return reinterpret_cast<Type*>(address);  // NOLINT(performance-no-int-to-ptr)
}

Group& group(jlong handle) { return *pointer<Group>(handle); }

std::vector<char> bytesOf(JNIEnv* env, jbyteArray array) {
  std::vector<char> bytes(static_cast<std::size_t>(env->GetArrayLength(array)));
  env->GetByteArrayRegion(array, 0, static_cast<jsize>(bytes.size()),
                          reinterpret_cast<jbyte*>(bytes.data()));
  return bytes;
}

std::vector<int> intsOf(JNIEnv* env, jintArray array) {
  std::vector<int> ints(static_cast<std::size_t>(env->GetArrayLength(array)));
  env->GetIntArrayRegion(array, 0, static_cast<jsize>(ints.size()), ints.data());
  return ints;
}

std::string textOf(JNIEnv* env, jbyteArray array) {
  const std::vector<char> bytes = bytesOf(env, array);
  return {bytes.begin(), bytes.end()};
}

}  // namespace

JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM* /*vm*/, void* /*reserved*/) { return JNI_VERSION_10; }

JNIEXPORT jint JNICALL Java_io_zerogather_jni_GlooBridge_abiVersion(JNIEnv* /*env*/,
                                                                    jclass /*type*/) {
  return kAbiVersion;
}

JNIEXPORT jlong JNICALL Java_io_zerogather_jni_GlooBridge_addressOf(JNIEnv* env, jclass /*type*/,
                                                                    jobject buffer) {
  return reinterpret_cast<jlong>(env->GetDirectBufferAddress(buffer));
}

JNIEXPORT void JNICALL Java_io_zerogather_jni_GlooBridge_copy(JNIEnv* /*env*/, jclass /*type*/,
                                                              jlong source, jlong destination,
                                                              jlong bytes) {
  std::memmove(pointer<void>(destination), pointer<const void>(source),
               static_cast<std::size_t>(bytes));
}

JNIEXPORT jstring JNICALL Java_io_zerogather_jni_GlooBridge_lastError(JNIEnv* env,
                                                                      jclass /*type*/) {
  return env->NewStringUTF(lastErrorText.c_str());
}

JNIEXPORT jlong JNICALL Java_io_zerogather_jni_GlooBridge_open(JNIEnv* env, jclass /*type*/,
                                                               jint rank, jintArray worldRanks,
                                                               jbyteArray host,
                                                               jbyteArray networkInterface) {
  return guarded(jlong{0}, [&] {
    const zerogather::BindTo address{textOf(env, host), textOf(env, networkInterface)};
    return reinterpret_cast<jlong>(
        std::make_unique<Group>(rank, intsOf(env, worldRanks), address).release());
  });
}

JNIEXPORT jbyteArray JNICALL Java_io_zerogather_jni_GlooBridge_addresses(JNIEnv* env,
                                                                         jclass /*type*/,
                                                                         jlong handle) {
  return guarded(jbyteArray{nullptr}, [&] {
    const std::vector<char> bytes = group(handle).addresses();
    const auto length = static_cast<jsize>(bytes.size());
    jbyteArray array = env->NewByteArray(length);
    if (array != nullptr) {
      env->SetByteArrayRegion(array, 0, length, reinterpret_cast<const jbyte*>(bytes.data()));
    }
    return array;
  });
}

JNIEXPORT jint JNICALL Java_io_zerogather_jni_GlooBridge_connect(JNIEnv* env, jclass /*type*/,
                                                                 jlong handle, jbyteArray addresses,
                                                                 jlong timeoutMillis) {
  return guarded(kFailed, [&] {
    group(handle).connect(bytesOf(env, addresses), Deadline::after(timeoutMillis));
    return kDone;
  });
}

JNIEXPORT jint JNICALL Java_io_zerogather_jni_GlooBridge_gather(
    JNIEnv* /*env*/, jclass /*type*/, jlong handle, jlong call, jint dtype, jlong output,
    jlong input, jlong bytes, jboolean guard, jlong timeoutMillis) {
  return guarded(kFailed, [&] {
    Group::Call what;
    what.number = call;
    what.dtype = dtype;
    what.output = pointer<std::uint8_t>(output);
    what.input = pointer<const std::uint8_t>(input);
    what.bytes = static_cast<std::size_t>(bytes);
    what.guarded = guard == JNI_TRUE;
    return group(handle).gather(what, Deadline::after(timeoutMillis)) ? kDone : kDifferent;
  });
}

JNIEXPORT jlongArray JNICALL Java_io_zerogather_jni_GlooBridge_calls(JNIEnv* env, jclass /*type*/,
                                                                     jlong handle) {
  return guarded(jlongArray{nullptr}, [&] {
    std::vector<jlong> fields;
    for (const zerogather::Descriptor& call : group(handle).calls()) {
      fields.insert(fields.end(), {call.call, call.bytes, call.dtype});
    }
    const auto length = static_cast<jsize>(fields.size());
    jlongArray array = env->NewLongArray(length);
    if (array != nullptr) {
      env->SetLongArrayRegion(array, 0, length, fields.data());
    }
    return array;
  });
}

JNIEXPORT void JNICALL Java_io_zerogather_jni_GlooBridge_abort(JNIEnv* /*env*/, jclass /*type*/,
                                                               jlong handle) {
  group(handle).abort();
}

JNIEXPORT void JNICALL Java_io_zerogather_jni_GlooBridge_close(JNIEnv* /*env*/, jclass /*type*/,
                                                               jlong handle) {
  guarded(0, [&] {
    const std::unique_ptr<Group> last(pointer<Group>(handle));
    return 0;
  });
}
