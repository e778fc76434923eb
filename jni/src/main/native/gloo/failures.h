// Why a call on a group ended early. Each of them is the end of the group.
#pragma once

#include <stdexcept>
#include <string>

namespace zerogather {

struct GroupFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The deadline passed.
struct TimedOut : GroupFailure {
  using GroupFailure::GroupFailure;
};

// A peer whose part is missing has gone.
struct PeerGone : GroupFailure {
  using GroupFailure::GroupFailure;
};

// This rank is closing the group.
struct Stopped : GroupFailure {
  using GroupFailure::GroupFailure;
};

}  // namespace zerogather
