// A group whose ranks are threads of this process: one control block, one transport per rank.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/transport.h"
#include "group_options.h"

namespace zerogather::test {

class ThreadGroup {
 public:
  explicit ThreadGroup(const GroupOptions& options);

  int ranks() const { return static_cast<int>(transports_.size()); }
  Transport& rank(int rank) { return *transports_[static_cast<size_t>(rank)]; }

  // Runs the body on every rank at once, each on a thread of its own, until all have returned.
  void Run(const std::function<void(int rank, Transport& transport)>& body);

 private:
  std::vector<std::unique_ptr<Transport>> transports_;
};

// One thread for each of 0 .. count-1.
void RunThreads(int count, const std::function<void(int index)>& body);

}  // namespace zerogather::test
