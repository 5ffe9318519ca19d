/* Rows whose length is not one variable: E[i + j * (n + 1)] counts as i + j + j * n, which is no row of n with j < n
 * in it, but one of n + 1 that begins at i. Any length is right if every subscript proves to stay within it
 * (access_relation.c), so a guess is all that is wanted. */
#pragma once
#include "analysis/scop/access.h"
#include "analysis/scop/scop.h"

/* Rows that are chosen by parameters alone ("u[(m - 1) * n + j]") have no iterator that tells the length: then "row" is the
 * parameter that is taken for it. */
#define IHOP_ROWS_COUNTED (-1)
/* What the values (of IhopValue *, of one array) suggest that their factors are to be replaced by; their number, at
 * most IHOP_ROW_SIZES. */
guint ihop_row_sizes (IhopScop *scop, const GPtrArray *values, int row, IhopRowSize *sizes);
/* The value, counted in these: a factor "param" of a term stands for that length. Caller unrefs. */
IhopValue *ihop_row_resized (IhopScop *scop, const IhopValue *value, const IhopRowSize *sizes, guint n_sizes);
/* The value with what is no row, since nothing in any of the values counts with it, in coefficients: n of
 * "i + m * j + m * n". Factors stand for what ihop_row_resized says, parameters in coefficients for themselves. NULL: too many
 * terms. Caller unrefs. */
IhopValue *ihop_row_folded (IhopScop *scop, const IhopValue *value, const GPtrArray *values, const IhopRowSize *sizes,
                            guint n_sizes, int row);
/* Whether an iterator of a loop, inside or around, stands in the term's coefficient; TRUE, too, where nobody knows. */
gboolean ihop_row_is_counted (IhopScop *scop, const IhopTerm *term);
/* NULL: the parameter stands for itself. */
const IhopRowSize *ihop_row_size_of (const IhopRowSize *sizes, guint n_sizes, int param);
/* What a factor stands for, in elements; size: ihop_row_size_of. */
__isl_give isl_pw_aff *ihop_row_length (IhopScop *scop, const IhopRowSize *size, int param, guint depth);
