/* Where the value of a parameter comes from. A refutation names values under which two iterations meet; it is worth
 * something only if the program can have them: a caller or the input may give any, but what code works out in a way
 * that the analysis does not follow may never be what the refutation needs. */
#pragma once
#include "analysis/scop/scop.h"

/* Whether a parameter of the scop may have any value that is known to be possible: a caller gives it, or input.
 * FALSE: code that is not followed works it out. */
gboolean ihop_param_is_free (IhopScop *scop, guint param);
/* Whether what a variable holds when the function is entered may be any number. */
gboolean ihop_context_is_free (IhopScop *scop, const IhopSymbol *symbol);
/* Whether call number "call" (of those that are seen, again and again) of a function that nobody else can call gives a
 * parameter this number. */
gboolean ihop_context_is_passed (IhopScop *scop, const IhopSymbol *symbol, guint call, gint64 *number);
/* Whether an expression is what a caller or the input gives, so that it may have any value. */
gboolean ihop_context_is_input (const IhopScop *scop, const IhopNode *value);
/* Whether somebody who is not seen gives a global variable or a function's parameter its value. */
gboolean ihop_context_is_given (IhopScop *scop, const IhopSymbol *symbol);
/* Parameters at which the root may be reached, by what every call that is seen passes to a function that nobody else
 * can call, and by variables that nothing ever changes. */
__isl_give isl_set *ihop_context_of_callers (IhopScop *scop);
