/* The statements of a nest as isl's schedules name them: S0, S1 … in the order of the text. */
#pragma once
#include "analysis/scop/scop.h"
#include "transform/order/schedule_times.h"

typedef struct
{
  const IhopScop *scop;
  GHashTable *part_of;     /* node → number of the statement that it stands in, and one more */
  const IhopScopLoop *loop[IHOP_SCHEDULE_STATEMENTS]; /* innermost around each */
  guint n;
} IhopTimed;

/* FALSE: something in the nest is no plain statement, or in no loop whose iterations are known. To be cleared in any case. */
gboolean ihop_timed_read (IhopTimed *timed, const IhopScop *scop, const IhopNode *loop);
void ihop_timed_clear (IhopTimed *timed);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IhopTimed, ihop_timed_clear)

/* Of each access, by its id: the number of its statement. What is in none of them is no statement's. Caller frees. */
guint *ihop_timed_numbers (const IhopTimed *timed);
/* The instances of a statement, and of all. */
__isl_give isl_set *ihop_timed_domain (const IhopTimed *timed, guint number);
__isl_give isl_union_set *ihop_timed_domains (const IhopTimed *timed);
