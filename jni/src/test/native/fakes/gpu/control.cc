// What tests command: exported by both fakes beside the functions that they double.
#include <cstddef>
#include <cstdint>

#include "fakes/gpu/current_device.h"
#include "fakes/gpu/export.h"
#include "fakes/gpu/faults.h"
#include "fakes/gpu/gpu.h"
#include "fakes/gpu/memory.h"
#include "fakes/gpu/settings.h"

namespace fake = zerogather::fake;

// The nth call of a function from now on, 1 for the next, fails with a code. Codes 700 and 719 then
// stay, as they do on a device.
ZG_FAKE_EXPORT void zg_fake_fail(const char* function, int nth, int code) {
  fake::Faults::Instance().FailNth(function, nth, code);
}

// Every call fails with the code from now on.
ZG_FAKE_EXPORT void zg_fake_break(int code) { fake::Faults::Instance().Break(code); }

// No call fails any more.
ZG_FAKE_EXPORT void zg_fake_mend() { fake::Faults::Instance().Mend(); }

// How often a function was called.
ZG_FAKE_EXPORT uint64_t zg_fake_calls(const char* function) {
  return fake::Faults::Instance().Calls(function);
}

ZG_FAKE_EXPORT void zg_fake_devices(int count) { fake::TheSettings().devices = count; }

ZG_FAKE_EXPORT void zg_fake_memory(uint64_t bytes_per_device) {
  fake::TheSettings().memory_bytes = bytes_per_device;
}

ZG_FAKE_EXPORT void zg_fake_peers(int reachable) { fake::TheSettings().peers = reachable != 0; }

// Whether streams that wait see the words that the host stores.
ZG_FAKE_EXPORT void zg_fake_waits(int see) { fake::TheSettings().waits = see != 0; }

// Whether the devices say that their streams can wait for words.
ZG_FAKE_EXPORT void zg_fake_can_wait(int can) { fake::TheSettings().can_wait = can != 0; }

// Whether HIP remembers that something was not ready.
ZG_FAKE_EXPORT void zg_fake_remembers_not_ready(int remembers) {
  fake::TheSettings().remembers_not_ready = remembers != 0;
}

// Sets whether a stream says that it records a graph. What is queued on it runs all the same, and
// calls that a recording does not bear are not judged.
ZG_FAKE_EXPORT int zg_fake_capture(void* stream, int capturing) {
  return fake::Gpu::Instance().SetCapturing(fake::CurrentDevice(), stream, capturing != 0);
}

// Current device of the calling thread, -1 if none is.
ZG_FAKE_EXPORT int zg_fake_current_device() { return fake::CurrentDevice(); }

// Device that owns the memory; -1 page-locked, -2 not of this fake, -3 leaves its allocation.
ZG_FAKE_EXPORT int zg_fake_owner(const void* address, uint64_t bytes) {
  return fake::Memory::Instance().OwnerOf(address, bytes);
}

// Allocations, streams and events that were not given back.
ZG_FAKE_EXPORT uint64_t zg_fake_live() { return fake::Gpu::Instance().LiveThings(); }
