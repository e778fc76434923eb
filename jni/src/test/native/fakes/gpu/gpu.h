// What the fake runtimes do, apart from the names and parameters of their functions. Every call
// returns a code of codes.h; `device` is the one that is current on the calling thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>

#include "fakes/gpu/event.h"
#include "fakes/gpu/handles.h"
#include "fakes/gpu/recordings.h"
#include "fakes/gpu/stream.h"

namespace zerogather::fake {

class Gpu {
 public:
  static Gpu& Instance();

  // Devices.
  static int Start();  // kNoDevice if there is none
  static int Count(int* count);
  static int Check(int device);
  static int Name(char* name, int bytes, int device);
  static int BusId(char* text, int bytes, int device, bool upper_case);
  static int MemoryBytes(size_t* bytes, int device);
  static int ReachesPeer(int* reaches, int device, int peer);

  // Memory. To free waits for all streams of the device.
  int Allocate(int device, void** address, size_t bytes);
  int Free(int device, void* address);
  int AllocateHost(void** address, size_t bytes, unsigned flags);
  int FreeHost(void* address);
  // Of ordinary memory: waits until it is done.
  int Copy(int device, void* to, const void* from, size_t bytes, void* stream);

  // Streams. The handles 0, 1 and 2 are the device's default stream.
  int OpenStream(int device, void** stream, unsigned flags);
  int CloseStream(void* stream);
  int QueryStream(int device, void* stream);
  int Synchronize(int device, void* stream);
  int IsCapturing(int device, void* stream, int* status);
  int SetCapturing(int device, void* stream, bool capturing);
  int BeginCapture(int device, void* stream, int mode);
  // Gives no graph back.
  int EndCapture(int device, void* stream, void** graph);
  // The code for starting a device while a recording may be in the way.
  int JudgeUnsafeCall() { return recordings_.JudgeUnsafeCall(); }
  int Launch(int device, void* stream, void (*function)(void*), void* argument);
  // How a stream finds that a word has reached a value.
  using Comparison = bool (*)(uint32_t word, uint32_t value);
  int HoldUntil(int device, void* stream, void* word, uint32_t value, Comparison reached);

  // Events.
  int OpenEvent(int device, void** event, unsigned flags);
  int CloseEvent(void* event);
  int Record(int device, void* event, void* stream);
  int QueryEvent(void* event);
  int Elapsed(float* millis, void* start, void* end);
  int Hold(int device, void* stream, void* event, unsigned flags);

  // Allocations, streams and events that nobody has given back.
  size_t LiveThings();

 private:
  std::shared_ptr<Stream> FindStream(int device, void* handle);
  // A stream that something is to be queued on, or a code.
  int FindQueue(int device, void* handle, std::shared_ptr<Stream>* queue);
  // Queues, or records.
  void Enqueue(Stream& stream, std::function<void()> operation);
  // Whether what is asked of the stream cannot be while it or another one records.
  int JudgeStreamQuestion(int device, void* handle, const Stream& stream);
  void Drain(int device);

  Recordings recordings_;
  Handles<Stream> streams_;
  Handles<Event> events_;
  std::mutex default_streams_mutex_;
  std::map<int, std::shared_ptr<Stream>> default_streams_;
};

}  // namespace zerogather::fake
