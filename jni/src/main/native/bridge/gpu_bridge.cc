// The functions of GpuBridge.java: conversions between JNI's types and GpuRuntime, whose errors
// become exceptions.
#include <chrono>
#include <exception>
#include <memory>
#include <string_view>

#include "bridge/address.h"
#include "bridge/java_text.h"
#include "io_zerogather_jni_GpuBridge.h"
#include "runtime/gpu_error.h"
#include "runtime/gpu_runtime.h"

namespace {

using zerogather::Characters;
using zerogather::Error;
using zerogather::GpuError;
using zerogather::GpuKind;
using zerogather::GpuRuntime;
using zerogather::ToJava;

constexpr jint kNotOfTheRuntime = io_zerogather_jni_GpuBridge_NOT_OF_THE_RUNTIME;
static_assert(io_zerogather_jni_GpuBridge_BLOCKED_BY_RECORDING ==
              zerogather::GpuApi::kBlockedByRecording);

GpuRuntime& Runtime(jlong handle) { return *zerogather::At<GpuRuntime>(handle); }
void* Pointer(jlong address) { return zerogather::At<void>(address); }
jlong Number(const void* pointer) { return reinterpret_cast<jlong>(pointer); }
jboolean Truth(bool value) { return value ? JNI_TRUE : JNI_FALSE; }

// Leaves an exception pending: this one, unless there is one already or the JVM fails to make it.
void Throw(JNIEnv* env, int code, std::string_view text) {
  if (env->ExceptionCheck() == JNI_TRUE) return;
  jclass type = env->FindClass("io/zerogather/jni/GpuException");
  if (type == nullptr) return;
  jmethodID constructor = env->GetMethodID(type, "<init>", "(ILjava/lang/String;)V");
  if (constructor == nullptr) return;
  jstring message = ToJava(env, text);
  if (message == nullptr) return;
  auto* exception = static_cast<jthrowable>(env->NewObject(type, constructor, jint{code}, message));
  if (exception != nullptr) (void)env->Throw(exception);
}

// Of the exception that is being handled. Whatever happens, none leaves.
void ThrowCaught(JNIEnv* env) noexcept {
  try {
    try {
      throw;
    } catch (const GpuError& error) {
      Throw(env, error.code(), error.text());
    } catch (const std::exception& error) {
      Throw(env, kNotOfTheRuntime, error.what());
    } catch (...) {
      Throw(env, kNotOfTheRuntime, "unknown native failure");
    }
  } catch (...) {
    // No memory to say what it was.
    if (env->ExceptionCheck() == JNI_TRUE) return;
    jclass type = env->FindClass("java/lang/OutOfMemoryError");
    if (type != nullptr) (void)env->ThrowNew(type, "while a failed call of a GPU was described");
  }
}

// The result of the body; after a failure an exception is pending and the result means nothing.
template <typename Body>
auto Guarded(JNIEnv* env, const Body& body) noexcept -> decltype(body()) {
  try {
    return body();
  } catch (...) {
    ThrowCaught(env);
  }
  return decltype(body())();
}

}  // namespace

JNIEXPORT jlong JNICALL Java_io_zerogather_jni_GpuBridge_open(JNIEnv* env, jclass, jint kind,
                                                              jstring file) {
  return Guarded(env, [&] {
    const Characters name(env, file);
    if (name.get() == nullptr) throw Error("no file was given; pass a path or a library's name");
    const GpuKind which = kind == io_zerogather_jni_GpuBridge_CUDA ? GpuKind::kCuda : GpuKind::kHip;
    // It stays: other code of the process may use the same library at any time.
    return Number(std::make_unique<GpuRuntime>(which, name.get()).release());
  });
}

JNIEXPORT void JNICALL Java_io_zerogather_jni_GpuBridge_start(JNIEnv* env, jclass, jlong runtime) {
  Guarded(env, [&] { Runtime(runtime).Start(); });
}

JNIEXPORT jstring JNICALL Java_io_zerogather_jni_GpuBridge_file(JNIEnv* env, jclass,
                                                                jlong runtime) {
  return Guarded(env, [&] { return ToJava(env, Runtime(runtime).file()); });
}

