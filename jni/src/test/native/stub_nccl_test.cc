// The stub of NCCL against the fake CUDA: what the tests of the fallback build upon.
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <climits>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "check.h"
#include "fakes/nccl/abi.h"

namespace zerogather::test {
namespace {

using stub::UniqueId;
using Comm = void*;

constexpr int kUint8 = 1;

[[noreturn]] void FailToLoad() {
  Fail(__FILE__, __LINE__, dlerror());  // NOLINT(concurrency-mt-unsafe): it is, in glibc
}

void* Open(const char* name) {
  const std::string path = std::string(ZG_FAKES) + "/" + name;
  void* library = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) FailToLoad();
  return library;
}

template <typename Function>
Function* Symbol(void* library, const char* name) {
  void* symbol = dlsym(library, name);
  if (symbol == nullptr) FailToLoad();
  return reinterpret_cast<Function*>(symbol);
}

struct Cuda {
  void* library = Open("libzg_fake_cuda.so");
  int (*init)(unsigned) = Symbol<int(unsigned)>(library, "cuInit");
  int (*retain)(void**, int) = Symbol<int(void**, int)>(library, "cuDevicePrimaryCtxRetain");
  int (*set_current)(void*) = Symbol<int(void*)>(library, "cuCtxSetCurrent");
  int (*allocate)(void**, size_t) = Symbol<int(void**, size_t)>(library, "cuMemAlloc_v2");
  int (*free)(void*) = Symbol<int(void*)>(library, "cuMemFree_v2");
  int (*open_stream)(void**, unsigned,
                     int) = Symbol<int(void**, unsigned, int)>(library,
                                                               "cuStreamCreateWithPriority");
  int (*close_stream)(void*) = Symbol<int(void*)>(library, "cuStreamDestroy_v2");
  int (*synchronize)(void*) = Symbol<int(void*)>(library, "cuStreamSynchronize");
  int (*query)(void*) = Symbol<int(void*)>(library, "cuStreamQuery");

  void Use(int device) const {
    void* context = nullptr;
    CHECK_EQ(init(0), 0);
    CHECK_EQ(retain(&context, device), 0);
    CHECK_EQ(set_current(context), 0);
  }
};

struct Nccl {
  void* library = Open("libzg_stub_nccl.so");
  int (*unique_id)(UniqueId*) = Symbol<int(UniqueId*)>(library, "ncclGetUniqueId");
  int (*init)(Comm*, int, UniqueId, int, const void*) =
      Symbol<int(Comm*, int, UniqueId, int, const void*)>(library, "ncclCommInitRankConfig");
  int (*split)(Comm, int, int, Comm*,
               const void*) = Symbol<int(Comm, int, int, Comm*, const void*)>(library,
                                                                              "ncclCommSplit");
  int (*all_gather)(const void*, void*, size_t, int, Comm, void*) =
      Symbol<int(const void*, void*, size_t, int, Comm, void*)>(library, "ncclAllGather");
  int (*async_error)(Comm, int*) = Symbol<int(Comm, int*)>(library, "ncclCommGetAsyncError");
  int (*finalize)(Comm) = Symbol<int(Comm)>(library, "ncclCommFinalize");
  int (*destroy)(Comm) = Symbol<int(Comm)>(library, "ncclCommDestroy");
  int (*abort)(Comm) = Symbol<int(Comm)>(library, "ncclCommAbort");
  int (*count)(Comm, int*) = Symbol<int(Comm, int*)>(library, "ncclCommCount");
  int (*user_rank)(Comm, int*) = Symbol<int(Comm, int*)>(library, "ncclCommUserRank");
  const char* (*last_error)(Comm) = Symbol<const char*(Comm)>(library, "ncclGetLastError");
  int (*command)(const char*) = Symbol<int(const char*)>(library, "zg_stub_command");
  uint64_t (*live)() = Symbol<uint64_t()>(library, "zg_stub_live");

  // Until the call before is over; its code.
  int Await(Comm comm) const {
    int code = stub::kInProgress;
    while (code == stub::kInProgress) {
      CHECK_EQ(async_error(comm, &code), 0);
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
    return code;
  }
};

// ncclConfig_t of 2.28, non-blocking.
struct Config {
  uint64_t size = 80;
  uint32_t magic = 0xcafebeef;
  uint32_t version = 22803;
  int blocking = 0;
  int before_name[3] = {INT_MIN, INT_MIN, INT_MIN};
  const char* net_name = nullptr;
  int before_comm_name[2] = {INT_MIN, INT_MIN};
  const char* comm_name = nullptr;
  int rest[6] = {INT_MIN, INT_MIN, INT_MIN, INT_MIN, INT_MIN, INT_MIN};
};
static_assert(sizeof(Config) == 80);

// A rank in a thread of its own, with its device, its stream and its communicator.
class Rank {
 public:
  Rank(const Cuda& cuda, const Nccl& nccl, int rank) : cuda_(cuda), nccl_(nccl), rank_(rank) {
    cuda_.Use(rank);
    CHECK_EQ(cuda_.open_stream(&stream_, 1, 0), 0);
  }
  ~Rank() { CHECK_EQ(cuda_.close_stream(stream_), 0); }
  Rank(const Rank&) = delete;
  Rank& operator=(const Rank&) = delete;

