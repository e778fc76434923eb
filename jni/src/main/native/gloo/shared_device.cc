#include "gloo/shared_device.h"

#include <gloo/transport/tcp/device.h>

#include <map>
#include <mutex>

namespace zerogather {
namespace {

struct Devices {
  std::mutex mutex;
  std::map<std::string, std::weak_ptr<gloo::transport::Device>> byAddress;
};

// Never destroyed: groups may be closed while the process exits.
Devices& devices() {
  static auto* const kDevices = new Devices();
  return *kDevices;
}

}  // namespace

std::shared_ptr<gloo::transport::Device> sharedDevice(const BindTo& address) {
  gloo::transport::tcp::attr attributes;
  attributes.hostname = address.host;
  attributes.iface = address.networkInterface;
  Devices& known = devices();
  const std::lock_guard<std::mutex> lock(known.mutex);
  auto& entry = known.byAddress[address.host + '%' + address.networkInterface];
  auto device = entry.lock();
  if (device == nullptr) {
    device = gloo::transport::tcp::CreateDevice(attributes);
    entry = device;
  }
  return device;
}

}  // namespace zerogather
