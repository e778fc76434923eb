#include "runtime/stream_wait.h"

#include <string>
#include <thread>

#include "core/error.h"
#include "runtime/gpu_runtime.h"

namespace zerogather {
namespace {

constexpr uint32_t kOpen = 1;
constexpr auto kPollInterval = std::chrono::microseconds(50);

}  // namespace

StreamWait::StreamWait(GpuRuntime& gpu, int device)
    : gpu_(gpu), device_(device), stream_(gpu.OpenStream(device)) {}

StreamWait::~StreamWait() {
  if (waits_) return;
  try {
    if (word_ != nullptr) gpu_.FreeHost(device_, word_);
    gpu_.CloseStream(device_, stream_);
  } catch (const Error&) {
    // The device is lost, which the next call says.
  }
}

void StreamWait::Try(std::chrono::nanoseconds patience) {
  word_ = static_cast<uint32_t*>(gpu_.AllocateHost(device_, sizeof(uint32_t)));
  gpu_.HoldUntil(device_, stream_, word_, kOpen);
  waits_ = true;
  if (gpu_.IsIdle(device_, stream_)) {
    waits_ = false;
    throw Error("a stream went on before the word of the host that it waits for was stored");
  }
  __atomic_store_n(word_, kOpen, __ATOMIC_RELEASE);
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!gpu_.IsIdle(device_, stream_)) {
    if (std::chrono::steady_clock::now() > end) {
      throw Error(
          "a stream did not see a word that the host stored within " +
          std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(patience).count()) +
          " ms");
    }
    std::this_thread::sleep_for(kPollInterval);
  }
  waits_ = false;
}

}  // namespace zerogather
