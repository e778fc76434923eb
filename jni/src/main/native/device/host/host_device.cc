// The device whose memory is that of the CPU.
#include "zerogather_core.h"
