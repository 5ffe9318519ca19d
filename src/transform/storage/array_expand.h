/* array-expand over several loops around each other. */
#pragma once

enum { IHOP_ARRAY_EXPAND_LOOPS = 3 }; /* the most that the step takes */
