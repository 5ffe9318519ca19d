/* Which part of a device variable its kernels touch, and how that part lies in the whole: copies need not move more. */
#pragma once
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

/* The box that all kernels together touch of a variable, in expressions that keep their values as long as the variable lives.
 * "written_only": what they write. NULL: all of it, or not known. */
const IhopBox *ihop_touched_box_find (IhopWork *work, const IhopDeviceVariable *variable, gboolean written_only);
/* Whether dimension d is known to have all elements up to "end", which is not among them. */
gboolean ihop_touched_box_fits (const IhopDeviceVariable *variable, const IhopNode *end, guint d);
/* Whether the box is known to be all of the variable. NULL is not. */
gboolean ihop_touched_box_is_whole (const IhopDeviceVariable *variable, const IhopBox *box);
/* The box with numbers that are a declared extent, or a little less, as what the owner called it: "999" of 1000 elements is
 * "N - 1". NULL stays NULL. */
const IhopBox *ihop_touched_box_reword (IhopPool *pool, const IhopDeviceVariable *variable, const IhopBox *box);
