// The communicators of this process: a handle that is not in here is refused, not followed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace zerogather::stub {

class Communicator;

void Register(const std::shared_ptr<Communicator>& communicator);
std::shared_ptr<Communicator> Find(const Communicator* handle);
// Takes it out; null if somebody else has.
std::shared_ptr<Communicator> Unregister(const Communicator* handle);
uint64_t RegisteredCount();

}  // namespace zerogather::stub
