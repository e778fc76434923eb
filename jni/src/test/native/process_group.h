// A group whose ranks are processes forked from this one.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

#include "core/transport.h"
#include "group_options.h"
#include "shared_object.h"

namespace zerogather::test {

class ProcessGroup {
 public:
  using Body = std::function<void(int rank, Transport& transport)>;

  // Forks; every rank runs the body once all have opened the group, then frees its transport and
  // ends. Threads of this process do not exist in the ranks, so there should be none.
  ProcessGroup(const GroupOptions& options, const Body& body);
  // Kills what still runs.
  ~ProcessGroup();
  ProcessGroup(const ProcessGroup&) = delete;
  ProcessGroup& operator=(const ProcessGroup&) = delete;

  void Signal(int rank, int signal) const;
  // Waits until a rank has ended: "exit 0", "signal 9". Fails the test where that takes too long.
  std::string Wait(int rank);
  void ExpectAllExit0();

 private:
  struct Board {
    std::atomic<bool> created;
    SharedHandle handle;
    std::atomic<int> joined;
    std::atomic<int> watching;
  };

  void RunRank(const GroupOptions& options, int rank, const Body& body);

  Shared<Board> board_;
  std::vector<pid_t> pids_;  // 0: has ended
};

// Sleeps in small steps until the condition holds; fails the test where that takes too long.
void AwaitCondition(const std::function<bool()>& condition);

}  // namespace zerogather::test
