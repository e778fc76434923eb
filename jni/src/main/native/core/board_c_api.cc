// The C interface of the call board.
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "core/block_handle.h"
#include "core/call_board.h"
#include "core/error.h"
#include "core/guarded.h"
#include "core/text.h"
#include "zerogather_board.h"

struct zg_board {
  zg_board(zerogather::ControlBlock block, int rank) : board(std::move(block), rank) {}
  zerogather::CallBoard board;
};

namespace zerogather {
namespace {

static_assert(ZG_CALL_GATHER == static_cast<int>(CallKind::kGather));
static_assert(ZG_CALL_EMPTY == static_cast<int>(CallKind::kEmpty));
static_assert(ZG_CALL_REFUSED == static_cast<int>(CallKind::kRefused));

CallKind KindOf(int32_t kind) {
  if (kind < ZG_CALL_GATHER || kind > ZG_CALL_REFUSED) {
    throw Error("a call of kind " + std::to_string(kind) + ": only 1 to 3 are known");
  }
  return static_cast<CallKind>(kind);
}

void Give(std::string_view words, char* text, uint64_t bytes) {
  if (bytes == 0) throw Error("a text of 0 bytes: give it room");
  WriteText(words, text, bytes);
}

}  // namespace
}  // namespace zerogather

using zerogather::Guarded;

zg_board* zg_board_create(int32_t ranks, const uint64_t cookie[2],
                          zg_block_handle* handle) noexcept {
  return Guarded<zg_board*>(nullptr, [&] {
    auto block = zerogather::ControlBlock::Create(zerogather::CallBoard::GeometryFor(ranks),
                                                  {cookie[0], cookie[1]});
    *handle = zerogather::ToC(block.handle());
    return std::make_unique<zg_board>(std::move(block), 0).release();
  });
}

zg_board* zg_board_attach(int32_t rank, int32_t ranks, const uint64_t cookie[2],
                          const zg_block_handle* handle) noexcept {
  return Guarded<zg_board*>(nullptr, [&] {
    return std::make_unique<zg_board>(
               zerogather::ControlBlock::Attach(zerogather::FromC(*handle), ranks,
                                                {cookie[0], cookie[1]}),
               rank)
        .release();
  });
}

int32_t zg_board_start(zg_board* board) noexcept {
  return Guarded<int32_t>(ZG_FAILED, [&] {
    board->board.membership().WatchPeers();
    return ZG_OK;
  });
}

void zg_board_destroy(zg_board* board) noexcept { delete board; }

int32_t zg_board_post(zg_board* board, uint64_t call, uint64_t elements, uint32_t dtype,
                      int32_t kind, const char* why) noexcept {
  return Guarded<int32_t>(ZG_FAILED, [&] {
    const zerogather::Call next{call, elements, dtype, zerogather::KindOf(kind)};
    if (board->board.Post(next, why == nullptr ? "" : why)) return ZG_OK;
    zerogather::SetLastError(board->board.membership().PoisonText());
    return ZG_POISONED;
  });
}

void zg_board_completed(zg_board* board, uint64_t number) noexcept {
  board->board.Complete(number);
}

int64_t zg_board_posted(zg_board* board, int32_t rank) noexcept {
  return Guarded<int64_t>(ZG_FAILED,
                          [&] { return static_cast<int64_t>(board->board.Posted(rank)); });
}

int32_t zg_board_described(zg_board* board, int32_t rank, uint64_t number, char* text,
                           uint64_t bytes) noexcept {
  return Guarded<int32_t>(ZG_FAILED, [&] {
    const std::string words = board->board.Described(rank, number);
    if (words.empty()) {
      throw zerogather::Error("the board does not hold call " + std::to_string(number) +
                              " of rank " + std::to_string(rank));
    }
    zerogather::Give(words, text, bytes);
    return ZG_OK;
  });
}

int32_t zg_board_positions(zg_board* board, char* text, uint64_t bytes) noexcept {
  return Guarded<int32_t>(ZG_FAILED, [&] {
    zerogather::Give(board->board.Positions(), text, bytes);
    return ZG_OK;
  });
}

int32_t zg_board_poison(zg_board* board, const char* why) noexcept {
  return Guarded<int32_t>(ZG_FAILED,
                          [&] { return board->board.membership().SetPoison(why) ? 1 : 0; });
}

int32_t zg_board_is_poisoned(const zg_board* board) noexcept {
  return board->board.membership().poisoned() ? 1 : 0;
}

int32_t zg_board_poison_text(zg_board* board, char* text, uint64_t bytes) noexcept {
  return Guarded<int32_t>(ZG_FAILED, [&] {
    if (!board->board.membership().poisoned()) return 0;
    zerogather::Give(board->board.membership().PoisonText(), text, bytes);
    return 1;
  });
}

uint64_t zg_board_dead(zg_board* board) noexcept { return board->board.DeadPeers(); }

uint64_t zg_board_closed(zg_board* board) noexcept { return board->board.ClosedPeers(); }

void zg_board_close(zg_board* board) noexcept { board->board.Close(); }
