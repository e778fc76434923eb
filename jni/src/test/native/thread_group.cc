#include "thread_group.h"

#include <thread>
#include <utility>

namespace zerogather::test {

ThreadGroup::ThreadGroup(const GroupOptions& options) {
  ControlBlock first = ControlBlock::Create(options.geometry(), kCookie);
  for (int r = 0; r < options.ranks; ++r) {
    ControlBlock block =
        r == 0 ? first : ControlBlock::Attach(first.handle(), options.ranks, kCookie);
    auto membership = std::make_unique<Membership>(std::move(block), r, options.timeout);
    membership->Join();
    auto device = options.device(membership.get());
    transports_.push_back(std::make_unique<Transport>(std::move(membership), std::move(device)));
  }
  for (const auto& transport : transports_) transport->membership().WatchPeers();
}

void ThreadGroup::Run(const std::function<void(int rank, Transport& transport)>& body) {
  RunThreads(ranks(), [&](int r) { body(r, rank(r)); });
}

void RunThreads(int count, const std::function<void(int index)>& body) {
  std::vector<std::thread> threads;
  threads.reserve(static_cast<size_t>(count));
  for (int i = 0; i < count; ++i) threads.emplace_back([&body, i] { body(i); });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace zerogather::test
