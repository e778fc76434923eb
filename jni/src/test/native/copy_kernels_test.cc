// The copy kernels against memcpy: every alignment, every short length, nothing written beside the
// destination.
#include "device/host/copy_kernels.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "arena.h"
#include "check.h"
#include "random.h"

namespace zerogather::test {
namespace {

using Kernel = void (*)(void* to, const void* from, size_t bytes);

constexpr size_t kGuard = 64;

class Copies {
 public:
  Copies(Kernel kernel, size_t longest)
      : kernel_(kernel),
        from_(longest + 2 * kGuard),
        to_(from_.size() + kGuard),
        expected_(to_.size()) {
    FillPattern(from_.data(), 1, from_.size());
  }

  void Check(size_t to_skew, size_t from_skew, size_t bytes) {
    const size_t used = kGuard + to_skew + bytes + kGuard;
    std::fill_n(to_.begin(), used, std::byte{0xa5});
    std::fill_n(expected_.begin(), used, std::byte{0xa5});
    std::copy_n(from_.begin() + static_cast<std::ptrdiff_t>(from_skew), bytes,
                expected_.begin() + static_cast<std::ptrdiff_t>(kGuard + to_skew));
    kernel_(to_.data() + kGuard + to_skew, from_.data() + from_skew, bytes);
    if (std::memcmp(to_.data(), expected_.data(), used) != 0) {
      Fail(__FILE__, __LINE__,
           "wrong copy of " + std::to_string(bytes) + " bytes from skew " +
               std::to_string(from_skew) + " to skew " + std::to_string(to_skew));
    }
  }

 private:
  Kernel kernel_;
  std::vector<std::byte> from_;
  std::vector<std::byte> to_;
  std::vector<std::byte> expected_;
};

void Check(Kernel kernel) {
  Copies copies(kernel, 1 << 20);
  // Every length where the kernels change their ways, at every alignment of the destination.
  for (size_t bytes = 0; bytes <= 1100; ++bytes) {
    const bool dense = bytes <= 130 || (bytes >= 500 && bytes <= 660) || bytes >= 1020;
    for (size_t skew = 0; skew <= 64; skew += dense ? 1 : 7)
      copies.Check(skew, Mix(bytes + skew) % 65, bytes);
  }
  for (size_t to_skew = 0; to_skew <= 64; ++to_skew) {
    for (size_t from_skew = 0; from_skew <= 64; ++from_skew) copies.Check(to_skew, from_skew, 777);
  }
  for (const size_t bytes : {size_t{4096}, size_t{65537}, (size_t{1} << 20) - 1})
    copies.Check(1, 3, bytes);
}

}  // namespace
}  // namespace zerogather::test

int main() {
  zerogather::test::Check(zerogather::CopyCached);
  zerogather::test::Check(zerogather::CopyStreaming);
}
