// Sealed memory that processes find by (process, descriptor, inode): what is refused, and that
// nothing stays behind.
#include "core/shared_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <limits>
#include <string>
#include <utility>

#include "check.h"
#include "core/error.h"
#include "process_group.h"
#include "process_info.h"
#include "shared_object.h"

namespace zerogather::test {
namespace {

constexpr size_t kBytes = 12'288;  // three pages
using Access = SharedMemory::Access;

// Two processes: the owner runs first, then the peer, then the owner lets go.
class TwoProcesses {
 public:
  template <typename Owner, typename Peer>
  void Run(Owner&& owner, Peer&& peer) {
    GroupOptions options;
    ProcessGroup processes(options, [&](int rank, Transport&) {
      if (rank == 0) {
        owner([&](const SharedHandle& handle) {
          board_->handle = handle;
          board_->shown = true;
          AwaitCondition([&] { return board_->looked.load(); });
        });
      } else {
        AwaitCondition([&] { return board_->shown.load(); });
        peer(board_->handle);
        board_->looked = true;
      }
    });
    processes.ExpectAllExit0();
  }

 private:
  struct Board {
    std::atomic<bool> shown;
    SharedHandle handle;
    std::atomic<bool> looked;
  };
  Shared<Board> board_;
};

void PeersSeeOneAnothersBytes() {
  TwoProcesses().Run(
      [](auto show) {
        const SharedMemory memory = SharedMemory::Create("test", kBytes);
        memory.data()[kBytes - 1] = std::byte{1};
        show(memory.handle());
        CHECK(memory.data()[0] == std::byte{2});
      },
      [](const SharedHandle& handle) {
        const SharedMemory read_only = SharedMemory::Open(handle, Access::kRead);
        CHECK_EQ(read_only.bytes(), kBytes);
        CHECK(read_only.data()[kBytes - 1] == std::byte{1});
        CHECK_EQ(CountMappings("memfd:test", "r--s"), 1U);
        const SharedMemory writable = SharedMemory::Open(handle, Access::kReadWrite);
        writable.data()[0] = std::byte{2};
        CHECK(read_only.data()[0] == std::byte{2});
      });
}

void PeersCannotResizeIt() {
  TwoProcesses().Run(
      [](auto show) {
        const SharedMemory memory = SharedMemory::Create("test", kBytes);
        show(memory.handle());
        CHECK(memory.data()[kBytes - 1] == std::byte{0});
      },
      [](const SharedHandle& handle) {
        const std::string path =
            "/proc/" + std::to_string(handle.pid) + "/fd/" + std::to_string(handle.fd);
        const int fd = open(path.c_str(), O_RDWR | O_CLOEXEC);
        CHECK(fd >= 0);
        for (const off_t size : {off_t{0}, off_t{4096}, off_t{1} << 20}) {
          CHECK_EQ(ftruncate(fd, size), -1);
          CHECK_EQ(errno, EPERM);
        }
        CHECK_EQ(fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE), -1);
        CHECK_EQ(errno, EPERM);
        close(fd);
      });
}

void PeersRefuseWhatIsNotAsAnnounced() {
  TwoProcesses().Run(
      [](auto show) {
        const SharedMemory memory = SharedMemory::Create("test", kBytes);
        show(memory.handle());
      },
      [](const SharedHandle& handle) {
        auto refusal = [](const SharedHandle& wrong) {
          return ErrorOf([&] { SharedMemory::Open(wrong, Access::kReadWrite); });
        };
        SharedHandle wrong = handle;
        wrong.inode += 1;
        CHECK_CONTAINS(refusal(wrong), "is not the memory that the peer announced");
        CHECK_CONTAINS(refusal(wrong), "announced inode " + std::to_string(wrong.inode));
        for (const uint64_t bytes : {kBytes - 4096, kBytes + 4096, size_t{0}}) {
          wrong = handle;
          wrong.bytes = bytes;
          CHECK_CONTAINS(refusal(wrong), "announced inode " + std::to_string(handle.inode) + ", " +
                                             std::to_string(bytes) + " bytes");
        }
        wrong = handle;
        wrong.fd = 1'000'000;
        CHECK_CONTAINS(refusal(wrong), "/fd/1000000");
        CHECK_CONTAINS(refusal(wrong), "errno 2");
        wrong = handle;
        wrong.pid = std::numeric_limits<int32_t>::max();
        CHECK_CONTAINS(refusal(wrong), "/proc/2147483647/fd/");
        wrong = handle;
        wrong.pid = getpid();
        CHECK_CONTAINS(refusal(wrong), "has been freed");
        CHECK_EQ(refusal(handle), "");
      });
}

void UnsealedMemoryIsRefused() {
  TwoProcesses().Run(
      [](auto show) {
        const int fd = memfd_create("test-unsealed", MFD_CLOEXEC | MFD_ALLOW_SEALING);
        CHECK(fd >= 0);
        CHECK_EQ(ftruncate(fd, kBytes), 0);
        struct stat info {};
        CHECK_EQ(fstat(fd, &info), 0);
        SharedHandle handle;
        handle.pid = getpid();
        handle.fd = fd;
        handle.inode = info.st_ino;
        handle.bytes = kBytes;
        show(handle);
        close(fd);
      },
      [](const SharedHandle& handle) {
        const std::string refusal = ErrorOf([&] { SharedMemory::Open(handle, Access::kRead); });
        CHECK_CONTAINS(refusal, "is not sealed against shrinking");
      });
}

// The announced number may name something else by now; opening that must not wait for anybody.
void ReusedDescriptorIsRefusedAtOnce() {
  TwoProcesses().Run(
      [](auto show) {
        const std::filesystem::path path = std::filesystem::temp_directory_path() /
                                           ("zerogather-test-" + std::to_string(getpid()));
        CHECK_EQ(mkfifo(path.c_str(), S_IRUSR | S_IWUSR), 0);
        SharedHandle handle;
        handle.pid = getpid();
        handle.fd = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
        handle.inode = 1;
        handle.bytes = kBytes;
        std::filesystem::remove(path);
        CHECK(handle.fd >= 0);
        show(handle);
        close(handle.fd);
      },
      [](const SharedHandle& handle) {
        const std::string refusal = ErrorOf([&] { SharedMemory::Open(handle, Access::kRead); });
        CHECK_CONTAINS(refusal, "is not the memory that the peer announced");
      });
}

void OneProcessSharesTheMapping() {
  SharedMemory memory = SharedMemory::Create("test", kBytes);
  const SharedHandle handle = memory.handle();
  {
    const SharedMemory again = SharedMemory::Open(handle, Access::kRead);
    CHECK(again.data() == memory.data());
    SharedHandle wrong = handle;
    wrong.bytes += 1;
    CHECK_CONTAINS(ErrorOf([&] { SharedMemory::Open(wrong, Access::kRead); }),
                   "inode " + std::to_string(handle.inode));
    memory = SharedMemory();
    CHECK(memory.data() == nullptr);
    CHECK_EQ(memory.bytes(), 0U);
    again.data()[0] = std::byte{1};  // still mapped
  }
  CHECK_CONTAINS(ErrorOf([&] { SharedMemory::Open(handle, Access::kRead); }), "has been freed");
}

void NothingStaysBehind() {
  const size_t descriptors = CountOpenDescriptors();
  const size_t mappings = CountMappings("memfd:");
  {
    const SharedMemory memory = SharedMemory::Create("test", kBytes);
    const SharedMemory again = SharedMemory::Open(memory.handle(), Access::kReadWrite);
    CHECK_EQ(CountOpenDescriptors(), descriptors + 1);
    CHECK_EQ(CountMappings("memfd:test (deleted)"), 1U);
    CHECK_EQ(CountMappings("/dev/shm/"), 0U);
  }
  // What fails in the middle leaves nothing either.
  CHECK_CONTAINS(ErrorOf([] { SharedMemory::Create("test", 0); }), "0 bytes");
  CHECK(!ErrorOf([] { SharedMemory::Create("test", size_t{1} << 62); }).empty());
  CHECK(!ErrorOf([] { SharedMemory::Create(std::string(1000, 'n'), kBytes); }).empty());
  CHECK_EQ(CountOpenDescriptors(), descriptors);
  CHECK_EQ(CountMappings("memfd:"), mappings);
}

void SizesAreRoundedToPages() {
  CHECK_EQ(RoundToPages(0), 0U);
  CHECK_EQ(RoundToPages(1), 4096U);
  CHECK_EQ(RoundToPages(4096), 4096U);
  CHECK_EQ(RoundToPages(4097), 8192U);
  constexpr uint64_t kLargest = std::numeric_limits<int64_t>::max();
  CHECK_EQ(RoundToPages(kLargest - 4096), kLargest / 4096 * 4096);
  for (const uint64_t bytes : {kLargest - 4095, kLargest, std::numeric_limits<uint64_t>::max()}) {
    CHECK_CONTAINS(ErrorOf([&] { RoundToPages(bytes); }), std::to_string(bytes) + " bytes is more");
  }
}

}  // namespace
}  // namespace zerogather::test

int main() {
  using namespace zerogather::test;
  PeersSeeOneAnothersBytes();
  PeersCannotResizeIt();
  PeersRefuseWhatIsNotAsAnnounced();
  UnsealedMemoryIsRefused();
  ReusedDescriptorIsRefusedAtOnce();
  OneProcessSharesTheMapping();
  NothingStaysBehind();
  SizesAreRoundedToPages();
}
