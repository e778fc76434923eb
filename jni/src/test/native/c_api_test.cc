// The C interface: every failure is a status with a text, and nothing stays behind.
#include <atomic>
#include <chrono>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "arena.h"
#include "check.h"
#include "process_info.h"
#include "thread_group.h"
#include "zerogather_core.h"

namespace zerogather::test {
namespace {

constexpr uint32_t kInt16 = 2;

zg_config ConfigOf(int32_t rank, int32_t ranks = 2) {
  zg_config config = {};
  config.rank = rank;
  config.ranks = ranks;
  config.cookie[0] = kCookie[0];
  config.cookie[1] = kCookie[1];
  config.timeout_nanos = std::chrono::nanoseconds(kPatience).count();
  return config;
}

// Both ranks of a group in this process.
class Pair {
 public:
  Pair() {
    const zg_config zero = ConfigOf(0);
    const zg_config one = ConfigOf(1);
    zg_block_handle handle = {};
    ranks_[0] = zg_create(&zero, &handle);
    CHECK(ranks_[0] != nullptr);
    ranks_[1] = zg_attach(&one, &handle);
    CHECK(ranks_[1] != nullptr);
    for (zg_transport* transport : ranks_) CHECK_EQ(zg_start(transport), ZG_OK);
  }
  ~Pair() {
    for (zg_transport* transport : ranks_) zg_destroy(transport);
  }
  Pair(const Pair&) = delete;
  Pair& operator=(const Pair&) = delete;

  zg_transport* rank(int rank) const { return ranks_[rank]; }

