/* Which loops are to be written otherwise so that a kernel can be made of them, for straighten.c. */
#pragma once
#include "analysis/verdict/loops.h"
#include "ir/address.h"

/* A loop with all that has to be done for it. */
typedef struct
{
  guint loop, end;         /* numbers of the loop, and of the first one behind it */
  gboolean is_unproved;    /* it is not yet proved parallel: what is tried has to do that */
} IhopStraightening;

/* The outermost such loops from number "from" to before number "to". loops: facts about loops (IhopLoop *); groups: of
 * IhopStraightening. */
void ihop_straighten_find (IhopFacts *facts, const GPtrArray *names, const GPtrArray *loops, guint from, guint to,
                           GArray *groups);
/* The number of the first loop behind this one. */
guint ihop_straighten_end_of (const GPtrArray *names, guint loop);
const IhopLoop *ihop_straighten_facts_about (const GPtrArray *loops, const IhopNode *node);
gboolean ihop_straighten_counts_plainly (IhopFacts *facts, const IhopLoopName *name);
/* Pointers that are another name for an array, and set once before the loop, or in it. Caller unrefs. */
GPtrArray *ihop_straighten_second_names (IhopFacts *facts, const IhopLoopName *name, gboolean inside_too);
/* Pointers that the loop moves on, from outside of it. Caller unrefs. */
GPtrArray *ihop_straighten_moved_pointers (IhopFacts *facts, const IhopLoopName *name);
