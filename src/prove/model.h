/* Between the files of this room: a kernel as instances, accesses and barriers. */
#pragma once
#include "prove/prove.h"
#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/id.h>
#include <isl/local_space.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

enum { THREADS_OF_WARP = 32, MOST_THREADS = 1024, MOST_Z = 64 }; /* of a block, the latter along its third axis */
enum { MOST_SIZE = 1 << 30, MODEST_GRID = 1 << 20, MODEST_TOTAL = 1 << 26 }; /* of all along an axis */

/* Dimensions of an instance, always all of them; those of loops that are not around are 0. */
enum
{
  DIM_BLOCK = 0,   /* blockIdx.x, y, z */
  DIM_BASE = 3,    /* blockIdx.x * blockDim.x … */
  DIM_THREAD = 6,  /* threadIdx.x, y, z */
  DIM_TRIP = 9,    /* iterations of the loops around, from 0, outermost first */
  MOST_LOOPS = 8,
  N_DIMS = DIM_TRIP + MOST_LOOPS
};

/* Parameters that each kernel has, by number; those of the kernel come behind. */
enum
{
  PARAM_BLOCK = 0, /* blockDim.x, y, z */
  PARAM_GRID = 3,  /* gridDim.x, y, z */
  PARAM_TOTAL = 6, /* gridDim.x * blockDim.x … */
  N_PARAMS = 9
};

/* An integer of C: affine, with terms "coefficient * parameter * …" beside. No term could be part of another one, or of what is affine: a
 * coefficient of one piece names no parameters, and is no number where there is one factor. */
enum { MOST_FACTORS = 3, MOST_TERMS = 6 };

typedef struct
{
  guint n_factors;
  int factor[MOST_FACTORS]; /* parameters, the least first */
  isl_pw_aff *coefficient;
} Term;

typedef struct
{
  isl_pw_aff *affine;
  guint n_terms;
  Term term[MOST_TERMS];
} Value;

/* What something has been multiplied with: a length that rows may have, "param + more". */
typedef struct
{
  int param;
  gint64 more;
} Length;

/* What a variable holds: a number, or an address. Neither: not known. */
typedef struct
{
  Value *value;
  const IhopSymbol *array; /* what it leads into … */
  Value *offset;           /* … how many elements behind its start; NULL: anywhere */
  gboolean is_own;         /* it leads into memory of the thread's own */
  const IhopSymbol *target; /* … to this variable, to its start; NULL: that is not known */
  isl_set *lanes;          /* a mask of a warp: it names the thread of these instances; NULL: that is not known */
} Binding;

/* A loop's variable (or its negative, if that shrinks) that is "first + k * step" for some k from 0 on; all of a model, owned by it. */
typedef struct
{
  isl_pw_aff *first;       /* of an instance */
  isl_pw_aff *step;        /* of parameters alone, at least 1 where an instance is */
} Progression;

typedef struct
{
  const IhopNode *node;    /* each time that a loop is walked it is another one: "serial" tells them apart */
  guint serial;
  gboolean is_of_values;   /* its trip is what the variable holds (or its negative, if that shrinks), not how often it ran */
  gboolean is_of_threads;  /* threads of a block begin with values of their own, so that a trip is no time that they have in common */
  gboolean is_of_blocks;   /* … or blocks do */
  const Progression *progression; /* of these values; NULL: of powers */
} Loop;

/* Where something happens. */
typedef struct
{
  guint depth;
  Loop loop[MOST_LOOPS];
  guint position;          /* in the order of the walk */
} Where;

