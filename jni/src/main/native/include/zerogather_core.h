// The C interface of the native library: no JNI and no GPU types.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
#define ZG_NOEXCEPT noexcept
extern "C" {
#else
#define ZG_NOEXCEPT
#endif

#define ZG_ABI_VERSION 1

#define ZG_EXPORT __attribute__((visibility("default")))

// Version of this interface that the library was built from.
ZG_EXPORT int32_t zg_abi_version(void) ZG_NOEXCEPT;

#ifdef __cplusplus
}
#endif
