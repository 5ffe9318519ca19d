/* How much memory hangs on a member of a struct, in members of the same struct: "m->n = n; m->val = malloc (5 * m->n * sizeof …)" is
 * 5 * n elements, wherever m->val is read.
 *
 * That holds if all writes to the pointer store such memory, all writes to the numbers stand beside them, and nothing can look
 * or leave between the two. A struct of which nothing was set yet has neither: so the size is right where the memory is touched,
 * or that of another pointer that is set beside it. */
#pragma once
#include "gpugen/memory/member_allocation.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

/* Where a pointer to the memory was read from its member. */
typedef struct
{
  IhopWork *work;          /* of the function that read it */
  const IhopNode *member;
  const IhopSymbol *base;  /* the struct's variable, or the pointer to it */
  const IhopNode *place;   /* where the memory is used, or handed over: what a loop around it asks first holds; NULL: anywhere */
} IhopMemberReading;

/* The number of elements in words of the function that read the member, wherever the function of "work" uses the memory; what is known
 * of it is put into "known", whose list of sites is the caller's. NULL: not known. */
const IhopNode *ihop_member_sizes_beside (const IhopWork *work, const IhopMemberReading *reading, const IhopType *element,
                                          IhopMemberSize *known);
/* Whether a local pointer was read from a member of the same struct that is set wherever the memory of the first is, so that both are there
 * or neither. */
gboolean ihop_member_sizes_is_beside (const IhopMemberReading *reading, const IhopSymbol *pointer, const IhopMemberSize *known);
/* How many elements a local pointer that was read from a member once points to, in words of its function; sets v->when, v->is_measured
 * and what belongs to them. NULL: not known. */
const IhopNode *ihop_member_sizes_find (IhopWork *work, IhopDeviceVariable *v);