typedef struct
{
  const IhopNode *node;
  const IhopSymbol *array;
  gboolean is_write, is_atomic, is_volatile, is_partial; /* partial: a member of the element */
  gboolean is_exact;       /* it happens in all of its domain */
  Value *offset;           /* NULL: any element */
  IhopMessage *why;        /* why it is not exact, or NULL */
  const IhopNode *constant; /* what is stored, if that is a constant */
  isl_set *domain;
  isl_set *inside;         /* instances whose subscripts stay inside of the rows that types say */
  isl_pw_aff *column;      /* where in its row the element is, in rows of "width" elements from the array's start on; NULL: not known */
  gint64 width;
  Where where;
  isl_map *map;            /* relations.c: { instance → element } */
} Access;

typedef struct
{
  const IhopNode *node;
  isl_set *domain;
  gboolean is_exact, is_behind_return;
  gboolean is_grid;        /* all blocks meet here */
  Where where;
  guint group;             /* how many threads that follow each other meet here: a warp's 32, or a tile's; 0: all of the block */
  isl_set *named;          /* of these only threads that a mask names; NULL: all */
  isl_set *gone;           /* threads that have ended before, which nobody waits for */
  isl_map *meets;          /* { who comes → whom it meets }; NULL: nothing is known of it, and it orders nothing */
} Barrier;

typedef struct
{
  guint64 block[3], grid[3];      /* 0: any */
  const IhopLaunch *arguments;    /* whose numbers are passed; NULL: any */
  gboolean is_modest;             /* grids that are not known are no larger than any that somebody launches */
} Shape;

typedef struct
{
  const IhopTree *tree;
  const IhopFunction *kernel;
  Shape shape;
  isl_ctx *ctx;
  isl_space *space;               /* of instances, with all parameters */
  GPtrArray *params;              /* of const IhopSymbol *: those from N_PARAMS on */
  isl_set *context;               /* what is known of the parameters */
  isl_set *threads;               /* instances in no loop */
  GPtrArray *accesses;            /* of Access * */
  GPtrArray *barriers;            /* of Barrier * */
  const IhopNode *without;        /* the barrier of which it is asked what would be without it; NULL: none … */
  GPtrArray *left_out;            /* … of Barrier *: where the kernel comes to it */
  GPtrArray *assumptions;         /* of IhopMessage * */
  GPtrArray *findings;            /* of IhopFinding * */
  GPtrArray *progressions;        /* of Progression * */
  GArray *lengths;                /* of Length, with more than 0 */
  GArray *needs;                  /* of gint64, by number of a parameter of the kernel: how long rows have to be at least for all subscripts to stay in them,
                                     as far as they do not in any; 0: that is not asked */
  GPtrArray *members;             /* members.c: what stands for members of structs */
  GHashTable *volatile_symbols;   /* of locals whose address is taken: never known */
  guint position, serial, calls;
  gboolean has_lost_barriers;     /* it is not known where some barrier is reached */
  gboolean has_lost_grid;         /* … where all blocks meet */
  gboolean is_ordered_otherwise;  /* fences, results of atomics: nothing is refuted */
  isl_set *gone;                  /* threads that have ended, outside of loops */
  gboolean has_lost_warps;        /* something may order threads of one warp that is not followed: refuted are those of two warps alone */
  gboolean may_wrap;              /* some number that is not known now may be too large for its type … */
  gboolean has_wrapped;           /* … some number may not fit, perhaps for grids that nobody launches: nothing is refuted */
  gboolean trust;
  gboolean is_hasty;              /* only a proof is of interest: the first doubt ends it */
} Model;

typedef struct
{
  Model *model;
  isl_set *domain;                /* instances that come here */
  gboolean is_exact, is_behind_return;
  IhopMessage *why;               /* why not exact, or NULL; owned */
  GHashTable *bindings;           /* IhopSymbol * → Binding * */
  Where where;
  isl_set *inside;                /* while a place is worked out: as in Access; else NULL */
  isl_pw_aff *column;             /* … and the innermost subscript of a row, … */
  gint64 width;                   /* … which has so many elements */
  guint n_leaves;                 /* how often the walk has come to what leaves a loop or a function */
} Walk;

