/* Sets and expressions over parameters as C text. */
#pragma once
#include <glib.h>
#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/set.h>

/* "n + 2*m - 1"; NULL if it is not of that kind. Caller frees, here and below. */
char *ihop_text_of_aff (__isl_keep isl_aff *aff);
/* With ternaries for pieces, "(a < b ? a : b)"; NULL if it would not be readable. */
char *ihop_text_of_pw_aff (__isl_keep isl_pw_aff *affine);
/* "m <= n" for an inequality or equality; negated: its opposite. NULL: has divisions. */
char *ihop_text_of_constraint (__isl_keep isl_constraint *constraint, gboolean negated);
/* "m > 0 && n > 2", or "(…) || (…)"; "": always. A set of parameters. NULL: there are no words for
 * it, or too many. */
char *ihop_text_of_condition (__isl_take isl_set *params);