JNIEXPORT jstring JNICALL Java_io_zerogather_jni_GpuBridge_version(JNIEnv* env, jclass,
                                                                   jlong runtime) {
  return Guarded(env, [&] { return ToJava(env, Runtime(runtime).Version()); });
}

JNIEXPORT jint JNICALL Java_io_zerogather_jni_GpuBridge_deviceCount(JNIEnv* env, jclass,
                                                                    jlong runtime) {
  return Guarded(env, [&] { return jint{Runtime(runtime).devices()}; });
}

JNIEXPORT jstring JNICALL Java_io_zerogather_jni_GpuBridge_deviceName(JNIEnv* env, jclass,
                                                                      jlong runtime, jint device) {
  return Guarded(env, [&] { return ToJava(env, Runtime(runtime).DeviceName(device)); });
}

JNIEXPORT jstring JNICALL Java_io_zerogather_jni_GpuBridge_busId(JNIEnv* env, jclass, jlong runtime,
                                                                 jint device) {
  return Guarded(env, [&] { return ToJava(env, Runtime(runtime).BusId(device)); });
}

JNIEXPORT jstring JNICALL Java_io_zerogather_jni_GpuBridge_architecture(JNIEnv* env, jclass,
                                                                        jlong runtime,
                                                                        jint device) {
  return Guarded(env, [&] { return ToJava(env, Runtime(runtime).Architecture(device)); });
}

JNIEXPORT jlong JNICALL Java_io_zerogather_jni_GpuBridge_memoryBytes(JNIEnv* env, jclass,
                                                                     jlong runtime, jint device) {
  return Guarded(env, [&] { return static_cast<jlong>(Runtime(runtime).MemoryBytes(device)); });
}

JNIEXPORT jboolean JNICALL Java_io_zerogather_jni_GpuBridge_reachesPeer(JNIEnv* env, jclass,
                                                                        jlong runtime, jint device,
                                                                        jint peer) {
  return Guarded(env, [&] { return Truth(Runtime(runtime).ReachesPeer(device, peer)); });
}

JNIEXPORT void JNICALL Java_io_zerogather_jni_GpuBridge_makeCurrent(JNIEnv* env, jclass,
                                                                    jlong runtime, jint device) {
  Guarded(env, [&] { Runtime(runtime).MakeCurrent(device); });
}

JNIEXPORT void JNICALL Java_io_zerogather_jni_GpuBridge_check(JNIEnv* env, jclass, jlong runtime,
                                                              jint device, jlong patience_nanos) {
  Guarded(env, [&] { Runtime(runtime).Check(device, std::chrono::nanoseconds(patience_nanos)); });
}

JNIEXPORT jlong JNICALL Java_io_zerogather_jni_GpuBridge_allocate(JNIEnv* env, jclass,
                                                                  jlong runtime, jint device,
                                                                  jlong bytes) {
  return Guarded(
      env, [&] { return Number(Runtime(runtime).Allocate(device, static_cast<size_t>(bytes))); });
}

JNIEXPORT void JNICALL Java_io_zerogather_jni_GpuBridge_free(JNIEnv* env, jclass, jlong runtime,
                                                             jint device, jlong address) {
  Guarded(env, [&] { Runtime(runtime).Free(device, Pointer(address)); });
}

JNIEXPORT jlong JNICALL Java_io_zerogather_jni_GpuBridge_allocateHost(JNIEnv* env, jclass,
                                                                      jlong runtime, jint device,
                                                                      jlong bytes) {
  return Guarded(env, [&] {
    return Number(Runtime(runtime).AllocateHost(device, static_cast<size_t>(bytes)));
  });
}

JNIEXPORT void JNICALL Java_io_zerogather_jni_GpuBridge_freeHost(JNIEnv* env, jclass, jlong runtime,
                                                                 jint device, jlong address) {
  Guarded(env, [&] { Runtime(runtime).FreeHost(device, Pointer(address)); });
}

JNIEXPORT void JNICALL Java_io_zerogather_jni_GpuBridge_copy(JNIEnv* env, jclass, jlong runtime,
                                                             jint device, jlong to, jlong from,
                                                             jlong bytes, jlong stream) {
  Guarded(env, [&] {
    Runtime(runtime).Copy(device, Pointer(to), Pointer(from), static_cast<size_t>(bytes),
                          Pointer(stream));
  });
}

