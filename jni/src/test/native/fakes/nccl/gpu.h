// The GPU runtime that is in this process already; the stub brings none.
#pragma once

#include <string>

namespace zerogather::stub {

// Whether this stub doubles RCCL, which works on HIP, or NCCL, which works on CUDA.
bool UsesHip();

class Gpu {
 public:
  // Takes the library that ZG_STUB_GPU_LIBRARY names, else the one of its kind that is
  // loaded. Null while there is none.
  static const Gpu* Find();

  // Device that is current on this thread, -1 if none is.
  int CurrentDevice() const;
  // Makes what was current on another thread current on this one.
  void* CurrentContext() const;
  void Adopt(void* context, int device) const;
  // PCI bus id, "" if it has none.
  std::string BusId(int device) const;
  // True unless the runtime is a fake that knows every address and says that the bytes are not of
  // the device.
  bool Reaches(int device, const void* address, size_t bytes) const;
  // Queues the function. "" or why not.
  std::string Launch(void* stream, void (*function)(void*), void* argument) const;

 private:
  using Status = int;

  explicit Gpu(void* library);

  Status (*get_device_)(int*);
  Status (*set_device_)(int);
  Status (*get_context_)(void**);
  Status (*set_context_)(void*);
  Status (*bus_id_)(char*, int, int);
  Status (*launch_)(void*, void (*)(void*), void*);
  int (*owner_)(const void*, unsigned long long);
};

}  // namespace zerogather::stub
