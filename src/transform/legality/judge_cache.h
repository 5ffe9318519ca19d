/* Questions about two accesses that have been answered. */
#pragma once
#include "transform/legality/judge_model.h"

/* judge_cache.c: questions about two accesses that have been answered. "from", "to": the pairs of these
 * two accesses; "equal" as in ihop_scop_before. Caller unrefs the question. */
IhopKnown *ihop_known_new (void);
void ihop_known_free (IhopKnown *known);
GBytes *ihop_known_question (IhopKnown *known, const IhopAccess *a, const IhopAccess *b, guint n_dims,
                             guint equal, const GPtrArray *from, const GPtrArray *to);
gboolean ihop_known_is_proved (const IhopKnown *known, GBytes *question);
/* A set of questions. */
void ihop_known_prove (IhopKnown *known, GHashTable *questions);
