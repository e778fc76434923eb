#pragma once

namespace zerogather::fake {

// Device that is current on the calling thread, -1 if none is. Each fake defines it.
int CurrentDevice();

}  // namespace zerogather::fake
