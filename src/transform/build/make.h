/* New expressions. Constants are folded and sums tidied: "i + 1 - 1" is "i". What the owner wrote is left as it is: a
 * macro for a number is not computed away. Types are those that C gives the operation; conversions that can change a
 * number are made explicit in the tree. */
#pragma once
#include "transform/build/build.h"

const IhopNode *ihop_make_integer (IhopBuild *build, gint64 value); /* of type int */
const IhopNode *ihop_make_ref (IhopBuild *build, IhopSymbol *symbol);
const IhopNode *ihop_make_binary (IhopBuild *build, IhopOperator op, const IhopNode *left,
                                  const IhopNode *right);
/* A comparison; a number on its left changes sides. */
const IhopNode *ihop_make_relation (IhopBuild *build, IhopOperator op, const IhopNode *left,
                                    const IhopNode *right);
const IhopNode *ihop_make_plus (IhopBuild *build, const IhopNode *left, gint64 constant);
const IhopNode *ihop_make_conditional (IhopBuild *build, const IhopNode *condition,
                                       const IhopNode *yes, const IhopNode *no);
/* "a < b ? a : b", or the one that is known to be the smaller (larger). */
const IhopNode *ihop_make_min (IhopBuild *build, const IhopNode *a, const IhopNode *b);
const IhopNode *ihop_make_max (IhopBuild *build, const IhopNode *a, const IhopNode *b);
/* "left OP= right", with IHOP_OP_NONE "left = right": an expression. Statements: make_statement.h. */
const IhopNode *ihop_make_assign (IhopBuild *build, IhopOperator op, const IhopNode *left,
                                  const IhopNode *right);
const IhopNode *ihop_make_index (IhopBuild *build, const IhopNode *base, const IhopNode *subscript);

/* The opposite of a condition, for an if; as a value it may be another number than 0 or 1, since "!!x" becomes "x".
 * Comparisons of floating-point numbers have no opposite (NaN): they get "!". */
const IhopNode *ihop_make_not (IhopBuild *build, const IhopNode *condition);

/* "(type) operand", as the text says it. */
const IhopNode *ihop_make_cast (IhopBuild *build, const IhopType *type, const IhopNode *operand);
/* A number of that type by an implicit conversion: the text is the bare number. */
const IhopNode *ihop_make_constant (IhopBuild *build, const IhopType *type, gint64 value);
/* The value as one of that type: with a cast in the text only where its own type is another. */
const IhopNode *ihop_make_converted (IhopBuild *build, const IhopType *type, const IhopNode *value);
