// The C interface: turns every exception into a status and keeps its text.
#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "core/block_handle.h"
#include "core/control_block.h"
#include "core/error.h"
#include "core/guarded.h"
#include "core/membership.h"
#include "core/text.h"
#include "core/transport.h"
#include "device/host/copy_kernels.h"
#include "device/host/host_device.h"
#include "zerogather_core.h"

struct zg_transport {
  explicit zg_transport(std::unique_ptr<zerogather::Membership> membership,
                        std::unique_ptr<zerogather::Device> device)
      : transport(std::move(membership), std::move(device)) {}
  zerogather::Transport transport;
};

namespace zerogather {
namespace {

// Flat optimum on the machines measured: staging overlaps the peers' reads and stays in the cache.
constexpr uint32_t kDefaultChunkBytes = 256 * 1024;
constexpr uint32_t kDefaultChunks = 4;

zg_transport* Open(const zg_config& config, ControlBlock block) {
  auto membership = std::make_unique<Membership>(std::move(block), config.rank,
                                                 std::chrono::nanoseconds(config.timeout_nanos));
  membership->Join();
  auto device = std::make_unique<HostDevice>(membership.get());
  return new zg_transport(std::move(membership), std::move(device));
}

int32_t StatusOf(const Verdict& verdict) {
  if (!verdict.text.empty()) SetLastError(verdict.text);
  switch (verdict.kind) {
    case Verdict::Kind::kDirect:
      return ZG_DIRECT;
    case Verdict::Kind::kStaged:
      return ZG_STAGED;
    case Verdict::Kind::kCapture:
      return ZG_CAPTURE;
    case Verdict::Kind::kLeave:
      return ZG_LEAVE;
    case Verdict::Kind::kRejected:
      return ZG_REJECTED;
    case Verdict::Kind::kClosed:
      return ZG_CLOSED;
    case Verdict::Kind::kPoisoned:
      return ZG_POISONED;
  }
  return ZG_FAILED;
}

}  // namespace
}  // namespace zerogather

using zerogather::Guarded;

int32_t zg_abi_version() noexcept { return ZG_ABI_VERSION; }

const char* zg_last_error() noexcept { return zerogather::LastError(); }

zg_transport* zg_create(const zg_config* config, zg_block_handle* handle) noexcept {
  return Guarded<zg_transport*>(nullptr, [&] {
    zerogather::Geometry geometry;
    geometry.ranks = config->ranks;
    geometry.chunk_bytes =
        config->chunk_bytes == 0 ? zerogather::kDefaultChunkBytes : config->chunk_bytes;
    geometry.chunks = config->chunks == 0 ? zerogather::kDefaultChunks : config->chunks;
    auto block = zerogather::ControlBlock::Create(geometry, config->cookie);
    *handle = zerogather::ToC(block.handle());
    return zerogather::Open(*config, std::move(block));
  });
}

zg_transport* zg_attach(const zg_config* config, const zg_block_handle* handle) noexcept {
  return Guarded<zg_transport*>(nullptr, [&] {
    return zerogather::Open(
        *config, zerogather::ControlBlock::Attach(zerogather::FromC(*handle), config->ranks,
                                                  config->cookie));
  });
}

int32_t zg_start(zg_transport* transport) noexcept {
  return Guarded<int32_t>(ZG_FAILED, [&] {
    transport->transport.membership().WatchPeers();
    return ZG_OK;
  });
}

int32_t zg_gather(zg_transport* transport, uint64_t call, void* output, const void* input,
                  uint64_t count, uint32_t dtype, uint32_t element_bytes,
                  int32_t capturing) noexcept {
  return Guarded<int32_t>(ZG_FAILED, [&] {
    zerogather::GatherCall gather;
    gather.call = call;
    gather.output = static_cast<std::byte*>(output);
    gather.input = static_cast<const std::byte*>(input);
    gather.count = count;
    gather.dtype = dtype;
    gather.element_bytes = element_bytes;
    gather.capturing = capturing != 0;
    return zerogather::StatusOf(transport->transport.Gather(gather));
  });
}

int32_t zg_reject(zg_transport* transport, uint64_t call, uint64_t count, uint32_t dtype,
                  const char* why) noexcept {
  return Guarded<int32_t>(ZG_FAILED, [&] {
    return zerogather::StatusOf(transport->transport.Reject(call, count, dtype, why));
  });
}

void zg_announce(zg_transport* transport, uint64_t call) noexcept {
  transport->transport.Announce(call);
}

void zg_housekeep(zg_transport* transport) noexcept {
  Guarded<int32_t>(ZG_FAILED, [&] {
    transport->transport.Housekeep();
    return ZG_OK;
  });
}

void zg_close(zg_transport* transport, uint64_t last_call) noexcept {
  transport->transport.Close(last_call);
}

void zg_destroy(zg_transport* transport) noexcept { delete transport; }

void* zg_allocate(zg_transport* transport, uint64_t bytes) noexcept {
  return Guarded<void*>(nullptr, [&] { return transport->transport.pool().Allocate(bytes); });
}

int32_t zg_free(zg_transport* transport, void* address) noexcept {
  return Guarded<int32_t>(ZG_FAILED, [&] {
    if (transport->transport.pool().Free(address)) return ZG_OK;
    throw zerogather::Error("no pool memory starts at this address");
  });
}

int32_t zg_poison(zg_transport* transport, const char* why) noexcept {
  return Guarded<int32_t>(ZG_FAILED,
                          [&] { return transport->transport.membership().SetPoison(why) ? 1 : 0; });
}

int32_t zg_poison_text(zg_transport* transport, char* text, uint64_t bytes) noexcept {
  return Guarded<int32_t>(ZG_FAILED, [&] {
    const zerogather::Membership& membership = transport->transport.membership();
    if (!membership.poisoned() || bytes == 0) return 0;
    zerogather::WriteText(membership.PoisonText(), text, bytes);
    return 1;
  });
}

void zg_copy_streaming(void* to, const void* from, uint64_t bytes) noexcept {
  zerogather::CopyStreaming(to, from, bytes);
}

int32_t zg_usable_cores() noexcept {
  return Guarded<int32_t>(1, [] { return zerogather::UsableCores(); });
}
