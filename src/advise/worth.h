/* What a program costs, predicted: enough to say which of two shapes of it is the better one.
 *
 *   kernels   launches × (launch + the longer of moving and computing, divided by the share of the
 *             device that has threads at work) + what collides in atomic updates
 *   host      each operation a fifth of a nanosecond
 *   copies    of variables that kernels and statements of one host loop pass to each other
 *
 * Moreover, roughly, what the fallback on the CPU takes: each kernel a parallel region that brings
 * every array it touches from memory once.
 *
 * Moving and computing are the static profiler's (profiler.h). Iterations are those of the text
 * where bounds are numbers (means, where they depend on loops around), else the usual size. Copies before and
 * behind all loops are the same for every shape and are left out. */
#pragma once
#include "advise/worth_parts.h"

/* "plan" may be an outline (plan.h). Caller frees. */
IhopWorth *ihop_worth_new (IhopFacts *facts, const IhopPlan *plan, const IhopPlanOptions *options,
                           const IhopWorthView *view);
void ihop_worth_free (IhopWorth *worth);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopWorth, ihop_worth_free)

/* Of one copy of so many bytes. */
double ihop_worth_copy_seconds (const IhopGpu *gpu, double bytes);
/* The caller's variable behind one of the callee's; NULL: it is the callee's own affair. */
const IhopSymbol *ihop_worth_callers_symbol (const IhopFunction *callee, const IhopNode *call, const IhopSymbol *symbol);

/* Whether the function's loops are worked on at all. */
gboolean ihop_worth_covers (const IhopFunction *function, const IhopPlanOptions *options);

/* called.c. How often the function is called, by the callers in sight that call it least; 1 without any. known (IhopFunction
 * to double, which it frees): what was asked before at this size; it is added to. */
double ihop_trips_called (IhopFacts *facts, const IhopFunction *function, double size, GHashTable *known);
