/* Steps that lay a nest out over blocks and threads, one after the other. Each changes the addresses of loops; so a loop is named
 * here by its way: from the nest's outermost loop to the inner loop of a number (from 0), to an inner loop of that one, and so
 * on. The way of length 0 is the outermost loop. The nest itself may stand in other loops. */
#pragma once
#include "advise/ideas.h"

enum { IHOP_LAYOUT_AROUND = 3 };

typedef struct
{
  IhopSearching *search;
  IhopState **state;       /* replaced by each step that is taken */
  const char *function;
  guint number;            /* of the function's outermost loop that is the nest, or that the nest is in, from 0 */
  guint n_around;          /* loops that the nest is in */
  guint inner[IHOP_LAYOUT_AROUND]; /* in each of them, outermost first: the number of the loop that leads to the nest */
} IhopLayout;

/* Moves the nest's number by what was put in front of it. */
void ihop_layout_move (IhopLayout *self, guint in_front);

/* Extends the search's budget by what laying out one nest takes: only nests of a form for which that is known to pay are tried. */
void ihop_searching_allow (IhopSearching *search);

/* NULL: there is no such loop. */
const IhopLoopName *ihop_layout_loop (const IhopLayout *self, const guint *way, guint n);
/* Its iterator's name; "": it has none. */
const char *ihop_layout_iterator (const IhopLayout *self, const guint *way, guint n);
guint ihop_layout_count_inner (const IhopLayout *self, const guint *way, guint n);
/* How often the innermost of n loops in each other runs, outermost first: what callers tell, in the mean; a usual number for each
 * loop of which nobody does. At least 1. */
double ihop_layout_instances (const IhopLayout *self, const IhopLoopName *const *names, guint n);
/* Proved to be parallel, without results that iterations add to. NULL is not. */
gboolean ihop_layout_is_parallel (const IhopLayout *self, const IhopLoopName *name);

/* The step "STEP LOOP WORDS". FALSE: it was refused, and nothing has changed. */
gboolean ihop_layout_take (IhopLayout *self, const char *step, const guint *way, guint n, const char *format, ...)
  G_GNUC_PRINTF (5, 6);
/* A loop becomes threads along y and the one in it along x, unless they are that already. */
gboolean ihop_layout_mark_threads (IhopLayout *self, const guint *way, guint n);
/* What one iteration reads of an array is staged in shared memory, all groups of references to it from the first one on (1: all); "threads" copy,
 * as the step has it. FALSE: not even that one. */
gboolean ihop_layout_stage (IhopLayout *self, const guint *way, guint n, const char *array, guint first, const char *threads);

/* The array of a subscripted reference, which may go from a place behind its beginning ("(a + i * n)[k]"); NULL: it is no variable. */
const IhopSymbol *ihop_layout_array (const IhopNode *reference);
/* Adds the names (char *, owned by the array) of arrays other than "but" that an expression reads where the iterator says; each
 * once. */
void ihop_layout_add_reads (const IhopNode *expression, const IhopSymbol *iterator, const IhopSymbol *but, GPtrArray *names);
gboolean ihop_layout_declares_iterator (const IhopNode *loop);
