/* The adviser: which steps of the catalogue would make a program better, found by trying.
 *
 * Ideas come from the shape of the nests (ideas.h) and from isl's scheduler (scheduler.c); each is
 * written down as steps of the catalogue and taken like the step of a script, so the one judge of
 * legality decides about every one of them. What a program is worth is predicted (worth.h) from the
 * static profiler: seconds on the device, the host and the bus. The search goes loop by loop, the
 * one with most to gain first, and keeps a change only if the whole is predicted to be faster; what
 * it gives is therefore never predicted to be slower than the program as it stands.
 *
 * The fallback on the CPU is another matter: taking a loop apart gives a device more threads, and
 * makes a CPU read its data twice. Where the steps are predicted to slow it down, it is to be made
 * from the code without them (slows_cpu); where sweeps over memory can be tiled, from the tiles (cpu_tree).
 *
 * It counts the steps it tries and the work they make (state.h); seconds are a limit for those who
 * say how long they will wait. */
#pragma once
#include "gpugen/plan/plan.h"

typedef enum
{
  IHOP_ADVISE_NOTHING,
  IHOP_ADVISE_QUICKLY,     /* only where much is to be gained; some tens of steps */
  IHOP_ADVISE_THOROUGHLY
} IhopAdviseEffort;

typedef struct
{
  IhopTree *tree;          /* as the steps leave it, referenced; without steps the first one */
  GPtrArray *steps;        /* of char *; none: nothing better was found */
  GPtrArray *apart;        /* of char *, "f: A, B": what the steps are right for only if it does not
                              overlap; a program made of them has to test it (apart.h) */
  GPtrArray *notes;        /* of IhopMessage *: loops that stay on the host, and what would not pay */
  GPtrArray *host_notes;   /* of IhopMessage *: functions and loops that are predicted to be quicker on the host */
  GPtrArray *on_host;      /* of IhopStays *: those of them that are to stay there */
  GHashTable *left;        /* char *, a function's name → double *: predicted seconds of its loops' own work that stays on the host */
  double plain, found;     /* predicted seconds of the loops worked on, before and after */
  double plain_launches, found_launches;
  gboolean slows_cpu;      /* the fallback had better be made from the code without the steps */
  IhopTree *cpu_tree;      /* what the fallback had better be made from instead, referenced; NULL: from what slows_cpu says */
  GPtrArray *cpu_steps;    /* of char *: that lead to it */
  guint tried;             /* steps, but for those towards cpu_tree */
  gboolean is_cut_short;   /* the limit was reached */
} IhopAdvice;

/* Whoever waits for a search hears on the searching thread which function it works on (NULL: still the same), and calls
 * it off by FALSE: then it gives soon what it has. */
typedef struct
{
  gboolean (*goes_on) (const char *function, gpointer data);
  gpointer data;
} IhopAdviseWatch;

/* facts must be of this tree alone, as a script's are; NULL: they are made. "plan" says what the
 * program is for: choose (SCOP or AUTO), gpu, block, map. "options" may be NULL. seconds of the processor:
 * how long the caller will wait; 0: the effort's own limits. may_test: steps may rest on tests
 * ("apart" above). watch: NULL: nobody does. Caller frees. */
IhopAdvice *ihop_advise_program (IhopFacts *facts, IhopTree *tree, const IhopFactsOptions *options,
                                 const IhopPlanOptions *plan, IhopAdviseEffort effort,
                                 double seconds, gboolean may_test, const IhopAdviseWatch *watch);
/* Predicted seconds of the loops that a search would work on, as the tree stands. pairs: of char *, "f: A, B", that are
 * tested; may be NULL. */
double ihop_advise_price (IhopTree *tree, const IhopFactsOptions *options, const IhopPlanOptions *plan,
                          const GPtrArray *pairs);
/* The same for steps that somebody else has taken. */
gboolean ihop_advise_slows_cpu (IhopTree *before, IhopTree *after, const IhopFactsOptions *options,
                                const IhopPlanOptions *plan);
void ihop_advice_free (IhopAdvice *advice);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopAdvice, ihop_advice_free)
/* ---- For one loop, by hand --------------------------------------------------------------------- */

/* Steps that were tried on the program and found legal, and what they were seen to do. */
typedef struct
{
  GPtrArray *steps;        /* of char * */
  GPtrArray *parallel;     /* of char *: loops with code of this one that are parallel then, by the
                              addresses they have then, outermost first; empty: none new */
  guint statements;        /* of the loop's statements, those that run in a parallel loop then … */
  guint statements_before; /* … and do as it stands … */
  guint n_statements;      /* … of so many */
  double before, after;    /* predicted seconds of the function's loops */
  double traffic_before, traffic_after; /* bytes its kernels move */
} IhopRemedy;

/* What would make this loop parallel, or its function quicker: of IhopRemedy *, best first, at most
 * "most". "gpu" as in plan options. Caller unrefs. facts: as in ihop_advise_program. */
GPtrArray *ihop_advise_loop (IhopFacts *facts, IhopTree *tree, const IhopFactsOptions *options,
                             const IhopPlanOptions *plan, const IhopLoopName *loop, guint most);

/* "1.25 ms", for a gap of another message. Caller unrefs. */
IhopMessage *ihop_advice_time (double seconds);
/* Its English text. Caller frees. */
char *ihop_advice_seconds (double seconds);