typedef struct
{
  const IhopTree *tree;
  const IhopFunction *kernel;
  gboolean trust;
  const IhopNode *without;        /* as in Model */
  gboolean has_large_grids;       /* a launch of the file has more than modest ones; set by prove_kernel */
  const GArray *supposed;         /* as Model.needs: that rows are so long is taken for granted; NULL: nothing is … */
  GArray *needs;                  /* … and this becomes what would be needed; not owned */
} Question;

/* attempts.c: what comes out, for the launches of the file and for all others; owned. */
IhopProof *prove_kernel (const Question *question);
void prove_proof_free (gpointer proof);
/* fences.c */
void prove_fence_free (gpointer fence);

/* value.c: all take their values; NULL is the unknown one everywhere. */
Value *prove_value_new (isl_pw_aff *affine);
Value *prove_value_copy (const Value *value);
void prove_value_free (Value *value);
Value *prove_value_number (const Model *model, gint64 number);
Value *prove_value_dim (const Model *model, guint dim);
Value *prove_value_param (const Model *model, guint param);
Value *prove_value_add (Value *a, Value *b, int sign);
Value *prove_value_multiply (const Model *model, Value *a, Value *b);
/* value = *quotient * (param + more) + *rest, where the rest is affine; FALSE: there are none such, and both are NULL. Keeps value. */
gboolean prove_value_divide (const Model *model, const Value *value, const Length *by, Value **quotient, Value **rest);
/* Whether each term has the parameter as a factor. */
gboolean prove_term_has (const Term *term, int param);
/* The affine value, or NULL; takes the value. */
isl_pw_aff *prove_value_affine (Value *value);
gboolean prove_value_constant (const Value *value, gint64 *constant);
gboolean prove_value_same (const Value *a, const Value *b);
/* The expression, where it is one everywhere; else NULL. Keeps affine. */
isl_aff *prove_only_piece (isl_pw_aff *affine);
isl_pw_aff *prove_number (const Model *model, gint64 number);

/* evaluate.c */
Value *prove_evaluate (Walk *walk, const IhopNode *node);
/* The function that a call names, a member of an object perhaps; NULL: that is not in the text. */
const IhopSymbol *prove_callee (const IhopNode *call);
/* Takes the value; NULL if it may not be what the type holds of it. */
Value *prove_fit (Walk *walk, Value *value, const IhopType *type, const IhopNode *node);
/* 2^exponent, everywhere. */
isl_pw_aff *prove_power (const Model *model, guint exponent);
/* conditions.c: instances for which it may hold; *is_exact: for which it does. */
isl_set *prove_condition (Walk *walk, const IhopNode *node, gboolean *is_exact);
/* called_values.c: what a call is worth; NULL: that is not known. */
Value *prove_call (Walk *walk, const IhopNode *node);
/* called_values.c: what a function gives back that does nothing else, or NULL: what a call of it is worth. */
const IhopNode *prove_only_result (const IhopFunction *function);
/* bits.c: "x op mask" of bits; NULL: the mask is of too many pieces. Keeps x. */
isl_pw_aff *prove_with_mask (Walk *walk, IhopOperator op, isl_pw_aff *x, gint64 mask);
/* Whether some instance that comes here is in "bad"; takes it. */
gboolean prove_may (const Walk *walk, isl_set *bad);
/* place.c: what an address leads into. FALSE: not followed. *array NULL: memory of the thread's own. Caller frees offset. */
gboolean prove_pointer (Walk *walk, const IhopNode *node, const IhopSymbol **array, Value **offset);
gboolean prove_place (Walk *walk, const IhopNode *node, const IhopSymbol **array, Value **offset, gboolean *is_partial);
/* Bytes of the innermost element of an array, or of what a pointer leads to: offsets count these. */
guint64 prove_unit (const IhopType *type);

