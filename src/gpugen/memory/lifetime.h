/* Where device variables are allocated and freed. */
#pragma once
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

/* Sets where the variable is allocated and freed (allocate, frees). FALSE: there is no such place, so it must be allocated around
 * each kernel. */
gboolean ihop_lifetime_find (IhopWork *work, IhopDeviceVariable *variable);
/* Before ihop_lifetime_find: whether an expression keeps its value from some place on that lies in front of all kernels which use the
 * variable. */
gboolean ihop_lifetime_can_say (IhopWork *work, IhopDeviceVariable *variable, const IhopNode *node);
/* Behind ihop_lifetime_find: whether an expression keeps its value everywhere behind the allocation. */
gboolean ihop_lifetime_is_stable (IhopWork *work, const IhopDeviceVariable *variable, const IhopNode *node);
/* A reason of ihop_lifetime_refuse. */
#define IHOP_SIZE_CHANGES N_ ("the size of %s is written as %s, which changes afterwards")
/* Whether the words of a size keep their value from the declaration (or malloc) on: NULL, or what
 * changes (caller frees). first_is_fixed: the first extent is such a size, too. */
IhopMessage *ihop_lifetime_refuse (IhopWork *work, IhopDeviceVariable *variable, gboolean first_is_fixed);
