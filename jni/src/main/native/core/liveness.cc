#include "core/liveness.h"

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "core/error.h"

namespace zerogather {

Liveness::~Liveness() {
  for (const int fd : descriptors_) {
    if (fd >= 0) close(fd);
  }
}

void Liveness::Watch(const ControlBlock& block) {
  descriptors_.assign(static_cast<size_t>(block.ranks()), -1);
  for (int r = 0; r < block.ranks(); ++r) {
    const pid_t pid = block.rank(r).pid.load(std::memory_order_acquire);
    if (pid == 0) throw Error("rank " + std::to_string(r) + " has not joined the control block");
    if (pid == getpid()) continue;
    const long fd = syscall(SYS_pidfd_open, pid, 0);
    if (fd < 0 && errno == ESRCH) {
      throw Error("rank " + std::to_string(r) + " (process " + std::to_string(pid) +
                  ") ended while the group was opened");
    }
    if (fd < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOMEM)) {
      throw SystemError("watching rank " + std::to_string(r) + " by pidfd");
    }
    descriptors_[static_cast<size_t>(r)] = static_cast<int>(fd);
  }
}

bool Liveness::IsDead(int rank) const {
  const auto index = static_cast<size_t>(rank);
  if (index >= descriptors_.size() || descriptors_[index] < 0) return false;
  pollfd readable{descriptors_[index], POLLIN, 0};
  return poll(&readable, 1, 0) > 0;
}

}  // namespace zerogather
