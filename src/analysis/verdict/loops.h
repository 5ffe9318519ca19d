/* Verdicts: can this loop, as it stands, run with all its iterations at once?
 *
 * parallel    proved, given what is listed in privates, reductions, inductions and assumptions;
 * sequential  refuted, by a dependence with two concrete iterations that collide;
 * unknown     neither, for the reasons listed. */
#pragma once
#include "analysis/program/facts.h"

typedef enum
{
  IHOP_PARALLEL,
  IHOP_SEQUENTIAL,
  IHOP_UNKNOWN
} IhopVerdict;

/* A loop that counts: for (iterator = lower; iterator REL bound; iterator += step). */
typedef struct
{
  IhopSymbol *iterator;    /* NULL: the loop is not of this form, "why" says what stands in the way */
  const IhopNode *lower;   /* the first value; NULL: whatever the iterator holds before the loop */
  const IhopNode *bound;
  IhopOperator relation;   /* LT, LE, GT, GE, NE as written with the iterator on the left */
  gint64 step;             /* never 0; negative: downward. */
  gboolean declared_here;  /* for (int i = …) */
  const IhopNode *update;  /* the expression that steps the iterator; in a "while" the expression
                              of the body's last statement */
  /* "for (iterator = lower; iterator REL bound; step)" and no more. What is said below is nothing
   * special then; who only knows this form asks here. */
  gboolean is_plain;
  gint64 ahead;            /* not the iterator is compared but iterator + ahead: 1 for "i + 1 < n"
                              and for "i-- > 0", where the body sees i when it has been stepped */
  gboolean steps_first;    /* "i-- > 0": the body sees lower + step first */
  const IhopNode *also_bound; /* "i < n && i < m": the second bound, or NULL */
  IhopOperator also_relation;
  char *why;
} IhopCounting;

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

/* A scalar (or pointer) that counts along: "k += 2" in every iteration. What it holds when an
 * iteration starts follows from the iterator, first + step * (number of iterations before), so
 * iterations may run in any order if each is given a copy of its own that starts with that value,
 * and what the loop leaves in it is that value after all iterations. (Closed forms of induction
 * variables: Allen and Kennedy 2001, section 4.5.) */
typedef struct
{
  IhopSymbol *symbol;
  const IhopNode *first;   /* what it holds before the loop; NULL: whatever it holds there */
  gint64 step;             /* what one iteration adds (of a pointer: elements); 0 if no number: */
  char *by;                /* the same as C text, of what the loop does not change: "2", "n - 1" */
  gboolean needs_last;     /* its value is (or may be) used after the loop */
} IhopInduction;

void ihop_induction_free (gpointer induction);

typedef enum
{
  IHOP_REDUCE_ADD, IHOP_REDUCE_MUL, IHOP_REDUCE_MIN, IHOP_REDUCE_MAX,
  IHOP_REDUCE_AND, IHOP_REDUCE_OR, IHOP_REDUCE_XOR, IHOP_REDUCE_LAND, IHOP_REDUCE_LOR
} IhopReduce;

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

typedef enum
{
  IHOP_ASSUME_NO_OVERLAP, /* a and b */
  IHOP_ASSUME_CONDITION   /* condition, C text that can be evaluated where the loop starts */
} IhopAssumeKind;

typedef struct
{
  IhopAssumeKind kind;
  IhopSymbol *a, *b;
  char *condition;         /* "m >= 0 && m <= 1000": of symbols that the loop does not change */
  char *text;              /* "A and B do not overlap", "j stays below m in A[i*m + j]" */
  gboolean by_owner;       /* from assume()/noalias()/--alias trust, not to be tested, recorded */
} IhopAssumption;

typedef struct
{
  const char *id;          /* "IHOP-D012" */
  char *message;
  IhopRange range;
  GPtrArray *remedies;     /* of char * */
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
const char *ihop_verdict_name (IhopVerdict verdict);     /* "parallel" … */
const char *ihop_reduce_text (IhopReduce reduce);        /* "+", "max", "&&" … */
const char *ihop_dependence_kind_name (IhopDependenceKind kind); /* "flow" … */
/* The element that its ends meet in: "A[1][2]"; the variable alone where none is known. Caller frees. */
char *ihop_dependence_element (const IhopDependence *dependence);
