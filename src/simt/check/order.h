/* Is an access of before ordered before what a thread does now? By the memory model of PTX ("PTX ISA", chapter 8):
 * barriers of blocks and warps, patterns that release and acquire, and what streams say of launches. */
#pragma once
#include "simt/check/team.h"

/* Who looks, and what is known at once. Stamps up to "floor" are ordered before all of the launch, or are of a memory
 * that was another block's; those from "turn" on are of this block. */
typedef struct
{
  IhopCheckWarp *warp;
  IhopCheckBlock *block;
  guint32 floor, turn, time, warp_time, now;
  guint32 past;         /* stamps up to here are ordered before all that is still to come, of other work, too */
  guint32 more_from, n_more; /* others that are ordered before all of it */
  gboolean has_more, is_plain;
  gboolean is_shared;   /* the memory that is looked at is the block's own */
  const IhopCheckSite *site;
  guint number;         /* of the instruction */
} IhopLook;

/* The long way: other turns, other blocks, what was released. */
gboolean ihop_order_knows (const IhopLook *look, guint thread, guint32 stamp, guint other);

static inline gboolean
ihop_order_has (const IhopLook *look, guint thread, guint32 stamp, guint other)
{
  if (stamp <= look->floor || stamp - look->more_from < look->n_more)
    return TRUE;
  if (stamp >= look->turn)
    {
      if (stamp <= look->time || other == thread || (other / 32 == look->warp->number && stamp <= look->warp_time))
        return TRUE;
      if (!look->has_more)
        return FALSE;
    }
  return ihop_order_knows (look, thread, stamp, other);
}

/* Are all readers of such a level up to that stamp? One of them is known, "other". */
gboolean ihop_order_has_all (const IhopLook *look, guint thread, IhopCellAccess last, IhopReaders readers, guint other);
/* Is the stamp of this block? */
gboolean ihop_order_is_own (const IhopLook *look, guint32 stamp);
/* Why nothing orders it. */
IhopWhy ihop_order_why (const IhopLook *look, guint thread, IhopCellAccess before);

/* Accesses that are both atomic do not race, as far as each other's scope reaches. */
static inline gboolean
ihop_order_is_excused (const IhopLook *look, IhopCellAccess before)
{
  guint scope = MIN (before.scope, look->site->scope);

  return scope > IHOP_SCOPE_BLOCK || (scope == IHOP_SCOPE_BLOCK && ihop_order_is_own (look, before.stamp));
}

/* Ordered before all who may still come to that memory: by its stamp alone, as the following one. */
static inline gboolean
ihop_order_is_past (const IhopLook *look, guint32 stamp)
{
  return stamp <= look->past || (look->is_shared && stamp >= look->turn && stamp <= look->time);
}

/* Nobody can race with the first one alone who comes behind what the thread does now: it is ordered before that, and no
 * atomic access is excused with that (below) that is not with the first one. Who uses what an atomic operation gives has seen all atomic
 * ones before it at that place: in another order it would have been given something else (a ticket, whose last one cleans up). */
gboolean ihop_order_is_covered (const IhopLook *look, guint thread, IhopCellAccess before);

/* Ordered before all threads of the block. */
static inline gboolean
ihop_order_is_before (const IhopLook *look, guint32 stamp)
{
  return stamp <= look->floor || (stamp >= look->turn && stamp <= look->time);
}
