// One wait of a stream for a word of the host, to see whether such waits work.
#pragma once

#include <chrono>
#include <cstdint>

namespace zerogather {

class GpuRuntime;

class StreamWait {
 public:
  // Throws Error.
  StreamWait(GpuRuntime& gpu, int device);
  // Frees nothing while the stream still waits.
  ~StreamWait();
  StreamWait(const StreamWait&) = delete;
  StreamWait& operator=(const StreamWait&) = delete;

  // Throws Error if the stream does not wait, or does not end its wait within the patience.
  void Try(std::chrono::nanoseconds patience);

 private:
  GpuRuntime& gpu_;
  const int device_;
  void* stream_;
  uint32_t* word_ = nullptr;
  bool waits_ = false;
};

}  // namespace zerogather
