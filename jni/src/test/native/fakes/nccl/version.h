// The version that the stub claims to be.
#pragma once

namespace zerogather::stub {

// ZG_STUB_NCCL_VERSION, 22809 without it.
int VersionCode();
void SetVersionCode(int code);

}  // namespace zerogather::stub
