/* A piece of code as sets and relations: its statements' instances, what they read and write, and
 * the order they run in. In the manner of pet and PPCG, but of our own tree.
 *
 * A scop is made for one root: a loop that is to be judged, or a fragment. Loops from the root
 * inward give the dimensions (iterators' own values; the order on a downward loop is reversed);
 * everything the root does not change is a parameter, iterators of loops around it included.
 * Hence a dependence carried by the root is one between different values of dimension 0.
 * What is not affine widens the sets and is marked inexact: the relations always hold
 * everything that can happen. */
#pragma once
#include "analysis/verdict/loops.h"
#include "analysis/scop/value.h"
#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/set.h>

typedef struct
{
  const IhopSymbol *symbol;   /* a scalar variable, or NULL: */
  const IhopNode *node;       /* an expression that nothing in the root changes (p->n, sz[3]) */
  int factor[IHOP_TERM_FACTORS]; /* or a product of other parameters … */
  guint n_factors;            /* … (0: none) */
  gboolean is_derived;        /* of "node": its value depends on other parameters' */
  const IhopNode *loop;       /* a loop around the root that counts with it, or NULL; */
  gboolean is_followed;       /* … all of whose bounds are known */
  char *text;                 /* as C, for people; isl knows it by what may stand in a sum or a product, "(C / NH)" */
  char *key;
  const IhopType *type;
  isl_id *id;
} IhopParameter;

typedef struct _IhopScopLoop IhopScopLoop;
struct _IhopScopLoop
{
  const IhopNode *node;
  IhopCounting counting;
  guint depth;                /* 0: the root's own dimension when the root is a loop */
  IhopScopLoop *parent;
  isl_set *domain;            /* values of the iterators of this and the outer loops */
  isl_set *outer;             /* instances that reach the loop, over the outer iterators */
  gboolean is_exact;
  gboolean backwards;         /* negative step */
  int position;               /* in the text: when the loop as a whole starts */
  gboolean has_range;         /* lower and bound are constants: */
  gint64 min, max;
  gboolean is_product;        /* the bound is a product of parameters */
};

typedef enum
{
  IHOP_STEP_SUBSCRIPT,        /* element of an array object */
  IHOP_STEP_DEREF,            /* element behind a pointer that is stored here */
  IHOP_STEP_FIELD,
  IHOP_STEP_ANY               /* some unknown part of what was named so far */
} IhopStepKind;

typedef struct
{
  IhopStepKind kind;
  const IhopSymbol *field;
  gboolean in_union;
  IhopValue *value;           /* SUBSCRIPT, DEREF; NULL: any */
  const IhopType *array;      /* SUBSCRIPT: type of the array that is subscripted */
  gboolean is_flat;           /* reached by arithmetic on an element's address: may leave the row */
  const IhopSymbol *through;  /* the subscript is through[inside], and the owner says that no two */
  IhopValue *inside;          /* elements of "through" are equal; or NULL */
} IhopStep;

/* A place: a variable and the way from it. */
typedef struct
{
  const IhopSymbol *root;
  GArray *steps;              /* of IhopStep */
  const IhopType *type;       /* of what stands at the end */
} IhopRef;

/* Code that runs or does not run as one, by a condition that is not affine. */
typedef struct _IhopScopRegion IhopScopRegion;
struct _IhopScopRegion
{
  const IhopScopRegion *parent; /* runs whenever this one does */
  const IhopScopRegion *other;  /* one of the two runs whenever the parent does; NULL: no such */
};

typedef struct
{
  guint id;
  const IhopNode *node;       /* the statement, or the expression that is evaluated here */
  IhopScopLoop *loop;         /* innermost loop around it; NULL: directly in the root */
  guint depth;
  isl_set *domain;
  gboolean is_exact;          /* every instance of domain does run */
  const IhopScopRegion *region; /* NULL: the root's own */
} IhopScopStatement;

typedef enum
{
  IHOP_MAY_NOT,               /* exact */
  IHOP_MAY_SUBSCRIPT,         /* the subscript is not affine */
  IHOP_MAY_CONDITION,         /* whether it happens depends on data */
  IHOP_MAY_CALL,              /* a called function may do it */
  IHOP_MAY_FLAT,              /* a row may be left */
  IHOP_MAY_WRAP               /* unsigned arithmetic or a conversion may wrap around */
} IhopMay;

enum { IHOP_ROW_SIZES = 2 };

/* Rows are as long as "times" times a parameter and "plus" (extract/row_length.c). */
typedef struct
{
  int param;
  gint64 times, plus;
} IhopRowSize;

typedef struct
{
  guint id;
  IhopScopStatement *statement;
  IhopRef *ref;
  const IhopNode *node;       /* the reference */
  const IhopNode *why_node;   /* what made it a may access */
  gboolean is_write;
  IhopMay may;
  int position;               /* order of evaluation in the text */
  const IhopNode *update;     /* the reduction update this belongs to, or NULL */
  guint n_dims;               /* subscripts of all steps */
  isl_map *map;               /* { iterators → subscripts }, within the statement's domain */
  isl_pw_aff **subscript;     /* n_dims; NULL: any */
  IhopLinear **linear;        /* one a subscript, or NULL entries */
  guint *step_dims;           /* steps + 1: subscripts before each step */
  gboolean is_local;          /* root symbol is declared inside the scop's root */
  gboolean is_loaded;         /* behind a pointer that is itself in memory (p->data[i], rows[i][j]) */
  gboolean is_cut;            /* one subscript of the text, cut into rows: */
  guint cut_step, n_cut;      /* that of this step, into so many: */
  guint n_strides[IHOP_VALUE_TERMS]; /* the k-th of them counts in steps of the product of these … */
  int stride[IHOP_VALUE_TERMS][IHOP_TERM_FACTORS]; /* … parameters */
  guint n_sizes;              /* parameters among these that stand for … */
  IhopRowSize size[IHOP_ROW_SIZES]; /* … another length */
  guint twin;                 /* id of the first access of the same statement with an equal map */
} IhopAccess;

