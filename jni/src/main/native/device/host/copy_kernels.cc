#include "device/host/copy_kernels.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

// Under a race detector every byte must go through instrumented code, which vector stores do not.
#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__)
#define ZG_STREAMING_STORES 1
#endif

namespace zerogather {

void CopyCached(void* to, const void* from, size_t bytes) { std::memcpy(to, from, bytes); }

#if defined(ZG_STREAMING_STORES)
namespace {

constexpr size_t kSmall = 512;

using Kernel = void (*)(std::byte* to, const std::byte* from, size_t lines);

__attribute__((target("avx512f"))) void Stream512(std::byte* to, const std::byte* from,
                                                  size_t lines) {
  for (size_t i = 0; i < lines; ++i, to += 64, from += 64) {
    _mm512_stream_si512(reinterpret_cast<__m512i*>(to), _mm512_loadu_si512(from));
  }
}

__attribute__((target("avx2"))) void Stream256(std::byte* to, const std::byte* from, size_t lines) {
  for (size_t i = 0; i < lines; ++i, to += 64, from += 64) {
    const __m256i low = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
    const __m256i high = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + 32));
    _mm256_stream_si256(reinterpret_cast<__m256i*>(to), low);
    _mm256_stream_si256(reinterpret_cast<__m256i*>(to + 32), high);
  }
}

void Stream128(std::byte* to, const std::byte* from, size_t lines) {
  for (size_t i = 0; i < lines * 4; ++i, to += 16, from += 16) {
    _mm_stream_si128(reinterpret_cast<__m128i*>(to),
                     _mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
  }
}

Kernel BestKernel() {
  if (__builtin_cpu_supports("avx512f")) return Stream512;
  if (__builtin_cpu_supports("avx2")) return Stream256;
  return Stream128;
}

}  // namespace

void CopyStreaming(void* to, const void* from, size_t bytes) {
  static const Kernel kernel = BestKernel();
  auto* target = static_cast<std::byte*>(to);
  const auto* source = static_cast<const std::byte*>(from);
  if (bytes < kSmall) {
    std::memcpy(target, source, bytes);
    return;
  }
  // Streaming stores want whole aligned lines of the destination; head and tail go the ordinary
  // way.
  const size_t head = (64 - reinterpret_cast<uintptr_t>(target) % 64) % 64;
  std::memcpy(target, source, head);
  const size_t lines = (bytes - head) / 64;
  kernel(target + head, source + head, lines);
  const size_t moved = head + lines * 64;
  std::memcpy(target + moved, source + moved, bytes - moved);
  _mm_sfence();
}

#else

void CopyStreaming(void* to, const void* from, size_t bytes) { std::memcpy(to, from, bytes); }

#endif

}  // namespace zerogather
