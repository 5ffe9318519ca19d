/* The order of a flow's blocks: see flow.h. */
#pragma once
#include "simt/lower/flow.h"

/* Drops what cannot be reached and numbers the rest anew: reverse postorder, a loop's blocks next
 * to each other, what leaves a loop behind it. */
void ihop_flow_order (IhopFlow *flow);