  int rank() const { return rank_; }
  Comm comm() const { return comm_; }
  void* stream() const { return stream_; }

  int Join(int ranks, const UniqueId& id) {
    CHECK_EQ(nccl_.init(&comm_, ranks, id, rank_, &config_), stub::kInProgress);
    CHECK(comm_ != nullptr);
    return nccl_.Await(comm_);
  }

  int Gather(Comm comm, const void* send, void* receive, size_t bytes) const {
    const int code = nccl_.all_gather(send, receive, bytes, kUint8, comm, stream_);
    return code == stub::kInProgress ? nccl_.Await(comm) : code;
  }

  // Gathers, waits and compares every byte.
  void GatherChecked(Comm comm, int ranks, int rank, size_t bytes, bool in_place) const {
    void* output = nullptr;
    void* shard = nullptr;
    CHECK_EQ(cuda_.allocate(&output, bytes * static_cast<size_t>(ranks)), 0);
    CHECK_EQ(cuda_.allocate(&shard, bytes), 0);
    char* const slice = static_cast<char*>(output) + static_cast<size_t>(rank) * bytes;
    char* const send = in_place ? slice : static_cast<char*>(shard);
    for (size_t i = 0; i < bytes; ++i) send[i] = ByteOf(rank, i);
    CHECK_EQ(Gather(comm, send, output, bytes), 0);
    CHECK_EQ(cuda_.synchronize(stream_), 0);
    for (int from = 0; from < ranks; ++from) {
      for (size_t i = 0; i < bytes; ++i) {
        const size_t at = static_cast<size_t>(from) * bytes + i;
        if (static_cast<char*>(output)[at] != ByteOf(from, i)) {
          Fail(__FILE__, __LINE__, "byte " + std::to_string(at) + " is wrong");
        }
      }
    }
    CHECK_EQ(cuda_.free(output), 0);
    CHECK_EQ(cuda_.free(shard), 0);
  }

  void End() const {
    CHECK_EQ(nccl_.finalize(comm_), stub::kInProgress);
    CHECK_EQ(nccl_.Await(comm_), 0);
    CHECK_EQ(nccl_.destroy(comm_), 0);
  }

 private:
  static char ByteOf(int rank, size_t i) {
    return static_cast<char>(static_cast<size_t>(rank + 1) * 31 + i * 7 + i / 251);
  }

  const Cuda& cuda_;
  const Nccl& nccl_;
  const int rank_;
  void* stream_ = nullptr;
  Comm comm_ = nullptr;
  Config config_;
};

class Stub {
 public:
  void InThreads(int ranks, const std::function<void(Rank&)>& body) const {
    std::vector<std::thread> threads;
    threads.reserve(static_cast<size_t>(ranks));
    for (int rank = 0; rank < ranks; ++rank) {
      threads.emplace_back([this, rank, &body] {
        Rank self(cuda_, nccl_, rank);
        body(self);
      });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK_EQ(nccl_.live(), 0U);
    CHECK_EQ(nccl_.command("clear"), 0);
  }

  UniqueId Id() const {
    UniqueId id{};
    CHECK_EQ(nccl_.unique_id(&id), 0);
    return id;
  }

  void GathersAmongThreads() const {
    const Scene scene("gathers among threads");
    const UniqueId id = Id();
    InThreads(3, [&](Rank& self) {
      CHECK_EQ(self.Join(3, id), 0);
      for (const size_t bytes : {size_t{1}, size_t{4097}, size_t{262144}, size_t{1000003}}) {
        self.GatherChecked(self.comm(), 3, self.rank(), bytes, false);
        self.GatherChecked(self.comm(), 3, self.rank(), bytes, true);
      }
      self.End();
    });
  }

  void GathersAmongProcesses() const {
    const Scene scene("gathers among processes");
    // The child must find a fresh stub: a fork has no threads.
    int pipe_ends[2];
    CHECK_EQ(pipe(pipe_ends), 0);
    const pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
      UniqueId id{};
      CHECK_EQ(read(pipe_ends[0], &id, sizeof id), static_cast<ssize_t>(sizeof id));
      RunInProcess(1, id);
      _exit(0);
    }
    const UniqueId id = Id();
    CHECK_EQ(write(pipe_ends[1], &id, sizeof id), static_cast<ssize_t>(sizeof id));
    RunInProcess(0, id);
    int status = 0;
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK_EQ(status, 0);
    (void)close(pipe_ends[0]);
    (void)close(pipe_ends[1]);
  }

