#include "core/transport.h"

#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/text.h"

namespace zerogather {
namespace {

bool Overlap(const std::byte* a, size_t a_bytes, const std::byte* b, size_t b_bytes) {
  return a < b + b_bytes && b < a + a_bytes;
}

}  // namespace

Transport::Transport(std::unique_ptr<Membership> membership, std::unique_ptr<Device> device)
    : membership_(std::move(membership)),
      device_(std::move(device)),
      meeting_(membership_.get()),
      pool_(device_.get(), &membership_->mine()),
      imports_(device_.get(), membership_.get()),
      steps_(device_.get(), membership_.get()) {}

Verdict Transport::Gather(const GatherCall& call) {
  size_t bytes = 0;
  size_t output_bytes = 0;
  if (__builtin_mul_overflow(call.count, call.element_bytes, &bytes) ||
      __builtin_mul_overflow(bytes, static_cast<size_t>(membership_->ranks()), &output_bytes)) {
    return Reject(call.call, call.count, call.dtype, "its bytes do not fit 64 bits");
  }
  if (bytes > 0 && (call.output == nullptr || call.input == nullptr)) {
    return Reject(call.call, call.count, call.dtype, "a buffer lies at address 0");
  }
  if (std::optional<Verdict> ended = Ended(call.call)) return *ended;
  StoreCall(call.call, CallRoute::kFastPath);
  const std::byte* own = call.output + static_cast<size_t>(membership_->rank()) * bytes;

  PostBody body;
  body.call = call.call;
  body.count = call.count;
  body.dtype = call.dtype;
  body.element_bytes = call.element_bytes;
  body.flags = (call.capturing ? kPostCapture : 0) | (steps_.impaired() ? kPostLeave : 0);
  // A shard that lies across the output would be overwritten while peers still read it: copy it
  // aside first.
  std::unique_ptr<std::byte[]> aside;
  const std::byte* shard = call.input;
  if (shard != own && Overlap(call.output, output_bytes, shard, bytes)) {
    aside.reset(new (std::nothrow) std::byte[bytes]);
    if (aside == nullptr) {
      body.flags |= kPostLeave;
    } else {
      std::memcpy(aside.get(), shard, bytes);
      shard = aside.get();
    }
  }
  body.shard = pool_.Locate(shard, bytes);
  body.output = pool_.Locate(call.output, output_bytes);
  return OrPoison([&] {
    const Verdict verdict = Meet(&body);
    return Move(verdict, call, shard, last_number_);
  });
}

std::optional<Verdict> Transport::Ended(uint64_t call) {
  if (membership_->poisoned()) return Poisoned();
  if (closed_) return closed_;
  if (!left_) return std::nullopt;
  StoreCall(call, CallRoute::kElsewhere);
  return Verdict{Verdict::Kind::kLeave, true, ""};
}

template <typename Body>
Verdict Transport::OrPoison(Body&& body) {
  try {
    return body();
  } catch (const std::exception& failure) {
    // Memory may be what is short: the peers must hear of it all the same.
    char text[kTextBytes];
    std::snprintf(text, sizeof(text), "rank %d failed in gather %llu: %s", membership_->rank(),
                  static_cast<unsigned long long>(last_number_), failure.what());
    membership_->SetPoison(text);
    return Poisoned();
  }
}

Verdict Transport::Meet(PostBody* body) {
  try {
    imports_.Refresh();
  } catch (const std::exception&) {
    body->flags |= kPostLeave;  // no memory for the tables
  }
  imports_.Report(body);
  Verdict verdict = meeting_.Meet(++last_number_, *body);
  left_ = left_ || verdict.leave;
  // Final: another post would overwrite one that a peer may not have read yet, since the peer that
  // is gone no longer holds this rank back.
  if (verdict.kind == Verdict::Kind::kClosed) closed_ = verdict;
  return verdict;
}

Verdict Transport::Move(const Verdict& verdict, const GatherCall& call, const std::byte* shard,
                        uint64_t number) {
  Buffers buffers;
  buffers.output = call.output;
  buffers.shard = shard;
  buffers.bytes = call.count * call.element_bytes;
  buffers.in_place =
      shard == call.output + static_cast<size_t>(membership_->rank()) * buffers.bytes;
  bool moved = true;
  if (verdict.kind == Verdict::Kind::kDirect) {
    std::vector<const std::byte*> shards(static_cast<size_t>(membership_->ranks()), shard);
    for (int r = 0; r < membership_->ranks(); ++r) {
      if (r == membership_->rank()) continue;
      shards[static_cast<size_t>(r)] = imports_.Resolve(r, meeting_.ShardOf(r, number));
    }
    moved = steps_.Direct(buffers, shards);
  } else if (verdict.kind == Verdict::Kind::kStaged) {
    moved = steps_.Staged(buffers);
  } else {
    return verdict;
  }
  if (!moved && !membership_->poisoned()) {
    membership_->SetPoison("rank " + std::to_string(membership_->rank()) +
                           " could not copy in gather " + std::to_string(number) + ": " +
                           LastError());
  }
  // Read after the last copy: a rank that had failed would not have waited for this one.
  return membership_->poisoned() ? Poisoned() : verdict;
}

void Transport::Announce(uint64_t call) {
  StoreCall(call, CallRoute::kElsewhere);
  membership_->bells().RingAll();
}

Verdict Transport::Reject(uint64_t call, uint64_t count, uint32_t dtype, const std::string& why) {
  if (std::optional<Verdict> ended = Ended(call)) return *ended;
  StoreCall(call, CallRoute::kFastPath);
  PostBody body;
  body.call = call;
  body.count = count;
  body.dtype = dtype;
  body.flags = kPostError;
  WriteText(why, body.text);
  return OrPoison([&] { return Meet(&body); });
}

void Transport::Close(uint64_t last_call) {
  membership_->mine().closed_after.store(last_call, std::memory_order_seq_cst);
  membership_->bells().RingAll();
}

void Transport::StoreCall(uint64_t call, CallRoute route) {
  membership_->mine().call.store(EncodeCall(call, route), std::memory_order_seq_cst);
}

Verdict Transport::Poisoned() {
  // Nothing that was submitted may run any more: its buffers go back to the caller.
  device_->Discard();
  return {Verdict::Kind::kPoisoned, false, membership_->PoisonText()};
}

}  // namespace zerogather
