// What the environment of the process tells the stub.
#pragma once

#include <string>

namespace zerogather::stub {

// "" for a variable that is not set.
std::string Variable(const char* name);

}  // namespace zerogather::stub
