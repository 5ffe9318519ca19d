/* How large device variables are. */
#pragma once
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

/* Why a size is not known (ihop_extents_find): declared extents would help (parameters.c). */
#define IHOP_SIZE_ALONG_UNKNOWN N_ ("the size of %s along dimension %u is not known")
#define IHOP_MEMORY_UNKNOWN N_ ("it is not known how much memory %s points to")
#define IHOP_MEMORY_UNTOLD \
  N_ ("it is not known how much memory %s points to; if it is %s elements, say so: --assume '%s: size %s = %s'")

/* Rank, extents, element and count from declaration, allocation, or what kernels touch. NULL, or
 * why they are not known (caller frees). */
IhopMessage *ihop_extents_find (IhopWork *work, IhopDeviceVariable *variable);
/* Where they are not known: the first one is asked of the program's allocations when it runs (allocated_blocks.h). FALSE: it
 * cannot be. */
gboolean ihop_extents_ask_allocations (IhopWork *work, IhopDeviceVariable *variable);
