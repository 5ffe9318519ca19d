/* Which loops can be spread over threads. */
#pragma once
#include "gpugen/plan/work.h"

/* The perfectly nested parallel loops from this one inwards, at most "most". FALSE: not even the
 * first can be spread; *why (caller owns it) says so in a sentence part. */
gboolean ihop_nest_find (IhopPlanner *planner, const IhopFunction *function, const IhopNode *loop, guint most,
                         IhopMappedNest *nest, IhopMessage **why);
/* NULL: this loop can be spread; else why not (caller frees). loop may be NULL. */
IhopMessage *ihop_nest_refuse (IhopPlanner *planner, const IhopLoop *loop);
/* Whether an inner loop may be one more axis: parallel, and spreading it asks for nothing that the loops around it do
 * not ask for anyway. */
gboolean ihop_nest_may_join (IhopPlanner *planner, const IhopMappedNest *nest, const IhopLoop *loop);
/* Whether what an inner loop's verdict rests on holds in each of its iterations if what the outermost one's rests on does: "i < m" in a
 * loop over i up to n, where n <= m. "loops": the n loops around the inner one, outermost first. */
gboolean ihop_nest_is_implied (const IhopLoop *const *loops, guint n, const IhopAssumption *assumption);
/* "the loop is sequential: i = 1 writes A[2] (line 13), which i = 2 reads (line 13)". */
IhopMessage *ihop_nest_verdict_message (const IhopLoop *loop);
/* Strips blocks of one statement (pragmas not counted). */
const IhopNode *ihop_nest_single (const IhopNode *node);
/* Whether a loop surely runs at least once: constant bounds, or by the owner's word. */
gboolean ihop_nest_runs (const IhopNode *loop, gpointer planner);
/* How often a loop with constant bounds runs; -1: not known. */
gint64 ihop_nest_trips (const IhopCounting *counting);
/* "n > value", if the loop counts up to n: with the first value, whether it runs. Unless "holds", the opposite. NULL: its end is no such comparison. */
const IhopNode *ihop_nest_compare_bound (IhopPool *pool, const IhopCounting *counting, const IhopNode *value, gboolean holds);
