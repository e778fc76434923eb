#include "fakes/nccl/environment.h"

#include <cstdlib>

namespace zerogather::stub {

std::string Variable(const char* name) {
  const char* text = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets them here
  return text == nullptr ? "" : text;
}

}  // namespace zerogather::stub
