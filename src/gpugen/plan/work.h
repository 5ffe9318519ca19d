/* What the files of this room share while a plan is being made. Not for other rooms. */
#pragma once
#include "analysis/memory/alias.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/effects.h"
#include "gpugen/plan/host_graph.h"
#include "gpugen/plan/plan.h"

typedef struct
{
  IhopFacts *facts;
  const IhopTree *tree;
  const IhopPlanOptions *options;
  IhopDiags *diags;
  IhopPlan *plan;
  GHashTable *names;       /* of char *: identifiers of the file and those given out */
  GHashTable *reasons;     /* loop node → IhopMessage *: why it is on the host */
  GHashTable *pins;        /* IhopKernel → IhopClauses: map() and block() of its pragma */
  GPtrArray *clauses;      /* of IhopClauses *, owned */
  GHashTable *settled;     /* settled_value.h: block → its children that set variables */
  GHashTable *denied;      /* of const IhopFunction *: not all of their callers can hand copies in, or they cannot be called twice */
  guint n_denied;          /* when planning began */
  GHashTable *told;        /* const IhopFunction * → IhopToldTrips * */
  GHashTable *footprints;  /* statement → GPtrArray of IhopFootprint *: expensive to work out, so kept */
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
  GHashTable *early;       /* early_names.h: what is known of names at the function's start; or NULL */
} IhopWork;

typedef struct
{
  guint n;
  const IhopLoop *loops[3]; /* outermost first */
  const IhopNode *body;    /* of the innermost spread one */
  const IhopKernelTree *tree; /* the loops are over blocks; owned by the facts. NULL: over threads */
} IhopMappedNest;

void ihop_fragment_choose (IhopWork *work);

/* ihop_footprint_of, remembered; owned by the planner. */
const GPtrArray *ihop_footprints_at (IhopWork *work, const IhopNode *fragment);
/* The variable's one among them; NULL: it is not touched. */
const IhopFootprint *ihop_footprint_at (IhopWork *work, const IhopNode *fragment,
                                        const IhopSymbol *symbol);
/* Where expressions for the plan are made. */
IhopPool *ihop_work_pool (const IhopWork *work);
guint ihop_line_of (const IhopNode *node);
/* A name nobody has: "base", "base_2" … Owned by the planner. */
char *ihop_name_make (IhopPlanner *planner, const char *base);
/* Gives the function's kernels their names: "step_kernel_1", "kernel_gemm_1" (kernel_names.c). */
void ihop_kernels_name (IhopWork *work);
/* From now on the function is planned without a version for the device: some caller cannot hand its copies in, or there cannot be
 * two of the function. Whoever has used its version already is planned anew. */
void ihop_planner_deny (IhopPlanner *planner, const IhopFunction *function);
/* Notes why a loop (and loops in it that have no reason of their own) stays on the host. */
void ihop_leave_out_message (IhopPlanner *planner, const IhopNode *loop, IhopMessage *reason); /* takes reason */
/* A refusal of something that was asked for. Takes message. */
IhopDiag *ihop_planner_refuse_message (IhopPlanner *planner, const char *id, const IhopNode *at, IhopMessage *message);
/* The same with a message that is made here (ihop_message). */
#define ihop_leave_out(planner, loop, ...) ihop_leave_out_message (planner, loop, ihop_message (__VA_ARGS__))
#define ihop_planner_refuse(planner, id, at, ...) ihop_planner_refuse_message (planner, id, at, ihop_message (__VA_ARGS__))
