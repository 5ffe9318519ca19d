/* Ideas: sequences of steps that may make one nest better. Each takes a state, tries steps of the
 * catalogue one after another and gives the state behind those that were legal; it may be the same
 * state again (nothing to do). None of them decides what is worth it: search.c does. */
#pragma once
#include "advise/state.h"

/* recipes.c: sequences of ideas, the plainest first. */
guint ihop_recipe_count (void);
/* The state behind the recipe with this number; "from" itself where nothing was to be done. Caller unrefs. */
IhopState *ihop_recipe_apply (IhopSearching *search, IhopState *from, guint number, const char *address);

/* order.c: in each perfect nest from this loop inwards, loops that carry no dependence go outside,
 * where they become threads; the others stay inside in their order. */
void ihop_idea_order (IhopSearching *search, IhopState **state, const char *address);

/* parts.c: loops (from the inside out), each in as many as dependences allow. How many loops with
 * the same iterator follow each other then, from "address" on. */
guint ihop_idea_distribute (IhopSearching *search, IhopState **state, const char *address,
                            gboolean inner_too);
/* Neighbours that are better as one loop, and the loops in them, become one again. */
void ihop_idea_fuse (IhopSearching *search, IhopState **state, const char *address, guint n);

/* Loops of a function, outermost ones and those in loops of the host, that are better as one: the time must come down by this
 * factor. "guard": also those that do not count alike; what no step lays out over blocks any more. */
void ihop_idea_fuse_all (IhopSearching *search, IhopState **state, const char *function, gboolean guard, double factor);

/* own.c: scalars that stand in the way become each iteration's own: declared in the body. */
void ihop_idea_own (IhopSearching *search, IhopState **state, const char *address);

/* version.c: a copy for where the conditions hold that the loop's verdict rests on. */
void ihop_idea_version (IhopSearching *search, IhopState **state, const char *address);

/* join.c: scalar values between the loops of a nest are written out where they are used. */
void ihop_idea_join (IhopSearching *search, IhopState **state, const char *address);

/* continues.c: what a continue leaves out is put under an if, in this loop and those in it. */
void ihop_idea_guard (IhopSearching *search, IhopState **state, const char *address);

/* scheduler.c: what isl's scheduler would put outside in the perfect nest from this loop inwards. */
void ihop_idea_scheduler (IhopSearching *search, IhopState **state, const char *address);

/* times.c: the statements of an imperfect nest in the order that isl's scheduler gives them. */
void ihop_idea_times (IhopSearching *search, IhopState **state, const char *address);

/* split.c: loops that cross what they also read, cut there. */
void ihop_idea_split (IhopSearching *search, IhopState **state, const char *address);

/* fronts.c: nests without a parallel loop go along fronts: of points, or of tiles, of which there are
 * fewer to launch. */
void ihop_idea_fronts (IhopSearching *search, IhopState **state, const char *address);
/* fronts.c: three loops that all carry something go along planes through all of them. */
void ihop_idea_planes (IhopSearching *search, IhopState **state, const char *address);
void ihop_idea_tiles (IhopSearching *search, IhopState **state, const char *address);
/* Loops that stand at the same level as this one, in the order of the text: which of them it is. */
guint ihop_front_number (const IhopState *state, const IhopLoopName *name);
/* The outermost loop of a function with this number, and the one in it, in tiles with these sides ("16 32"), those along a front in
 * parallel. FALSE: that cannot be; *state is somewhere on the way then. */
gboolean ihop_fronts_of_tiles (IhopSearching *search, IhopState **state, const char *function, guint number, const char *sides);
/* time_tiles.c: for the fallback on a CPU, nests that sweep over memory again and again do several sweeps at once, where that is
 * predicted to be quicker there. Replaces *state. */
void ihop_advise_time_tiles (IhopSearching *search, IhopState **state);

/* recur.c: scans, copies, searches in strips, packing and partial results for loops that a variable
 * holds up. */
void ihop_idea_recur (IhopSearching *search, IhopState **state, const char *address);

/* expand.c: an element an iteration for what iterations only share by name. */
void ihop_idea_expand (IhopSearching *search, IhopState **state, const char *address);

/* dead_iterations.c: of iterations that overwrite each other the last is left, all over the functions that are worked on. */
void ihop_idea_keep_last (IhopSearching *search, IhopState **state);

/* accumulate.c: sums that are kept in elements of an array which their loop also reads are kept in scalars, all over
 * the functions that are worked on. */
void ihop_idea_accumulate (IhopSearching *search, IhopState **state);

/* product.c: a matrix product, or what is like one, on tiles in shared memory and registers; matrix_vector.c: a matrix × vector
 * product, or what is like one, whose matrix is fetched by more threads than there are results; rows.c: rows along which loops go in
 * order, in strips that are fetched by more threads than there are rows. The nest is outermost loop "number" (from 0) of the
 * function. NULL: it is none, or some step was refused. Caller unrefs. */
IhopState *ihop_idea_product (IhopSearching *search, IhopState *from, const char *function, guint number);
IhopState *ihop_idea_matrix_vector (IhopSearching *search, IhopState *from, const char *function, guint number);
IhopState *ihop_idea_rows (IhopSearching *search, IhopState *from, const char *function, guint number);
/* persistent.c: a loop of the host that launches kernels again and again becomes a kernel of one block, or of a grid
 * whose blocks wait for each other. As above. */
IhopState *ihop_idea_persistent (IhopSearching *search, IhopState *from, const char *function, guint number);
/* products.c: makes such kernels of all loops of the functions that are worked on, each where that pays. Replaces *best. */
void ihop_advise_persistent (IhopSearching *search, IhopState **best);
/* products.c: lays out the products of all functions that are worked on, each where that pays. Replaces *best. */
void ihop_advise_products (IhopSearching *search, IhopState **best);
