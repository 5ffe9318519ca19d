/* What owners assert in words: "n > 0 && m <= 4 * k", "permutation p", "size p = n" (size_assertion.h), "no NaN", each perhaps with
 * "f: " in front, for the function f alone. */
#pragma once
#include "ir/tree.h"
#include <isl/aff.h>
#include <isl/set.h>
#include <isl/space.h>

/* The value of a variable at the function's entry, over parameters; NULL: it says nothing. */
typedef isl_pw_aff *(*IhopValueOfName) (const char *name, gpointer data);

/* The parameters for which a condition of affine comparisons holds; "space" (keep) is a parameter space
 * in which to begin. NULL: it cannot be read; *stranger is then the name without a value, if that is
 * why (give; may be NULL). The words carry no function's name in front. */
__isl_give isl_set *ihop_assertion_read (isl_space *space, const char *text, IhopValueOfName value,
                                         gpointer data, char **stranger);

/* Why these words can mean nothing in any function of the trees (of IhopTree *): a sentence without
 * its full stop. NULL: they can. Caller frees. */
char *ihop_assertion_fault (const GPtrArray *trees, const char *words);
/* The words as a condition, C text over this function's parameters and globals; NULL: they are about
 * another function, or no condition. Caller frees. */
char *ihop_assertion_condition (const GPtrArray *trees, const IhopFunction *function,
                                const char *words);

typedef void (*IhopNumberFound) (const char *name, double number, gpointer data);
/* The largest number that each variable may be by these words ("n == 8 && m <= 64": 8 and 64), where there is one: of this
 * function's parameters and of globals. */
void ihop_assertion_numbers (const GPtrArray *trees, const IhopFunction *function, const char *words,
                             IhopNumberFound found, gpointer data);
