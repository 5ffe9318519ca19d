/* Products of quasi-affine values. */
#pragma once
#include "analysis/scop/walk.h"

/* a * b, if one of them is simple enough; takes both. NULL: "node" is why. */
IhopValue *ihop_value_multiply (IhopWalk *walk, IhopValue *a, IhopValue *b, const IhopNode *node);
/* The value turned affine by making products of parameters parameters; takes value. NULL: iterators are multiplied. */
__isl_give isl_pw_aff *ihop_value_flatten (IhopScop *scop, IhopValue *value);
/* "x + nx" as x and one row of nx: the parameters for which "is_row" holds are taken out of coefficients and become factors.
 * Keeps value. NULL: too many products. */
IhopValue *ihop_value_in_rows (IhopScop *scop, const IhopValue *value, gboolean (*is_row) (guint param, gpointer data),
                               gpointer data);
