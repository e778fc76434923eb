// The functions of NativeBridge.java: conversions between JNI's types and the C interface, nothing
// else.
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "bridge/address.h"
#include "bridge/java_array.h"
#include "bridge/java_text.h"
#include "io_zerogather_jni_NativeBridge.h"
#include "zerogather_core.h"

static_assert(io_zerogather_jni_NativeBridge_ABI_VERSION == ZG_ABI_VERSION);
static_assert(io_zerogather_jni_NativeBridge_OK == ZG_OK);
static_assert(io_zerogather_jni_NativeBridge_DIRECT == ZG_DIRECT);
static_assert(io_zerogather_jni_NativeBridge_STAGED == ZG_STAGED);
static_assert(io_zerogather_jni_NativeBridge_CAPTURE == ZG_CAPTURE);
static_assert(io_zerogather_jni_NativeBridge_LEAVE == ZG_LEAVE);
static_assert(io_zerogather_jni_NativeBridge_REJECTED == ZG_REJECTED);
static_assert(io_zerogather_jni_NativeBridge_CLOSED == ZG_CLOSED);
static_assert(io_zerogather_jni_NativeBridge_POISONED == ZG_POISONED);
static_assert(io_zerogather_jni_NativeBridge_FAILED == ZG_FAILED);

namespace {

using zerogather::Characters;
using zerogather::ReadNumbers;
using zerogather::ToJava;

zg_transport* Transport(jlong handle) { return zerogather::At<zg_transport>(handle); }
void* Address(jlong address) { return zerogather::At<void>(address); }

zg_config ConfigOf(jint rank, jint ranks, const jlong (&cookie)[2], jlong timeout_nanos) {
  zg_config config{};
  config.rank = rank;
  config.ranks = ranks;
  config.cookie[0] = static_cast<uint64_t>(cookie[0]);
  config.cookie[1] = static_cast<uint64_t>(cookie[1]);
  config.timeout_nanos = timeout_nanos;
  return config;
}

}  // namespace

JNIEXPORT jint JNICALL Java_io_zerogather_jni_NativeBridge_abiVersion(JNIEnv*, jclass) {
  return zg_abi_version();
}

JNIEXPORT jstring JNICALL Java_io_zerogather_jni_NativeBridge_lastError(JNIEnv* env, jclass) {
  return ToJava(env, zg_last_error());
}

JNIEXPORT jboolean JNICALL Java_io_zerogather_jni_NativeBridge_setEnvironmentIfAbsent(
    JNIEnv* env, jclass, jstring name, jstring value) {
  const Characters key(env, name);
  const Characters text(env, value);
  if (key.get() == nullptr || text.get() == nullptr) return JNI_FALSE;
  // Java sets what a library reads before it opens that library.
  // NOLINTBEGIN(concurrency-mt-unsafe)
  if (std::getenv(key.get()) != nullptr) return JNI_FALSE;
  return setenv(key.get(), text.get(), 0) == 0 ? JNI_TRUE : JNI_FALSE;
  // NOLINTEND(concurrency-mt-unsafe)
}

JNIEXPORT jlong JNICALL Java_io_zerogather_jni_NativeBridge_bufferAddress(JNIEnv* env, jclass,
                                                                          jobject buffer) {
  return reinterpret_cast<jlong>(env->GetDirectBufferAddress(buffer));
}

JNIEXPORT jobject JNICALL Java_io_zerogather_jni_NativeBridge_view(JNIEnv* env, jclass,
                                                                   jlong address, jint bytes) {
  return env->NewDirectByteBuffer(Address(address), bytes);
}

JNIEXPORT jlong JNICALL Java_io_zerogather_jni_NativeBridge_create(JNIEnv* env, jclass, jint ranks,
                                                                   jlongArray cookie,
                                                                   jlong timeout_nanos,
                                                                   jlongArray handle) {
  jlong name[2] = {};
  jlong words[4] = {};
  if (!ReadNumbers(env, cookie, name)) return 0;
  if (!ReadNumbers(env, handle, words)) return 0;  // before there is anything to lose
  const zg_config config = ConfigOf(0, ranks, name, timeout_nanos);
  zg_block_handle block{};
  zg_transport* transport = zg_create(&config, &block);
  if (transport != nullptr) {
    const jlong numbers[4] = {block.pid, block.fd, block.inode, block.bytes};
    env->SetLongArrayRegion(handle, 0, 4, numbers);
  }
  return reinterpret_cast<jlong>(transport);
}

