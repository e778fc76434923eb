#include "fakes/gpu/gpu.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <thread>
#include <utility>

#include "fakes/gpu/capture_mode.h"
#include "fakes/gpu/codes.h"
#include "fakes/gpu/memory.h"
#include "fakes/gpu/settings.h"

namespace zerogather::fake {
namespace {

constexpr unsigned kDisableTiming = 2;
constexpr unsigned kEventFlags = 7;   // blocking, without timing, between processes
constexpr unsigned kStreamFlags = 1;  // not blocking
constexpr auto kPollInterval = std::chrono::microseconds(20);

int Write(char* text, int bytes, const char* what) {
  if (text == nullptr || bytes <= 0) return kInvalidValue;
  (void)std::snprintf(text, static_cast<size_t>(bytes), "%s", what);
  return kSuccess;
}

// Polls, since whoever stores the word rings no bell.
void AwaitWord(const uint32_t* word, uint32_t value, Gpu::Comparison reached) {
  while (!TheSettings().waits || !reached(__atomic_load_n(word, __ATOMIC_ACQUIRE), value)) {
    std::this_thread::sleep_for(kPollInterval);
  }
}

// 0 and 1 are the stream that waits for all blocking ones, 2 is one of the calling thread.
bool IsLegacy(void* handle) { return reinterpret_cast<uintptr_t>(handle) < 2; }

}  // namespace

Gpu& Gpu::Instance() {
  static auto* const gpu = new Gpu;
  return *gpu;
}

int Gpu::Start() { return TheSettings().devices > 0 ? kSuccess : kNoDevice; }

int Gpu::Count(int* count) {
  *count = TheSettings().devices;
  return kSuccess;
}

int Gpu::Check(int device) {
  return device >= 0 && device < TheSettings().devices ? kSuccess : kInvalidDevice;
}

int Gpu::Name(char* name, int bytes, int device) {
  if (Check(device) != kSuccess) return kInvalidDevice;
  return Write(name, bytes, "Fake GPU (test double)");
}

int Gpu::BusId(char* text, int bytes, int device, bool upper_case) {
  if (Check(device) != kSuccess) return kInvalidDevice;
  char id[16];
  (void)std::snprintf(id, sizeof(id), upper_case ? "0000:%02X:00.0" : "0000:%02x:00.0",
                      static_cast<unsigned>(0x1a + device));
  return Write(text, bytes, id);
}

int Gpu::MemoryBytes(size_t* bytes, int device) {
  *bytes = TheSettings().memory_bytes;
  return Check(device);
}

int Gpu::ReachesPeer(int* reaches, int device, int peer) {
  if (Check(device) != kSuccess || Check(peer) != kSuccess) return kInvalidDevice;
  *reaches = device != peer && TheSettings().peers ? 1 : 0;
  return kSuccess;
}

int Gpu::Allocate(int device, void** address, size_t bytes) {
  if (const int code = recordings_.JudgeUnsafeCall(); code != kSuccess) return code;
  return Memory::Instance().Allocate(device, bytes, address);
}

int Gpu::Free(int device, void* address) {
  if (const int code = recordings_.JudgeUnsafeCall(); code != kSuccess) return code;
  Drain(device);
  return Memory::Instance().Free(device, address);
}

int Gpu::AllocateHost(void** address, size_t bytes, unsigned flags) {
  if (const int code = recordings_.JudgeUnsafeCall(); code != kSuccess) return code;
  return Memory::Instance().AllocateHost(bytes, flags, address);
}

int Gpu::FreeHost(void* address) {
  if (const int code = recordings_.JudgeUnsafeCall(); code != kSuccess) return code;
  for (int device = 0; device < TheSettings().devices; ++device) Drain(device);
  return Memory::Instance().Free(kPageLocked, address);
}

int Gpu::Copy(int device, void* to, const void* from, size_t bytes, void* stream) {
  std::shared_ptr<Stream> queue;
  if (const int code = FindQueue(device, stream, &queue); code != kSuccess) return code;
  const int target = Memory::Instance().OwnerOf(to, bytes);
  const int source = Memory::Instance().OwnerOf(from, bytes);
  if (target == kOverrun || source == kOverrun) return kInvalidValue;
  Enqueue(*queue, [to, from, bytes] { std::memmove(to, from, bytes); });
  if (target == kNobody || source == kNobody) queue->Synchronize();
  return kSuccess;
}

int Gpu::OpenStream(int device, void** stream, unsigned flags) {
  if ((flags & ~kStreamFlags) != 0) return kInvalidValue;
  *stream = streams_.Add(Stream::Open(device, flags == 0));
  return kSuccess;
}

int Gpu::CloseStream(void* stream) {
  const std::shared_ptr<Stream> closed = streams_.Remove(stream);
  if (closed == nullptr) return kInvalidHandle;
  closed->Close();
  return kSuccess;
}

int Gpu::QueryStream(int device, void* stream) {
  const std::shared_ptr<Stream> queue = FindStream(device, stream);
  if (queue == nullptr) return kInvalidHandle;
  if (const int code = JudgeStreamQuestion(device, stream, *queue); code != kSuccess) return code;
  return queue->IsIdle() ? kSuccess : kNotReady;
}

int Gpu::Synchronize(int device, void* stream) {
  const std::shared_ptr<Stream> queue = FindStream(device, stream);
  if (queue == nullptr) return kInvalidHandle;
  if (const int code = JudgeStreamQuestion(device, stream, *queue); code != kSuccess) return code;
  queue->Synchronize();
  return kSuccess;
}

int Gpu::IsCapturing(int device, void* stream, int* status) {
  const std::shared_ptr<Stream> queue = FindStream(device, stream);
  if (queue == nullptr) return kInvalidHandle;
  if (IsLegacy(stream) && recordings_.BlocksDefaultStream(device)) return kCaptureImplicit;
  *status = recordings_.StatusOf(*queue);
  return kSuccess;
}

int Gpu::SetCapturing(int device, void* stream, bool capturing) {
  const std::shared_ptr<Stream> queue = FindStream(device, stream);
  if (queue == nullptr) return kInvalidHandle;
  if (capturing) return recordings_.Begin(queue, kRelaxedCapture, true);
  (void)recordings_.End(queue);  // there was no graph to be spoilt
  return kSuccess;
}

int Gpu::BeginCapture(int device, void* stream, int mode) {
  const std::shared_ptr<Stream> queue = FindStream(device, stream);
  if (queue == nullptr) return kInvalidHandle;
  return IsLegacy(stream) ? kCaptureUnsupported : recordings_.Begin(queue, mode, false);
}

int Gpu::EndCapture(int device, void* stream, void** graph) {
  const std::shared_ptr<Stream> queue = FindStream(device, stream);
  if (queue == nullptr) return kInvalidHandle;
  *graph = nullptr;
  return recordings_.End(queue);
}

int Gpu::Launch(int device, void* stream, void (*function)(void*), void* argument) {
  std::shared_ptr<Stream> queue;
  if (const int code = FindQueue(device, stream, &queue); code != kSuccess) return code;
  Enqueue(*queue, [function, argument] { function(argument); });
  return kSuccess;
}

int Gpu::HoldUntil(int device, void* stream, void* word, uint32_t value, Comparison reached) {
  std::shared_ptr<Stream> queue;
  if (const int code = FindQueue(device, stream, &queue); code != kSuccess) return code;
  const int owner = Memory::Instance().OwnerOf(word, sizeof(value));
  if (owner == kNobody || owner == kOverrun) return kInvalidValue;
  Enqueue(*queue, [word, value, reached] {
    AwaitWord(static_cast<const uint32_t*>(word), value, reached);
  });
  return kSuccess;
}

int Gpu::OpenEvent(int device, void** event, unsigned flags) {
  if ((flags & ~kEventFlags) != 0) return kInvalidValue;
  *event = events_.Add(std::make_shared<Event>(device, (flags & kDisableTiming) == 0));
  return kSuccess;
}

int Gpu::CloseEvent(void* event) {
  return events_.Remove(event) == nullptr ? kInvalidHandle : kSuccess;
}

int Gpu::Record(int device, void* event, void* stream) {
  const std::shared_ptr<Event> mark = events_.Find(event);
  if (mark == nullptr) return kInvalidHandle;
  std::shared_ptr<Stream> queue;
  if (const int code = FindQueue(device, stream, &queue); code != kSuccess) return code;
  if (mark->device() != queue->device()) return kInvalidHandle;
  if (recordings_.Runs(*queue)) {
    mark->Record(*queue);
  } else {
    mark->RecordInGraph();
  }
  return kSuccess;
}

int Gpu::QueryEvent(void* event) {
  const std::shared_ptr<Event> mark = events_.Find(event);
  if (mark == nullptr) return kInvalidHandle;
  if (mark->IsInGraph()) return kCapturedEvent;
  if (const int code = recordings_.JudgeUnsafeCall(); code != kSuccess) return code;
  return mark->IsReached() ? kSuccess : kNotReady;
}

int Gpu::Elapsed(float* millis, void* start, void* end) {
  const std::shared_ptr<Event> first = events_.Find(start);
  const std::shared_ptr<Event> last = events_.Find(end);
  if (first == nullptr || last == nullptr || !first->timed() || !last->timed() ||
      !first->WasRecorded() || !last->WasRecorded()) {
    return kInvalidHandle;
  }
  if (!first->IsReached() || !last->IsReached()) return kNotReady;
  *millis = last->Since(*first);
  return kSuccess;
}

int Gpu::Hold(int device, void* stream, void* event, unsigned flags) {
  if (flags != 0) return kInvalidValue;
  const std::shared_ptr<Event> mark = events_.Find(event);
  if (mark == nullptr) return kInvalidHandle;
  std::shared_ptr<Stream> queue;
  if (const int code = FindQueue(device, stream, &queue); code != kSuccess) return code;
  if (recordings_.Runs(*queue)) mark->Hold(*queue);
  return kSuccess;
}

size_t Gpu::LiveThings() {
  return Memory::Instance().LiveAllocations() + streams_.Size() + events_.Size();
}

std::shared_ptr<Stream> Gpu::FindStream(int device, void* handle) {
  if (reinterpret_cast<uintptr_t>(handle) > 2) return streams_.Find(handle);
  const std::lock_guard<std::mutex> lock(default_streams_mutex_);
  std::shared_ptr<Stream>& stream = default_streams_[device];
  if (stream == nullptr) stream = Stream::Open(device, false);
  return stream;
}

int Gpu::FindQueue(int device, void* handle, std::shared_ptr<Stream>* queue) {
  *queue = FindStream(device, handle);
  if (*queue == nullptr) return kInvalidHandle;
  if (!IsLegacy(handle) || !recordings_.BlocksDefaultStream(device)) return kSuccess;
  recordings_.SpoilThoseThatBlock(device);
  return kCaptureImplicit;
}

void Gpu::Enqueue(Stream& stream, std::function<void()> operation) {
  if (recordings_.Runs(stream)) stream.Enqueue(std::move(operation));
}

int Gpu::JudgeStreamQuestion(int device, void* handle, const Stream& stream) {
  if (recordings_.StatusOf(stream) != 0) {
    recordings_.Spoil(stream);
    return kCaptureUnsupported;
  }
  if (IsLegacy(handle) && recordings_.BlocksDefaultStream(device)) {
    recordings_.SpoilThoseThatBlock(device);
    return kCaptureImplicit;
  }
  return recordings_.JudgeUnsafeCall();
}

void Gpu::Drain(int device) {
  FindStream(device, nullptr)->Synchronize();
  for (const std::shared_ptr<Stream>& stream : streams_.All()) {
    if (stream->device() == device) stream->Synchronize();
  }
}

}  // namespace zerogather::fake
