/* Conditions that the program tests before a root, so that what must not happen does not.
 *
 * What must not happen is given as a set of parameters. The opposite of one constraint of each of its convex parts
 * excludes all of it; a condition is taken only if isl says that it does, and that the loops still have something to
 * do. Conditions ask for no numbers beyond 2^30: nobody's arrays are so large. */
#pragma once
#include "analysis/scop/scop.h"

/* Tries to exclude the parameters in "bad". "domain": the instances in question, over the loops of the root; a
 * condition that leaves these loops nothing to do is none. "purpose" says what the condition is good for ("A[i] stays in its
 * row"). TRUE: excluded, added to scop->assumptions and scop->tested, and known from now on. */
gboolean ihop_context_exclude (IhopScop *scop, __isl_take isl_set *bad, __isl_take isl_set *domain,
                               const IhopMessage *purpose);
/* Takes away the conditions that others imply. */
void ihop_context_drop_implied (IhopScop *scop);
/* Parameters, of those in "under" (may be NULL) and the scop's ranges, for which every loop around the instances of
 * "domain" runs "times" iterations at least in some iteration of those around it, each as far as it can run so often
 * at all, by what is known without "under". outer: the loops around the root, too, whose iterators are no
 * parameters then. */
__isl_give isl_set *ihop_context_busy (const IhopScop *scop, __isl_keep isl_set *domain, __isl_keep isl_set *under,
                                       guint times, gboolean outer);
