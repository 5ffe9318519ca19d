/* Rows within rows whose lengths do not divide each other: E[t * C + h * S + i]. All rows of S elements fit into one
 * of C, and no element belongs to two of them, where 0 <= i < S, 0 <= h and (h + 1) * S <= C for the greatest h. That
 * is NH * S <= C, which nobody has to test where S was set to C / NH. */
#pragma once
#include "analysis/scop/access.h"
#include "analysis/scop/scop.h"

/* The product of n parameters: elements from one index of a cut subscript to the next. */
typedef struct
{
  guint n;
  int factor[IHOP_TERM_FACTORS]; /* their numbers, ascending */
} IhopStride;

/* How deep the outermost loop is that counts with this stride in one of the values (of IhopValue *), from 0: the inner
 * loop's rows lie in the outer one's. -1: none counts. */
int ihop_row_nest_level (IhopScop *scop, const GPtrArray *values, const IhopStride *stride);
/* Whether the rows of "inner" elements that the index counts are proved to fit into one of "outer" elements. */
gboolean ihop_row_nest_holds (IhopScop *scop, const IhopAccess *access, __isl_keep isl_pw_aff *index,
                              const IhopStride *inner, const IhopStride *outer);
