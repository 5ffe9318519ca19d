/* Whether what was built does what was there before. See judge.c. */
#pragma once
#include "analysis/scop/scop.h"
#include "transform/build/step.h"

/* Adds refusals to step->diags. */
gboolean ihop_judge_order (IhopTransformStep *step, const IhopRewrite *rewrite);

/* For tests only: what ihop_transform_run does, without the judge of order. */
IhopTree *ihop_transform_force (IhopFacts *facts, const IhopTree *tree, const char *step,
                                IhopDiags *diags);

/* For tests only, too: what is asked of a rewrite before its order is, namely that its text can be printed and means
 * what its tree does. */
gboolean ihop_rewrite_stands (IhopTransformStep *step, const IhopRewrite *rewrite);

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
} IhopSide;

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
gboolean ihop_pair_is_back (const IhopPair *a, const IhopPair *b);

typedef struct _IhopKnown IhopKnown;

typedef struct
{
  IhopTransformStep *step;
  const IhopRewrite *rewrite;
  IhopSide old, new;
  GPtrArray *images;      /* of IhopImage *, owned */
  GPtrArray *pairs;       /* of IhopPair *, owned */
  GPtrArray **pairs_of;   /* one a old access: of IhopPair * */
  gboolean *matters;      /* one a old access */
  GPtrArray *assumptions; /* of IhopAssumption *, owned; NULL: assume nothing of pointers */
  gboolean doubts_pointers; /* two variables may mean the same memory */
  IhopKnown *known;
} IhopJudge;

/* The accesses of an iterator by its own loop are not what is judged. */
gboolean ihop_judge_is_own (const IhopAccess *access);
const IhopOrigin *ihop_judge_origin (const IhopJudge *judge, const IhopNode *node);
/* judge_instances.c: fills images and pairs; FALSE after a refusal. */
gboolean ihop_judge_map (IhopJudge *judge);
/* Old instances, all of them, each once. FALSE after a refusal. */
gboolean ihop_judge_instances (IhopJudge *judge);
/* judge_copies.c: what does something in the new code does what something in the old code did. FALSE after a
 * refusal. */
gboolean ihop_judge_copies (IhopJudge *judge);
/* Whether a node computes what the one computes that it is said to come from. */
gboolean ihop_judge_is_copy (IhopJudge *judge, const IhopNode *now);
/* judge_arithmetic.c: an integer type as far as results depend on it. */
typedef struct
{
  guint64 size; /* bytes */
  gboolean is_signed;
} IhopArithmetic;
/* The type in which an operation works, by its operands as they stand (C17, 6.3.1.8; 6.5.7 for shifts). */
IhopArithmetic ihop_arithmetic_of (const IhopNode *node);
/* Without a sign all wraps; with one a wider type holds the same numbers. TRUE for what are no operations of integers. */
gboolean ihop_same_arithmetic (const IhopNode *now, const IhopNode *old);
/* No comparison in the new code, nor where a loop starts, takes a number below 0 for a large one, where the sets do
 * not. FALSE after a refusal. */
gboolean ihop_judge_comparisons (IhopJudge *judge);
/* judge_unreachable.c: whether this part of the new code cannot be reached. */
gboolean ihop_judge_never_runs (const IhopJudge *judge, const IhopNode *now);
/* What a variable holds; NULL: itself. */
const IhopNode *ihop_values_find (const IhopValues *values, const IhopSymbol *symbol);
/* Whether they are the same for all that the node mentions. */
gboolean ihop_values_agree (const IhopValues *a, const IhopValues *b, const IhopNode *node);
/* Refuses an effect, or a mention of what counts, that is no copy. Else than in the head of a loop that does not
 * count, that would be a builder's mistake. Always FALSE. */
gboolean ihop_judge_cannot_place (IhopJudge *judge, const IhopNode *node);
/* judge_locals.c: variables that are declared in the code are as many as they were, or do not miss the others. FALSE
 * after a refusal. */
gboolean ihop_judge_locals (IhopJudge *judge);
/* So many loops are around the declaration of what is accessed: it is a new variable in each of their iterations. */
guint ihop_judge_own_iterations (const IhopSide *side, const IhopAccess *access);
/* { x → y }: old instances for which what the two pairs access was one and the same variable. */
__isl_give isl_map *ihop_judge_alike (const IhopJudge *judge, const IhopPair *a, const IhopPair *b);
/* judge_lifetimes.c: whether the iterations that had this variable each for itself may share one. */
gboolean ihop_judge_lives_apart (IhopJudge *judge, const IhopSymbol *variable);
/* judge_order.c: every dependence runs forwards. FALSE after a refusal. */
gboolean ihop_judge_dependences (IhopJudge *judge);
/* Which accesses take part in dependences, or write. */
void ihop_judge_matters (IhopJudge *judge);
/* judge_cache.c: questions about two accesses that have been answered. "from", "to": the pairs of these
 * two accesses; "equal" as in ihop_scop_before. Caller unrefs the question. */
IhopKnown *ihop_known_new (void);
void ihop_known_free (IhopKnown *known);
GBytes *ihop_known_question (IhopKnown *known, const IhopAccess *a, const IhopAccess *b, guint n_dims,
                             guint equal, const GPtrArray *from, const GPtrArray *to);
gboolean ihop_known_is_proved (const IhopKnown *known, GBytes *question);
/* A set of questions. */
void ihop_known_prove (IhopKnown *known, GHashTable *questions);
/* judge_control.c: conditions that are not affine, and what else the sets do not tell. */
gboolean ihop_judge_control (IhopJudge *judge);
/* Nothing in the code decides about what stands behind it. FALSE after a refusal. */
gboolean ihop_judge_leaving (IhopJudge *judge);
