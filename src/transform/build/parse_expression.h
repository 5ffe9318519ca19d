/* Expressions in the text of a step. */
#pragma once
#include "transform/build/build.h"

/* "2 * n - 1" with the names that are known at a place; NULL after a refusal. */
const IhopNode *ihop_args_expression (IhopBuild *build, const IhopNode *place, const char *text);
/* "i < 2 * n - 1" with the names that are known at a place: left side, relation, right side. */
gboolean ihop_args_condition (IhopBuild *build, const IhopNode *place, const char *text,
                              const IhopNode **left, IhopOperator *relation,
                              const IhopNode **right);
