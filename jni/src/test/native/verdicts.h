// Verdicts as text, for the messages of failed checks.
#pragma once

#include <ostream>

#include "core/meeting.h"

namespace zerogather {

inline std::ostream& operator<<(std::ostream& out, Verdict::Kind kind) {
  switch (kind) {
    case Verdict::Kind::kDirect:
      return out << "direct";
    case Verdict::Kind::kStaged:
      return out << "staged";
    case Verdict::Kind::kCapture:
      return out << "capture";
    case Verdict::Kind::kLeave:
      return out << "leave";
    case Verdict::Kind::kRejected:
      return out << "rejected";
    case Verdict::Kind::kClosed:
      return out << "closed";
    case Verdict::Kind::kPoisoned:
      return out << "poisoned";
  }
  return out << "unknown";
}

}  // namespace zerogather
