// The functions of NativeBridge.java.
#include "io_zerogather_jni_NativeBridge.h"
#include "zerogather_core.h"

static_assert(io_zerogather_jni_NativeBridge_ABI_VERSION == ZG_ABI_VERSION,
              "NativeBridge.ABI_VERSION differs from zerogather_core.h");

JNIEXPORT jint JNICALL Java_io_zerogather_jni_NativeBridge_abiVersion(JNIEnv*, jclass) {
  return zg_abi_version();
}
