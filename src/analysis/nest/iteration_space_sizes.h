/* Small values for the parameters of a nest under which all of its loops can be seen. */
#pragma once
#include "analysis/dependence/dependence.h"
#include "analysis/scop/scop.h"

/* One value a parameter of the scop, such that each of the loops (outermost
 * first) has "want" iterations or more where that is possible. NULL: the nest has no iteration
 * in any size that was tried. The caller frees. */
gint64 *ihop_instances_sizes (const IhopScop *scop, IhopScopLoop *const *loops, guint n_loops,
                              guint want, const IhopDependence *witness);
/* With the parameters fixed. */
__isl_give isl_set *ihop_instances_fix (const IhopScop *scop, __isl_take isl_set *set, const gint64 *values);
__isl_give isl_map *ihop_instances_fix_map (const IhopScop *scop, __isl_take isl_map *map, const gint64 *values);
/* The least or greatest value of a dimension: an infinity, or NaN, where there is none. */
__isl_give isl_val *ihop_instances_bound (__isl_take isl_set *set, guint dim, gboolean high);
