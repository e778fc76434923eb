/* The C interface of the native library: no JNI and no GPU types. No exception leaves it. */
#pragma once

#include <stdint.h>

#ifdef __cplusplus
#define ZG_NOEXCEPT noexcept
extern "C" {
#else
#define ZG_NOEXCEPT
#endif

#define ZG_ABI_VERSION 2

#define ZG_EXPORT __attribute__((visibility("default")))

/* What became of a call. Failures are negative; zg_last_error() then says why. */
#define ZG_OK 0
#define ZG_DIRECT 1      /* complete, straight between users' memory */
#define ZG_STAGED 2      /* complete, through transit slots */
#define ZG_CAPTURE 3     /* for the fallback: a rank records a graph */
#define ZG_LEAVE 4       /* for the fallback, with all later gathers */
#define ZG_REJECTED (-1) /* this gather failed on every rank; the group lives */
#define ZG_CLOSED (-2)   /* a peer has left the group */
#define ZG_POISONED (-3) /* the group is dead */
#define ZG_FAILED (-4)   /* this rank could not do it; nothing has been told to the peers */

typedef struct zg_transport zg_transport;

/* How peers find the control block that rank 0 made. */
typedef struct {
  int64_t pid;
  int64_t fd;
  int64_t inode;
  int64_t bytes;
} zg_block_handle;

typedef struct {
  int32_t rank;
  int32_t ranks;
  uint64_t cookie[2];
  int64_t timeout_nanos;
  uint32_t chunk_bytes; /* 0: default; used by rank 0 only */
  uint32_t chunks;      /* 0: default; used by rank 0 only */
} zg_config;

/* Version of this interface that the library was built from. */
ZG_EXPORT int32_t zg_abi_version(void) ZG_NOEXCEPT;
/* Text of the calling thread's last failure; valid until its next call. */
ZG_EXPORT const char* zg_last_error(void) ZG_NOEXCEPT;

/* Rank 0 creates and shows the handle, the others attach; null on failure. After all have, each one
 * starts. */
ZG_EXPORT zg_transport* zg_create(const zg_config* config, zg_block_handle* handle) ZG_NOEXCEPT;
ZG_EXPORT zg_transport* zg_attach(const zg_config* config,
                                  const zg_block_handle* handle) ZG_NOEXCEPT;
ZG_EXPORT int32_t zg_start(zg_transport* transport) ZG_NOEXCEPT;

/* One thread at a time; zg_gather and zg_reject block until the gather has ended. Sizes in
 * elements. */
ZG_EXPORT int32_t zg_gather(zg_transport* transport, uint64_t call, void* output, const void* input,
                            uint64_t count, uint32_t dtype, uint32_t element_bytes,
                            int32_t capturing) ZG_NOEXCEPT;
ZG_EXPORT int32_t zg_reject(zg_transport* transport, uint64_t call, uint64_t count, uint32_t dtype,
                            const char* why) ZG_NOEXCEPT;
ZG_EXPORT void zg_announce(zg_transport* transport, uint64_t call) ZG_NOEXCEPT;
ZG_EXPORT void zg_housekeep(zg_transport* transport) ZG_NOEXCEPT;
ZG_EXPORT void zg_close(zg_transport* transport, uint64_t last_call) ZG_NOEXCEPT;
/* Frees everything; no other call may be running or follow. */
ZG_EXPORT void zg_destroy(zg_transport* transport) ZG_NOEXCEPT;

/* Any thread. Null, or ZG_FAILED if no allocation starts at the address. */
ZG_EXPORT void* zg_allocate(zg_transport* transport, uint64_t bytes) ZG_NOEXCEPT;
ZG_EXPORT int32_t zg_free(zg_transport* transport, void* address) ZG_NOEXCEPT;

/* Any thread. Copies the cause of death into text (cut to fit); 0 if the group is not dead. */
ZG_EXPORT int32_t zg_poison_text(zg_transport* transport, char* text, uint64_t bytes) ZG_NOEXCEPT;

/* The engine's copy with streaming stores, for measuring the machine's ceiling. */
ZG_EXPORT void zg_copy_streaming(void* to, const void* from, uint64_t bytes) ZG_NOEXCEPT;
/* Cores that this process may use. */
ZG_EXPORT int32_t zg_usable_cores(void) ZG_NOEXCEPT;

#ifdef __cplusplus
}
#endif
