#include "fakes/nccl/room.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <map>
#include <mutex>
#include <system_error>

#include "fakes/nccl/last_error.h"

namespace zerogather::stub {
namespace {

// The 128 bytes of an id.
struct IdFields {
  std::array<char, 8> magic;
  int32_t process;
  int32_t descriptor;
  uint64_t inode;
  std::array<unsigned char, 96> filler;
  uint64_t checksum;  // of all bytes before it
};
static_assert(sizeof(IdFields) == sizeof(UniqueId));

constexpr std::array<char, 8> kMagic = {'Z', 'G', 'S', 'T', 'U', 'B', 'I', 'D'};

uint64_t ChecksumOf(const IdFields& fields) {
  uint64_t sum = 0xcbf29ce484222325U;
  const auto* bytes = reinterpret_cast<const unsigned char*>(&fields);
  for (size_t i = 0; i < offsetof(IdFields, checksum); ++i) {
    sum = (sum ^ bytes[i]) * 0x100000001b3U;
  }
  return sum;
}

IdFields FieldsOf(const UniqueId& id) {
  IdFields fields;
  std::memcpy(&fields, &id, sizeof fields);
  return fields;
}

// Descriptors that this process holds for ranks which have not joined yet, by inode.
struct Held {
  std::mutex mutex;
  std::map<uint64_t, int> descriptors;
};

Held& TheHeld() {
  static auto* const held = new Held;
  return *held;
}

void LetGo(const IdFields& fields) {
  if (fields.process != getpid()) return;
  Held& held = TheHeld();
  const std::lock_guard<std::mutex> lock(held.mutex);
  const auto entry = held.descriptors.find(fields.inode);
  if (entry == held.descriptors.end()) return;
  (void)close(entry->second);
  held.descriptors.erase(entry);
}

int FailSystem(const std::string& what) {
  return FailWith(kSystemError, what + ": " + std::generic_category().message(errno));
}

// The memory behind an id, -1 if its holder is gone.
int OpenMemory(const IdFields& fields) {
  const std::string path =
      "/proc/" + std::to_string(fields.process) + "/fd/" + std::to_string(fields.descriptor);
  const int descriptor = open(path.c_str(), O_RDWR | O_CLOEXEC);
  struct stat status {};
  if (descriptor >= 0 && (fstat(descriptor, &status) != 0 || status.st_ino != fields.inode)) {
    (void)close(descriptor);
    errno = ENOENT;
    return -1;
  }
  return descriptor;
}

}  // namespace

struct Room::Layout {
  std::atomic<int> ranks;
  std::atomic<int> joined;
  std::array<Member, kMaxRanks> members;
  std::array<char, size_t{kMaxRanks} * 2 * kChunkBytes> chunks;
};

std::string DamageOf(const UniqueId& id) {
  const IdFields fields = FieldsOf(id);
  if (fields.magic != kMagic) return "the unique id has no magic: it was not passed by value";
  if (fields.checksum != ChecksumOf(fields)) return "the unique id was damaged on its way";
  return "";
}

int Room::Create(UniqueId* id) {
  const int descriptor = memfd_create("zg_stub_nccl", MFD_CLOEXEC);
  if (descriptor < 0) return FailSystem("memfd_create");
  struct stat status {};
  // Zeroes are the state before anybody has joined.
  if (ftruncate(descriptor, sizeof(Layout)) != 0 || fstat(descriptor, &status) != 0) {
    (void)close(descriptor);
    return FailSystem("the memory of a communicator");
  }
  IdFields fields{};
  fields.magic = kMagic;
  fields.process = getpid();
  fields.descriptor = descriptor;
  fields.inode = status.st_ino;
  for (size_t i = 0; i < fields.filler.size(); ++i) {
    fields.filler[i] = static_cast<unsigned char>(i * (2 * fields.inode + 1));
  }
  fields.checksum = ChecksumOf(fields);
  std::memcpy(id, &fields, sizeof fields);
  Held& held = TheHeld();
  const std::lock_guard<std::mutex> lock(held.mutex);
  held.descriptors[fields.inode] = descriptor;
  return kSuccess;
}

std::shared_ptr<Room> Room::Join(const UniqueId& id, int ranks, int rank, int* code) {
  const int descriptor = OpenMemory(FieldsOf(id));
  if (descriptor < 0) {
    *code = FailSystem("the process that made the unique id cannot be reached");
    return nullptr;
  }
  void* memory = mmap(nullptr, sizeof(Layout), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  (void)close(descriptor);
  if (memory == MAP_FAILED) {
    *code = FailSystem("mmap");
    return nullptr;
  }
  auto* layout = static_cast<Layout*>(memory);
  std::shared_ptr<Room> room(new Room(id, layout, ranks));
  int agreed = 0;
  if (!layout->ranks.compare_exchange_strong(agreed, ranks) && agreed != ranks) {
    *code = FailWith(kInvalidArgument, "rank " + std::to_string(rank) + " says " +
                                           std::to_string(ranks) + " ranks, another " +
                                           std::to_string(agreed));
    return nullptr;
  }
  if (layout->members[static_cast<size_t>(rank)].taken.exchange(1) != 0) {
    *code = FailWith(kInvalidUsage, "rank " + std::to_string(rank) + " has joined twice");
    return nullptr;
  }
  ++layout->joined;
  *code = kSuccess;
  return room;
}

Room::~Room() { (void)munmap(layout_, sizeof(Layout)); }

bool Room::IsComplete() const {
  if (layout_->joined != ranks_) return false;
  LetGo(FieldsOf(id_));
  return true;
}

Member& Room::member(int rank) { return layout_->members[static_cast<size_t>(rank)]; }

char* Room::Chunk(int rank, uint64_t step) {
  return layout_->chunks.data() + (static_cast<size_t>(rank) * 2 + step % 2) * kChunkBytes;
}

}  // namespace zerogather::stub
