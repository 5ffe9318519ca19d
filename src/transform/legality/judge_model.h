/* The old and the new code as the judge of order sees them: sets of instances of statements, and for each access of the
 * new code the old one that it is a copy of. */
#pragma once
#include "analysis/scop/scop.h"
#include "analysis/scop/access.h"
#include "transform/build/step.h"

/* The old code, or the new code. */
typedef struct
{
  IhopFacts *facts;       /* owned unless it is the step's */
  IhopScop *scop;         /* owned: its instances and access relations */
  const IhopNode *root;   /* one node that holds the whole region */
  GHashTable *by_node;    /* node → GPtrArray of IhopAccess *, in the order of evaluation */
  GHashTable *iterators;  /* of the scop's loops: a set of IhopSymbol * */
  GHashTable *nodes;      /* all nodes under the root */
  GHashTable *declared;   /* variables that are declared under the root */
} IhopJudgeSide;

/* A statement of the new code that runs instances of a statement of the old code. */
typedef struct
{
  const IhopScopStatement *now, *before;
  const IhopValues *values; /* of the old iterators, in terms of the new code */
  isl_map *map;             /* { new instance → old instance }, owned; NULL: not affine */
} IhopImage;

/* An access of the new code and the old one that it is a copy of. */
typedef struct
{
  const IhopAccess *now, *before;
  IhopImage *image;
} IhopPair;

typedef struct _IhopJudgeCache IhopJudgeCache; /* judge_cache.h */

typedef struct
{
  IhopTransformStep *step;
  const IhopRewrite *rewrite;
  IhopJudgeSide old, new;
  GPtrArray *images;      /* of IhopImage *, owned */
  GPtrArray *pairs;       /* of IhopPair *, owned */
  GPtrArray **pairs_of;   /* by the id of an old access: of IhopPair * */
  gboolean *relevant;     /* by the id of an old access: it writes, or takes part in a dependence */
  GPtrArray *assumptions; /* of IhopAssumption *, owned; NULL: nothing is assumed of pointers */
  gboolean doubts_pointers; /* two variables may mean the same memory */
  IhopJudgeCache *cache;
} IhopJudge;

/* Whether the access is one of an iterator by its own loop: these are not what is judged. */
gboolean ihop_judge_is_own (const IhopAccess *access);
/* Where a new node comes from. NULL: nothing is said, or it is an old node itself. */
const IhopOrigin *ihop_judge_origin (const IhopJudge *judge, const IhopNode *node);

/* What a variable holds. NULL: it is not listed and holds itself. */
const IhopNode *ihop_values_find (const IhopValues *values, const IhopSymbol *symbol);
/* Whether both give the same values to all variables that the node mentions. */
gboolean ihop_values_agree (const IhopValues *a, const IhopValues *b, const IhopNode *node);

/* Whether b stands before a in the text of the new code. */
gboolean ihop_pair_is_reversed (const IhopPair *a, const IhopPair *b);

/* How many loops are around the declaration of what is accessed: each of their iterations has a variable of its own. */
guint ihop_judge_private_depth (const IhopJudgeSide *side, const IhopAccess *access);
/* { x → y }: old instances for which both pairs accessed one and the same variable. */
__isl_give isl_map *ihop_judge_same_variable (const IhopJudge *judge, const IhopPair *a, const IhopPair *b);
/* { x → y }: instances of the two statements whose first "equal" iterators are equal. */
__isl_give isl_map *ihop_judge_equal_iterations (isl_ctx *ctx, const IhopScopStatement *a,
                                                 const IhopScopStatement *b, guint equal);

/* Refuses a node with an effect that is no copy of anything; returns FALSE. But for heads of loops that do not count
 * that is a mistake of the step. */
gboolean ihop_judge_refuse_unplaced (IhopJudge *judge, const IhopNode *node);
