/* Boxes that stay within the memory that a variable has.
 *
 * A box says how far kernels reach if they reach anything (footprint_type.h). "for (i < m) if (on) b[i] = …" touches nothing of b where "on"
 * is 0, and then m may be more than b has: a copy of m elements would leave it. What nobody has touched need not travel, so such a
 * copy takes what the box and the memory have in common. */
#pragma once
#include "gpugen/plan/work.h"

/* Whether kernels are certain to touch the last element of their boxes. */
gboolean ihop_box_is_reached (const IhopWork *work, const IhopDeviceVariable *variable);
/* The box itself where it is known to lie in the memory: its ends say so, or kernels that are certain to run touch its last element. */
const IhopBox *ihop_box_within (IhopWork *work, const IhopDeviceVariable *variable, const IhopBox *box);
