/* How much memory hangs on a member of a struct, in members of the same struct: "m->n = n; m->val = malloc (5 * m->n * sizeof …)" is
 * 5 * n elements, wherever m->val is read.
 *
 * That holds if all writes to the pointer store such memory, all writes to the numbers stand beside them, and nothing can look
 * or leave between the two. A struct of which nothing was set yet has neither: so the size is right where the memory is touched,
 * or that of another pointer that is set beside it. */
#pragma once
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

/* How many elements a local pointer that was read from a member once points to, in words of its function; sets v->when, v->is_measured
 * and what belongs to them. NULL: not known. */
const IhopNode *ihop_member_sizes_find (IhopWork *work, IhopDeviceVariable *v);
