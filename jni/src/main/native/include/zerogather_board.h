/* The call board of one group on one machine: ranks note their calls and compare them, and nobody
 * waits. Part of the C interface; statuses, handles and errors are those of zerogather_core.h. */
#pragma once

#include "zerogather_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Kinds of a call. */
#define ZG_CALL_GATHER 1
#define ZG_CALL_EMPTY 2   /* moves nothing */
#define ZG_CALL_REFUSED 3 /* the rank found fault with its arguments; moves nothing */

typedef struct zg_board zg_board;

/* Rank 0 creates and shows the handle, the others attach; null on failure. After all have, each one
 * starts. */
ZG_EXPORT zg_board* zg_board_create(int32_t ranks, const uint64_t cookie[2],
                                    zg_block_handle* handle) ZG_NOEXCEPT;
ZG_EXPORT zg_board* zg_board_attach(int32_t rank, int32_t ranks, const uint64_t cookie[2],
                                    const zg_block_handle* handle) ZG_NOEXCEPT;
ZG_EXPORT int32_t zg_board_start(zg_board* board) ZG_NOEXCEPT;
/* Frees everything; no other call may be running or follow. */
ZG_EXPORT void zg_board_destroy(zg_board* board) ZG_NOEXCEPT;

/* One thread at a time: notes this rank's next call, the n-th, and compares it with the n-th of
 * every peer that has noted it. ZG_POISONED: they differ, or the board was poisoned before; a call
 * after the poison is not noted. `why` is the text of a refusal, else null. */
ZG_EXPORT int32_t zg_board_post(zg_board* board, uint64_t call, uint64_t elements, uint32_t dtype,
                                int32_t kind, const char* why) ZG_NOEXCEPT;

/* All that follow: any thread. */

/* This rank's n-th call has completed. */
ZG_EXPORT void zg_board_completed(zg_board* board, uint64_t number) ZG_NOEXCEPT;
/* Calls that a rank has noted; ZG_FAILED if there is no such rank. */
ZG_EXPORT int64_t zg_board_posted(zg_board* board, int32_t rank) ZG_NOEXCEPT;
/* A rank's n-th call in words, cut to fit. ZG_OK; ZG_FAILED if the board does not hold it (any
 * more). */
ZG_EXPORT int32_t zg_board_described(zg_board* board, int32_t rank, uint64_t number, char* text,
                                     uint64_t bytes) ZG_NOEXCEPT;
/* One line on how far every rank is, cut to fit. */
ZG_EXPORT int32_t zg_board_positions(zg_board* board, char* text, uint64_t bytes) ZG_NOEXCEPT;

/* Poisons the board unless it is: 1 if `why` is the cause now, else 0. */
ZG_EXPORT int32_t zg_board_poison(zg_board* board, const char* why) ZG_NOEXCEPT;
ZG_EXPORT int32_t zg_board_is_poisoned(const zg_board* board) ZG_NOEXCEPT;
/* Copies the cause into text, cut to fit; 0 if the board is not poisoned. */
ZG_EXPORT int32_t zg_board_poison_text(zg_board* board, char* text, uint64_t bytes) ZG_NOEXCEPT;

/* Sets of peers, one bit each: processes that ended without closing; ranks that closed. */
ZG_EXPORT uint64_t zg_board_dead(zg_board* board) ZG_NOEXCEPT;
ZG_EXPORT uint64_t zg_board_closed(zg_board* board) ZG_NOEXCEPT;
/* Tells the peers that nothing comes after the last call. */
ZG_EXPORT void zg_board_close(zg_board* board) ZG_NOEXCEPT;

#ifdef __cplusplus
}
#endif
