#include <cassert>

#include "zerogather_core.h"

int main() { assert(zg_abi_version() == ZG_ABI_VERSION); }
