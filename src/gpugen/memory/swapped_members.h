/* How large buffers are that change places in a time loop, and that members of a struct pointed to when it began: "m->now = malloc
 * (m->n * sizeof …); m->next = malloc (m->n * sizeof …);" are m->n elements each, under whatever name.
 *
 * Nothing is asked of how often the loop runs, or of where it is left, as it has to be where only the kernels tell
 * (swapped_extents.h). The struct has its memory whenever some kernel is certain to touch one of the buffers: copies are made under
 * that condition alone, and no kernel touches them under another. */
#pragma once
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

/* In elements, in words of the variable's function; sets v->when, v->is_measured, v->is_shared and what belongs to them. NULL: not
 * known, and the variable stays as it was. */
const IhopNode *ihop_swapped_members_size (IhopWork *work, IhopDeviceVariable *v);