/* walk.c */
void prove_walk_statement (Walk *walk, const IhopNode *node);
void prove_walk_maybe (Walk *walk, IhopMessage *why);     /* takes why */
void prove_obstacle (Model *model, const IhopNode *node, IhopMessage *message); /* takes message */
void prove_skip (Walk *walk, const IhopNode *node, IhopMessage *message); /* a statement that is not followed; takes message */
GHashTable *prove_bindings_new (void);
GHashTable *prove_bindings_copy (GHashTable *bindings);
void prove_bind (Walk *walk, const IhopSymbol *symbol, Value *value);
void prove_forget (Walk *walk, const IhopNode *node);     /* all that is assigned in there */
/* Takes the bindings of both ways, gives one: "holds" (kept) decides, where it is known. */
GHashTable *prove_bindings_join (GHashTable *yes, GHashTable *no, isl_set *holds);
Binding *prove_binding_copy (const Binding *binding);
/* members.c. The symbol that stands for a member of a struct: "p.n". */
const IhopSymbol *prove_member (Model *model, const IhopSymbol *base, const IhopSymbol *field);
void prove_member_free (gpointer data);
/* The variable of the thread's own that an expression names, or a member of one; NULL: it names something else. */
const IhopSymbol *prove_own_name (Walk *walk, const IhopNode *node);
/* The one to whose start an address leads; NULL: that is not known. */
const IhopSymbol *prove_target (Walk *walk, const IhopNode *pointer);
/* Whether its address is taken, or that of a struct around it: then it is never known. */
gboolean prove_is_volatile (const Model *model, const IhopSymbol *symbol);
/* A variable and all of its members are not known any more. */
void prove_forget_symbol (Walk *walk, const IhopSymbol *symbol);
/* "symbol = value", of a scalar, and of a struct. */
void prove_bind_to (Walk *walk, const IhopSymbol *symbol, const IhopNode *value);
void prove_bind_record (Walk *walk, const IhopSymbol *symbol, const IhopNode *value);
/* Numbers in a struct that is passed to the kernel are parameters, and addresses arrays. */
void prove_find_member_params (Model *model, const IhopSymbol *base);
void prove_bind_member_params (Walk *walk, const IhopSymbol *base);
/* switch.c */
void prove_walk_switch (Walk *walk, const IhopNode *node);
/* loops.c */
void prove_walk_loop (Walk *walk, const IhopNode *node);
/* expressions.c */
void prove_walk_expression (Walk *walk, const IhopNode *node);
/* calls.c */
void prove_walk_call (Walk *walk, const IhopNode *node, gboolean is_used);
void prove_bind_arguments (Walk *walk, const IhopFunction *function, const IhopNode *call);
/* warps.c. "__syncwarp (mask)", and what a group of so many threads that follow each other waits at; NULL: all of it. */
void prove_walk_warp_barrier (Walk *walk, const IhopNode *node, const IhopNode *mask);
void prove_add_barrier_of (Walk *walk, const IhopNode *node, guint group, isl_set *named); /* takes named */
/* Whom a mask names; NULL: that is not known, or all of the warp (then *is_all). */
isl_set *prove_lanes (Walk *walk, const IhopNode *mask, gboolean *is_all);
/* FALSE: isl gave up. Says whom a barrier of a warp or a tile lets meet. */
gboolean prove_judge_warp_barrier (Model *model, Barrier *barrier);
/* groups.c. What a call does to a group of threads (cooperative_groups): nothing (FALSE), or that was done. */
gboolean prove_walk_group (Walk *walk, const IhopNode *call, const char *name);
/* The thread's number in its block. */
Value *prove_rank (const Model *model);
/* What a group says of its threads; NULL: it is none, or not known. */
Value *prove_group_number (Walk *walk, const IhopNode *call, const char *name);
Barrier *prove_add_barrier (Walk *walk, const IhopNode *node);   /* the model's */
void prove_access (Walk *walk, const IhopNode *node, gboolean is_write, const IhopNode *stored);
void prove_access_at (Walk *walk, const IhopNode *node, const IhopNode *pointer, gboolean is_write, gboolean is_atomic);
/* An element so far behind the array's start; stored: what is written, if it is known. Takes offset. */
void prove_access_of (Walk *walk, const IhopNode *node, const IhopSymbol *array, Value *offset, gboolean is_write, const IhopNode *stored);
/* copies.c: what memcpy and memset touch. FALSE: it is none of these, or not followed. */
gboolean prove_walk_copy (Walk *walk, const IhopNode *call, const char *name);

