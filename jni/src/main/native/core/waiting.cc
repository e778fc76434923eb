#include "core/waiting.h"

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>

namespace zerogather {
namespace {

constexpr long kNapNanos = 5'000'000;

// The futex word lies in memory shared between processes, so not FUTEX_PRIVATE.
long Futex(std::atomic<uint32_t>* word, int operation, uint32_t value, const timespec* timeout) {
  return syscall(SYS_futex, reinterpret_cast<uint32_t*>(word), operation, value, timeout, nullptr,
                 0);
}

// Cores that the cgroup's quota amounts to; 0 if it sets none.
int QuotaCores() {
  std::ifstream unified("/sys/fs/cgroup/cpu.max");
  std::string quota;
  double period = 0;
  if (unified >> quota >> period && quota != "max" && period > 0) {
    const double micros = std::strtod(quota.c_str(), nullptr);
    if (micros > 0) return std::max(1, static_cast<int>(std::floor(micros / period)));
  }
  std::ifstream quota_file("/sys/fs/cgroup/cpu/cpu.cfs_quota_us");
  std::ifstream period_file("/sys/fs/cgroup/cpu/cpu.cfs_period_us");
  double micros = 0;
  if (quota_file >> micros && period_file >> period && micros > 0 && period > 0) {
    return std::max(1, static_cast<int>(std::floor(micros / period)));
  }
  return 0;
}

}  // namespace

int UsableCores() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  int cores = sched_getaffinity(0, sizeof(mask), &mask) == 0
                  ? CPU_COUNT(&mask)
                  : static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
  const int quota = QuotaCores();
  if (quota > 0) cores = std::min(cores, quota);
  return std::max(1, cores);
}

bool IsOversubscribed(int ranks) { return ranks > UsableCores(); }

void Doorbells::Ring(int rank) const {
  Doorbell& bell = block_->rank(rank).doorbell;
  if (bell.asleep.load(std::memory_order_seq_cst) == 0) return;
  bell.bell.fetch_add(1, std::memory_order_seq_cst);
  Futex(&bell.bell, FUTEX_WAKE, INT_MAX, nullptr);
}

void Doorbells::RingAll() const {
  for (int r = 0; r < block_->ranks(); ++r) Ring(r);
}

void Doorbells::Pause() const {
  if (oversubscribed_) {
    sched_yield();
  } else {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
  }
}

void Doorbells::SleepOn(uint32_t seen) const {
  const timespec nap{0, kNapNanos};
  Futex(&block_->rank(rank_).doorbell.bell, FUTEX_WAIT, seen, &nap);
}

}  // namespace zerogather