 private:
  zg_transport* ranks_[2] = {};
};

void GathersStagedAndDirect() {
  const Pair pair;
  std::vector<void*> pools(2);
  for (int r = 0; r < 2; ++r) {
    pools[static_cast<size_t>(r)] = zg_allocate(pair.rank(r), 1000);
    CHECK(pools[static_cast<size_t>(r)] != nullptr);
  }
  RunThreads(2, [&](int r) {
    std::vector<std::byte> expected(2000);
    for (int owner = 0; owner < 2; ++owner) {
      FillPattern(expected.data() + ptrdiff_t{1000} * owner, static_cast<uint64_t>(owner), 1000);
    }
    std::vector<std::byte> shard(1000);
    FillPattern(shard.data(), static_cast<uint64_t>(r), 1000);
    std::vector<std::byte> output(2000);
    CHECK_EQ(zg_gather(pair.rank(r), 1, output.data(), shard.data(), 500, kInt16, 2, 0), ZG_STAGED);
    CHECK(output == expected);
    zg_announce(pair.rank(r), 2);
    void* pool = pools[static_cast<size_t>(r)];
    FillPattern(static_cast<std::byte*>(pool), static_cast<uint64_t>(r), 1000);
    output.assign(2000, std::byte{0});
    CHECK_EQ(zg_gather(pair.rank(r), 3, output.data(), pool, 500, kInt16, 2, 0), ZG_DIRECT);
    CHECK(output == expected);
    CHECK_EQ(zg_gather(pair.rank(r), 4, output.data(), pool, 500, kInt16, 2, r), ZG_CAPTURE);
    CHECK_EQ(zg_free(pair.rank(r), pool), ZG_OK);
    zg_housekeep(pair.rank(r));
    CHECK_EQ(zg_free(pair.rank(r), pool), ZG_FAILED);
    CHECK_CONTAINS(zg_last_error(), "no pool memory starts at this address");
  });
}

void RejectsAndCloses() {
  const Pair pair;
  RunThreads(2, [&](int r) {
    std::vector<std::byte> memory(12);
    const int32_t status =
        r == 0 ? zg_reject(pair.rank(0), 1, 2, kInt16, "the output is null")
               : zg_gather(pair.rank(1), 1, memory.data(), memory.data() + 8, 2, kInt16, 2, 0);
    CHECK_EQ(status, ZG_REJECTED);
    CHECK_CONTAINS(zg_last_error(), "rank 0 made call 1 with count=2 dtype=int16 and refused it");
    CHECK_CONTAINS(zg_last_error(), "the output is null");
    if (r == 0) {
      zg_close(pair.rank(0), 1);
    } else {
      CHECK_EQ(zg_gather(pair.rank(1), 2, nullptr, nullptr, 0, kInt16, 2, 0), ZG_CLOSED);
      CHECK_CONTAINS(zg_last_error(), "rank 0 closed the group after its call 1");
    }
  });
  char text[64];
  CHECK_EQ(zg_poison_text(pair.rank(1), text, sizeof(text)), 0);
}

void PoisonHasAText() {
  const Pair pair;
  zg_announce(pair.rank(0), 1);
  CHECK_EQ(zg_gather(pair.rank(1), 1, nullptr, nullptr, 0, kInt16, 2, 0), ZG_POISONED);
  const std::string cause = zg_last_error();
  CHECK_CONTAINS(cause, "rank 0 took another route");
  CHECK_EQ(zg_gather(pair.rank(0), 2, nullptr, nullptr, 0, kInt16, 2, 0), ZG_POISONED);
  CHECK_EQ(zg_reject(pair.rank(0), 3, 0, kInt16, "no"), ZG_POISONED);
  for (int r = 0; r < 2; ++r) {
    char text[512];
    CHECK_EQ(zg_poison_text(pair.rank(r), text, sizeof(text)), 1);
    CHECK_EQ(std::string(text), cause);
    char cut[10];
    CHECK_EQ(zg_poison_text(pair.rank(r), cut, sizeof(cut)), 1);
    CHECK_EQ(std::string(cut), cause.substr(0, sizeof(cut) - 1));
    CHECK_EQ(zg_poison_text(pair.rank(r), cut, 0), 0);
  }
}

// From a thread that does not gather, on either rank.
void PoisonEndsAMeeting() {
  for (const int poisoner : {0, 1}) {
    const Pair pair;
    std::atomic<bool> meets{false};
    RunThreads(2, [&](int thread) {
      if (thread == 0) {
        meets = true;
        CHECK_EQ(zg_gather(pair.rank(0), 1, nullptr, nullptr, 0, kInt16, 2, 0), ZG_POISONED);
        CHECK_EQ(std::string(zg_last_error()), "the trainer gives up");
      } else {
        while (!meets) std::this_thread::yield();
        CHECK_EQ(zg_poison(pair.rank(poisoner), "the trainer gives up"), 1);
        CHECK_EQ(zg_poison(pair.rank(0), "later"), 0);
      }
    });
    CHECK_EQ(zg_reject(pair.rank(1), 1, 0, kInt16, "no"), ZG_POISONED);
    CHECK_EQ(std::string(zg_last_error()), "the trainer gives up");
  }
}

void OpeningFailsWithAText() {
  zg_block_handle handle = {};
  zg_config config = ConfigOf(0, kMaxRanks + 1);
  CHECK(zg_create(&config, &handle) == nullptr);
  CHECK_CONTAINS(zg_last_error(), "65 ranks");
  config = ConfigOf(2);
  CHECK(zg_create(&config, &handle) == nullptr);
  CHECK_CONTAINS(zg_last_error(), "rank 2 of a group of 2 ranks");
  config = ConfigOf(0);
  config.chunk_bytes = 100;
  CHECK(zg_create(&config, &handle) == nullptr);
  CHECK_CONTAINS(zg_last_error(), "multiple of 64 bytes");

  config = ConfigOf(0);
  zg_transport* first = zg_create(&config, &handle);
  CHECK(first != nullptr);
  CHECK_EQ(zg_start(first), ZG_FAILED);
  CHECK_CONTAINS(zg_last_error(), "rank 1 has not joined");
  CHECK(zg_attach(&config, &handle) == nullptr);
  CHECK_CONTAINS(zg_last_error(), "rank 0 has joined this control block already");
  config = ConfigOf(1);
  config.cookie[1] ^= 1;
  CHECK(zg_attach(&config, &handle) == nullptr);
  CHECK_CONTAINS(zg_last_error(), "another job or generation");
  zg_destroy(first);
  CHECK(zg_attach(&config, &handle) == nullptr);
  CHECK_CONTAINS(zg_last_error(), "has been freed");
}

void ErrorsBelongToTheirThread() {
  const Pair pair;
  CHECK_EQ(zg_free(pair.rank(0), nullptr), ZG_FAILED);
  std::thread([] { CHECK_EQ(std::string(zg_last_error()), ""); }).join();
  CHECK_CONTAINS(zg_last_error(), "no pool memory");
  CHECK(zg_allocate(pair.rank(0), ~uint64_t{0}) == nullptr);
  CHECK_CONTAINS(zg_last_error(), "more than a machine has");
}

void MeasuringAids() {
  CHECK_EQ(zg_abi_version(), ZG_ABI_VERSION);
  CHECK(zg_usable_cores() >= 1);
  std::vector<std::byte> from(10'000);
  FillPattern(from.data(), 1, from.size());
  std::vector<std::byte> to(from.size());
  zg_copy_streaming(to.data(), from.data(), from.size());
  CHECK(to == from);
}

}  // namespace
}  // namespace zerogather::test

int main() {
  using namespace zerogather::test;
  const size_t descriptors = CountOpenDescriptors();
  const size_t mappings = CountMappings("memfd:");
  GathersStagedAndDirect();
  RejectsAndCloses();
  PoisonHasAText();
  PoisonEndsAMeeting();
  OpeningFailsWithAText();
  ErrorsBelongToTheirThread();
  MeasuringAids();
  CHECK_EQ(CountOpenDescriptors(), descriptors);
  CHECK_EQ(CountMappings("memfd:"), mappings);
}
