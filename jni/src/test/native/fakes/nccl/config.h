// ncclConfig_t as a caller wrote it, read the way the library does, and pickier.
#pragma once

namespace zerogather::stub {

// Sets whether calls block; a null config leaves that as it is. Every field that the caller's
// version does not have, and every pad, must be undefined (INT_MIN or a null pointer): a real
// library may come to read it as something.
int ReadConfig(const void* config, bool* blocking);

}  // namespace zerogather::stub
