#include "runtime/shared_library.h"

#include <dlfcn.h>

#include <cstdlib>

#include "core/error.h"

namespace zerogather {

SharedLibrary::SharedLibrary(const std::string& file)
    : file_(file),
      // Local: its names must not answer for those of another library. Now: what is missing shows
      // here.
      handle_(dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  // glibc keeps one text per thread.
  if (handle_ == nullptr) throw Error(dlerror());  // NOLINT(concurrency-mt-unsafe)
}

SharedLibrary::~SharedLibrary() { (void)dlclose(handle_); }

void* SharedLibrary::Find(const char* symbol) const { return dlsym(handle_, symbol); }

std::string SharedLibrary::FileOf(const void* address) {
  Dl_info info{};
  if (dladdr(address, &info) == 0 || info.dli_fname == nullptr) return "";
  char* resolved = realpath(info.dli_fname, nullptr);
  if (resolved == nullptr) return info.dli_fname;
  std::string file(resolved);
  std::free(resolved);
  return file;
}

}  // namespace zerogather
