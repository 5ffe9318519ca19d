/* The value of an expression, and the instances for which a condition holds: the entries of a recursion over
 * expressions whose cases are affine.c (ihop_value_of), condition.c (ihop_condition_of), conditional.c, product.c and
 * quasi_affine.c.
 *
 * C's own arithmetic is kept in mind: signed arithmetic does not overflow (that would be undefined), unsigned
 * arithmetic and narrowing conversions count only where they are proved to stay inside their type, or where a
 * condition that the program tests sees to it (runtime_condition.h; not in a walk that is "quiet"). */
#pragma once
#include "analysis/scop/walk.h"

/* NULL: not known, walk->why and why_node say why. Caller unrefs. */
IhopValue *ihop_value_of (IhopWalk *walk, const IhopNode *node);
/* The instances of the walk's depth for which a condition holds; NULL: not affine. */
__isl_give isl_set *ihop_condition_of (IhopWalk *walk, const IhopNode *node);
/* An expression over the iterators of a loop and those around it (NULL: the root's own place), in these of
 * their instances. NULL: not affine. */
__isl_give isl_pw_aff *ihop_value_in_loops (IhopScop *scop, IhopScopLoop *innermost, __isl_keep isl_set *domain,
                                            const IhopNode *expression);
/* Whether the value cannot be negative here (proved). Keeps value. */
gboolean ihop_value_is_nonnegative (IhopWalk *walk, const IhopValue *value);
