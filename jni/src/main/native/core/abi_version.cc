#include "zerogather_core.h"

int32_t zg_abi_version() noexcept { return ZG_ABI_VERSION; }
