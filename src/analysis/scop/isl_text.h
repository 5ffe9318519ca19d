/* What isl says of a scop's parameters, as expressions made from "pool" (ir/expression.h): of sets and functions whose
 * parameters are those of a scop alone. */
#pragma once
#include "ir/tree.h"
#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/set.h>

/* "n + 2 * m - 1"; NULL: it has divisions, or numbers beyond those of C. */
const IhopNode *ihop_expression_of_aff (IhopPool *pool, __isl_keep isl_aff *aff);
/* The same for parameters in "domain" alone: "(n - 1) / 8 * 8 + 8", where n - 1 is nowhere negative in it. */
const IhopNode *ihop_expression_of_aff_in (IhopPool *pool, __isl_keep isl_set *domain, __isl_keep isl_aff *aff);
/* With "?:" for pieces, "a < b ? a : b"; NULL: too many of them, or divisions. */
const IhopNode *ihop_expression_of_pw_aff (IhopPool *pool, __isl_keep isl_pw_aff *affine);
/* "m <= n" for an inequality or equality; negated: its opposite. NULL: it cannot be written. */
const IhopNode *ihop_expression_of_constraint (IhopPool *pool, __isl_keep isl_constraint *constraint, gboolean negated);
/* A set of parameters: "m > 0 && n > 2", or "(…) || (…)"; *condition NULL: they may have any values. FALSE: it would be
 * too long, or cannot be written. */
gboolean ihop_expression_of_condition (IhopPool *pool, __isl_take isl_set *params, const IhopNode **condition);
