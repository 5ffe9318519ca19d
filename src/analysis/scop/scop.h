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
#include "analysis/scop/assumption.h"
#include "analysis/scop/counted_loop.h"
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
  gboolean is_defined;        /* how it hangs together with them is known (ihop_context_define) */
  const IhopNode *loop;       /* a loop around the root that counts with it, or NULL; */
  gboolean is_followed;       /* … all of whose bounds are known */
  char *text;                 /* as C, for messages */
  const IhopNode *expression; /* as C, to be a part of others; owned by the facts */
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

/* Code that runs or does not run as one, by a condition that is not affine. */
typedef struct _IhopScopRegion IhopScopRegion;
struct _IhopScopRegion
{
  const IhopScopRegion *parent; /* runs whenever this one does */
  const IhopScopRegion *other;  /* one of the two runs whenever the parent does; NULL: no such */
  const IhopSymbol *there;      /* runs whenever the parent does and this pointer is not null; NULL: it is another condition */
};

struct _IhopScopStatement
{
  guint id;
  const IhopNode *node;       /* the statement, or the expression that is evaluated here */
  IhopScopLoop *loop;         /* innermost loop around it; NULL: directly in the root */
  guint depth;
  isl_set *domain;
  gboolean is_exact;          /* every instance of domain does run */
  const IhopScopRegion *region; /* NULL: the root's own */
};

/* Something that forbids any verdict but "unknown". */
typedef struct
{
  const char *id;
  const IhopNode *node;
  IhopMessage *message, *remedy; /* remedy may be NULL */
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
  isl_set *relations;         /* what parameters are that others define ("w / 2"); also in context and ranges */
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
  GHashTable *conditions;     /* const IhopNode *, the condition of an if → whether the sets tell exactly when it holds */
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
  gboolean names_quotients;   /* "w / 2" is a parameter, so that it can be the length of rows */
  gboolean multiplies_quotients; /* it was not, and something was to be multiplied by one, or by a sum of sizes */
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

void ihop_scop_free (IhopScop *scop);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopScop, ihop_scop_free)

/* Symbols of the loops around a statement, outermost first, as C names ("while" for others). */
const IhopScopLoop *ihop_scop_root_loop (const IhopScop *scop);
const char *ihop_scop_loop_name (const IhopScopLoop *loop);

/* A scop of the whole function with no statements and no knowledge, in which every variable is a parameter. */
IhopScop *ihop_scop_new_blank (IhopFacts *facts, const IhopFunction *function);
/* A scop of a root that has not been read yet (extract/extract.h reads it). */
IhopScop *ihop_scop_alloc (IhopFacts *facts, const IhopFunction *function, const IhopNode *root,
                           IhopBudget *budget);
void ihop_outer_loop_free (gpointer loop);

/* Something in the root forbids any verdict but "unknown". "id" is a diagnostic's. Takes remedy (NULL: none is known) and
 * message. */
void ihop_obstacle_add (IhopScop *scop, const char *id, const IhopNode *node, IhopMessage *remedy, IhopMessage *message);
#define ihop_obstacle(scop, id, node, remedy, ...) ihop_obstacle_add (scop, id, node, remedy, ihop_message (__VA_ARGS__))
