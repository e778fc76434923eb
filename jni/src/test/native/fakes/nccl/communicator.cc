#include "fakes/nccl/communicator.h"

#include <algorithm>
#include <cstring>
#include <thread>
#include <utility>
#include <vector>

#include "fakes/nccl/config.h"
#include "fakes/nccl/faults.h"
#include "fakes/nccl/last_error.h"
#include "fakes/nccl/registry.h"
#include "fakes/nccl/waiting.h"

namespace zerogather::stub {
namespace {

int FailAborted() { return FailWith(kInternalError, "the communicator was aborted"); }

}  // namespace

int Communicator::Init(Communicator** handle, int ranks, const UniqueId& id, int rank,
                       const void* config) {
  if (handle == nullptr) return FailWith(kInvalidArgument, "no place for the handle");
  *handle = nullptr;
  if (ranks < 1 || ranks > kMaxRanks || rank < 0 || rank >= ranks) {
    return FailWith(kInvalidArgument,
                    "rank " + std::to_string(rank) + " of " + std::to_string(ranks));
  }
  if (const std::string damage = DamageOf(id); !damage.empty()) {
    return FailWith(kInvalidArgument, damage);
  }
  bool blocking = true;
  if (const int code = ReadConfig(config, &blocking); code != kSuccess) return code;
  std::shared_ptr<Communicator> communicator(new Communicator(ranks, rank, blocking));
  if (const int code = communicator->TakeDevice(); code != kSuccess) return code;
  Register(communicator);
  *handle = communicator.get();
  return communicator->Run([self = communicator.get(), id] {
    if (const int code = self->Enter("init"); code != kSuccess) return code;
    return self->Join(id);
  });
}

Communicator::~Communicator() = default;

int Communicator::TakeDevice() {
  gpu_ = Gpu::Find();
  if (gpu_ == nullptr) return kSuccess;  // good for everything but gathers
  device_ = gpu_->CurrentDevice();
  if (device_ < 0) return FailWith(kUnhandledCudaError, "no device is current on this thread");
  context_ = gpu_->CurrentContext();
  bus_id_ = gpu_->BusId(device_);
  return kSuccess;
}

int Communicator::Join(const UniqueId& id) {
  int code = kSuccess;
  room_ = Room::Join(id, ranks_, rank_, &code);
  if (room_ == nullptr) return code;
  Member& own = room_->member(rank_);
  (void)bus_id_.copy(own.bus_id.data(), own.bus_id.size() - 1);
  own.present = 1;
  if (!AwaitUnlessAborted(aborted_, [&] { return room_->IsComplete(); }) ||
      !AwaitAll([](const Member& member) { return member.present != 0; })) {
    return FailAborted();
  }
  return CheckDevices();
}

int Communicator::CheckDevices() {
  for (int peer = 0; peer < ranks_; ++peer) {
    if (peer != rank_ && !bus_id_.empty() && bus_id_ == room_->member(peer).bus_id.data()) {
      return FailWith(kInvalidUsage, "Duplicate GPU detected: ranks " + std::to_string(rank_) +
                                         " and " + std::to_string(peer) + " both use " + bus_id_);
    }
  }
  return kSuccess;
}

template <typename Condition>
bool Communicator::AwaitAll(const Condition& condition) {
  for (int rank = 0; rank < ranks_; ++rank) {
    const Member& member = room_->member(rank);
    if (!AwaitUnlessAborted(aborted_, [&] { return condition(member); })) return false;
  }
  return true;
}

int Communicator::Enter(const char* site) {
  Faults& faults = Faults::Instance();
  const Faults::Orders orders = faults.OrdersFor(site, rank_);
  const int code = faults.Obey(orders, aborted_);
  return code == kSuccess
             ? kSuccess
             : FailWith(static_cast<Result>(code), std::string(site) + " fails as it was told to");
}

int Communicator::Run(const std::function<int()>& work) {
  if (blocking_) {
    const int code = work();
    if (code != kSuccess) state_ = code;
    return code;
  }
  state_ = kInProgress;
  ++running_;
  std::thread([self = shared_from_this(), work] {
    self->state_ = work();
    --self->running_;
  }).detach();
  return kInProgress;
}

int Communicator::Ready() {
  if (aborted_) return FailAborted();
  const int state = AsyncError();
  if (state == kInProgress) {
    return FailWith(kInvalidArgument, "the communicator is still busy with the call before");
  }
  if (state == kSuccess && finalized_) {
    return FailWith(kInvalidUsage, "the communicator was finalized");
  }
  return state;
}

int Communicator::AsyncError() {
  if (const int code = Enter("async"); code != kSuccess) async_error_ = code;
  return async_error_ != kSuccess ? async_error_ : state_;
}

int Communicator::Split(int color, int key, Communicator** handle, const void* config) {
  if (handle == nullptr) return FailWith(kInvalidArgument, "no place for the handle");
  *handle = nullptr;
  if (color < kNoColor) return FailWith(kInvalidArgument, "color " + std::to_string(color));
  if (const int code = Ready(); code != kSuccess) return code;
  if (!IsDrained()) {
    return FailWith(kInvalidUsage, "gathers are outstanding on the communicator to split");
  }
  bool blocking = blocking_;
  if (const int code = ReadConfig(config, &blocking); code != kSuccess) return code;
  return Run([=] {
    if (const int code = Enter("split"); code != kSuccess) return code;
    return SplitOff(color, key, blocking, handle);
  });
}

int Communicator::SplitOff(int color, int key, bool blocking, Communicator** handle) {
  Member& own = room_->member(rank_);
  own.color = color;
  own.key = key;
  const uint64_t split = ++splits_;
  own.split = split;
  if (!AwaitAll([=](const Member& member) { return member.split >= split; })) {
    return FailAborted();
  }
  const int code = color == kNoColor ? kSuccess : Meet(split, color, key, blocking, handle);
  // Nobody may post the next split before all have read this one.
  own.split_opened = std::max<uint64_t>(own.split_opened, 2 * split);
  if (!AwaitAll([=](const Member& member) { return member.split_opened >= 2 * split; })) {
    return FailAborted();
  }
  return code;
}

int Communicator::Meet(uint64_t split, int color, int key, bool blocking, Communicator** handle) {
  std::vector<std::pair<int, int>> members;  // key, rank
  for (int rank = 0; rank < ranks_; ++rank) {
    const Member& member = room_->member(rank);
    if (member.color == color) members.emplace_back(member.key, rank);
  }
  std::sort(members.begin(), members.end());
  const auto own = std::find(members.begin(), members.end(), std::make_pair(key, rank_));
  Member& leader = room_->member(members.front().second);
  const uint64_t opened = 2 * split - 1;
  if (own == members.begin()) {
    if (const int code = Room::Create(&leader.split_id); code != kSuccess) return code;
    leader.split_opened = opened;
  }
  if (!AwaitUnlessAborted(aborted_, [&] { return leader.split_opened >= opened; })) {
    return FailAborted();
  }
  std::shared_ptr<Communicator> child(new Communicator(
      static_cast<int>(members.size()), static_cast<int>(own - members.begin()), blocking));
  child->gpu_ = gpu_;
  child->device_ = device_;
  child->context_ = context_;
  child->bus_id_ = bus_id_;
  if (const int code = child->Join(leader.split_id); code != kSuccess) return code;
  Register(child);
  *handle = child.get();
  return kSuccess;
}

int Communicator::Finalize() {
  if (const int code = Ready(); code != kSuccess) return code;
  finalized_ = true;
  return Run([this] {
    if (const int code = Enter("finalize"); code != kSuccess) return code;
    room_->member(rank_).finalized = 1;
    const bool over = AwaitUnlessAborted(aborted_, [this] { return IsDrained(); }) &&
                      AwaitAll([](const Member& member) { return member.finalized != 0; });
    return over ? static_cast<int>(kSuccess) : FailAborted();
  });
}

int Communicator::Destroy() {
  const int code = Enter("destroy");
  AwaitUnlessAborted(aborted_, [this] {
    const bool lost = state_ != kSuccess && state_ != kInProgress;
    return running_ == 0 && (lost || IsDrained());
  });
  return code;
}

int Communicator::Abort() {
  const std::atomic<bool> never{false};
  Faults& faults = Faults::Instance();
  const int code = faults.Obey(faults.OrdersFor("abort", rank_), never);
  aborted_ = true;
  AwaitUnlessAborted(never, [this] { return running_ == 0; });
  return code;
}

int Communicator::AllGather(const void* send, void* receive, size_t elements, int type,
                            void* stream) {
  const Faults::Orders orders = Faults::Instance().OrdersFor("enqueue", rank_);
  if (const int code = Faults::Instance().Obey(orders, aborted_); code != kSuccess) {
    return FailWith(static_cast<Result>(code), "enqueue fails as it was told to");
  }
  if (const int code = Ready(); code != kSuccess) return code;
  if (ElementBytes(type) == 0) {
    return FailWith(kInvalidArgument, "type " + std::to_string(type));
  }
  const size_t bytes = elements * ElementBytes(type);
  if (bytes == 0) return kSuccess;
  if (const int code = CheckGather(send, receive, bytes); code != kSuccess) return code;
  auto gather = std::make_unique<Gather>();
  gather->communicator = shared_from_this();
  gather->send = static_cast<const char*>(send);
  gather->receive = static_cast<char*>(receive);
  gather->bytes = bytes;
  gather->number = ++enqueued_;
  if (blocking_ || (gather->number > 1 && !orders.progress)) {
    return Launch(std::move(gather), stream);
  }
  // The real library connects the ranks now.
  return Run([this, stream, first = gather.release()] {
    gpu_->Adopt(context_, device_);
    return Launch(std::unique_ptr<Gather>(first), stream);
  });
}

int Communicator::CheckGather(const void* send, const void* receive, size_t bytes) {
  if (send == nullptr || receive == nullptr) return FailWith(kInvalidArgument, "a null buffer");
  if (gpu_ == nullptr) return FailWith(kUnhandledCudaError, "no GPU runtime is in this process");
  if (gpu_->CurrentDevice() != device_) {
    return FailWith(kInvalidUsage, "device " + std::to_string(gpu_->CurrentDevice()) +
                                       " is current, the communicator's is " +
                                       std::to_string(device_));
  }
  const size_t output_bytes = bytes * static_cast<size_t>(ranks_);
  if (!gpu_->Reaches(device_, send, bytes) || !gpu_->Reaches(device_, receive, output_bytes)) {
    return FailWith(kInvalidArgument,
                    "a buffer is not memory of device " + std::to_string(device_));
  }
  const auto from = reinterpret_cast<uintptr_t>(send);
  const auto to = reinterpret_cast<uintptr_t>(receive);
  const bool in_place = from == to + static_cast<size_t>(rank_) * bytes;
  if (!in_place && from < to + output_bytes && to < from + bytes) {
    return FailWith(kInvalidArgument, "the buffers overlap, and not in place");
  }
  return kSuccess;
}

int Communicator::Launch(std::unique_ptr<Gather> gather, void* stream) {
  Gather* const argument = gather.release();
  const std::string refusal = gpu_->Launch(stream, RunGather, argument);
  if (refusal.empty()) return kSuccess;
  delete argument;
  state_ = kUnhandledCudaError;
  return FailWith(kUnhandledCudaError, refusal);
}

void Communicator::RunGather(void* argument) {
  const std::unique_ptr<Gather> gather(static_cast<Gather*>(argument));
  Communicator& communicator = *gather->communicator;
  ++communicator.running_;
  communicator.Move(*gather);
  communicator.completed_ = gather->number;
  --communicator.running_;
}

void Communicator::Move(const Gather& gather) {
  // Gathers of one communicator run in order, whatever their streams.
  const auto is_next = [&] { return completed_ + 1 == gather.number; };
  if (!AwaitUnlessAborted(aborted_, is_next)) return;
  if (const int code = Enter("allgather"); code != kSuccess) {
    async_error_ = code;
    return;
  }
  if (!MeetGather(gather)) return;
  for (size_t offset = 0; offset < gather.bytes; offset += kChunkBytes) {
    if (!MoveChunk(gather, offset, std::min(kChunkBytes, gather.bytes - offset))) return;
  }
}

// Ranks that differ in number or size wait for each other until an abort, like the real ones.
bool Communicator::MeetGather(const Gather& gather) {
  Member& own = room_->member(rank_);
  own.gather_bytes = gather.bytes;
  own.gather = gather.number;
  return AwaitAll([&](const Member& member) {
    return member.gather == gather.number && member.gather_bytes == gather.bytes;
  });
}

bool Communicator::MoveChunk(const Gather& gather, size_t offset, size_t bytes) {
  const uint64_t step = ++step_;
  std::memcpy(room_->Chunk(rank_, step), gather.send + offset, bytes);
  room_->member(rank_).step = step;
  for (int peer = 0; peer < ranks_; ++peer) {
    const Member& member = room_->member(peer);
    if (!AwaitUnlessAborted(aborted_, [&] { return member.step >= step; })) return false;
    char* const to = gather.receive + static_cast<size_t>(peer) * gather.bytes + offset;
    if (to != gather.send + offset) std::memcpy(to, room_->Chunk(peer, step), bytes);
  }
  return true;
}

}  // namespace zerogather::stub