/* Something that forbids any verdict but "unknown". */
typedef struct
{
  const char *id;
  const IhopNode *node;
  char *message, *remedy;     /* remedy may be NULL */
} IhopObstacle;

/* A condition that is assumed, and to be tested where the root starts. */
typedef struct
{
  IhopAssumption *assumption; /* one of the scop's */
  isl_set *holds;             /* parameters */
} IhopTest;

typedef struct _IhopScop
{
  IhopFacts *facts;
  const IhopFunction *function;
  const IhopNode *root;
  isl_ctx *ctx;
  IhopBudget *budget;
  GPtrArray *params;          /* of IhopParameter * */
  GHashTable *param_by_key;
  isl_space *space;           /* parameters only */
  isl_set *context;           /* what is known of them */
  isl_set *ranges;            /* the context with what their types hold */
  isl_set *path;              /* what of the context holds only because the root stands where it does, in
                                 loops and branches, and is run only where its conditions have been tested */
  GPtrArray *loops;           /* of IhopScopLoop *, outer ones first */
  GPtrArray *statements;      /* of IhopScopStatement * */
  GPtrArray *accesses;        /* of IhopAccess *, in the order of evaluation */
  GPtrArray *obstacles;       /* of IhopObstacle * */
  GPtrArray *assumptions;     /* of IhopAssumption *: conditions the relations rely on */
  GPtrArray *tested;          /* of IhopTest *: those of the assumptions that a program is to test */
  isl_set *proved;            /* the ranges before the first of them was assumed; NULL: there is none */
  isl_set *callers;           /* cache: see ihop_context_of_callers; NULL: not asked for yet */
  GPtrArray *undecided;       /* of const IhopSymbol *: in conditions that are not followed, that decide whether the
                                 root is reached, and that neither a caller nor the input can turn as it likes */
  isl_set *heads;             /* where control may jump in: what the heads of the loops around say, which is believed
                                 only of iterations that a refutation names */
  GPtrArray *inductions;      /* of IhopInduction *: what counts along with the root loop */
  GHashTable *written;        /* symbols the root assigns by name */
  GHashTable *local;          /* symbols declared inside the root */
  GHashTable *invariant;      /* cache: symbol → what the root does to it */
  GPtrArray *outer_loops;     /* of IhopOuterLoop *: counting loops around the root, outermost first */
  GPtrArray *regions;         /* of IhopScopRegion * */
  isl_set *undefined;         /* cache: parameters for which some certain access is outside its row; NULL: not
                                 asked for yet */
  GHashTable *busy;           /* cache of dependence/refutation.c; NULL: not asked for yet */
  GHashTable *aliases;        /* cache: two roots → IhopAlias + 1 */
  GHashTable *definitions;    /* cache: symbol → the expression it was set to before the root, or NULL */
  GPtrArray *way;             /* cache: from the function's body to the root, NULL: not asked for yet */
  GArray *stages;             /* of IhopStage, one a node of the way; NULL: not asked for yet; see reaching_definition.c */
  gboolean is_entered;        /* a label stands around, or a switch with cases inside other statements: control may
                                 jump in */
  gboolean has_goto;          /* regions say nothing */
  gboolean is_unconditional;  /* no condition is assumed that would have to be tested */
} IhopScop;

/* A loop around the root. */
typedef struct
{
  const IhopNode *node;
  IhopCounting counting;
} IhopOuterLoop;

/* The loop of the scop that this node is; NULL: none. */
IhopScopLoop *ihop_scop_loop_of (const IhopScop *scop, const IhopNode *node);

/* Never NULL. The facts must outlive it. budget may be NULL. */
IhopScop *ihop_scop_new (IhopFacts *facts, const IhopFunction *function, const IhopNode *root,
                         IhopBudget *budget);
/* The same, but nothing is assumed that a program would have to test: where there is no proof, relations widen. */
IhopScop *ihop_scop_new_unconditional (IhopFacts *facts, const IhopFunction *function, const IhopNode *root,
                                       IhopBudget *budget);
void ihop_scop_free (IhopScop *scop);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopScop, ihop_scop_free)

/* Symbols of the loops around a statement, outermost first, as C names ("while" for others). */
const IhopScopLoop *ihop_scop_root_loop (const IhopScop *scop);
const char *ihop_scop_loop_name (const IhopScopLoop *loop);
IhopAssumption *ihop_assumption_new (IhopAssumeKind kind, const IhopSymbol *a, const IhopSymbol *b);
void ihop_assumption_free (gpointer assumption);

/* { x → y }: instance y of "b" runs after instance x of "a", both in the root. Orders instances of
 * two statements; "a_first": a stands before b where all common loops are in the same iteration.
 * equal: so many outer iterators are the same on both sides. */
__isl_give isl_map *ihop_scop_before (const IhopScop *scop, const IhopScopLoop *a, guint a_depth,
                                      const IhopScopLoop *b, guint b_depth, gboolean a_first,
                                      guint equal);
/* Loops around both; the innermost. */
const IhopScopLoop *ihop_scop_common_loop (const IhopScopLoop *a, const IhopScopLoop *b);
/* { instance → the first n subscripts of the access }, without the statement's name. */
__isl_give isl_map *ihop_access_leading (const IhopAccess *access, guint n);
