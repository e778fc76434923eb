// One rank's end of a communicator.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "fakes/nccl/abi.h"
#include "fakes/nccl/gpu.h"
#include "fakes/nccl/room.h"

namespace zerogather::stub {

class Communicator : public std::enable_shared_from_this<Communicator> {
 public:
  // The handle is written before the return, also where the rest goes on in the background.
  static int Init(Communicator** handle, int ranks, const UniqueId& id, int rank,
                  const void* config);
  ~Communicator();

  // The new handle is written later, before this communicator leaves kInProgress; it stays null
  // for a rank without a color.
  int Split(int color, int key, Communicator** handle, const void* config);
  int AllGather(const void* send, void* receive, size_t elements, int type, void* stream);
  int Finalize();
  // Waits for the work on the streams.
  int Destroy();
  // Lets go what waits and returns when nothing of this communicator runs any more. What is queued
  // on a stream but has not begun finds the abort and does nothing.
  int Abort();
  int AsyncError();

  int ranks() const { return ranks_; }
  int rank() const { return rank_; }
  int device() const { return device_; }

 private:
  struct Gather {
    std::shared_ptr<Communicator> communicator;
    const char* send;
    char* receive;
    size_t bytes;
    uint64_t number;
  };

  Communicator(int ranks, int rank, bool blocking)
      : ranks_(ranks), rank_(rank), blocking_(blocking) {}

  static void RunGather(void* gather);

  // kSuccess if a call may be made now.
  int Ready();
  // On this thread, or where calls do not block on another one; then kInProgress.
  int Run(const std::function<int()>& work);
  int Enter(const char* site);

  int TakeDevice();
  int Join(const UniqueId& id);
  int CheckDevices();
  int SplitOff(int color, int key, bool blocking, Communicator** handle);
  int Meet(uint64_t split, int color, int key, bool blocking, Communicator** handle);
  int CheckGather(const void* send, const void* receive, size_t bytes);
  int Launch(std::unique_ptr<Gather> gather, void* stream);
  void Move(const Gather& gather);
  bool MeetGather(const Gather& gather);
  bool MoveChunk(const Gather& gather, size_t offset, size_t bytes);
  template <typename Condition>
  bool AwaitAll(const Condition& condition);
  bool IsDrained() const { return completed_ == enqueued_; }

  const int ranks_;
  const int rank_;
  const bool blocking_;
  const Gpu* gpu_ = nullptr;
  int device_ = -1;
  void* context_ = nullptr;
  std::string bus_id_;
  std::shared_ptr<Room> room_;

  std::atomic<int> state_{kSuccess};
  std::atomic<int> async_error_{kSuccess};
  std::atomic<bool> aborted_{false};
  std::atomic<bool> finalized_{false};
  std::atomic<int> running_{0};  // operations in the background and on streams
  std::atomic<uint64_t> enqueued_{0};
  std::atomic<uint64_t> completed_{0};
  uint64_t splits_ = 0;
  uint64_t step_ = 0;  // of the gather that runs
};

}  // namespace zerogather::stub