JNIEXPORT jlong JNICALL Java_io_zerogather_jni_GpuBridge_openStream(JNIEnv* env, jclass,
                                                                    jlong runtime, jint device) {
  return Guarded(env, [&] { return Number(Runtime(runtime).OpenStream(device)); });
}

JNIEXPORT void JNICALL Java_io_zerogather_jni_GpuBridge_closeStream(JNIEnv* env, jclass,
                                                                    jlong runtime, jint device,
                                                                    jlong stream) {
  Guarded(env, [&] { Runtime(runtime).CloseStream(device, Pointer(stream)); });
}

JNIEXPORT jboolean JNICALL Java_io_zerogather_jni_GpuBridge_isIdle(JNIEnv* env, jclass,
                                                                   jlong runtime, jint device,
                                                                   jlong stream) {
  return Guarded(env, [&] { return Truth(Runtime(runtime).IsIdle(device, Pointer(stream))); });
}

JNIEXPORT void JNICALL Java_io_zerogather_jni_GpuBridge_synchronize(JNIEnv* env, jclass,
                                                                    jlong runtime, jint device,
                                                                    jlong stream) {
  Guarded(env, [&] { Runtime(runtime).Synchronize(device, Pointer(stream)); });
}

JNIEXPORT jboolean JNICALL Java_io_zerogather_jni_GpuBridge_isCapturing(JNIEnv* env, jclass,
                                                                        jlong runtime, jint device,
                                                                        jlong stream) {
  return Guarded(env, [&] { return Truth(Runtime(runtime).IsCapturing(device, Pointer(stream))); });
}

JNIEXPORT jlong JNICALL Java_io_zerogather_jni_GpuBridge_openEvent(JNIEnv* env, jclass,
                                                                   jlong runtime, jint device,
                                                                   jboolean timed) {
  return Guarded(env,
                 [&] { return Number(Runtime(runtime).OpenEvent(device, timed == JNI_TRUE)); });
}

JNIEXPORT void JNICALL Java_io_zerogather_jni_GpuBridge_closeEvent(JNIEnv* env, jclass,
                                                                   jlong runtime, jint device,
                                                                   jlong event) {
  Guarded(env, [&] { Runtime(runtime).CloseEvent(device, Pointer(event)); });
}

JNIEXPORT void JNICALL Java_io_zerogather_jni_GpuBridge_record(JNIEnv* env, jclass, jlong runtime,
                                                               jint device, jlong event,
                                                               jlong stream) {
  Guarded(env, [&] { Runtime(runtime).Record(device, Pointer(event), Pointer(stream)); });
}

JNIEXPORT jboolean JNICALL Java_io_zerogather_jni_GpuBridge_isReached(JNIEnv* env, jclass,
                                                                      jlong runtime, jint device,
                                                                      jlong event) {
  return Guarded(env, [&] { return Truth(Runtime(runtime).IsReached(device, Pointer(event))); });
}

JNIEXPORT void JNICALL Java_io_zerogather_jni_GpuBridge_waitFor(JNIEnv* env, jclass, jlong runtime,
                                                                jint device, jlong stream,
                                                                jlong event) {
  Guarded(env, [&] { Runtime(runtime).WaitFor(device, Pointer(stream), Pointer(event)); });
}

JNIEXPORT jlong JNICALL Java_io_zerogather_jni_GpuBridge_elapsedNanos(JNIEnv* env, jclass,
                                                                      jlong runtime, jint device,
                                                                      jlong start, jlong end) {
  return Guarded(env, [&] {
    return jlong{Runtime(runtime).ElapsedNanos(device, Pointer(start), Pointer(end))};
  });
}

JNIEXPORT void JNICALL Java_io_zerogather_jni_GpuBridge_holdUntil(JNIEnv* env, jclass,
                                                                  jlong runtime, jint device,
                                                                  jlong stream, jlong word,
                                                                  jint value) {
  Guarded(env, [&] {
    Runtime(runtime).HoldUntil(device, Pointer(stream), Pointer(word),
                               static_cast<uint32_t>(value));
  });
}
