#include "runtime/gpu_api.h"

#include "runtime/gpu_error.h"

namespace zerogather {

void GpuApi::Fail(const char* function, const std::string& arguments, int code,
                  const std::string& advice) {
  std::string text = function;
  if (!arguments.empty()) text += "(" + arguments + ")";
  const char* name = ErrorName(code);
  const char* meaning = ErrorText(code);
  text += " failed: " + std::string(name == nullptr ? "error" : name);
  text += " (" + std::to_string(code) + ")";
  if (meaning != nullptr) text += ": " + std::string(meaning);
  if (!advice.empty()) text += ". " + advice;
  ForgetFailure(code);
  throw GpuError(code, text);
}

int GpuApi::Attribute(int attribute, int device) {
  int value = 0;
  Call(device_attribute, &value, attribute, device);
  return value;
}

}  // namespace zerogather
