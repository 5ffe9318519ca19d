/* From function bodies to constraints; shared by the points_to files. */
#pragma once
#include "analysis/memory/objects.h"
#include "analysis/memory/points_to_solver.h"
#include "analysis/program/callgraph.h"
#include "analysis/program/library_effects.h"
#include "ir/type_overlay.h"

typedef struct _IhopFlow IhopFlow;

struct _IhopFlow
{
  IhopFacts *facts;
  const IhopFunction *function; /* whose own system this is; NULL: the program's, or … */
  const IhopFunction *run;      /* … that of the runs of this function (points_to_instances.h) */
  IhopSolver *solver;
  GHashTable *places;           /* expression → node: the objects it may denote */
  GHashTable *arguments;        /* argument of a call → node: what its value may point to */
  GHashTable *symbols;          /* variable → node that holds just this object */
  GHashTable *results;          /* IhopFunction → node: what it returns */
  GHashTable *memories;         /* name → node: see ihop_flow_library_memory */
  const IhopFunction *body;     /* whose statements are being read; NULL: none */
  GHashTable *held;             /* local pointer → node: what it holds where reading stands (points_to_order.c) */
  guint external;               /* node that holds just the external object */
  guint out_of_sight;           /* content of the external object */
  guint kept;                   /* what the library was given to keep */
  GArray *leaked;               /* see ihop_flow_leaked; NULL: not asked for yet */
  gboolean tells_members;       /* see points_to_members.c, below */
  IhopScalarKinds carriers;     /* in which scalars pointers may be kept (pointer_bytes.h) */
  gboolean is_closed;
  gboolean is_exact;
};

/* Builds and solves. A function's own system asks ihop_effects_of for what it calls. */
IhopFlow *ihop_flow_build (IhopFacts *facts, const IhopFunction *function);
/* The bodies of "functions", which are all that a run of "run" may run. What it returns, and what its parameters lead to, is for the caller
 * to look at. */
IhopFlow *ihop_flow_build_run (IhopFacts *facts, const IhopFunction *run, const GPtrArray *functions);
void ihop_flow_free (IhopFlow *flow);

/* points_to_build.c; "result" is the node for what is returned. */
void ihop_flow_statement (IhopFlow *flow, const IhopNode *statement, guint result);
/* points_to_order.c: all statements of a function, and those of a block one behind the other. */
void ihop_flow_body (IhopFlow *flow, const IhopFunction *function);
void ihop_flow_block (IhopFlow *flow, const IhopNode *block, guint result);
/* What a local pointer holds at the place that is being read; 0: what it ever holds. */
guint ihop_flow_held (const IhopFlow *flow, const IhopSymbol *symbol);
guint ihop_flow_join (IhopFlow *flow, guint a, guint b);
gboolean ihop_flow_carries (const IhopFlow *flow, const IhopType *type);
guint ihop_flow_symbol (IhopFlow *flow, const IhopSymbol *symbol);
guint ihop_flow_result_of (IhopFlow *flow, const IhopFunction *function);
guint ihop_flow_single (IhopFlow *flow, guint object);
/* One memory of the C library, with all that can be reached from it. */
guint ihop_flow_library_memory (IhopFlow *flow, const char *memory);
/* points_to_value.c: what the value of an expression may point to, and what one on the left of "=" denotes. */
guint ihop_flow_value (IhopFlow *flow, const IhopNode *expression);
guint ihop_flow_place_of (IhopFlow *flow, const IhopNode *place);
/* Statements and expressions that cannot be read. */
void ihop_flow_opaque (IhopFlow *flow, const IhopNode *node);
/* points_to_call.c: the value of a call. */
guint ihop_flow_call (IhopFlow *flow, const IhopNode *call);

/* points_to_members.c: which member of a struct a place is: what is put into "s->p" is not found in "s->q". They are told apart in
 * systems with the bodies of all functions (the program's, and those of runs), where the language's rule of effective types holds
 * (effective_types.h). */
/* IHOP_PLACE_ANY: no member, or none that is told apart. */
IhopPlaceKey ihop_flow_place_key (const IhopFlow *flow, const IhopNode *place);
/* An IhopSolverHasMembers; data: the flow. */
gboolean ihop_flow_has_members (guint object, gpointer data);
/* "to = value", where "to" is a node with what the left side denotes, in the place "key" of it: structs are copied member by
 * member. */
void ihop_flow_assign (IhopFlow *flow, guint to, IhopPlaceKey key, const IhopNode *value);
/* What a pointer is turned into by this cast, or computed by this sum, may be no struct any longer: "value" is what it may
 * point to. */
void ihop_flow_see_cast (IhopFlow *flow, const IhopNode *cast, guint value);
void ihop_flow_see_sum (IhopFlow *flow, const IhopNode *sum, guint value);
