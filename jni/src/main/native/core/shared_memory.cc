#include "core/shared_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <limits>
#include <map>
#include <mutex>
#include <utility>

#include "core/error.h"
#include "core/machine_memory.h"

namespace zerogather {
namespace {

constexpr off_t kReservePiece = off_t{32} << 20;
constexpr int kSeals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  int get() const { return fd_; }

 private:
  int fd_;
};

struct stat StatOf(int fd, const std::string& what) {
  struct stat info {};
  if (fstat(fd, &info) != 0) throw SystemError("fstat of " + what);
  return info;
}

// In pieces: an interrupted call gives back what it had reserved, so one long call could be
// interrupted for ever.
void Reserve(int fd, off_t bytes, const std::string& what) {
  for (off_t offset = 0; offset < bytes; offset += kReservePiece) {
    const off_t piece = std::min(kReservePiece, bytes - offset);
    int status = 0;
    do {
      status = posix_fallocate(fd, offset, piece);
    } while (status == EINTR);
    if (status != 0) {
      errno = status;
      throw SystemError("reserving " + std::to_string(bytes) + " bytes for " + what);
    }
  }
}

std::byte* Map(int fd, size_t bytes, int protection, const std::string& what) {
  void* address = mmap(nullptr, bytes, protection, MAP_SHARED, fd, 0);
  if (address == MAP_FAILED) {
    throw SystemError("mapping " + std::to_string(bytes) + " bytes of " + what);
  }
  return static_cast<std::byte*>(address);
}

}  // namespace

size_t RoundToPages(uint64_t bytes) {
  const auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  if (bytes > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()) - page) {
    throw Error("shared memory of " + std::to_string(bytes) + " bytes is more than a machine has");
  }
  return static_cast<size_t>((bytes + page - 1) / page * page);
}

struct SharedMemory::Mapping {
  std::byte* data = nullptr;
  size_t bytes = 0;
  Descriptor fd{-1};  // open only in the process that created the memory
  uint64_t inode = 0;

  Mapping() = default;
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping() {
    if (data != nullptr) munmap(data, bytes);
  }
};

namespace {

// Memory created by this process, by inode.
template <typename Mapping>
class Created {
 public:
  static Created& Instance() {
    // Never destroyed: a rank may still gather while the process exits.
    static auto* const kInstance = new Created();
    return *kInstance;
  }

  void Add(const std::shared_ptr<Mapping>& mapping) {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (auto it = mappings_.begin(); it != mappings_.end();) {
      it = it->second.expired() ? mappings_.erase(it) : std::next(it);
    }
    mappings_[mapping->inode] = mapping;
  }

  std::shared_ptr<Mapping> Find(uint64_t inode) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = mappings_.find(inode);
    return found == mappings_.end() ? nullptr : found->second.lock();
  }

 private:
  std::mutex mutex_;
  std::map<uint64_t, std::weak_ptr<Mapping>> mappings_;
};

}  // namespace

SharedMemory SharedMemory::Create(const std::string& name, size_t bytes) {
  // Reserving has no limit of its own: what no machine has would end in the out-of-memory killer.
  const uint64_t obtainable = ObtainableBytes();
  if (bytes == 0 || bytes > obtainable) {
    throw Error("shared memory of " + std::to_string(bytes) + " bytes for " + name +
                ": between 1 and " + std::to_string(obtainable) +
                " bytes can be had on this machine now");
  }
  Descriptor fd(memfd_create(name.c_str(), MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (fd.get() < 0) throw SystemError("memfd_create of " + name);
  const auto length = static_cast<off_t>(bytes);
  if (ftruncate(fd.get(), length) != 0) throw SystemError("sizing " + name);
  Reserve(fd.get(), length, name);
  if (fcntl(fd.get(), F_ADD_SEALS, kSeals) != 0) throw SystemError("sealing " + name);
  auto mapping = std::make_shared<Mapping>();
  mapping->data = Map(fd.get(), bytes, PROT_READ | PROT_WRITE, name);
  mapping->bytes = bytes;
  mapping->inode = StatOf(fd.get(), name).st_ino;
  mapping->fd = std::move(fd);
  Created<Mapping>::Instance().Add(mapping);
  return SharedMemory(std::move(mapping));
}

SharedMemory SharedMemory::Open(const SharedHandle& handle, Access access) {
  if (handle.pid == getpid()) {
    auto own = Created<Mapping>::Instance().Find(handle.inode);
    if (own == nullptr || own->bytes != handle.bytes) {
      throw Error("shared memory of this process with inode " + std::to_string(handle.inode) +
                  " has been freed, or the ranks do not share a process namespace");
    }
    return SharedMemory(std::move(own));
  }
  const std::string path =
      "/proc/" + std::to_string(handle.pid) + "/fd/" + std::to_string(handle.fd);
  const bool writes = access == Access::kReadWrite;
  // Never waits, whatever the number names by now.
  const int mode = (writes ? O_RDWR : O_RDONLY) | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  Descriptor fd(open(path.c_str(), mode));
  if (fd.get() < 0) {
    throw SystemError("opening a peer's shared memory at " + path +
                      " (the ranks must share user and process namespace)");
  }
  const struct stat info = StatOf(fd.get(), path);
  if (info.st_ino != handle.inode || static_cast<uint64_t>(info.st_size) != handle.bytes) {
    throw Error(path + " is not the memory that the peer announced (inode " +
                std::to_string(info.st_ino) + ", " + std::to_string(info.st_size) +
                " bytes; announced inode " + std::to_string(handle.inode) + ", " +
                std::to_string(handle.bytes) + " bytes)");
  }
  const int seals = fcntl(fd.get(), F_GET_SEALS);
  if (seals < 0 || (seals & F_SEAL_SHRINK) == 0) {
    throw Error(path + " is not sealed against shrinking, so reading it could fault");
  }
  auto mapping = std::make_shared<Mapping>();
  mapping->data = Map(fd.get(), handle.bytes, writes ? PROT_READ | PROT_WRITE : PROT_READ, path);
  mapping->bytes = handle.bytes;
  mapping->inode = handle.inode;
  return SharedMemory(std::move(mapping));
}

std::byte* SharedMemory::data() const { return mapping_ ? mapping_->data : nullptr; }

size_t SharedMemory::bytes() const { return mapping_ ? mapping_->bytes : 0; }

SharedHandle SharedMemory::handle() const {
  SharedHandle handle;
  handle.pid = getpid();
  handle.fd = mapping_->fd.get();
  handle.inode = mapping_->inode;
  handle.bytes = mapping_->bytes;
  return handle;
}

}  // namespace zerogather
