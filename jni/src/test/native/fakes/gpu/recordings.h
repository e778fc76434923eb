// Which streams record a graph, and what that forbids. Nothing is kept of what they record.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include "fakes/gpu/stream.h"

namespace zerogather::fake {

class Recordings {
 public:
  // Codes of codes.h. Operations that are queued while a stream records run only if it says so.
  int Begin(const std::shared_ptr<Stream>& stream, int mode, bool runs);
  int End(const std::shared_ptr<Stream>& stream);

  // 0 while the stream does not record, 1 while it does, 2 while its recording is spoilt.
  int StatusOf(const Stream& stream);
  bool Runs(const Stream& stream);
  // Whether a stream that the default stream of its device waits for records.
  bool BlocksDefaultStream(int device);

  void Spoil(const Stream& stream);
  void SpoilThoseThatBlock(int device);
  // The code for a call that a recording may not bear: 0 if the calling thread may make it now;
  // else the recordings in its way are spoilt.
  int JudgeUnsafeCall();

 private:
  struct Recording {
    int device;
    bool blocking;
    int mode;
    bool runs;
    std::thread::id thread;
    bool spoilt = false;
  };

  std::mutex mutex_;
  std::map<const Stream*, Recording> recordings_;
};

}  // namespace zerogather::fake
