// Memory that the ranks of one communicator share. It is a memfd, so nothing is left when ranks are
// killed; the unique id says which process holds it, and that process must live until all have
// joined, as with the real library.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "fakes/nccl/abi.h"

namespace zerogather::stub {

constexpr int kMaxRanks = 64;
constexpr size_t kChunkBytes = size_t{256} << 10;

// What the others must know about a rank. Each word has one writer.
struct Member {
  std::atomic<int> taken{0};
  std::array<char, 32> bus_id{};  // before `present`
  std::atomic<int> present{0};

  uint64_t gather_bytes = 0;  // before `gather`
  std::atomic<uint64_t> gather{0};
  std::atomic<uint64_t> step{0};  // chunks of all gathers that it has read or begins to read

  int color = 0;  // before `split`
  int key = 0;
  std::atomic<uint64_t> split{0};
  UniqueId split_id{};  // before `split_opened`
  std::atomic<uint64_t> split_opened{0};

  std::atomic<int> finalized{0};
};

class Room {
 public:
  // Makes the memory and the id that leads to it.
  static int Create(UniqueId* id);
  // Enters as a rank; null where that fails, with the last error set and *code.
  static std::shared_ptr<Room> Join(const UniqueId& id, int ranks, int rank, int* code);
  ~Room();
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;

  // True once every rank has joined. The holder of the memory then lets its descriptor go.
  bool IsComplete() const;
  Member& member(int rank);
  // Where a rank puts a chunk for the others; two of them, so that one can be read meanwhile.
  char* Chunk(int rank, uint64_t step);

 private:
  struct Layout;

  Room(const UniqueId& id, Layout* layout, int ranks) : id_(id), layout_(layout), ranks_(ranks) {}

  UniqueId id_;
  Layout* layout_;
  int ranks_;
};

// "" for an id that has arrived as it was made.
std::string DamageOf(const UniqueId& id);

}  // namespace zerogather::stub
