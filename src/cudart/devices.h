/* How many devices there are (ihop run --devices), and which one this thread works with. All are alike, and all memory is the same for them. */
#pragma once
#include "cudart/cudart.h"

enum { IHOP_MOST_DEVICES = 16 };

IHOP_CUDART int ihop_devices_count (void);
IHOP_CUDART int ihop_devices_current (void);
IHOP_CUDART int ihop_devices_is (int device);
