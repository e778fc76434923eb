#include "core/meeting.h"

#include <algorithm>

#include "core/dtype_names.h"
#include "core/text.h"

namespace zerogather {
namespace {

std::string Describe(int rank, const PostBody& body) {
  return "rank " + std::to_string(rank) + " made call " + std::to_string(body.call) +
         " with count=" + std::to_string(static_cast<int64_t>(body.count)) +
         " dtype=" + DtypeName(body.dtype);
}

bool SameCall(const PostBody& a, const PostBody& b) {
  return a.call == b.call && a.count == b.count && a.dtype == b.dtype &&
         a.element_bytes == b.element_bytes;
}

bool Refused(const PostBody& body, uint32_t owner, uint64_t segment) {
  if (body.refusals > kMaxRefusals) return true;
  return std::any_of(body.refused, body.refused + body.refusals, [&](const Refusal& refusal) {
    return refusal.owner == owner && refusal.segment == segment;
  });
}

}  // namespace

Verdict Meeting::Meet(uint64_t number, const PostBody& body) {
  Publish(number, body);
  int closed = -1;
  const bool met = membership_->Await(
      membership_->DeadlineFromNow(), [&] { return Missing(number) == 0; },
      [&] { return Missing(number); },
      [&] {
        return "the meeting of gather " + std::to_string(number) + " (" +
               Describe(membership_->rank(), body) + ")";
      },
      [&] {
        const RankSet missing = Missing(number);
        // In this order: a peer that went on because another had closed saw that before.
        const int strayed = StrayedPeer(number, body.call, missing);
        closed = ClosedPeer(number, missing);
        if (strayed >= 0 && (closed < 0 || closed == strayed)) PoisonFor(strayed, number, body);
        return closed >= 0 || strayed >= 0;
      });
  if (membership_->poisoned()) return {Verdict::Kind::kPoisoned, false, membership_->PoisonText()};
  if (!met) {
    const uint64_t last = membership_->block().rank(closed).closed_after.load();
    return {Verdict::Kind::kClosed, false,
            "rank " + std::to_string(closed) + " closed the group after its call " +
                std::to_string(last) + "; " + Describe(membership_->rank(), body) +
                ", which has no peer there"};
  }
  return Evaluate(number);
}

void Meeting::Publish(uint64_t number, const PostBody& body) {
  // The entry's last user, number - kPostRing, has been evaluated by everybody: all have posted
  // number - 1 since. (A rank that met a closed peer never posts again.)
  Post& post = membership_->mine().posts[number % kPostRing];
  post.body.call = body.call;
  post.body.count = body.count;
  post.body.dtype = body.dtype;
  post.body.element_bytes = body.element_bytes;
  post.body.flags = body.flags;
  post.body.shard = body.shard;
  post.body.output = body.output;
  std::copy_n(body.handled, membership_->ranks(), post.body.handled);
  post.body.refusals = body.refusals;
  std::copy_n(body.refused, kMaxRefusals, post.body.refused);
  if ((body.flags & kPostError) != 0) std::copy_n(body.text, kTextBytes, post.body.text);
  post.number.store(number, std::memory_order_seq_cst);
  for (int r = 0; r < membership_->ranks(); ++r) {
    if (r != membership_->rank()) membership_->bells().Ring(r);
  }
}

RankSet Meeting::Missing(uint64_t number) const {
  RankSet missing = 0;
  for (int r = 0; r < membership_->ranks(); ++r) {
    const Post& post = membership_->block().rank(r).posts[number % kPostRing];
    if (post.number.load(std::memory_order_seq_cst) != number) missing |= Only(r);
  }
  return missing;
}

int Meeting::StrayedPeer(uint64_t number, uint64_t call, RankSet missing) const {
  for (int r = 0; r < membership_->ranks(); ++r) {
    if ((missing & Only(r)) == 0) continue;
    const uint64_t word = membership_->block().rank(r).call.load(std::memory_order_acquire);
    // A peer at another call on the fast path is on its way to this meeting, which will reject both
    // calls.
    const bool elsewhere = RouteOf(word) == CallRoute::kElsewhere && CallNumber(word) >= call;
    // It may have posted between the two reads: what it has passed, it has posted before.
    if (elsewhere && (Missing(number) & Only(r)) != 0) return r;
  }
  return -1;
}

int Meeting::ClosedPeer(uint64_t number, RankSet missing) const {
  for (int r = 0; r < membership_->ranks(); ++r) {
    if ((missing & Only(r)) == 0) continue;
    const uint64_t last = membership_->block().rank(r).closed_after.load(std::memory_order_acquire);
    if (last != kOpen && (Missing(number) & Only(r)) != 0) return r;
  }
  return -1;
}

void Meeting::PoisonFor(int strayed, uint64_t number, const PostBody& body) {
  const uint64_t word = membership_->block().rank(strayed).call.load(std::memory_order_acquire);
  const bool refused = (body.flags & kPostError) != 0;
  membership_->SetPoison(
      Describe(membership_->rank(), body) +
      (refused ? " and refused it: " + ReadText(body.text) + "; meanwhile rank "
               : " on the fast path (gather " + std::to_string(number) + "), but rank ") +
      std::to_string(strayed) + " took another route with its call " +
      std::to_string(CallNumber(word)) +
      (refused ? "" : "; all ranks must make the same calls in the same order"));
}

const PostBody& Meeting::PostOf(int rank, uint64_t number) const {
  return membership_->block().rank(rank).posts[number % kPostRing].body;
}

Verdict Meeting::Evaluate(uint64_t number) const {
  Verdict verdict;
  bool capture = false;
  const PostBody& first = PostOf(0, number);
  std::string rejection;
  for (int r = 0; r < membership_->ranks(); ++r) {
    const PostBody& post = PostOf(r, number);
    verdict.leave = verdict.leave || (post.flags & kPostLeave) != 0;
    capture = capture || (post.flags & kPostCapture) != 0;
    if (!rejection.empty()) continue;
    if ((post.flags & kPostError) != 0) {
      rejection = Describe(r, post) + " and refused it: " + ReadText(post.text);
    } else if (!SameCall(first, post)) {
      rejection = "the ranks' calls differ: " + Describe(0, first) + ", " + Describe(r, post);
    }
  }
  if (!rejection.empty()) {
    verdict.kind = Verdict::Kind::kRejected;
    verdict.text = "gather " + std::to_string(number) + ": " + rejection;
  } else if (verdict.leave) {
    verdict.kind = Verdict::Kind::kLeave;
  } else if (capture) {
    verdict.kind = Verdict::Kind::kCapture;
  } else {
    verdict.kind = AllImported(number) ? Verdict::Kind::kDirect : Verdict::Kind::kStaged;
  }
  return verdict;
}

bool Meeting::AllImported(uint64_t number) const {
  const int ranks = membership_->ranks();
  for (int owner = 0; owner < ranks; ++owner) {
    const uint64_t segment = PostOf(owner, number).shard.segment;
    if (segment == 0) return false;
    for (int reader = 0; reader < ranks; ++reader) {
      if (reader == owner) continue;
      const PostBody& post = PostOf(reader, number);
      if (post.handled[owner] < segment) return false;
      if (Refused(post, static_cast<uint32_t>(owner), segment)) return false;
    }
  }
  return true;
}

}  // namespace zerogather