/* model.c */
Model *prove_model_new (const Question *question, const Shape *shape, isl_ctx *ctx);
void prove_model_free (Model *model);
gboolean prove_mentions_axis (const IhopTree *tree, const IhopFunction *kernel, const char *variable, guint axis);
/* Whether two accesses that meet in a relation do meet, for whatever is passed: nothing of both is over-approximated. */
gboolean prove_is_certain (const Model *model, const Access *a, const Access *b);
/* Pairs of instances of the two that are in different iterations of a loop around both. */
isl_map *prove_in_other_iterations (const Model *model, const Access *a, const Access *b);
/* bounds.c; FALSE: isl gave up */
gboolean prove_judge_bounds (Model *model, const Access *access);
void prove_judge_overlaps (Model *model);
/* That subscripts do not leave the array is an assumption from here on. */
void prove_suppose_rows (Model *model, const IhopSymbol *array);
/* order.c. All take pairs: { instance → instance }. */
isl_map *prove_all_pairs (const Model *model);
isl_map *prove_equal_dims (isl_map *pairs, guint first, guint n);
/* How many loops around come first, up to the innermost of those whose iterations are not all of their numbers. */
guint prove_depth_of_values (const Where *where);
gboolean prove_is_in_loop_of_threads (const Where *where);
/* groups.c: whether all blocks meet at this call. */
gboolean prove_is_grid_barrier (const IhopNode *call);
/* The same of a barrier, and of the blocks that meet there. */
gboolean prove_is_met_apart (const Barrier *barrier);
/* { one → other }: with a barrier in between, which all threads of the block reach; across: of any two blocks, all of which reach it. */
isl_map *prove_separated (const Model *model, const Where *one, const Where *other, gboolean across);
/* The same of the barrier that is left out, and rather more than that: whatever it may stand between. */
isl_map *prove_separated_by_left_out (const Model *model, const Where *one, const Where *other);
/* Pairs of two threads (of whatever blocks), and of two blocks. */
isl_map *prove_of_one_block (const Model *model);
isl_map *prove_of_two_blocks (const Model *model);
/* Pairs of which one thread is in the first warp of its block, and one is not: some of those that are of two warps. Only for blocks of known size. */
isl_map *prove_of_first_warp_and_others (const Model *model);
/* What of pairs may be as loop variables that count in equal steps are so many of them apart: "first + k * step" for two instances differs by
 * what the two begin with, or by a step more than that. */
isl_map *prove_in_steps (const Model *model, const Where *one, const Where *other, isl_map *pairs);
/* rows.c: gives each access its map; FALSE: isl gave up. */
gboolean prove_relate_all (Model *model);
/* relations.c: whether all blocks meet somewhere. */
gboolean prove_has_grid_barriers (const Model *model);
/* What the model says of races, barriers and arrays, as findings. */
void prove_judge (Model *model);
/* witness.c: a finding of a pair (places may be one); takes pairs. */
void prove_finding_add (Model *model, IhopFindingKind kind, gboolean is_certain, const Access *a, const Access *b,
                        isl_map *pairs, IhopMessage *message);
/* pairs: one that comes, and one that does not, but waits elsewhere, perhaps (else: where the first one does). Takes pairs. */
void prove_finding_of_barrier (Model *model, const Barrier *barrier, const IhopNode *elsewhere, isl_map *pairs);
void prove_finding_free (gpointer finding);
