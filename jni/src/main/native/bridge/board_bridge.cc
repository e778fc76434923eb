// The functions of BoardBridge.java: conversions between JNI's types and the C interface, nothing
// else.
#include <cstddef>
#include <cstdint>

#include "bridge/address.h"
#include "bridge/java_array.h"
#include "bridge/java_text.h"
#include "io_zerogather_jni_BoardBridge.h"
#include "zerogather_board.h"

static_assert(io_zerogather_jni_BoardBridge_GATHER == ZG_CALL_GATHER);
static_assert(io_zerogather_jni_BoardBridge_EMPTY == ZG_CALL_EMPTY);
static_assert(io_zerogather_jni_BoardBridge_REFUSED == ZG_CALL_REFUSED);

namespace {

using zerogather::Characters;
using zerogather::ReadNumbers;
using zerogather::ToJava;

constexpr size_t kCauseBytes = 1024;
constexpr size_t kLineBytes = 8192;  // one line about 64 ranks

zg_board* Board(jlong handle) { return zerogather::At<zg_board>(handle); }

}  // namespace

JNIEXPORT jlong JNICALL Java_io_zerogather_jni_BoardBridge_create(JNIEnv* env, jclass, jint ranks,
                                                                  jlongArray cookie,
                                                                  jlongArray handle) {
  jlong words[2] = {};
  jlong room[4] = {};
  if (!ReadNumbers(env, cookie, words)) return 0;
  if (!ReadNumbers(env, handle, room)) return 0;  // before there is anything to lose
  const uint64_t name[2] = {static_cast<uint64_t>(words[0]), static_cast<uint64_t>(words[1])};
  zg_block_handle block{};
  zg_board* board = zg_board_create(ranks, name, &block);
  if (board != nullptr) {
    const jlong numbers[4] = {block.pid, block.fd, block.inode, block.bytes};
    env->SetLongArrayRegion(handle, 0, 4, numbers);
  }
  return reinterpret_cast<jlong>(board);
}

JNIEXPORT jlong JNICALL Java_io_zerogather_jni_BoardBridge_attach(JNIEnv* env, jclass, jint rank,
                                                                  jint ranks, jlongArray cookie,
                                                                  jlongArray handle) {
  jlong words[2] = {};
  jlong numbers[4] = {};
  if (!ReadNumbers(env, cookie, words) || !ReadNumbers(env, handle, numbers)) return 0;
  const uint64_t name[2] = {static_cast<uint64_t>(words[0]), static_cast<uint64_t>(words[1])};
  const zg_block_handle block{numbers[0], numbers[1], numbers[2], numbers[3]};
  return reinterpret_cast<jlong>(zg_board_attach(rank, ranks, name, &block));
}

JNIEXPORT jint JNICALL Java_io_zerogather_jni_BoardBridge_start(JNIEnv*, jclass, jlong board) {
  return zg_board_start(Board(board));
}

JNIEXPORT void JNICALL Java_io_zerogather_jni_BoardBridge_destroy(JNIEnv*, jclass, jlong board) {
  zg_board_destroy(Board(board));
}

JNIEXPORT jint JNICALL Java_io_zerogather_jni_BoardBridge_post(JNIEnv* env, jclass, jlong board,
                                                               jlong call, jlong elements,
                                                               jint dtype, jint kind,
                                                               jstring refusal) {
  const Characters why(env, refusal);
  return zg_board_post(Board(board), static_cast<uint64_t>(call), static_cast<uint64_t>(elements),
                       static_cast<uint32_t>(dtype), kind, why.get());
}

JNIEXPORT void JNICALL Java_io_zerogather_jni_BoardBridge_completed(JNIEnv*, jclass, jlong board,
                                                                    jlong number) {
  zg_board_completed(Board(board), static_cast<uint64_t>(number));
}

JNIEXPORT jlong JNICALL Java_io_zerogather_jni_BoardBridge_posted(JNIEnv*, jclass, jlong board,
                                                                  jint rank) {
  return zg_board_posted(Board(board), rank);
}

JNIEXPORT jstring JNICALL Java_io_zerogather_jni_BoardBridge_described(JNIEnv* env, jclass,
                                                                       jlong board, jint rank,
                                                                       jlong number) {
  char text[kCauseBytes] = {};
  const bool held = zg_board_described(Board(board), rank, static_cast<uint64_t>(number), text,
                                       sizeof(text)) == ZG_OK;
  return held ? ToJava(env, text) : nullptr;
}

JNIEXPORT jstring JNICALL Java_io_zerogather_jni_BoardBridge_positions(JNIEnv* env, jclass,
                                                                       jlong board) {
  char text[kLineBytes] = {};
  zg_board_positions(Board(board), text, sizeof(text));
  return ToJava(env, text);
}

JNIEXPORT jboolean JNICALL Java_io_zerogather_jni_BoardBridge_poison(JNIEnv* env, jclass,
                                                                     jlong board, jstring cause) {
  const Characters why(env, cause);
  return zg_board_poison(Board(board), why.get_or_empty()) == 1 ? JNI_TRUE : JNI_FALSE;
}

JNIEXPORT jboolean JNICALL Java_io_zerogather_jni_BoardBridge_isPoisoned(JNIEnv*, jclass,
                                                                         jlong board) {
  return zg_board_is_poisoned(Board(board)) == 1 ? JNI_TRUE : JNI_FALSE;
}

JNIEXPORT jstring JNICALL Java_io_zerogather_jni_BoardBridge_poisonText(JNIEnv* env, jclass,
                                                                        jlong board) {
  char text[kCauseBytes] = {};
  const bool poisoned = zg_board_poison_text(Board(board), text, sizeof(text)) == 1;
  return poisoned ? ToJava(env, text) : nullptr;
}

JNIEXPORT jlong JNICALL Java_io_zerogather_jni_BoardBridge_dead(JNIEnv*, jclass, jlong board) {
  return static_cast<jlong>(zg_board_dead(Board(board)));
}

JNIEXPORT jlong JNICALL Java_io_zerogather_jni_BoardBridge_closed(JNIEnv*, jclass, jlong board) {
  return static_cast<jlong>(zg_board_closed(Board(board)));
}

JNIEXPORT void JNICALL Java_io_zerogather_jni_BoardBridge_close(JNIEnv*, jclass, jlong board) {
  zg_board_close(Board(board));
}