  void Splits() const {
    const Scene scene("splits");
    const UniqueId id = Id();
    InThreads(4, [&](Rank& self) {
      CHECK_EQ(self.Join(4, id), 0);
      const int color = self.rank() == 3 ? stub::kNoColor : self.rank() % 2;
      for (int turn = 0; turn < 3; ++turn) SplitOnce(self, color);
      self.End();
    });
  }

  void SplitOnce(Rank& self, int color) const {
    std::atomic<Comm> cell{nullptr};
    static_assert(sizeof cell == sizeof(Comm));
    // Order by key: the highest rank first.
    CHECK_EQ(nccl_.split(self.comm(), color, -self.rank(), reinterpret_cast<Comm*>(&cell), nullptr),
             stub::kInProgress);
    CHECK_EQ(nccl_.Await(self.comm()), 0);
    void* const comm = cell;
    CHECK_EQ(comm != nullptr, color != stub::kNoColor);
    if (comm == nullptr) return;
    int ranks = 0;
    int rank = -1;
    CHECK_EQ(nccl_.count(comm, &ranks), 0);
    CHECK_EQ(nccl_.user_rank(comm, &rank), 0);
    CHECK_EQ(ranks, color == 0 ? 2 : 1);
    CHECK_EQ(rank, self.rank() == 0 ? 1 : 0);
    self.GatherChecked(comm, ranks, rank, 5000, true);
    CHECK_EQ(nccl_.destroy(comm), 0);
  }

  void DifferentSizesHangUntilTheAbort() const {
    const Scene scene("different sizes");
    const UniqueId id = Id();
    InThreads(2, [&](Rank& self) {
      CHECK_EQ(self.Join(2, id), 0);
      void* memory = nullptr;
      CHECK_EQ(cuda_.allocate(&memory, 4096), 0);
      const size_t bytes = self.rank() == 0 ? 512 : 1024;
      char* const send = static_cast<char*>(memory) + static_cast<size_t>(self.rank()) * bytes;
      CHECK_EQ(self.Gather(self.comm(), send, memory, bytes), 0);
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      CHECK(cuda_.query(self.stream()) != 0);
      CHECK_EQ(nccl_.abort(self.comm()), 0);
      CHECK_EQ(cuda_.synchronize(self.stream()), 0);
      int code = 0;
      CHECK_EQ(nccl_.async_error(self.comm(), &code), stub::kInvalidArgument);
      CHECK_EQ(cuda_.free(memory), 0);
    });
  }

  void TheSameDeviceTwiceIsRefused() const {
    const Scene scene("same device");
    const UniqueId id = Id();
    InThreads(2, [&](Rank& self) {
      cuda_.Use(0);
      CHECK_EQ(self.Join(2, id), stub::kInvalidUsage);
      CHECK_CONTAINS(std::string(nccl_.last_error(nullptr)), "Duplicate GPU detected");
      CHECK_EQ(nccl_.abort(self.comm()), 0);
    });
  }

  void ArgumentsAreChecked() const {
    const Scene scene("arguments");
    const UniqueId id = Id();
    InThreads(1, [&](Rank& self) {
      Comm comm = nullptr;
      Config config;
      UniqueId damaged = id;
      damaged.bytes[60] = static_cast<char>(damaged.bytes[60] ^ 1);
      CHECK_EQ(nccl_.init(&comm, 1, damaged, 0, &config), stub::kInvalidArgument);
      CHECK_EQ(nccl_.init(&comm, 1, UniqueId{}, 0, &config), stub::kInvalidArgument);
      CHECK_EQ(nccl_.init(&comm, 1, id, 1, &config), stub::kInvalidArgument);
      Config no_magic;
      no_magic.magic = 0;
      CHECK_EQ(nccl_.init(&comm, 1, id, 0, &no_magic), stub::kInvalidArgument);
      Config zeroed;
      zeroed.rest[2] = 0;  // a field where 0 means something else than "undefined"
      zeroed.before_name[1] = 0;
      CHECK_EQ(nccl_.init(&comm, 1, id, 0, &zeroed), stub::kInvalidArgument);
      Config padded;
      padded.version = 21800;
      padded.size = 48;
      padded.before_comm_name[1] = 0;
      CHECK_EQ(nccl_.init(&comm, 1, id, 0, &padded), stub::kInvalidArgument);
      CHECK_CONTAINS(std::string(nccl_.last_error(nullptr)), "trafficClass");

      CHECK_EQ(self.Join(1, id), 0);
      CheckGatherArguments(self);
      self.End();
    });
  }

