// Which peers are still alive, asked by pidfd: no signal, no reused process number.
#pragma once

#include <vector>

#include "core/control_block.h"

namespace zerogather {

class Liveness {
 public:
  Liveness() = default;
  ~Liveness();
  Liveness(const Liveness&) = delete;
  Liveness& operator=(const Liveness&) = delete;

  // Starts watching; every rank has published its process number. Throws Error naming a rank that
  // is dead already.
  void Watch(const ControlBlock& block);
  bool IsDead(int rank) const;

 private:
  std::vector<int> descriptors_;  // by rank; -1 for this process and where the kernel has no pidfd
};

}  // namespace zerogather
