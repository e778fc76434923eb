#include "fakes/nccl/registry.h"

#include <map>
#include <mutex>
#include <utility>

#include "fakes/nccl/communicator.h"

namespace zerogather::stub {
namespace {

struct Registry {
  std::mutex mutex;
  std::map<const Communicator*, std::shared_ptr<Communicator>> communicators;
};

Registry& TheRegistry() {
  static auto* const registry = new Registry;  // threads may still ask it when the process ends
  return *registry;
}

}  // namespace

void Register(const std::shared_ptr<Communicator>& communicator) {
  Registry& registry = TheRegistry();
  const std::lock_guard<std::mutex> lock(registry.mutex);
  registry.communicators[communicator.get()] = communicator;
}

std::shared_ptr<Communicator> Find(const Communicator* handle) {
  Registry& registry = TheRegistry();
  const std::lock_guard<std::mutex> lock(registry.mutex);
  const auto entry = registry.communicators.find(handle);
  return entry == registry.communicators.end() ? nullptr : entry->second;
}

std::shared_ptr<Communicator> Unregister(const Communicator* handle) {
  Registry& registry = TheRegistry();
  const std::lock_guard<std::mutex> lock(registry.mutex);
  const auto entry = registry.communicators.find(handle);
  if (entry == registry.communicators.end()) return nullptr;
  std::shared_ptr<Communicator> communicator = std::move(entry->second);
  registry.communicators.erase(entry);
  return communicator;
}

uint64_t RegisteredCount() {
  Registry& registry = TheRegistry();
  const std::lock_guard<std::mutex> lock(registry.mutex);
  return registry.communicators.size();
}

}  // namespace zerogather::stub
