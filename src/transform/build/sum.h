/* Sums of variables, each times a number, read from expressions and written as such. */
#pragma once
#include "transform/build/build.h"

typedef struct
{
  IhopSymbol *symbol;
  gint64 factor;           /* not 0 */
} IhopSumTerm;

typedef struct
{
  GArray *terms;           /* of IhopSumTerm, in the order of their first mention */
  gint64 constant;
} IhopSum;

/* A number. */
IhopSum *ihop_sum_new (gint64 constant);
/* NULL: the expression is none, or something in it is too large. */
IhopSum *ihop_sum_of (const IhopNode *expression);
/* The same through casts to wider types, which keep values: what is written of it anew has to be as wide. */
IhopSum *ihop_sum_of_wide (const IhopNode *expression);
IhopSum *ihop_sum_copy (const IhopSum *sum);
void ihop_sum_free (IhopSum *sum);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopSum, ihop_sum_free)
/* sum + factor * other, into sum. */
void ihop_sum_add (IhopSum *sum, const IhopSum *other, gint64 factor);
void ihop_sum_add_term (IhopSum *sum, IhopSymbol *symbol, gint64 factor);
/* "i + 8 * r - 1" */
const IhopNode *ihop_sum_expression (IhopBuild *build, const IhopSum *sum);
/* The same in 64 bits, but for a variable alone. */
const IhopNode *ihop_sum_wide_expression (IhopBuild *build, const IhopSum *sum);
/* The arms of "a < b ? a : b" (largest: of "a > b ? a : b"), itself if it is none; added to arms (of const IhopNode *). */
void ihop_sum_arms (const IhopNode *expression, gboolean largest, GPtrArray *arms);
/* Whether a - b is a number. */
gboolean ihop_sum_distance (const IhopNode *a, const IhopNode *b, gint64 *distance);
