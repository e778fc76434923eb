#include "core/call_ring.h"

#include <chrono>
#include <cstring>
#include <iterator>

#include "core/text.h"

namespace zerogather {
namespace {

constexpr int kKindShift = 32;

uint64_t TypeOf(const Call& call) {
  return static_cast<uint64_t>(call.kind) << kKindShift | call.dtype;
}

uint64_t NowNanos() {
  return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                   std::chrono::steady_clock::now().time_since_epoch())
                                   .count());
}

}  // namespace

// Every field is stored with release and loaded with acquire: who has read a field of the next use
// of a place then finds the number changed.
uint64_t CallRing::Append(const Call& call, std::string_view refusal) {
  const uint64_t number = log_->posted.load(std::memory_order_relaxed) + 1;
  if (call.kind == CallKind::kRefused) WriteRefusal(number, refusal);
  CallRecord& record = At(number);
  record.number.store(0, std::memory_order_relaxed);
  record.call.store(call.call, std::memory_order_release);
  record.elements.store(call.elements, std::memory_order_release);
  record.type.store(TypeOf(call), std::memory_order_release);
  record.submitted_nanos.store(NowNanos(), std::memory_order_release);
  record.completed_nanos.store(kInFlight + number, std::memory_order_release);
  record.number.store(number, std::memory_order_seq_cst);
  log_->posted.store(number, std::memory_order_release);
  return number;
}

void CallRing::Complete(uint64_t number) {
  uint64_t in_flight = kInFlight + number;
  At(number).completed_nanos.compare_exchange_strong(in_flight, NowNanos(),
                                                     std::memory_order_acq_rel);
}

std::optional<LoggedCall> CallRing::Find(uint64_t number) const {
  const CallRecord& record = At(number);
  if (number == 0 || record.number.load(std::memory_order_seq_cst) != number) return std::nullopt;
  LoggedCall found;
  found.call.call = record.call.load(std::memory_order_acquire);
  found.call.elements = record.elements.load(std::memory_order_acquire);
  const uint64_t type = record.type.load(std::memory_order_acquire);
  found.call.dtype = static_cast<uint32_t>(type);
  found.call.kind = static_cast<CallKind>(type >> kKindShift & 0xff);
  found.submitted_nanos = record.submitted_nanos.load(std::memory_order_acquire);
  const uint64_t completed = record.completed_nanos.load(std::memory_order_acquire);
  if (completed < kInFlight) found.completed_nanos = completed;
  if (record.number.load(std::memory_order_relaxed) != number) return std::nullopt;
  return found;
}

void CallRing::WriteRefusal(uint64_t number, std::string_view refusal) {
  char text[kTextBytes] = {};
  WriteText(refusal, text);
  log_->refusal.number.store(0, std::memory_order_relaxed);
  for (size_t i = 0; i < std::size(log_->refusal.words); ++i) {
    uint64_t word = 0;
    std::memcpy(&word, text + i * sizeof(word), sizeof(word));
    log_->refusal.words[i].store(word, std::memory_order_release);
  }
  log_->refusal.number.store(number, std::memory_order_release);
}

std::string CallRing::RefusalOf(uint64_t number) const {
  char text[kTextBytes] = {};
  if (number == 0 || log_->refusal.number.load(std::memory_order_acquire) != number) return "";
  for (size_t i = 0; i < std::size(log_->refusal.words); ++i) {
    const uint64_t word = log_->refusal.words[i].load(std::memory_order_acquire);
    std::memcpy(text + i * sizeof(word), &word, sizeof(word));
  }
  if (log_->refusal.number.load(std::memory_order_relaxed) != number) return "";
  return ReadText(text);
}

}  // namespace zerogather
