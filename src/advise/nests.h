/* Nests that recipes lay out: found, wherever they stand, and put into the form that recipes know. */
#pragma once
#include "advise/layout.h"

/* Lays out the nest that the way of length 0 leads to. FALSE: it is none for this recipe, or a step was refused; what was taken until
 * then is taken back by the caller. */
typedef gboolean (*IhopNestRecipe) (IhopLayout *layout);
/* Asks the recipe about the function's outermost loop of this number (from 0), and, where that is no nest for it, about those in it.
 * NULL: none was laid out. Caller unrefs. */
IhopState *ihop_nests_lay_out (IhopSearching *search, IhopState *from, const char *function, guint number, IhopNestRecipe recipe);

/* Whether the loop does nothing but give names to values and set what it does not move, also under conditions: "d = x[k] - y[k];
 * sum += d * d". How many it sets; 0: it is another one. */
guint ihop_nests_count_sums (const IhopNode *loop);
/* Puts a nest of so many loops in each other into form: a copy for where the conditions hold that it rests on; values that a body
 * gives a name ("const float *row = a + i * n;") are written out where they are used; in the innermost loop conditional
 * assignments become values. Sums have several values, and stay. */
void ihop_nests_prepare (IhopLayout *layout, guint n_loops);
/* "if (d < least) least = d;" directly in a loop, which its way leads to: least values stand as values, as sums do. */
void ihop_nests_convert_conditions (IhopLayout *layout, const guint *way, guint n);
/* A variable that all iterations of the innermost of n loops share becomes each one's own. FALSE: that was refused. */
gboolean ihop_nests_privatize (IhopLayout *layout, guint n_loops, const char *variable);