JNIEXPORT jlong JNICALL Java_io_zerogather_jni_NativeBridge_attach(JNIEnv* env, jclass, jint rank,
                                                                   jint ranks, jlongArray cookie,
                                                                   jlong timeout_nanos,
                                                                   jlongArray handle) {
  jlong name[2] = {};
  jlong words[4] = {};
  if (!ReadNumbers(env, cookie, name) || !ReadNumbers(env, handle, words)) return 0;
  const zg_config config = ConfigOf(rank, ranks, name, timeout_nanos);
  const zg_block_handle block{words[0], words[1], words[2], words[3]};
  return reinterpret_cast<jlong>(zg_attach(&config, &block));
}

JNIEXPORT jint JNICALL Java_io_zerogather_jni_NativeBridge_start(JNIEnv*, jclass, jlong transport) {
  return zg_start(Transport(transport));
}

JNIEXPORT jint JNICALL Java_io_zerogather_jni_NativeBridge_gather(JNIEnv*, jclass, jlong transport,
                                                                  jlong call, jlong output,
                                                                  jlong input, jlong elements,
                                                                  jint dtype, jint element_bytes,
                                                                  jboolean capturing) {
  return zg_gather(Transport(transport), static_cast<uint64_t>(call), Address(output),
                   Address(input), static_cast<uint64_t>(elements), static_cast<uint32_t>(dtype),
                   static_cast<uint32_t>(element_bytes), capturing == JNI_TRUE ? 1 : 0);
}

JNIEXPORT jint JNICALL Java_io_zerogather_jni_NativeBridge_reject(JNIEnv* env, jclass,
                                                                  jlong transport, jlong call,
                                                                  jlong elements, jint dtype,
                                                                  jstring why) {
  const Characters text(env, why);
  return zg_reject(Transport(transport), static_cast<uint64_t>(call),
                   static_cast<uint64_t>(elements), static_cast<uint32_t>(dtype),
                   text.get_or_empty());
}

JNIEXPORT void JNICALL Java_io_zerogather_jni_NativeBridge_announce(JNIEnv*, jclass,
                                                                    jlong transport, jlong call) {
  zg_announce(Transport(transport), static_cast<uint64_t>(call));
}

JNIEXPORT void JNICALL Java_io_zerogather_jni_NativeBridge_housekeep(JNIEnv*, jclass,
                                                                     jlong transport) {
  zg_housekeep(Transport(transport));
}

JNIEXPORT void JNICALL Java_io_zerogather_jni_NativeBridge_close(JNIEnv*, jclass, jlong transport,
                                                                 jlong last_call) {
  zg_close(Transport(transport), static_cast<uint64_t>(last_call));
}

JNIEXPORT void JNICALL Java_io_zerogather_jni_NativeBridge_destroy(JNIEnv*, jclass,
                                                                   jlong transport) {
  zg_destroy(Transport(transport));
}

JNIEXPORT jboolean JNICALL Java_io_zerogather_jni_NativeBridge_poison(JNIEnv* env, jclass,
                                                                      jlong transport,
                                                                      jstring cause) {
  const Characters why(env, cause);
  return zg_poison(Transport(transport), why.get_or_empty()) == 1 ? JNI_TRUE : JNI_FALSE;
}

JNIEXPORT jlong JNICALL Java_io_zerogather_jni_NativeBridge_allocate(JNIEnv*, jclass,
                                                                     jlong transport, jlong bytes) {
  return reinterpret_cast<jlong>(zg_allocate(Transport(transport), static_cast<uint64_t>(bytes)));
}

JNIEXPORT jint JNICALL Java_io_zerogather_jni_NativeBridge_free(JNIEnv*, jclass, jlong transport,
                                                                jlong address) {
  return zg_free(Transport(transport), Address(address));
}

JNIEXPORT void JNICALL Java_io_zerogather_jni_NativeBridge_copy(JNIEnv*, jclass, jlong to,
                                                                jlong from, jlong bytes) {
  std::memmove(Address(to), Address(from), static_cast<size_t>(bytes));
}

JNIEXPORT void JNICALL Java_io_zerogather_jni_NativeBridge_copyStreaming(JNIEnv*, jclass, jlong to,
                                                                         jlong from, jlong bytes) {
  zg_copy_streaming(Address(to), Address(from), static_cast<uint64_t>(bytes));
}
