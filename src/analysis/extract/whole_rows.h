/* Whole rows that stand with another factor than their own: those that belong further out are moved there. */
#pragma once
#include "analysis/extract/row_length.h"

/* The value with one row less where nothing in any of the values counts with as many: row q - 1 of "i + (q - 1) * q", beside
 * others "i * q", not one of q * q. Factors stand for what ihop_row_resized says. NULL: too many terms. Caller unrefs. */
IhopValue *ihop_row_lowered (IhopScop *scop, const IhopValue *value, const GPtrArray *values, const IhopRowSize *sizes,
                             guint n_sizes);
/* Moves whole rows between two indices, index[0] and the one further out, such that 0 <= index[0] < size wherever the access is made.
 * row: what is known of their length, or NULL; param: what they are counted in. FALSE: they cannot, and are what they were. */
gboolean ihop_rows_move (IhopScop *scop, const IhopAccess *access, isl_pw_aff **index, __isl_keep isl_pw_aff *size,
                         const IhopRowSize *row, int param, guint depth);
