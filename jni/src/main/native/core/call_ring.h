// The last calls of one rank, in the control block: written by their rank, read by everybody at any
// time. Times are nanoseconds of the steady clock, which all processes of a machine share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/control_block.h"

namespace zerogather {

enum class CallKind : uint8_t {
  kGather = 1,
  kEmpty = 2,    // moves nothing
  kRefused = 3,  // the rank found fault with its arguments
};

struct Call {
  uint64_t call = 0;
  uint64_t elements = 0;
  uint32_t dtype = 0;
  CallKind kind = CallKind::kGather;
};

struct LoggedCall {
  Call call;
  uint64_t submitted_nanos = 0;
  std::optional<uint64_t> completed_nanos;
};

class CallRing {
 public:
  explicit CallRing(CallLog* log) : log_(log) {}

  // For the rank itself, one thread at a time. The calls are numbered 1, 2, 3, ...; the number is
  // visible before anything that this thread reads afterwards.
  uint64_t Append(const Call& call, std::string_view refusal);
  // For the rank itself, any thread. A number that is not in the ring (any more) changes nothing.
  void Complete(uint64_t number);

  uint64_t posted() const { return log_->posted.load(std::memory_order_acquire); }
  // Empty if it has not been posted, or its place has been taken by a later one.
  std::optional<LoggedCall> Find(uint64_t number) const;
  // Why a call was refused; "" if a later refusal has taken the place.
  std::string RefusalOf(uint64_t number) const;

 private:
  CallRecord& At(uint64_t number) const { return log_->ring[number % kCallRing]; }
  void WriteRefusal(uint64_t number, std::string_view refusal);

  CallLog* log_;
};

}  // namespace zerogather
