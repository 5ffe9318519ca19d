/* Verdicts: can this loop, as it stands, run with all its iterations at once?
 *
 * parallel    proved, given what is listed in privates, reductions, inductions and assumptions;
 * sequential  refuted, by a dependence with two concrete iterations that collide;
 * unknown     neither, for the reasons listed. */
#pragma once
#include "analysis/extract/reduction_update.h"
#include "analysis/scop/assumption.h"
#include "analysis/scop/counted_loop.h"
#include "analysis/scop/induction_variable.h"

typedef enum
{
  IHOP_PARALLEL,
  IHOP_SEQUENTIAL,
  IHOP_UNKNOWN
} IhopVerdict;

typedef struct
{
  IhopSymbol *symbol;      /* scalar or array that every iteration may have a copy of its own of */
  gboolean needs_last;     /* its value is (or may be) used after the loop: the last iteration's
                              value must be what remains */
  gboolean last_is_certain; /* the last iteration is sure to write (all of) it */
  gboolean needs_first;    /* needs_last, and an iteration writes only part of it, or nothing for some
                              sizes, but every iteration the same part: what the last iteration's
                              copy holds is right if the copy starts with the old values */
} IhopPrivate;

typedef struct
{
  IhopReduce operator;
  IhopSymbol *symbol;      /* the scalar, or the array or pointer whose element is reduced into */
  gboolean is_element;     /* elements of an array: "element" below */
  const IhopNode *element; /* the reference reduced into, as written: s, C[i][j], hist[b[i]] */
  gboolean is_invariant;   /* the same element in all iterations of this loop */
  const IhopType *type;
  GPtrArray *updates;      /* of const IhopNode *: the assignments (or ifs, for min/max) */
  guint line;
} IhopReduction;

typedef enum
{
  IHOP_DEPENDENCE_FLOW, IHOP_DEPENDENCE_ANTI, IHOP_DEPENDENCE_OUTPUT
} IhopDependenceKind;

/* One carried dependence, with a witness when it is exact. Arrays run over the loops around both
 * ends from the analysed nest's outermost, "names" gives the iterators. */
typedef struct
{
  IhopDependenceKind kind;
  gboolean is_exact;       /* FALSE: it may exist; no witness */
  char *variable;          /* "A", "s.x", "p->data" */
  char *depends_on;        /* "lj, lk": whether it exists depends on these, whose values are not followed; or NULL */
  const IhopNode *source, *sink; /* the two references */
  GPtrArray *source_names, *sink_names; /* of char *: iterators of the loops around each */
  GArray *source_iteration, *sink_iteration; /* of gint64, one a name: values of the iterators */
  GArray *element;         /* of gint64: which element; empty for scalars */
  GPtrArray *parameters;   /* of char *: "n = 4", the values under which they collide */
  GPtrArray *distance;     /* of char *, one a common loop: "1", "-2", "*" (not constant) */
  GPtrArray *direction;    /* of char *, one a common loop: "<", "=", ">", "<=", ">=", "*" */
} IhopDependence;

typedef struct
{
  const char *id;          /* "IHOP-D012" */
  IhopMessage *message;
  IhopRange range;
  GPtrArray *remedies;     /* of IhopMessage * */
} IhopReason;

typedef struct
{
  const IhopLoopName *name; /* function, node, address, depth, parent */
  IhopCounting counting;
  IhopVerdict verdict;
  GPtrArray *privates;     /* of IhopPrivate * (symbols declared inside the body are not listed) */
  GPtrArray *reductions;   /* of IhopReduction * */
  GPtrArray *inductions;   /* of IhopInduction * */
  GPtrArray *assumptions;  /* of IhopAssumption * */
  GPtrArray *dependences;  /* of IhopDependence *: those carried by this loop that matter */
  GPtrArray *reasons;      /* of IhopReason * */
} IhopLoop;

/* All loops of the tree's main-file functions in the order of the file, of const IhopLoop *;
 * owned by facts. */
const GPtrArray *ihop_loops_of (IhopFacts *facts, const IhopTree *tree);
/* Those of one function: the verdicts of others are not worked out. */
const GPtrArray *ihop_loops_of_function (IhopFacts *facts, const IhopTree *tree,
                                         const IhopFunction *function);
/* The loop of this node; NULL if it is not in the facts' trees. */
const IhopLoop *ihop_loops_find (IhopFacts *facts, const IhopTree *tree, const IhopNode *loop);
/* The same where nobody asks for the other loops of the function: their verdicts are not worked out. */
const IhopLoop *ihop_loops_judge_one (IhopFacts *facts, const IhopTree *tree, const IhopNode *loop);
const char *ihop_verdict_name (IhopVerdict verdict);     /* "parallel" … */
const char *ihop_reduce_text (IhopReduce reduce);        /* "+", "max", "&&" … */
const char *ihop_dependence_kind_name (IhopDependenceKind kind); /* "flow" … */
/* The element that its ends meet in: "A[1][2]"; the variable alone where none is known. Caller frees. */
char *ihop_dependence_element (const IhopDependence *dependence);
