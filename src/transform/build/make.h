/* New expressions. */
#pragma once
#include "transform/build/build.h"

/* make.c: expressions. Constants are folded, "i + 1 - 1" is "i"; what the owner wrote is kept. */
const IhopNode *ihop_make_integer (IhopBuild *build, gint64 value);
const IhopNode *ihop_make_ref (IhopBuild *build, IhopSymbol *symbol);
const IhopNode *ihop_make_binary (IhopBuild *build, IhopOperator op, const IhopNode *left,
                                  const IhopNode *right);
/* A comparison, with a number on the right. */
const IhopNode *ihop_make_relation (IhopBuild *build, IhopOperator op, const IhopNode *left,
                                    const IhopNode *right);
const IhopNode *ihop_make_plus (IhopBuild *build, const IhopNode *left, gint64 constant);
const IhopNode *ihop_make_conditional (IhopBuild *build, const IhopNode *condition,
                                       const IhopNode *yes, const IhopNode *no);
const IhopNode *ihop_make_min (IhopBuild *build, const IhopNode *a, const IhopNode *b);
const IhopNode *ihop_make_max (IhopBuild *build, const IhopNode *a, const IhopNode *b);
const IhopNode *ihop_make_assign (IhopBuild *build, IhopOperator op, const IhopNode *left,
                                  const IhopNode *right);
const IhopNode *ihop_make_index (IhopBuild *build, const IhopNode *base, const IhopNode *subscript);
/* What is true where a condition is false, for an if: not for a value, "!!x" is "x". */
const IhopNode *ihop_make_not (IhopBuild *build, const IhopNode *condition);
const IhopNode *ihop_make_cast (IhopBuild *build, const IhopType *type, const IhopNode *operand);
/* The number as that type, without a word about it. */
const IhopNode *ihop_make_constant (IhopBuild *build, const IhopType *type, gint64 value);
/* "it" is used like this value: with a cast where its type is another. */
const IhopNode *ihop_make_converted (IhopBuild *build, const IhopType *type, const IhopNode *value);
