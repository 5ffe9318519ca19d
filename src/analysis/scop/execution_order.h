/* The order in which instances of a scop run. */
#pragma once
#include "analysis/scop/scop.h"
#include <isl/space.h>

/* { x → y }: instance y of "b" runs after instance x of "a", both in the root. Orders instances of
 * two statements; "a_first": a stands before b where all common loops are in the same iteration.
 * equal: so many outer iterators are the same on both sides. */
__isl_give isl_map *ihop_scop_before (const IhopScop *scop, const IhopScopLoop *a, guint a_depth,
                                      const IhopScopLoop *b, guint b_depth, gboolean a_first,
                                      guint equal);
/* The innermost loop around both; NULL: none. */
const IhopScopLoop *ihop_scop_common_loop (const IhopScopLoop *a, const IhopScopLoop *b);
