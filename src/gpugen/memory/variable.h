/* The device variables behind kernels' parameters: how large they are, which of them may overlap, where they are allocated. */
#pragma once
#include "gpugen/plan/work.h"

/* Makes the device variables behind all kernels' parameters. NULL, or why kernel number *bad cannot
 * have them (caller frees). */
IhopMessage *ihop_variables_bind (IhopWork *work, guint *bad);
