// Everything that GpuRuntime does, over both fakes.
#include "runtime/gpu_runtime.h"

#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "arena.h"
#include "check.h"
#include "group_options.h"
#include "runtime/fake_gpu.h"
#include "runtime/gpu_error.h"

namespace zerogather::test {
namespace {

// What the two runtimes call the same things.
struct Names {
  GpuKind kind;
  const char* allocate;
  const char* out_of_memory;
  const char* event_query;
  const char* start;
  const char* make_current;
  const char* is_current;
  const char* hold;
  const char* exchange_mode;
  const char* begin_capture;
  const char* end_capture;
  const char* version;
  const char* architecture;
};

constexpr Names kCudaNames = {GpuKind::kCuda,
                              "cuMemAlloc_v2",
                              "CUDA_ERROR_OUT_OF_MEMORY",
                              "cuEventQuery",
                              "cuInit",
                              "cuCtxSetCurrent",
                              "cuCtxGetCurrent",
                              "cuStreamWaitValue32_v2",
                              "cuThreadExchangeStreamCaptureMode",
                              "cuStreamBeginCapture_v2",
                              "cuStreamEndCapture",
                              "12.8",
                              "sm_90"};
constexpr Names kHipNames = {GpuKind::kHip,
                             "hipMalloc",
                             "hipErrorOutOfMemory",
                             "hipEventQuery",
                             "hipInit",
                             "hipSetDevice",
                             "hipGetDevice",
                             "hipStreamWaitValue32",
                             "hipThreadExchangeStreamCaptureMode",
                             "hipStreamBeginCapture",
                             "hipStreamEndCapture",
                             "6.3",
                             "gfx942"};

constexpr int kGlobalCapture = 0;
constexpr int kNothingCurrent = -1;

// A started runtime that must end with nothing alive.
class Bench {
 public:
  explicit Bench(const Names& names) : fake(names.kind), gpu(names.kind, fake.file()) {
    gpu.Start();
  }
  ~Bench() { CHECK_EQ(fake.LiveThings(), 0); }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  FakeGpu fake;
  GpuRuntime gpu;
};

template <typename Body>
int CodeOf(Body&& body) {
  try {
    body();
  } catch (const GpuError& error) {
    return error.code();
  }
  return 0;
}

// Waits for what another thread brings about.
template <typename Condition>
void Await(const Condition& condition) {
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (!condition()) {
    CHECK(std::chrono::steady_clock::now() < deadline);
    std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
}

// A word of page-locked memory that holds streams until it is opened.
class Gate {
 public:
  explicit Gate(GpuRuntime& gpu)
      : gpu_(gpu), word_(static_cast<uint32_t*>(gpu.AllocateHost(0, sizeof(uint32_t)))) {}
  ~Gate() { gpu_.FreeHost(0, word_); }
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  void Hold(int device, void* stream, uint32_t value = 1) {
    gpu_.HoldUntil(device, stream, word_, value);
  }
  void Set(uint32_t value) { __atomic_store_n(word_, value, __ATOMIC_RELEASE); }

 private:
  GpuRuntime& gpu_;
  uint32_t* word_;
};

void OpensWithoutCallingAnything(const Names& names) {
  const FakeGpu fake(names.kind);
  GpuRuntime gpu(names.kind, fake.file());
  CHECK_EQ(gpu.file(), fake.file());
  CHECK_EQ(fake.Calls(names.start), 0);
  CHECK_EQ(gpu.devices(), 0);
  CHECK_CONTAINS(ErrorOf([&] { gpu.MakeCurrent(0); }), "there is no device 0, only 0 devices");
}

void DescribesDevices(const Names& names) {
  Bench bench(names);
  CHECK_EQ(bench.gpu.Version(), names.version);
  CHECK_EQ(bench.gpu.devices(), 4);
  CHECK_EQ(bench.gpu.DeviceName(3), "Fake GPU (test double)");
  CHECK_EQ(bench.gpu.BusId(1), "0000:1b:00.0");
  CHECK_EQ(bench.gpu.BusId(2), "0000:1c:00.0");
  CHECK_EQ(bench.gpu.Architecture(0), names.architecture);
  CHECK_EQ(bench.gpu.MemoryBytes(0), size_t{1} << 30);
  CHECK(bench.gpu.ReachesPeer(0, 1));
  bench.fake.SetPeers(false);
  CHECK(!bench.gpu.ReachesPeer(0, 1));
  CHECK(bench.gpu.ReachesPeer(2, 2));
  CHECK_CONTAINS(ErrorOf([&] { (void)bench.gpu.ReachesPeer(0, 4); }),
                 "there is no device 4, only 4 devices, numbered from 0");
  CHECK_CONTAINS(ErrorOf([&] { bench.gpu.MakeCurrent(-1); }), "there is no device -1");
}

void MakesDevicesCurrentOncePerThread(const Names& names) {
  Bench bench(names);
  bench.gpu.MakeCurrent(2);
  CHECK_EQ(bench.fake.CurrentDevice(), 2);
  const uint64_t before = bench.fake.Calls(names.make_current);
  for (int i = 0; i < 10; ++i) bench.gpu.MakeCurrent(2);
  CHECK_EQ(bench.fake.Calls(names.make_current), before);
  std::thread([&] {
    bench.gpu.MakeCurrent(3);
    CHECK_EQ(bench.fake.CurrentDevice(), 3);
  }).join();
  CHECK_EQ(bench.fake.CurrentDevice(), 2);
  bench.fake.Fail(names.is_current, 1, 999);
  CHECK_CONTAINS(ErrorOf([&] { bench.gpu.MakeCurrent(1); }), names.is_current);
}

// Each call in turn, on a thread that has another device current, or none.
void LeavesTheCurrentDeviceAsItWas(const Names& names) {
  Bench bench(names);
  GpuRuntime& gpu = bench.gpu;
  const auto use_device_3 = [&](int expected) {
    const auto check = [&](int line) {
      const Scene scene("line " + std::to_string(line));
      CHECK_EQ(bench.fake.CurrentDevice(), expected);
    };
    void* memory = gpu.Allocate(3, 8);
    check(__LINE__);
    CHECK_EQ(bench.fake.OwnerOf(memory, 8), 3);
    void* host = gpu.AllocateHost(3, 8);
    check(__LINE__);
    void* stream = gpu.OpenStream(3);
    check(__LINE__);
    void* event = gpu.OpenEvent(3, true);
    check(__LINE__);
    gpu.Copy(3, memory, host, 8, stream);
    check(__LINE__);
    gpu.Record(3, event, stream);
    check(__LINE__);
    gpu.WaitFor(3, stream, event);
    check(__LINE__);
    gpu.HoldUntil(3, stream, host, 0);
    check(__LINE__);
    CHECK(!gpu.IsCapturing(3, stream));
    check(__LINE__);
    gpu.Synchronize(3, stream);
    check(__LINE__);
    CHECK(gpu.IsIdle(3, stream));
    CHECK(gpu.IsReached(3, event));
    CHECK_EQ(gpu.ElapsedNanos(3, event, event), 0);
    CHECK_EQ(CodeOf([&] { gpu.Free(3, host); }), 1);  // a failure restores it too
    check(__LINE__);
    gpu.Check(3, kPatience);
    check(__LINE__);
    gpu.CloseEvent(3, event);
    gpu.CloseStream(3, stream);
    gpu.FreeHost(3, host);
    gpu.Free(3, memory);
    check(__LINE__);
  };
  bench.gpu.MakeCurrent(2);
  use_device_3(2);
  std::thread([&] { use_device_3(names.kind == GpuKind::kCuda ? kNothingCurrent : 0); }).join();
}

// What a framework does: a stream, in the way it opens them, that records.
class Recorder {
 public:
  Recorder(const Bench& bench, const Names& names, unsigned stream_flags)
      : begin_(bench.fake.Function<int(void*, int)>(names.begin_capture)),
        end_(bench.fake.Function<int(void*, void**)>(names.end_capture)),
        close_(bench.fake.Function<int(void*)>(names.kind == GpuKind::kCuda ? "cuStreamDestroy_v2"
                                                                            : "hipStreamDestroy")) {
    auto* open = bench.fake.Function<int(void**, unsigned, int)>(
        names.kind == GpuKind::kCuda ? "cuStreamCreateWithPriority"
                                     : "hipStreamCreateWithPriority");
    CHECK_EQ(open(&stream_, stream_flags, 0), 0);
  }
  ~Recorder() { CHECK_EQ(close_(stream_), 0); }
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  void Begin() { CHECK_EQ(begin_(stream_, kGlobalCapture), 0); }
  // The code: 0 if the graph is sound, 901 if it was spoilt.
  int End() {
    void* graph = nullptr;
    return end_(stream_, &graph);
  }
  void* stream() const { return stream_; }

 private:
  int (*begin_)(void*, int);
  int (*end_)(void*, void**);
  int (*close_)(void*);
  void* stream_ = nullptr;
};

// A bare call of the runtime does spoil it, so the fake can tell.
void NothingSpoilsARecording(const Names& names) {
  Bench bench(names);
  GpuRuntime& gpu = bench.gpu;
  gpu.MakeCurrent(0);
  Recorder recorder(bench, names, GpuApi::kNonBlockingStream);
  auto* allocate = bench.fake.Function<int(void**, size_t)>(names.allocate);

  const auto use_everything = [&] {
    void* memory = gpu.Allocate(0, 8);
    void* host = gpu.AllocateHost(0, 8);
    void* stream = gpu.OpenStream(0);
    void* event = gpu.OpenEvent(0, true);
    gpu.Record(0, event, stream);
    gpu.HoldUntil(0, stream, host, 0);
    gpu.WaitFor(0, stream, event);
    gpu.Copy(0, memory, host, 8, stream);
    gpu.Synchronize(0, stream);
    CHECK(gpu.IsIdle(0, stream));
    CHECK(gpu.IsReached(0, event));
    CHECK(!gpu.IsCapturing(0, stream));
    CHECK_EQ(gpu.ElapsedNanos(0, event, event), 0);
    gpu.Check(0, kPatience);
    gpu.Check(1, kPatience);  // a device that no call has started
    gpu.CloseEvent(0, event);
    gpu.CloseStream(0, stream);
    gpu.FreeHost(0, host);
    gpu.Free(0, memory);
  };
  recorder.Begin();
  use_everything();
  std::thread(use_everything).join();
  CHECK_EQ(recorder.End(), 0);

  recorder.Begin();
  std::thread([&] {
    gpu.MakeCurrent(0);
    void* memory = nullptr;
    CHECK_EQ(allocate(&memory, 8), 900);
  }).join();
  CHECK(gpu.IsCapturing(0, recorder.stream()));  // spoilt, but not ended
  CHECK_EQ(recorder.End(), 901);
}

// The mode of the calling thread, which stays.
int ThreadMode(const Bench& bench, const Names& names) {
  auto* exchange = bench.fake.Function<int(int*)>(names.exchange_mode);
  int mode = kGlobalCapture;
  CHECK_EQ(exchange(&mode), 0);
  int seen = mode;
  CHECK_EQ(exchange(&mode), 0);
  return seen;
}

void FailuresKeepTheirCodeAndTheThreadsMode(const Names& names) {
  Bench bench(names);
  GpuRuntime& gpu = bench.gpu;
  void* event = gpu.OpenEvent(0, false);
  bench.fake.Fail(names.event_query, 1, 719);
  const std::string lost = ErrorOf([&] { (void)gpu.IsReached(0, event); });
  CHECK_CONTAINS(lost, std::string(names.event_query) + " failed: ");
  CHECK_CONTAINS(lost, "(719)");
  CHECK_EQ(ThreadMode(bench, names), kGlobalCapture);
  bench.fake.Mend();
  CHECK(CodeOf([&] { (void)gpu.Allocate(0, size_t{1} << 40); }) == 2);
  CHECK_EQ(ThreadMode(bench, names), kGlobalCapture);
  // The answer counts, whatever becomes of the mode.
  bench.fake.Fail(names.exchange_mode, 2, 999);
  CHECK(gpu.IsReached(0, event));
  bench.fake.Mend();
  int mode = kGlobalCapture;
  CHECK_EQ(bench.fake.Function<int(int*)>(names.exchange_mode)(&mode), 0);
  gpu.CloseEvent(0, event);
}

void TheDefaultStreamIsBlockedByARecording(const Names& names) {
  Bench bench(names);
  GpuRuntime& gpu = bench.gpu;
  gpu.MakeCurrent(0);
  Recorder blocking(bench, names, 0);
  blocking.Begin();
  CHECK_EQ(CodeOf([&] { (void)gpu.IsCapturing(0, nullptr); }), GpuApi::kBlockedByRecording);
  CHECK_CONTAINS(ErrorOf([&] { (void)gpu.IsCapturing(0, nullptr); }),
                 "The default stream cannot be used while a stream that it waits for records");
  CHECK(!gpu.IsIdle(0, nullptr));
  CHECK(gpu.IsCapturing(0, blocking.stream()));
  CHECK(!gpu.IsCapturing(1, nullptr));  // another device's
  CHECK_EQ(blocking.End(), 0);          // to ask has spoilt nothing
  CHECK(!gpu.IsCapturing(0, nullptr));
  CHECK(gpu.IsIdle(0, nullptr));

  blocking.Begin();
  void* event = gpu.OpenEvent(0, false);
  CHECK_EQ(CodeOf([&] { gpu.Record(0, event, nullptr); }), GpuApi::kBlockedByRecording);
  CHECK_EQ(blocking.End(), 901);  // to use it does
  gpu.CloseEvent(0, event);

  Recorder apart(bench, names, GpuApi::kNonBlockingStream);
  apart.Begin();
  CHECK(!gpu.IsCapturing(0, nullptr));
  CHECK_EQ(apart.End(), 0);
}

void ChecksThatStreamsWaitForWords(const Names& names) {
  const FakeGpu fake(names.kind);
  GpuRuntime gpu(names.kind, fake.file());
  gpu.Start();
  gpu.Check(0, kPatience);
  fake.Fail(names.hold, 1, 1);
  CHECK_EQ(CodeOf([&] { gpu.Check(0, kPatience); }), 1);
  CHECK_EQ(fake.LiveThings(), 0);
  fake.SetWaits(false);
  CHECK_CONTAINS(ErrorOf([&] { gpu.Check(0, std::chrono::milliseconds(20)); }),
                 "a stream did not see a word that the host stored within 20 ms");
  // Nothing is freed under a stream that waits.
  CHECK_EQ(fake.LiveThings(), 2);
  fake.SetWaits(true);
}

void RefusesDevicesThatSayTheyCannotWait() {
  Bench hip(kHipNames);
  hip.fake.SetCanWait(false);
  CHECK_CONTAINS(ErrorOf([&] { hip.gpu.Check(0, kPatience); }), "use a newer ROCm");
  // The second form of CUDA's function needs no leave.
  Bench cuda(kCudaNames);
  cuda.fake.SetCanWait(false);
  cuda.gpu.Check(0, kPatience);
}

void ADeviceThatDoesNotStartIsNamed() {
  Bench bench(kCudaNames);
  bench.fake.Fail("cuDevicePrimaryCtxRetain", 1, 999);
  CHECK_CONTAINS(ErrorOf([&] { bench.gpu.Check(0, kPatience); }), "cuDevicePrimaryCtxRetain");
  CHECK_EQ(ThreadMode(bench, kCudaNames), kGlobalCapture);
  bench.gpu.Check(0, kPatience);
}

void CopiesInOrder(const Names& names) {
  Bench bench(names);
  GpuRuntime& gpu = bench.gpu;
  constexpr size_t kBytes = 100'000;
  void* stream = gpu.OpenStream(1);
  void* here = gpu.Allocate(1, kBytes);
  void* there = gpu.Allocate(2, kBytes);
  auto* page_locked = static_cast<std::byte*>(gpu.AllocateHost(1, kBytes));
  CHECK_EQ(bench.fake.OwnerOf(page_locked, kBytes), -1);
  for (size_t i = 0; i < kBytes; ++i) CHECK(page_locked[i] == std::byte{0});
  std::vector<std::byte> expected(kBytes);
  FillPattern(expected.data(), 1, kBytes);
  std::memcpy(page_locked, expected.data(), kBytes);
  gpu.Copy(1, here, page_locked, kBytes, stream);
  gpu.Copy(1, there, here, kBytes, stream);
  std::vector<std::byte> ordinary(kBytes);
  gpu.Copy(1, ordinary.data(), there, kBytes, stream);
  gpu.Synchronize(1, stream);
  CHECK(ordinary == expected);
  // The default stream.
  gpu.Copy(1, page_locked, here, 1, nullptr);
  gpu.Synchronize(1, nullptr);
  CHECK(gpu.IsIdle(1, nullptr));
  CHECK_CONTAINS(ErrorOf([&] { gpu.Copy(1, here, there, kBytes + 1, stream); }),
                 "(100001 bytes) failed: ");
  gpu.FreeHost(1, page_locked);
  gpu.Free(1, here);
  gpu.Free(2, there);
  gpu.CloseStream(1, stream);
}

void StreamsWaitForWordsAndMarks(const Names& names) {
  Bench bench(names);
  GpuRuntime& gpu = bench.gpu;
  void* first = gpu.OpenStream(0);
  void* second = gpu.OpenStream(1);
  void* mark = gpu.OpenEvent(0, false);
  void* end = gpu.OpenEvent(1, false);
  CHECK(gpu.IsIdle(0, first));
  CHECK(gpu.IsReached(0, mark));  // nothing was recorded
  {
    Gate gate(gpu);
    gate.Hold(0, first, 2);
    gpu.Record(0, mark, first);
    gpu.WaitFor(1, second, mark);
    gpu.Record(1, end, second);
    gate.Set(1);
    CHECK(!gpu.IsIdle(0, first));
    CHECK(!gpu.IsReached(0, mark));
    CHECK(!gpu.IsReached(1, end));
    gate.Set(2);
    gpu.Synchronize(1, second);
    CHECK(gpu.IsReached(0, mark));
    CHECK(gpu.IsReached(1, end));
    gpu.Synchronize(0, first);
    CHECK(gpu.IsIdle(0, first));
    // A stream that is closed still runs what is queued; the last value that all compare alike.
    constexpr uint32_t kLast = (uint32_t{1} << 31) - 1;
    gate.Hold(0, first, kLast);
    gpu.Record(0, mark, first);
    gpu.CloseStream(0, first);
    CHECK(!gpu.IsReached(0, mark));
    gate.Set(kLast);
    Await([&] { return gpu.IsReached(0, mark); });
  }
  CHECK(CodeOf([&] { gpu.Record(1, mark, second); }) == 400);  // another device's event
  gpu.CloseEvent(0, mark);
  gpu.CloseEvent(1, end);
  gpu.CloseStream(1, second);
  CHECK_CONTAINS(ErrorOf([&] { gpu.CloseEvent(0, mark); }), "(400): invalid resource handle");
}

void MeasuresTime(const Names& names) {
  Bench bench(names);
  GpuRuntime& gpu = bench.gpu;
  void* stream = gpu.OpenStream(0);
  void* start = gpu.OpenEvent(0, true);
  void* end = gpu.OpenEvent(0, true);
  {
    Gate gate(gpu);
    gpu.Record(0, start, stream);
    gate.Hold(0, stream);
    gpu.Record(0, end, stream);
    CHECK_EQ(CodeOf([&] { (void)gpu.ElapsedNanos(0, start, end); }), GpuApi::kNotReady);
    Await([&] { return gpu.IsReached(0, start); });
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    gate.Set(1);
    gpu.Synchronize(0, stream);
  }
  CHECK(gpu.ElapsedNanos(0, start, end) >= 2'000'000);
  void* untimed = gpu.OpenEvent(0, false);
  gpu.Record(0, untimed, stream);
  gpu.Synchronize(0, stream);
  CHECK_EQ(CodeOf([&] { (void)gpu.ElapsedNanos(0, start, untimed); }), 400);
  gpu.CloseEvent(0, untimed);
  gpu.CloseEvent(0, start);
  gpu.CloseEvent(0, end);
  gpu.CloseStream(0, stream);
}

void DoesNotAskAStreamThatRecords(const Names& names) {
  Bench bench(names);
  void* stream = bench.gpu.OpenStream(0);
  CHECK(!bench.gpu.IsCapturing(0, stream));
  bench.fake.SetCapturing(stream, true);
  CHECK(bench.gpu.IsCapturing(0, stream));
  CHECK(!bench.gpu.IsIdle(0, stream));
  CHECK_EQ(CodeOf([&] { bench.gpu.Synchronize(0, stream); }), 900);
  bench.fake.SetCapturing(stream, false);
  CHECK(bench.gpu.IsIdle(0, stream));
  bench.gpu.CloseStream(0, stream);
}

void RefusalsSayWhat(const Names& names) {
  Bench bench(names);
  GpuRuntime& gpu = bench.gpu;
  CHECK_EQ(ErrorOf([&] { (void)gpu.Allocate(0, size_t{1} << 40); }),
           std::string(names.allocate) + "(1099511627776 bytes) failed: " + names.out_of_memory +
               " (2): out of memory");
  CHECK_EQ(CodeOf([&] { (void)gpu.AllocateHost(0, size_t{1} << 40); }), 2);
  bench.fake.SetMemory(1000);
  void* most = gpu.Allocate(0, 600);
  CHECK_CONTAINS(ErrorOf([&] { (void)gpu.Allocate(0, 401); }), "(401 bytes) failed");
  void* rest = gpu.Allocate(0, 400);
  void* other = gpu.Allocate(1, 1000);
  gpu.Free(0, most);
  gpu.Free(0, rest);
  gpu.Free(1, other);
  CHECK_EQ(CodeOf([&] { gpu.Free(1, other); }), 1);

  bench.fake.Fail(names.allocate, 2, 12345);
  void* memory = gpu.Allocate(0, 1);
  const std::string unknown = ErrorOf([&] { (void)gpu.Allocate(0, 1); });
  CHECK_CONTAINS(unknown, "(1 bytes) failed: ");
  CHECK_CONTAINS(unknown, "(12345)");
  void* event = gpu.OpenEvent(0, false);
  bench.fake.Fail(names.event_query, 1, 999);
  CHECK_CONTAINS(ErrorOf([&] { (void)gpu.IsReached(0, event); }), names.event_query);

  bench.fake.Fail(names.event_query, 1, 700);
  CHECK_EQ(CodeOf([&] { (void)gpu.IsReached(0, event); }), 700);
  CHECK_EQ(CodeOf([&] { (void)gpu.Allocate(0, 1); }), 700);  // it stays
  bench.fake.Mend();
  bench.fake.Break(719);
  CHECK_CONTAINS(ErrorOf([&] { gpu.Free(0, memory); }), "(719): unspecified launch failure");
  bench.fake.Mend();
  gpu.CloseEvent(0, event);
  gpu.Free(0, memory);
}

void StartFails(const Names& names) {
  const FakeGpu none(names.kind);
  none.SetDevices(0);
  GpuRuntime gpu(names.kind, none.file());
  CHECK_CONTAINS(ErrorOf([&] { gpu.Start(); }), "(100): no device is detected");
}

void LeavesNoFailureBehind() {
  Bench bench(kHipNames);
  GpuRuntime& gpu = bench.gpu;
  auto* peek = bench.fake.Function<int()>("hipPeekAtLastError");
  CHECK(CodeOf([&] { (void)gpu.Allocate(0, size_t{1} << 40); }) != 0);
  CHECK_EQ(peek(), 0);
  void* stream = gpu.OpenStream(0);
  void* mark = gpu.OpenEvent(0, false);
  {
    Gate gate(gpu);
    gate.Hold(0, stream);
    gpu.Record(0, mark, stream);
    CHECK(!gpu.IsReached(0, mark));
    CHECK_EQ(peek(), 0);
    CHECK(!gpu.IsIdle(0, stream));
    CHECK_EQ(peek(), 0);
    // What a framework has not looked at yet stays, where the runtime does not write over it.
    bench.fake.Function<void(int)>("zg_fake_remembers_not_ready")(0);
    constexpr int kOfTheFramework = 101;
    CHECK_EQ(bench.fake.Function<int(int)>("hipSetDevice")(1000), kOfTheFramework);
    CHECK(!gpu.IsReached(0, mark));
    CHECK_EQ(peek(), kOfTheFramework);
    gate.Set(1);
  }
  gpu.CloseStream(0, stream);
  gpu.CloseEvent(0, mark);
}

void WithoutPropertiesTheArchitectureIsANumber() {
  Bench bench(kHipNames);
  bench.fake.Fail("hipGetDevicePropertiesR0600", 1, 999);
  CHECK_EQ(bench.gpu.Architecture(0), "compute 9.4");
}

void RefusesLibraries() {
  CHECK_CONTAINS(ErrorOf([] { const GpuRuntime gpu(GpuKind::kCuda, "libno_such_thing.so.1"); }),
                 "libno_such_thing.so.1: cannot open shared object file");
  const FakeGpu hip(GpuKind::kHip);
  const std::string text = ErrorOf([&] { const GpuRuntime gpu(GpuKind::kCuda, hip.file()); });
  CHECK_CONTAINS(text, hip.file() + " is no CUDA driver: it has none of the ");
  CHECK_CONTAINS(text, " functions that are needed, cuInit for example");
  const FakeGpu cuda(GpuKind::kCuda);
  CHECK_CONTAINS(ErrorOf([&] { const GpuRuntime gpu(GpuKind::kHip, cuda.file()); }),
                 "is no HIP runtime: it has none of the ");
}

void ManyThreads(const Names& names) {
  Bench bench(names);
  GpuRuntime& gpu = bench.gpu;
  constexpr int kThreads = 4;
  constexpr int kRounds = 50;
  constexpr size_t kBytes = 1000;
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&gpu, t] {
      std::vector<std::byte> expected(kBytes);
      FillPattern(expected.data(), static_cast<uint64_t>(t), kBytes);
      std::vector<std::byte> seen(kBytes);
      for (int round = 0; round < kRounds; ++round) {
        const int device = (t + round) % gpu.devices();
        void* stream = gpu.OpenStream(device);
        void* event = gpu.OpenEvent(device, true);
        void* memory = gpu.Allocate(device, kBytes);
        gpu.Copy(device, memory, expected.data(), kBytes, stream);
        gpu.Copy(device, seen.data(), memory, kBytes, stream);
        gpu.Record(device, event, stream);
        gpu.Synchronize(device, stream);
        CHECK(gpu.IsReached(device, event));
        CHECK(seen == expected);
        gpu.Free(device, memory);
        gpu.CloseEvent(device, event);
        gpu.CloseStream(device, stream);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace zerogather::test

int main() {
  using namespace zerogather::test;
  for (const Names* names : {&kCudaNames, &kHipNames}) {
    const Scene scene(names->allocate);
    OpensWithoutCallingAnything(*names);
    DescribesDevices(*names);
    MakesDevicesCurrentOncePerThread(*names);
    LeavesTheCurrentDeviceAsItWas(*names);
    NothingSpoilsARecording(*names);
    FailuresKeepTheirCodeAndTheThreadsMode(*names);
    TheDefaultStreamIsBlockedByARecording(*names);
    ChecksThatStreamsWaitForWords(*names);
    CopiesInOrder(*names);
    StreamsWaitForWordsAndMarks(*names);
    MeasuresTime(*names);
    DoesNotAskAStreamThatRecords(*names);
    RefusalsSayWhat(*names);
    StartFails(*names);
    ManyThreads(*names);
  }
  RefusesDevicesThatSayTheyCannotWait();
  ADeviceThatDoesNotStartIsNamed();
  LeavesNoFailureBehind();
  WithoutPropertiesTheArchitectureIsANumber();
  RefusesLibraries();
}