  void CheckGatherArguments(Rank& self) const {
    void* memory = nullptr;
    CHECK_EQ(cuda_.allocate(&memory, 64), 0);
    char* const bytes = static_cast<char*>(memory);
    char host[64] = {};
    CHECK_EQ(self.Gather(self.comm(), nullptr, memory, 8), stub::kInvalidArgument);
    CHECK_EQ(self.Gather(self.comm(), bytes + 4, memory, 8), stub::kInvalidArgument);
    CHECK_EQ(self.Gather(self.comm(), host, memory, 8), stub::kInvalidArgument);
    CHECK_EQ(self.Gather(self.comm(), bytes, bytes + 32, 33), stub::kInvalidArgument);
    CHECK_EQ(self.Gather(self.comm(), host, nullptr, 0), 0);
    cuda_.Use(1);
    CHECK_EQ(self.Gather(self.comm(), bytes, bytes + 32, 8), stub::kInvalidUsage);
    cuda_.Use(0);
    CHECK_EQ(self.Gather(self.comm(), bytes, bytes + 32, 8), 0);
    CHECK_EQ(cuda_.synchronize(self.stream()), 0);
    CHECK_EQ(cuda_.free(memory), 0);
  }

  void FaultsComeOnCommand() const {
    const Scene scene("faults");
    CHECK(nccl_.command("nowhere:1:hang") != 0);
    CHECK(nccl_.command("allgather:1:explode") != 0);
    CHECK_EQ(nccl_.command("init:1:delay=30;enqueue@2:0:error=3;allgather@2:*:hang"), 0);
    const UniqueId id = Id();
    InThreads(2, [&](Rank& self) {
      CHECK_EQ(self.Join(2, id), 0);
      self.GatherChecked(self.comm(), 2, self.rank(), 100, true);
      void* memory = nullptr;
      CHECK_EQ(cuda_.allocate(&memory, 64), 0);
      void* const send = static_cast<char*>(memory) + ptrdiff_t{8} * self.rank();
      CHECK_EQ(self.Gather(self.comm(), send, memory, 8), self.rank() == 0 ? 3 : 0);
      if (self.rank() == 1) CHECK_EQ(nccl_.command("async:1:error=6"), 0);
      int code = 0;
      CHECK_EQ(nccl_.async_error(self.comm(), &code), 0);
      CHECK_EQ(code, self.rank() == 1 ? 6 : 0);
      CHECK_EQ(nccl_.abort(self.comm()), 0);
      CHECK_EQ(cuda_.synchronize(self.stream()), 0);
      CHECK_EQ(cuda_.free(memory), 0);
    });
  }

  void CallsWhileBusyAreRefused() const {
    const Scene scene("busy");
    CHECK_EQ(nccl_.command("init:*:hang"), 0);
    const UniqueId id = Id();
    InThreads(1, [&](Rank&) {
      Comm comm = nullptr;
      const Config config;
      CHECK_EQ(nccl_.init(&comm, 1, id, 0, &config), stub::kInProgress);
      CHECK_EQ(nccl_.finalize(comm), stub::kInvalidArgument);
      Comm child = nullptr;
      CHECK_EQ(nccl_.split(comm, 0, 0, &child, nullptr), stub::kInvalidArgument);
      CHECK_EQ(nccl_.command("clear"), 0);
      CHECK_EQ(nccl_.Await(comm), 0);
      CHECK_EQ(nccl_.abort(comm), 0);
    });
  }

 private:
  void RunInProcess(int rank, const UniqueId& id) const {
    const Cuda cuda;
    Rank self(cuda, nccl_, rank);
    CHECK_EQ(self.Join(2, id), 0);
    self.GatherChecked(self.comm(), 2, rank, 700001, rank == 0);
    self.End();
  }

  Cuda cuda_;
  Nccl nccl_;
};

}  // namespace
}  // namespace zerogather::test

int main() {
  const zerogather::test::Stub stub;
  stub.GathersAmongProcesses();  // first, while there are no threads
  stub.GathersAmongThreads();
  stub.Splits();
  stub.DifferentSizesHangUntilTheAbort();
  stub.TheSameDeviceTwiceIsRefused();
  stub.ArgumentsAreChecked();
  stub.FaultsComeOnCommand();
  stub.CallsWhileBusyAreRefused();
}
