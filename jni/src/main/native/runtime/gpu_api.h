// The seam between what is done with a GPU and whose runtime does it: a table of the functions that
// CUDA's driver and HIP's runtime have in common, and the few operations that differ. Handles are
// pointers, codes are the runtime's own; 0 is success in both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "runtime/driver_function.h"

namespace zerogather {

class GpuApi {
 public:
  static constexpr int kNotReady = 600;               // in both
  static constexpr unsigned kNonBlockingStream = 1;   // in both
  static constexpr unsigned kEventWithoutTiming = 2;  // in both
  static constexpr unsigned kPortableMapped = 3;      // of page-locked memory, in both
  static constexpr int kRelaxedCapture = 2;           // in both
  static constexpr int kBlockedByRecording = 906;     // in both

  virtual ~GpuApi() = default;
  GpuApi(const GpuApi&) = delete;
  GpuApi& operator=(const GpuApi&) = delete;

  DriverFunction<int(unsigned)> init;
  DriverFunction<int(int*)> driver_version;
  DriverFunction<int(int*)> device_count;
  DriverFunction<int(int*, int)> device_get;
  DriverFunction<int(char*, int, int)> device_name;
  DriverFunction<int(char*, int, int)> device_bus_id;
  DriverFunction<int(size_t*, int)> device_memory;
  DriverFunction<int(int*, int, int)> device_attribute;
  DriverFunction<int(int*, int, int)> can_access_peer;
  DriverFunction<int(void**, size_t)> allocate;
  DriverFunction<int(void*)> free;
  DriverFunction<int(void**, size_t, unsigned)> allocate_host;
  DriverFunction<int(void*)> free_host;
  DriverFunction<int(void**, unsigned, int)> stream_create;
  DriverFunction<int(void*)> stream_destroy;
  DriverFunction<int(void*)> stream_query;
  DriverFunction<int(void*)> stream_synchronize;
  DriverFunction<int(void*, int*)> stream_is_capturing;
  DriverFunction<int(void*, void*, unsigned)> stream_wait_event;
  DriverFunction<int(void**, unsigned)> event_create;
  DriverFunction<int(void*)> event_destroy;
  DriverFunction<int(void*, void*)> event_record;
  DriverFunction<int(void*)> event_query;
  DriverFunction<int(float*, void*, void*)> event_elapsed;
  DriverFunction<int(int*)> exchange_capture_mode;

  // Called once, after `init`, with the runtime's handles of all devices.
  virtual void UseDevices(const std::vector<int>& devices) = 0;
  // Makes the device of that index current on this thread; next to nothing if it is already.
  // Returns whether it was not, and then what was current before.
  virtual bool MakeCurrent(int index, intptr_t* before) = 0;
  // Makes current again what MakeCurrent found; a refusal is ignored.
  virtual void Restore(intptr_t before) noexcept = 0;
  virtual void Copy(void* to, const void* from, size_t bytes, void* stream) = 0;
  virtual void HoldUntil(void* stream, void* word, uint32_t value) = 0;
  virtual unsigned host_memory_flags() const = 0;
  // "13.0"
  virtual std::string VersionText(int version) const = 0;
  // "sm_90", "gfx942"
  virtual std::string Architecture(int device) = 0;
  // What the runtime remembers of a call on this thread that failed with this code.
  virtual void ForgetFailure(int code) = 0;
  // Why no stream of a device can wait for a word of the host, as far as the runtime says so; empty
  // if it does not. Takes the runtime's handle.
  virtual std::string RefusalOfWaits(int device) = 0;

  // Calls a function and throws GpuError if it fails.
  template <typename... Parameters, typename... Arguments>
  void Call(const DriverFunction<int(Parameters...)>& function, Arguments... arguments) {
    const int code = function(arguments...);
    if (__builtin_expect(code != 0, 0)) Fail(function.name(), "", code);
  }

  // Throws "function(arguments) failed: NAME (code): text. advice".
  [[noreturn]] void Fail(const char* function, const std::string& arguments, int code,
                         const std::string& advice = "");

 protected:
  GpuApi() = default;

  // Null if the runtime knows none.
  virtual const char* ErrorName(int code) const = 0;
  virtual const char* ErrorText(int code) const = 0;

  int Attribute(int attribute, int device);
};

}  // namespace zerogather
