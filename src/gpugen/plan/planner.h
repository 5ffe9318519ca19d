/* What the files of this room share while a plan is being made. Not for other rooms. */
#pragma once
#include "analysis/memory/alias.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/effects.h"
#include "gpugen/plan/clauses.h"
#include "gpugen/transfer/motion.h"

typedef struct
{
  IhopFacts *facts;
  const IhopTree *tree;
  const IhopPlanOptions *options;
  IhopDiags *diags;
  IhopPlan *plan;
  GHashTable *names;       /* of char *: identifiers of the file and those given out */
  GHashTable *reasons;     /* loop node → char *: why it is on the host */
  GHashTable *pins;        /* IhopKernel → IhopClauses: map() and block() of its pragma */
  GPtrArray *clauses;      /* of IhopClauses *, owned */
  GHashTable *settled;     /* lifetime.c: block → its children that set variables */
  GHashTable *denied;      /* of const IhopFunction *: not all of their callers can hand copies in */
  guint n_denied;          /* when planning began */
  GHashTable *footprints;  /* statement → GPtrArray of IhopFootprint *: working them out is dear */
} IhopPlanner;

/* One function being planned. */
typedef struct
{
  IhopPlanner *planner;
  const IhopFunction *function;
  GPtrArray *kernels;      /* of IhopKernel *, not owned, in the order of the text */
  GPtrArray *variables;    /* of IhopDeviceVariable *, not owned */
  IhopGraph *graph;
  int entry;               /* overlaps are tested behind this child of the body; -1: at its start */
  GHashTable *early;       /* entry_tests.c: what is known of names at the function's start; or NULL */
} IhopWork;

/* ---- mapped_nest.c, device_code.c: what can be spread over threads, and what a kernel may contain ---- */

typedef struct
{
  guint n;
  const IhopLoop *loops[3]; /* outermost first */
  const IhopNode *body;    /* of the innermost spread one */
  const IhopKernelTree *tree; /* the loops are over blocks; owned by the plan. NULL: over threads */
} IhopNest;

/* The perfectly nested parallel loops from this one inwards, at most "most". FALSE: not even the
 * first can be spread; *why (caller frees) says so in a sentence part. */
gboolean ihop_nest_find (IhopPlanner *planner, const IhopFunction *function, const IhopNode *loop,
                         guint most, IhopNest *nest, char **why);
/* NULL: this loop can be spread; else why not (caller frees). loop may be NULL. */
char *ihop_nest_refuse (IhopPlanner *planner, const IhopLoop *loop);
/* Whether an inner loop may be one more axis: parallel, and spreading it asks for nothing that the loops around it do
 * not ask for anyway. */
gboolean ihop_nest_may_join (IhopPlanner *planner, const IhopNest *nest, const IhopLoop *loop);
/* tree_nest.c: the same as ihop_nest_find for a loop that is marked as one over blocks: its tree is read and proved. */
gboolean ihop_nest_find_tree (IhopPlanner *planner, const IhopFunction *function, const IhopNode *loop,
                              IhopNest *nest, char **why);
/* "the loop is sequential: i = 1 writes A[2] (line 13), which i = 2 reads (line 13)". */
char *ihop_nest_verdict_text (const IhopLoop *loop);
/* Strips blocks of one statement (pragmas not counted). */
const IhopNode *ihop_nest_single (const IhopNode *node);
/* Whether a loop surely runs at least once: constant bounds, or by the owner's word. */
gboolean ihop_nest_runs (const IhopNode *loop, gpointer planner);
/* The least value of an expression in a function, from its callers. FALSE: not known. */
gboolean ihop_least_value (IhopPlanner *planner, const IhopFunction *function,
                           const IhopNode *node, gint64 *least);
/* How often a loop with constant bounds runs; -1: not known. */
gint64 ihop_nest_trips (const IhopLoop *loop);
/* openmp_directives.c: plan->dropped; to be called once the kernels are known. */
void ihop_own_threads_drop (IhopPlanner *planner);
/* NULL: these statements may run in a kernel as they are; else why not. "spread": the statements
 * are the body of a spread loop. callees may be NULL. */
char *ihop_device_refuse (IhopPlanner *planner, const IhopNode *node, gboolean spread,
                          GPtrArray *callees);
