// The process's end of Gloo's TCP transport: one listening address and one thread that moves bytes.
#pragma once

#include <gloo/transport/device.h>

#include <memory>
#include <string>

namespace zerogather {

// Where a rank listens: a numeric address or, if that is empty, a network interface.
struct BindTo {
  std::string host;
  std::string networkInterface;
};

// The device of this process for the address; all groups share it while any of them lives.
std::shared_ptr<gloo::transport::Device> sharedDevice(const BindTo& address);

}  // namespace zerogather
