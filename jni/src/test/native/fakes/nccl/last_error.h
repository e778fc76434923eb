// Text of the process's last error, and the way to fail with one.
#pragma once

#include <string>

#include "fakes/nccl/abi.h"

namespace zerogather::stub {

// Keeps the text and returns the code.
int FailWith(Result code, const std::string& text);

// Valid for ever; "" at first.
const char* LastErrorText();

}  // namespace zerogather::stub
