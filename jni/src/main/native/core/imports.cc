#include "core/imports.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/error.h"

namespace zerogather {
namespace {

// Scans of a table that its owner keeps changing; what they miss is handled at the next meeting.
constexpr int kMaxScans = 4;

}  // namespace

Imports::Imports(Device* device, const Membership* membership)
    : device_(device), membership_(membership), peers_(static_cast<size_t>(membership->ranks())) {}

void Imports::Refresh() {
  for (int r = 0; r < membership_->ranks(); ++r) {
    if (r != membership_->rank()) Refresh(r, &peers_[static_cast<size_t>(r)]);
  }
}

void Imports::Refresh(int owner, Peer* peer) {
  const SegmentTable& table = membership_->block().rank(owner).segments;
  for (int attempt = 0; attempt < kMaxScans; ++attempt) {
    const uint64_t version = table.version.load(std::memory_order_acquire);
    if (version == peer->version) return;
    const uint64_t newest = Scan(table, peer);
    // Only a scan during which nothing changed has seen every segment up to the newest.
    if (table.version.load(std::memory_order_acquire) != version) continue;
    peer->version = version;
    peer->handled = std::max(peer->handled, newest);
    return;
  }
}

uint64_t Imports::Scan(const SegmentTable& table, Peer* peer) {
  std::set<uint64_t> live;
  for (const SegmentEntry& entry : table.entries) {
    const uint64_t id = entry.id.load(std::memory_order_acquire);
    if (id == 0) continue;
    ShareHandle handle{};
    for (size_t i = 0; i < handle.size(); ++i) {
      handle[i] = entry.handle[i].load(std::memory_order_acquire);
    }
    const uint64_t bytes = entry.bytes.load(std::memory_order_acquire);
    if (entry.id.load(std::memory_order_acquire) != id) continue;  // it changed while being read
    live.insert(id);
    if (peer->segments.count(id) == 0) peer->segments.emplace(id, Map(handle, bytes));
  }
  for (auto it = peer->segments.begin(); it != peer->segments.end();) {
    it = live.count(it->first) == 0 ? peer->segments.erase(it) : std::next(it);
  }
  peer->refused.clear();
  for (const auto& [id, region] : peer->segments) {
    if (region == nullptr) peer->refused.push_back(id);
  }
  return live.empty() ? 0 : *live.rbegin();
}

std::unique_ptr<SharedRegion> Imports::Map(const ShareHandle& handle, uint64_t bytes) {
  try {
    return device_->Import(handle, bytes);
  } catch (const Error&) {
    return nullptr;  // refused: gathers from it are staged, because this rank's posts say so
  }
}

void Imports::Report(PostBody* body) const {
  body->refusals = 0;
  for (size_t owner = 0; owner < peers_.size(); ++owner) {
    body->handled[owner] = peers_[owner].handled;
    for (const uint64_t id : peers_[owner].refused) {
      if (body->refusals < kMaxRefusals) {
        body->refused[body->refusals] = {static_cast<uint32_t>(owner), id};
      }
      body->refusals = std::min<uint32_t>(body->refusals + 1, kMaxRefusals + 1);
    }
  }
}

const std::byte* Imports::Resolve(int owner, const Location& location) const {
  const Peer& peer = peers_[static_cast<size_t>(owner)];
  return peer.segments.at(location.segment)->data() + location.offset;
}

}  // namespace zerogather
