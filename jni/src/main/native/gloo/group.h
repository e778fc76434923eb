// One group of ranks that gather over Gloo, seen from this rank.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gloo/deadline.h"
#include "gloo/descriptor.h"
#include "gloo/descriptor_exchange.h"
#include "gloo/mesh.h"
#include "gloo/nudger.h"
#include "gloo/peers.h"
#include "gloo/waiter.h"

namespace zerogather {

// Life: construct, carry addresses() to the peers, connect(), gather() any number of times,
// destroy. One thread at a time may be inside, except for abort(). The first failure of connect()
// or gather() ends the group for good.
class Group {
 public:
  Group(int rank, std::vector<int> worldRanks, const BindTo& address);
  ~Group();

  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;
  Group(Group&&) = delete;
  Group& operator=(Group&&) = delete;

  std::vector<char> addresses() const { return mesh_->addresses(); }

  void connect(const std::vector<char>& theirs, const Deadline& deadline);

  struct Call {
    std::int64_t number = 0;
    std::int32_t dtype = 0;
    const std::uint8_t* input = nullptr;
    std::uint8_t* output = nullptr;
    std::size_t bytes = 0;  // of one shard
    bool guarded = true;
  };

  // Gathers; the input may overlap the output in any way. False if the ranks' calls differ: then
  // nothing has moved, and the group works on.
  bool gather(const Call& call, const Deadline& deadline);

  // What each rank called, if the last gather was refused.
  const std::vector<Descriptor>& calls() const { return calls_; }

  // Makes what is going on, and everything later, fail.
  void abort() { waiter_.stop(); }

 private:
  void move(const Call& call, std::uint32_t tag);
  void requireAlive() const;
  void fail(const std::string& cause);

  template <typename Action>
  void orFail(const Action& action);

  std::shared_ptr<Mesh> mesh_;
  Waiter waiter_;
  std::unique_ptr<Peers> peers_;
  std::unique_ptr<DescriptorExchange> exchange_;
  std::vector<Descriptor> calls_;
  std::string cause_;  // of the end of the group
  std::shared_ptr<Nudger> nudger_;
};

}  // namespace zerogather
