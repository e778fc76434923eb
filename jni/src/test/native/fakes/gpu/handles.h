// What callers hold pointers to.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace zerogather::fake {

template <typename Thing>
class Handles {
 public:
  void* Add(std::shared_ptr<Thing> thing) {
    const std::lock_guard<std::mutex> lock(mutex_);
    void* handle = thing.get();
    things_[handle] = std::move(thing);
    return handle;
  }

  // Null for what is no handle, or was removed.
  std::shared_ptr<Thing> Find(void* handle) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto thing = things_.find(handle);
    return thing == things_.end() ? nullptr : thing->second;
  }

  std::shared_ptr<Thing> Remove(void* handle) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto thing = things_.find(handle);
    if (thing == things_.end()) return nullptr;
    std::shared_ptr<Thing> removed = std::move(thing->second);
    things_.erase(thing);
    return removed;
  }

  std::vector<std::shared_ptr<Thing>> All() {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::vector<std::shared_ptr<Thing>> all;
    for (const auto& [handle, thing] : things_) all.push_back(thing);
    return all;
  }

  size_t Size() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return things_.size();
  }

 private:
  std::mutex mutex_;
  std::unordered_map<void*, std::shared_ptr<Thing>> things_;
};

}  // namespace zerogather::fake
