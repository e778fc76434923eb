#include "runtime/gpu_runtime.h"

#include <array>
#include <cctype>
#include <cmath>
#include <cstring>

#include "runtime/cuda_api.h"
#include "runtime/gpu_error.h"
#include "runtime/hip_api.h"
#include "runtime/stream_wait.h"

namespace zerogather {
namespace {

constexpr int kInvalidDevice = 101;  // in both
constexpr int kTextBytes = 256;
constexpr double kNanosPerMilli = 1e6;
constexpr const char* kUseAnotherStream =
    "The default stream cannot be used while a stream that it waits for records a graph: pass "
    "another stream, record on a non-blocking one, or end the recording first";

std::unique_ptr<GpuApi> ApiOf(GpuKind kind, const SharedLibrary& library) {
  if (kind == GpuKind::kCuda) return std::make_unique<CudaApi>(library);
  return std::make_unique<HipApi>(library);
}

std::string BytesText(size_t bytes) { return std::to_string(bytes) + " bytes"; }

}  // namespace

GpuRuntime::GpuRuntime(GpuKind kind, const std::string& file)
    : library_(file), api_(ApiOf(kind, library_)) {}

void GpuRuntime::Start() {
  api_->Call(api_->init, 0U);
  int count = 0;
  api_->Call(api_->device_count, &count);
  std::vector<int> devices(static_cast<size_t>(count));
  for (int index = 0; index < count; ++index) {
    api_->Call(api_->device_get, &devices[static_cast<size_t>(index)], index);
  }
  api_->UseDevices(devices);
  devices_ = std::move(devices);
}

std::string GpuRuntime::file() const { return SharedLibrary::FileOf(api_->init.address()); }

std::string GpuRuntime::Version() {
  int version = 0;
  api_->Call(api_->driver_version, &version);
  return api_->VersionText(version);
}

std::string GpuRuntime::DeviceName(int device) {
  std::array<char, kTextBytes> name{};
  api_->Call(api_->device_name, name.data(), kTextBytes - 1, HandleOf(device));
  return name.data();
}

std::string GpuRuntime::BusId(int device) {
  std::array<char, kTextBytes> text{};
  api_->Call(api_->device_bus_id, text.data(), kTextBytes - 1, HandleOf(device));
  std::string id(text.data());
  for (char& c : id) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return id;
}

std::string GpuRuntime::Architecture(int device) { return api_->Architecture(HandleOf(device)); }

size_t GpuRuntime::MemoryBytes(int device) {
  size_t bytes = 0;
  api_->Call(api_->device_memory, &bytes, HandleOf(device));
  return bytes;
}

bool GpuRuntime::ReachesPeer(int device, int peer) {
  const int reader = HandleOf(device);
  const int owner = HandleOf(peer);
  if (device == peer) return true;  // which the runtimes deny
  int reaches = 0;
  api_->Call(api_->can_access_peer, &reaches, reader, owner);
  return reaches != 0;
}

void GpuRuntime::MakeCurrent(int device) {
  (void)HandleOf(device);
  intptr_t before = 0;
  (void)api_->MakeCurrent(device, &before);
}

void GpuRuntime::Check(int device, std::chrono::nanoseconds patience) {
  const std::string refusal = api_->RefusalOfWaits(HandleOf(device));
  if (!refusal.empty()) throw Error(refusal);
  const AsideOnDevice aside = Aside(device);
  StreamWait(*this, device).Try(patience);
}

void* GpuRuntime::Allocate(int device, size_t bytes) {
  const AsideOnDevice aside = Aside(device);
  void* address = nullptr;
  const int code = api_->allocate(&address, bytes);
  if (code != 0) api_->Fail(api_->allocate.name(), BytesText(bytes), code);
  return address;
}

void GpuRuntime::Free(int device, void* address) {
  const AsideOnDevice aside = Aside(device);
  api_->Call(api_->free, address);
}

void* GpuRuntime::AllocateHost(int device, size_t bytes) {
  const AsideOnDevice aside = Aside(device);
  void* address = nullptr;
  const int code = api_->allocate_host(&address, bytes, api_->host_memory_flags());
  if (code != 0) api_->Fail(api_->allocate_host.name(), BytesText(bytes), code);
  std::memset(address, 0, bytes);
  return address;
}

void GpuRuntime::FreeHost(int device, void* address) {
  const AsideOnDevice aside = Aside(device);
  api_->Call(api_->free_host, address);
}

void GpuRuntime::Copy(int device, void* to, const void* from, size_t bytes, void* stream) {
  const AsideOnDevice aside = Aside(device);
  api_->Copy(to, from, bytes, stream);
}

void* GpuRuntime::OpenStream(int device) {
  const AsideOnDevice aside = Aside(device);
  void* stream = nullptr;
  api_->Call(api_->stream_create, &stream, GpuApi::kNonBlockingStream, 0);
  return stream;
}

void GpuRuntime::CloseStream(int device, void* stream) {
  const AsideOnDevice aside = Aside(device);
  api_->Call(api_->stream_destroy, stream);
}

bool GpuRuntime::IsIdle(int device, void* stream) {
  const AsideOnDevice aside = Aside(device);
  // To query a stream that records would end its recording with an error.
  return RecordingOf(stream) == Recording::kNone && Done(api_->stream_query, stream);
}

void GpuRuntime::Synchronize(int device, void* stream) {
  const AsideOnDevice aside = Aside(device);
  api_->Call(api_->stream_synchronize, stream);
}

bool GpuRuntime::IsCapturing(int device, void* stream) {
  const OnDevice here = On(device);
  const Recording recording = RecordingOf(stream);
  if (recording == Recording::kAnother) {
    api_->Fail(api_->stream_is_capturing.name(), "", GpuApi::kBlockedByRecording,
               kUseAnotherStream);
  }
  return recording == Recording::kItself;
}

void* GpuRuntime::OpenEvent(int device, bool timed) {
  const AsideOnDevice aside = Aside(device);
  void* event = nullptr;
  api_->Call(api_->event_create, &event, timed ? 0U : GpuApi::kEventWithoutTiming);
  return event;
}

void GpuRuntime::CloseEvent(int device, void* event) {
  const AsideOnDevice aside = Aside(device);
  api_->Call(api_->event_destroy, event);
}

void GpuRuntime::Record(int device, void* event, void* stream) {
  const OnDevice here = On(device);
  api_->Call(api_->event_record, event, stream);
}

bool GpuRuntime::IsReached(int device, void* event) {
  const AsideOnDevice aside = Aside(device);
  return Done(api_->event_query, event);
}

void GpuRuntime::WaitFor(int device, void* stream, void* event) {
  const OnDevice here = On(device);
  api_->Call(api_->stream_wait_event, stream, event, 0U);
}

int64_t GpuRuntime::ElapsedNanos(int device, void* start, void* end) {
  const AsideOnDevice aside = Aside(device);
  float millis = 0;
  api_->Call(api_->event_elapsed, &millis, start, end);
  return std::llround(static_cast<double>(millis) * kNanosPerMilli);
}

void GpuRuntime::HoldUntil(int device, void* stream, void* word, uint32_t value) {
  const OnDevice here = On(device);
  api_->HoldUntil(stream, word, value);
}

int GpuRuntime::HandleOf(int device) const {
  const auto index = static_cast<size_t>(device);
  if (__builtin_expect(index >= devices_.size(), 0)) {
    throw GpuError(kInvalidDevice, "there is no device " + std::to_string(device) + ", only " +
                                       std::to_string(devices_.size()) +
                                       " devices, numbered from 0");
  }
  return devices_[index];
}

OnDevice GpuRuntime::On(int device) {
  (void)HandleOf(device);
  return OnDevice(*api_, device);
}

AsideOnDevice GpuRuntime::Aside(int device) {
  (void)HandleOf(device);
  return AsideOnDevice(*api_, device);
}

GpuRuntime::Recording GpuRuntime::RecordingOf(void* stream) {
  int status = 0;
  const int code = api_->stream_is_capturing(stream, &status);
  if (code == GpuApi::kBlockedByRecording) {
    api_->ForgetFailure(code);
    return Recording::kAnother;
  }
  if (code != 0) api_->Fail(api_->stream_is_capturing.name(), "", code);
  return status == 0 ? Recording::kNone : Recording::kItself;
}

bool GpuRuntime::Done(const DriverFunction<int(void*)>& query, void* handle) {
  const int code = query(handle);
  if (code == 0) return true;
  if (code != GpuApi::kNotReady) api_->Fail(query.name(), "", code);
  api_->ForgetFailure(code);
  return false;
}

}  // namespace zerogather
