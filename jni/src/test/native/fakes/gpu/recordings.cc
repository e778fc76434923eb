#include "fakes/gpu/recordings.h"

#include "fakes/gpu/capture_mode.h"
#include "fakes/gpu/codes.h"

namespace zerogather::fake {

int Recordings::Begin(const std::shared_ptr<Stream>& stream, int mode, bool runs) {
  if (mode < kGlobalCapture || mode > kRelaxedCapture) return kInvalidValue;
  const std::lock_guard<std::mutex> lock(mutex_);
  const Recording recording{stream->device(), stream->blocking(), mode, runs,
                            std::this_thread::get_id()};
  return recordings_.emplace(stream.get(), recording).second ? kSuccess : kIllegalState;
}

int Recordings::End(const std::shared_ptr<Stream>& stream) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = recordings_.find(stream.get());
  if (found == recordings_.end()) return kIllegalState;
  const Recording recording = found->second;
  if (recording.mode != kRelaxedCapture && recording.thread != std::this_thread::get_id()) {
    return kCaptureWrongThread;
  }
  recordings_.erase(found);
  return recording.spoilt ? kCaptureInvalidated : kSuccess;
}

int Recordings::StatusOf(const Stream& stream) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = recordings_.find(&stream);
  if (found == recordings_.end()) return 0;
  return found->second.spoilt ? 2 : 1;
}

bool Recordings::Runs(const Stream& stream) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = recordings_.find(&stream);
  return found == recordings_.end() || found->second.runs;
}

bool Recordings::BlocksDefaultStream(int device) {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (const auto& [stream, recording] : recordings_) {
    if (recording.blocking && recording.device == device) return true;
  }
  return false;
}

void Recordings::Spoil(const Stream& stream) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = recordings_.find(&stream);
  if (found != recordings_.end()) found->second.spoilt = true;
}

void Recordings::SpoilThoseThatBlock(int device) {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (auto& [stream, recording] : recordings_) {
    if (recording.blocking && recording.device == device) recording.spoilt = true;
  }
}

int Recordings::JudgeUnsafeCall() {
  const int own_mode = ThreadCaptureMode();
  if (own_mode == kRelaxedCapture) return kSuccess;
  int code = kSuccess;
  const std::lock_guard<std::mutex> lock(mutex_);
  for (auto& [stream, recording] : recordings_) {
    const bool own = recording.thread == std::this_thread::get_id();
    const bool in_the_way = own ? recording.mode != kRelaxedCapture
                                : own_mode == kGlobalCapture && recording.mode == kGlobalCapture;
    if (in_the_way) {
      recording.spoilt = true;
      code = kCaptureUnsupported;
    }
  }
  return code;
}

}  // namespace zerogather::fake
