/* How large device variables are, and which parts of them are touched. */
#pragma once
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

/* Rank, extents, element and count from declaration, allocation, or what kernels touch. NULL, or
 * why they are not known (caller frees). */
char *ihop_extents_find (IhopWork *work, IhopDeviceVariable *variable);
/* What all kernels together touch of a variable; NULL: all of it, or not known. */
const IhopBox *ihop_extents_touched (IhopWork *work, const IhopDeviceVariable *variable,
                               gboolean written_only);
gboolean ihop_extents_is_whole (const IhopDeviceVariable *variable, const IhopBox *box);
/* The box with numbers that are a declared extent, or a little less, as what the owner called it. NULL stays NULL. */
const IhopBox *ihop_extents_reword (IhopPool *pool, const IhopDeviceVariable *variable, const IhopBox *box);
