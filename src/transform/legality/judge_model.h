/* What the files of the judge share. */
#pragma once
#include "analysis/scop/scop.h"
#include "transform/build/step.h"

/* Between the files of the judge. */
typedef struct
{
  IhopFacts *facts; /* owned unless it is the step's */
  IhopScop *scop;
  const IhopNode *root;
  GHashTable *by_node;  /* node → GPtrArray of IhopAccess *, in the order of evaluation */
  GHashTable *counted;  /* iterators of the scop's loops */
  GHashTable *nodes;    /* all nodes under the root */
  GHashTable *declared; /* variables that are declared under the root */
} IhopJudgeSide;

/* An old statement and a new one that runs some of its instances. */
typedef struct
{
  const IhopScopStatement *now, *before;
  const IhopValues *values;
  isl_map *map;         /* { new instance → old instance }; NULL: not affine */
} IhopImage;

typedef struct
{
  const IhopAccess *now, *before;
  IhopImage *image;
} IhopPair;

/* Whether b now stands before a in the text. What judge_cache.c and judge_order.c ask of the new places. */
gboolean ihop_pair_is_reversed (const IhopPair *a, const IhopPair *b);

typedef struct _IhopJudgeCache IhopJudgeCache;

typedef struct
{
  IhopTransformStep *step;
  const IhopRewrite *rewrite;
  IhopJudgeSide old, new;
  GPtrArray *images;      /* of IhopImage *, owned */
  GPtrArray *pairs;       /* of IhopPair *, owned */
  GPtrArray **pairs_of;   /* one a old access: of IhopPair * */
  gboolean *matters;      /* one a old access */
  GPtrArray *assumptions; /* of IhopAssumption *, owned; NULL: assume nothing of pointers */
  gboolean doubts_pointers; /* two variables may mean the same memory */
  IhopJudgeCache *known;
} IhopJudge;

/* The accesses of an iterator by its own loop are not what is judged. */
gboolean ihop_judge_is_own (const IhopAccess *access);
const IhopOrigin *ihop_judge_origin (const IhopJudge *judge, const IhopNode *node);
/* What a variable holds; NULL: itself. */
const IhopNode *ihop_values_find (const IhopValues *values, const IhopSymbol *symbol);
/* Whether they are the same for all that the node mentions. */
gboolean ihop_values_agree (const IhopValues *a, const IhopValues *b, const IhopNode *node);
/* Refuses an effect, or a mention of what counts, that is no copy. Else than in the head of a loop that does not
 * count, that would be a builder's mistake. Always FALSE. */
gboolean ihop_judge_refuse_unplaced (IhopJudge *judge, const IhopNode *node);
/* So many loops are around the declaration of what is accessed: it is a new variable in each of their iterations. */
guint ihop_judge_private_depth (const IhopJudgeSide *side, const IhopAccess *access);
/* { x → y }: old instances for which what the two pairs access was one and the same variable. */
__isl_give isl_map *ihop_judge_same_variable (const IhopJudge *judge, const IhopPair *a, const IhopPair *b);
/* { x → y }: instances of the two statements whose first "equal" iterators are equal. */
__isl_give isl_map *ihop_judge_equal_iterations (isl_ctx *ctx, const IhopScopStatement *a, const IhopScopStatement *b, guint equal);
