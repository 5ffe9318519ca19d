/* Expressions among the words of a step: sums, products and quotients of names and numbers. Names mean what they mean
 * at the given place of the old function. */
#pragma once
#include "transform/build/build.h"

/* "2 * n - 1". NULL after a refusal. */
const IhopNode *ihop_args_expression (IhopBuild *build, const IhopNode *place, const char *text);

/* "i < 2 * n - 1": left side, relation, right side. FALSE after a refusal. */
gboolean ihop_args_condition (IhopBuild *build, const IhopNode *place, const char *text,
                              const IhopNode **left, IhopOperator *relation,
                              const IhopNode **right);
