/* Proofs about two accesses that hold for all pairs like them: of the same loops, the same relations to elements and
 * the same images in the new code. */
#pragma once
#include "analysis/scop/access.h"
#include "transform/legality/judge_model.h"

IhopJudgeCache *ihop_judge_cache_new (void);
void ihop_judge_cache_free (IhopJudgeCache *cache);

/* The question whether dependences from a to b run forwards, as bytes that are equal for equal questions. "from" and
 * "to": the pairs (of IhopPair *) of a and b; n_dims: subscripts that are compared; equal: iterators that are equal, as
 * for ihop_scop_before. The caller unrefs. */
GBytes *ihop_judge_cache_question (IhopJudgeCache *cache, const IhopAccess *a, const IhopAccess *b, guint n_dims,
                                   guint equal, const GPtrArray *from, const GPtrArray *to);

/* Whether the answer has been proved to be yes. */
gboolean ihop_judge_cache_holds (const IhopJudgeCache *cache, GBytes *question);
/* Notes that it has been for each of a set of questions (GBytes *; new references are taken). */
void ihop_judge_cache_add (IhopJudgeCache *cache, GHashTable *questions);
