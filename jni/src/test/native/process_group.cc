#include "process_group.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <utility>

#include "check.h"

namespace zerogather::test {

void AwaitCondition(const std::function<bool()>& condition) {
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (!condition()) {
    CHECK(std::chrono::steady_clock::now() < deadline);
    usleep(200);
  }
}

ProcessGroup::ProcessGroup(const GroupOptions& options, const Body& body) {
  const pid_t parent = getpid();
  for (int r = 0; r < options.ranks; ++r) {
    const pid_t pid = fork();
    CHECK(pid >= 0);
    if (pid == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() == parent) RunRank(options, r, body);
      _exit(0);
    }
    pids_.push_back(pid);
  }
}

ProcessGroup::~ProcessGroup() {
  for (const pid_t pid : pids_) {
    if (pid == 0) continue;
    kill(pid, SIGKILL);
    waitpid(pid, nullptr, 0);
  }
}

void ProcessGroup::RunRank(const GroupOptions& options, int rank, const Body& body) {
  const Scene scene("rank " + std::to_string(rank));
  const std::string error = ErrorOf([&] {
    auto make_block = [&] {
      if (rank == 0) {
        ControlBlock block = ControlBlock::Create(options.geometry(), kCookie);
        board_->handle = block.handle();
        board_->created = true;
        return block;
      }
      AwaitCondition([&] { return board_->created.load(); });
      return ControlBlock::Attach(board_->handle, options.ranks, kCookie);
    };
    auto membership = std::make_unique<Membership>(make_block(), rank, options.timeout);
    membership->Join();
    auto device = options.device(membership.get());
    Transport transport(std::move(membership), std::move(device));
    ++board_->joined;
    AwaitCondition([&] { return board_->joined == options.ranks; });
    transport.membership().WatchPeers();
    ++board_->watching;
    AwaitCondition([&] { return board_->watching == options.ranks; });
    body(rank, transport);
  });
  CHECK_EQ(error, "");
}

void ProcessGroup::Signal(int rank, int signal) const {
  const pid_t pid = pids_[static_cast<size_t>(rank)];
  CHECK(pid != 0);
  CHECK_EQ(kill(pid, signal), 0);
}

std::string ProcessGroup::Wait(int rank) {
  pid_t& pid = pids_[static_cast<size_t>(rank)];
  CHECK(pid != 0);
  int status = 0;
  AwaitCondition([&] { return waitpid(pid, &status, WNOHANG) == pid; });
  pid = 0;
  return WIFEXITED(status) ? "exit " + std::to_string(WEXITSTATUS(status))
                           : "signal " + std::to_string(WTERMSIG(status));
}

void ProcessGroup::ExpectAllExit0() {
  for (size_t r = 0; r < pids_.size(); ++r) {
    const Scene scene("end of rank " + std::to_string(r));
    CHECK_EQ(Wait(static_cast<int>(r)), "exit 0");
  }
}

}  // namespace zerogather::test
