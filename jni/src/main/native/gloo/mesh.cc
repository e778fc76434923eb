#include "gloo/mesh.h"

#include <gloo/transport/address.h>
#include <gloo/transport/context.h>
#include <gloo/transport/device.h>
#include <gloo/transport/pair.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "gloo/error_text.h"
#include "gloo/failures.h"

namespace zerogather {
namespace {

// Breaks the connections when the deadline passes: Gloo's waits for a connection then end.
class ConnectGuard {
 public:
  ConnectGuard(Mesh& mesh, const Deadline& deadline)
      : thread_([this, &mesh, deadline] {
          std::unique_lock<std::mutex> lock(mutex_);
          if (!done_.wait_for(lock, deadline.remaining(), [this] { return connected_; })) {
            lock.unlock();
            mesh.breakConnections();
          }
        }) {}

  ~ConnectGuard() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      connected_ = true;
    }
    done_.notify_all();
    thread_.join();
  }

  ConnectGuard(const ConnectGuard&) = delete;
  ConnectGuard& operator=(const ConnectGuard&) = delete;
  ConnectGuard(ConnectGuard&&) = delete;
  ConnectGuard& operator=(ConnectGuard&&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable done_;
  bool connected_ = false;
  std::thread thread_;
};

}  // namespace

Mesh::Mesh(int ownRank, std::vector<int> worldRanks, const BindTo& address)
    : gloo::Context(ownRank, static_cast<int>(worldRanks.size())),
      worldRanks_(std::move(worldRanks)) {
  if (size == 1) {
    return;
  }
  device_ = sharedDevice(address);
  transportContext_ = device_->createContext(rank, size);
  // The guard keeps the time of connecting; every other wait brings its own.
  transportContext_->setTimeout(std::chrono::hours(24));
  for (int peer = 0; peer < size; peer++) {
    if (peer != rank) {
      transportContext_->createPair(peer);
    }
  }
}

std::string Mesh::nameOf(int member) const {
  return "rank " + std::to_string(worldRanks_[static_cast<std::size_t>(member)]);
}

std::vector<char> Mesh::addresses() const {
  std::vector<std::vector<char>> byRank(static_cast<std::size_t>(size));
  std::size_t length = 0;
  for (int peer = 0; peer < size; peer++) {
    if (peer != rank) {
      auto& bytes = byRank[static_cast<std::size_t>(peer)];
      bytes = transportContext_->getPair(peer)->address().bytes();
      length = bytes.size();
    }
  }
  std::vector<char> all;
  for (auto& bytes : byRank) {
    bytes.resize(length);
    all.insert(all.end(), bytes.begin(), bytes.end());
  }
  return all;
}

void Mesh::connect(const std::vector<char>& theirs, const Deadline& deadline) {
  const auto length = static_cast<std::ptrdiff_t>(theirs.size()) / size;
  const ConnectGuard guard(*this, deadline);
  for (int peer = 0; peer < size; peer++) {
    if (peer == rank) {
      continue;
    }
    const auto begin = theirs.begin() + peer * length;
    try {
      getPair(peer)->connect(std::vector<char>(begin, begin + length));
    } catch (const std::exception& e) {
      if (!deadline.passed()) {
        throw PeerGone("no connection to " + nameOf(peer) + ": " + plainText(e.what()));
      }
    }
    // A connection that the guard broke looks as if it had been made.
    if (deadline.passed()) {
      throw TimedOut(nameOf(peer) + " did not connect in time");
    }
  }
}

void Mesh::breakConnections() {
  if (size > 1) {
    closeConnections();
  }
}

void Mesh::leave() {
  for (int peer = 0; peer < size; peer++) {
    if (peer != rank) {
      getPair(peer).reset();
    }
  }
}

}  // namespace zerogather
