/* Questions about two accesses that have been answered. */
#pragma once
#include "transform/legality/judge_model.h"

/* judge_cache.c: questions about two accesses that have been answered. "from", "to": the pairs of these
 * two accesses; "equal" as in ihop_scop_before. Caller unrefs the question. */
IhopJudgeCache *ihop_judge_cache_new (void);
void ihop_judge_cache_free (IhopJudgeCache *known);
GBytes *ihop_judge_cache_question (IhopJudgeCache *known, const IhopAccess *a, const IhopAccess *b, guint n_dims,
                                   guint equal, const GPtrArray *from, const GPtrArray *to);
gboolean ihop_judge_cache_holds (const IhopJudgeCache *known, GBytes *question);
/* A set of questions. */
void ihop_judge_cache_add (IhopJudgeCache *known, GHashTable *questions);
