#include "fakes/nccl/faults.h"

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <utility>

#include "fakes/nccl/environment.h"
#include "fakes/nccl/waiting.h"

namespace zerogather::stub {
namespace {

bool IsNumber(const std::string& text) {
  return !text.empty() && text.size() < 10 &&
         text.find_first_not_of("0123456789") == std::string::npos;
}

bool IsSite(const std::string& text) {
  for (const char* site :
       {"init", "split", "finalize", "destroy", "abort", "async", "enqueue", "allgather"}) {
    if (text == site) return true;
  }
  return false;
}

bool ParseAction(const std::string& text, Faults::Orders* orders) {
  const size_t equals = text.find('=');
  const std::string name = text.substr(0, equals);
  const std::string value = equals == std::string::npos ? "" : text.substr(equals + 1);
  if (name == "hang" || name == "progress") {
    (name == "hang" ? orders->hang : orders->progress) = true;
    return equals == std::string::npos;
  }
  if (!IsNumber(value)) return false;
  if (name == "delay") orders->delay_millis = std::stoi(value);
  if (name == "error") orders->error = std::stoi(value);
  return name == "delay" || name == "error";
}

}  // namespace

Faults& Faults::Instance() {
  static auto* const faults = new Faults;  // outlives the threads that ask it
  return *faults;
}

Faults::Faults() {
  const std::string text = Variable("ZG_STUB_FAULT");
  if (!Add(text)) {
    std::cerr << "stub NCCL: ZG_STUB_FAULT='" << text << "' is no list of faults\n";
    std::abort();
  }
}

bool Faults::Add(const std::string& text) {
  std::vector<Fault> added;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ';');) {
    Fault fault;
    if (!Parse(part, &fault)) return false;
    added.push_back(std::move(fault));
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  for (Fault& fault : added) faults_.push_back(std::move(fault));
  return true;
}

bool Faults::Parse(const std::string& text, Fault* fault) {
  const size_t first = text.find(':');
  const size_t second = first == std::string::npos ? first : text.find(':', first + 1);
  if (second == std::string::npos) return false;
  std::string site = text.substr(0, first);
  if (const size_t at = site.find('@'); at != std::string::npos) {
    const std::string nth = site.substr(at + 1);
    if (!IsNumber(nth)) return false;
    fault->nth = std::stoi(nth);
    site.resize(at);
  }
  fault->site = site;
  const std::string rank = text.substr(first + 1, second - first - 1);
  if (rank != "*") {
    if (!IsNumber(rank)) return false;
    fault->rank = std::stoi(rank);
  }
  return IsSite(site) && ParseAction(text.substr(second + 1), &fault->orders);
}

void Faults::Clear() {
  const std::lock_guard<std::mutex> lock(mutex_);
  faults_.clear();
  ++generation_;
}

Faults::Orders Faults::OrdersFor(const std::string& site, int rank) {
  const std::lock_guard<std::mutex> lock(mutex_);
  Orders orders;
  orders.generation = generation_;
  for (Fault& fault : faults_) {
    if (fault.site != site || (fault.rank >= 0 && fault.rank != rank)) continue;
    if (const int visit = ++fault.visits[rank]; fault.nth != 0 && fault.nth != visit) continue;
    orders.delay_millis += fault.orders.delay_millis;
    orders.hang |= fault.orders.hang;
    orders.progress |= fault.orders.progress;
    if (orders.error == 0) orders.error = fault.orders.error;
  }
  return orders;
}

int Faults::Obey(const Orders& orders, const std::atomic<bool>& aborted) const {
  const auto until =
      std::chrono::steady_clock::now() + std::chrono::milliseconds(orders.delay_millis);
  AwaitUnlessAborted(aborted, [&] {
    const bool delayed = std::chrono::steady_clock::now() < until;
    return !(delayed || orders.hang) || generation_ != orders.generation;
  });
  return orders.error;
}

}  // namespace zerogather::stub
