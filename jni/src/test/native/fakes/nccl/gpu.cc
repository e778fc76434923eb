#include "fakes/nccl/gpu.h"

#include <dlfcn.h>
#include <link.h>

#include <array>
#include <mutex>
#include <string_view>
#include <vector>

#include "fakes/nccl/environment.h"

namespace zerogather::stub {
namespace {

template <typename Function>
void Resolve(void* library, const char* name, Function** function) {
  *function = reinterpret_cast<Function*>(dlsym(library, name));
}

bool MayBeRuntime(std::string_view path) {
  return path.find(UsesHip() ? "libamdhip64.so" : "libcuda.so") != std::string_view::npos ||
         path.find(UsesHip() ? "libzg_fake_hip" : "libzg_fake_cuda") != std::string_view::npos;
}

int CollectRuntimes(dl_phdr_info* object, size_t, void* paths) {
  if (MayBeRuntime(object->dlpi_name)) {
    static_cast<std::vector<std::string>*>(paths)->emplace_back(object->dlpi_name);
  }
  return 0;
}

void* LibraryOf(const std::string& path, int flags) {
  void* library = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL | flags);
  const char* needed = UsesHip() ? "hipLaunchHostFunc" : "cuLaunchHostFunc";
  return library != nullptr && dlsym(library, needed) != nullptr ? library : nullptr;
}

void* FindLibrary() {
  const std::string explicit_path = Variable("ZG_STUB_GPU_LIBRARY");
  if (!explicit_path.empty()) return LibraryOf(explicit_path, 0);
  std::vector<std::string> paths;
  dl_iterate_phdr(CollectRuntimes, &paths);
  for (const std::string& path : paths) {
    if (void* library = LibraryOf(path, RTLD_NOLOAD); library != nullptr) return library;
  }
  return nullptr;
}

}  // namespace

const Gpu* Gpu::Find() {
  static std::mutex mutex;
  static const Gpu* found = nullptr;
  const std::lock_guard<std::mutex> lock(mutex);
  if (found == nullptr) {
    if (void* library = FindLibrary(); library != nullptr) found = new Gpu(library);
  }
  return found;
}

Gpu::Gpu(void* library) {
  const bool hip = UsesHip();
  Resolve(library, hip ? "hipGetDevice" : "cuCtxGetDevice", &get_device_);
  Resolve(library, "hipSetDevice", &set_device_);
  Resolve(library, "cuCtxGetCurrent", &get_context_);
  Resolve(library, "cuCtxSetCurrent", &set_context_);
  Resolve(library, hip ? "hipDeviceGetPCIBusId" : "cuDeviceGetPCIBusId", &bus_id_);
  Resolve(library, hip ? "hipLaunchHostFunc" : "cuLaunchHostFunc", &launch_);
  Resolve(library, "zg_fake_owner", &owner_);
}

int Gpu::CurrentDevice() const {
  int device = -1;
  return get_device_(&device) == 0 ? device : -1;
}

void* Gpu::CurrentContext() const {
  void* context = nullptr;
  if (!UsesHip()) (void)get_context_(&context);
  return context;
}

void Gpu::Adopt(void* context, int device) const {
  (void)(UsesHip() ? set_device_(device) : set_context_(context));
}

std::string Gpu::BusId(int device) const {
  std::array<char, 32> text{};
  return bus_id_(text.data(), static_cast<int>(text.size()), device) == 0 ? text.data() : "";
}

bool Gpu::Reaches(int device, const void* address, size_t bytes) const {
  constexpr int kPageLocked = -1;
  if (owner_ == nullptr) return true;
  const int owner = owner_(address, bytes);
  return owner == device || owner == kPageLocked;
}

std::string Gpu::Launch(void* stream, void (*function)(void*), void* argument) const {
  const Status status = launch_(stream, function, argument);
  return status == 0 ? "" : "the runtime refused a launch with " + std::to_string(status);
}

}  // namespace zerogather::stub
