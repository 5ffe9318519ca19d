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
#include "gpugen/plan/plan.h"
#include "profiler/mean_trips.h"

/* One outermost loop of what is worked on. */
typedef struct
{
  const IhopFunction *function;
  const IhopNode *loop;
  double seconds;
  double ideal;            /* with all its work spread over the whole device in one launch */
  double launches;
  double own_launches;     /* those of the function's own kernels, not of functions that it calls */
  double traffic;          /* bytes that its kernels move */
  double host;             /* seconds with all of the function's own work on the host, one thread */
  GHashTable *copies;      /* IhopSymbol → double *: seconds to copy what is touched, once; owned by the worth */
  GHashTable *touched;     /* IhopSymbol → double *: bytes that the function's own work there touches, at most; owned by the worth */
  gboolean is_guess;       /* some loop's number of iterations is not known */
} IhopWorthPart;

typedef struct
{
  double seconds;
  double launches;
  double traffic;
  double launch_seconds;   /* what one launch takes */
  double cpu_seconds;      /* of the fallback */
  GArray *parts;           /* of IhopWorthPart, in the order of the file */
} IhopWorth;

/* What a program is looked at under. */
typedef struct
{
  double usual_size;       /* stands for every size that is not known: IHOP_USUAL_SIZE, where nothing speaks for another */
  gboolean through_calls;  /* what called functions cost is a part of the loops that call them, and not only of their own */
  const GPtrArray *on_host; /* of IhopStays *: the host does the work of these kernels; NULL: of none */
} IhopWorthView;

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
