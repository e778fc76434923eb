// The C interface of the call board: every failure is a status with a text, and nothing stays
// behind.
#include <cstdint>
#include <string>

#include "check.h"
#include "core/control_block.h"
#include "group_options.h"
#include "process_info.h"
#include "zerogather_board.h"

namespace zerogather::test {
namespace {

constexpr uint32_t kInt32 = 4;

// Both ranks of a board in this process.
class Pair {
 public:
  Pair() {
    zg_block_handle handle = {};
    boards_[0] = zg_board_create(2, kCookie, &handle);
    CHECK(boards_[0] != nullptr);
    boards_[1] = zg_board_attach(1, 2, kCookie, &handle);
    CHECK(boards_[1] != nullptr);
    for (zg_board* board : boards_) CHECK_EQ(zg_board_start(board), ZG_OK);
  }
  ~Pair() {
    for (zg_board* board : boards_) zg_board_destroy(board);
  }
  Pair(const Pair&) = delete;
  Pair& operator=(const Pair&) = delete;

  zg_board* rank(int rank) const { return boards_[rank]; }

 private:
  zg_board* boards_[2] = {};
};

void CallsAreNotedAndCompared() {
  const Pair pair;
  char text[256];
  for (int r = 0; r < 2; ++r) {
    CHECK_EQ(zg_board_post(pair.rank(r), 1, 24, kInt32, ZG_CALL_GATHER, nullptr), ZG_OK);
    CHECK_EQ(zg_board_post(pair.rank(r), 2, 0, kInt32, ZG_CALL_EMPTY, nullptr), ZG_OK);
    CHECK_EQ(zg_board_posted(pair.rank(0), r), 2);
    CHECK_EQ(zg_board_is_poisoned(pair.rank(r)), 0);
    CHECK_EQ(zg_board_poison_text(pair.rank(r), text, sizeof(text)), 0);
  }
  zg_board_completed(pair.rank(0), 1);
  CHECK_EQ(zg_board_described(pair.rank(1), 0, 1, text, sizeof(text)), ZG_OK);
  CHECK_CONTAINS(text, "call 1, 24 elements of int32, completed after ");
  CHECK_EQ(zg_board_positions(pair.rank(1), text, sizeof(text)), ZG_OK);
  CHECK_EQ(std::string(text),
           "rank 0: 2 calls, last call 2, empty; rank 1: 2 calls, last call 2, empty");

  CHECK_EQ(zg_board_post(pair.rank(0), 3, 24, kInt32, ZG_CALL_REFUSED, "a fault"), ZG_OK);
  CHECK_EQ(zg_board_post(pair.rank(1), 3, 24, kInt32, ZG_CALL_GATHER, nullptr), ZG_POISONED);
  const std::string cause = zg_last_error();
  CHECK_CONTAINS(cause, "rank 0: call 3, 24 elements of int32, refused: a fault; rank 1: call 3");
  for (int r = 0; r < 2; ++r) {
    CHECK_EQ(zg_board_is_poisoned(pair.rank(r)), 1);
    CHECK_EQ(zg_board_poison_text(pair.rank(r), text, sizeof(text)), 1);
    CHECK_EQ(std::string(text), cause);
    CHECK_EQ(zg_board_poison(pair.rank(r), "later"), 0);
  }
  CHECK_EQ(zg_board_post(pair.rank(0), 4, 24, kInt32, ZG_CALL_GATHER, nullptr), ZG_POISONED);
  CHECK_EQ(std::string(zg_last_error()), cause);
}

void PoisonComesFromOutside() {
  const Pair pair;
  CHECK_EQ(zg_board_poison(pair.rank(1), "gone"), 1);
  CHECK_EQ(zg_board_poison(pair.rank(0), "later"), 0);
  CHECK_EQ(zg_board_post(pair.rank(0), 1, 24, kInt32, ZG_CALL_GATHER, nullptr), ZG_POISONED);
  CHECK_EQ(std::string(zg_last_error()), "gone");
}

void PeersClose() {
  const Pair pair;
  CHECK_EQ(zg_board_closed(pair.rank(0)), 0U);
  zg_board_close(pair.rank(1));
  CHECK_EQ(zg_board_closed(pair.rank(0)), 2U);
  CHECK_EQ(zg_board_closed(pair.rank(1)), 0U);
  CHECK_EQ(zg_board_dead(pair.rank(0)), 0U);
}

void MisuseHasAText() {
  const Pair pair;
  char text[256];
  for (const int32_t kind : {0, 4, -1}) {
    CHECK_EQ(zg_board_post(pair.rank(0), 1, 24, kInt32, kind, nullptr), ZG_FAILED);
    CHECK_CONTAINS(zg_last_error(), "a call of kind " + std::to_string(kind));
  }
  CHECK_EQ(zg_board_posted(pair.rank(0), 0), 0);
  CHECK_EQ(zg_board_posted(pair.rank(0), 2), ZG_FAILED);
  CHECK_CONTAINS(zg_last_error(), "rank 2 of a board of 2 ranks");
  CHECK_EQ(zg_board_described(pair.rank(0), -1, 1, text, sizeof(text)), ZG_FAILED);
  CHECK_CONTAINS(zg_last_error(), "rank -1 of a board of 2 ranks");
  CHECK_EQ(zg_board_described(pair.rank(0), 1, 1, text, sizeof(text)), ZG_FAILED);
  CHECK_CONTAINS(zg_last_error(), "the board does not hold call 1 of rank 1");
  CHECK_EQ(zg_board_positions(pair.rank(0), text, 7), ZG_OK);
  CHECK_EQ(std::string(text), "rank 0");
  CHECK_EQ(zg_board_positions(pair.rank(0), text, 0), ZG_FAILED);
  CHECK_CONTAINS(zg_last_error(), "a text of 0 bytes");
}

void OpeningFailsWithAText() {
  zg_block_handle handle = {};
  CHECK(zg_board_create(kMaxRanks + 1, kCookie, &handle) == nullptr);
  CHECK_CONTAINS(zg_last_error(), "65 ranks: between 1 and 64 ranks");
  zg_board* first = zg_board_create(2, kCookie, &handle);
  CHECK(first != nullptr);
  CHECK_EQ(zg_board_start(first), ZG_FAILED);
  CHECK_CONTAINS(zg_last_error(), "rank 1 has not joined");
  CHECK(zg_board_attach(0, 2, kCookie, &handle) == nullptr);
  CHECK_CONTAINS(zg_last_error(), "rank 0 has joined this control block already");
  CHECK(zg_board_attach(1, 3, kCookie, &handle) == nullptr);
  CHECK_CONTAINS(zg_last_error(), "expected 3 ranks");
  constexpr uint64_t kOther[2] = {kCookie[0], kCookie[1] + 1};
  CHECK(zg_board_attach(1, 2, kOther, &handle) == nullptr);
  CHECK_CONTAINS(zg_last_error(), "another job or generation");
  zg_board_destroy(first);
  CHECK(zg_board_attach(1, 2, kCookie, &handle) == nullptr);
  CHECK_CONTAINS(zg_last_error(), "has been freed");
}

}  // namespace
}  // namespace zerogather::test

int main() {
  using namespace zerogather::test;
  const size_t descriptors = CountOpenDescriptors();
  const size_t mappings = CountMappings("memfd:");
  CallsAreNotedAndCompared();
  PoisonComesFromOutside();
  PeersClose();
  MisuseHasAText();
  OpeningFailsWithAText();
  CHECK_EQ(CountOpenDescriptors(), descriptors);
  CHECK_EQ(CountMappings("memfd:"), mappings);
}