/* The part of it that is about the text: NULL, or why it cannot be replaced. Caller frees. */
char *ihop_device_refuse_text (const IhopTree *tree, const IhopNode *node);
/* NULL: a launch can stand where it stands; else why not. Caller frees. */
char *ihop_device_refuse_place (const IhopTree *tree, const IhopNode *node);
/* Whether an update may be made atomic. */
gboolean ihop_device_has_atomic (const IhopReduction *reduction);

/* ---- fragment.c: which code goes to the device ---- */
void ihop_fragment_choose (IhopWork *work);
IhopKernel *ihop_kernel_new (IhopWork *work, IhopKernelKind kind);
void ihop_kernel_free (IhopKernel *kernel);
/* Fills in everything but variables: axes, privates, reductions, conditions. NULL, or why it cannot
 * be (caller frees). */
char *ihop_kernel_fill (IhopWork *work, IhopKernel *kernel, const IhopNest *nest);
/* Block sizes and axes; after the profiler's advice. */
void ihop_launch_decide (IhopWork *work, IhopKernel *kernel);
/* First value, number of iterations and their largest number; NULL or why not (caller frees). */
char *ihop_launch_bounds (IhopWork *work, IhopKernel *kernel, const IhopNest *nest);
/* The value that an axis' iterator has after the loop. */
const IhopNode *ihop_launch_last (IhopPool *pool, const IhopLoop *loop);

/* ---- variable.c, lifetime.c, copies.c: device variables, where they live, what travels ---- */
/* Parameters of all kernels and the variables behind them; kernels that cannot have theirs are
 * dropped from work with a refusal. */
void ihop_variables_make (IhopWork *work);
void ihop_variable_free (IhopDeviceVariable *variable);
/* Events of a variable along the graph (one a node). Caller frees. */
guint16 *ihop_copies_events (IhopWork *work, const IhopDeviceVariable *variable);
void ihop_copies_place (IhopWork *work);
/* Where the variable is born and dies. FALSE: it must be allocated around each kernel. */
gboolean ihop_place_find (IhopWork *work, IhopDeviceVariable *variable);
/* A variable of this name as the function sees it (parameter, local, global); NULL: no variable.
 * *is_unique: no second one is in sight. */
IhopSymbol *ihop_name_symbol (const IhopWork *work, const char *name, gboolean *is_unique);
/* Whether a variable's name means this variable, and no other one, all over the function. */
gboolean ihop_name_is_unique (const IhopWork *work, const IhopSymbol *symbol);

/* ---- shared small things, planner.c ---- */
/* ihop_footprint_of, remembered; owned by the planner. */
const GPtrArray *ihop_footprints_at (IhopWork *work, const IhopNode *fragment);
/* The variable's one among them; NULL: it is not touched. */
const IhopFootprint *ihop_footprint_at (IhopWork *work, const IhopNode *fragment,
                                        const IhopSymbol *symbol);
/* The owner's words for a node. Caller frees. */
char *ihop_words (const IhopNode *node);
/* Where expressions for the plan are made. */
IhopPool *ihop_work_pool (const IhopWork *work);
guint ihop_line_of (const IhopNode *node);
/* A name nobody has: "base", "base_2" … Owned by the planner. */
char *ihop_name_make (IhopPlanner *planner, const char *base);
/* Notes why a loop (and loops in it that have no reason of their own) stays on the host. */
void ihop_leave_out (IhopPlanner *planner, const IhopNode *loop, const char *format, ...)
  G_GNUC_PRINTF (3, 4);
/* A refusal of something that was asked for. */
IhopDiag *ihop_planner_refuse (IhopPlanner *planner, const char *id, const IhopNode *at, const char *format,
                       ...) G_GNUC_PRINTF (4, 5);
gboolean ihop_node_mentions (const IhopNode *node, const IhopSymbol *symbol);
IhopDeviceVariable *ihop_work_variable (const IhopWork *work, const IhopSymbol *symbol);
/* The smallest box around both; NULL: not known (then all). */
const IhopBox *ihop_box_hull (IhopPool *pool, const IhopBox *a, const IhopBox *b);
gboolean ihop_box_equal (const IhopBox *a, const IhopBox *b);
