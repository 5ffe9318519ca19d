/* At which blocks lanes of a warp may be pending while it runs a block. */
#pragma once
#include "simt/lower/flow.h"

typedef struct
{
  IhopBits *runnable;   /* by block: where lanes may wait for their turn while it runs */
  IhopBits *waiting;    /* by block: where lanes may wait behind a barrier while it runs */
  guint8 *has_left;     /* by block: some lanes may have ended before */
  guint n_blocks;
} IhopPending;

/* Does the block's last branch send lanes both ways? */
typedef gboolean IhopPendingParts (const IhopFlowBlock *block, gpointer data);

/* Are all lanes that the warp began with in this block whenever it runs? */
gboolean ihop_pending_is_whole (const IhopPending *pending, guint block);
IhopPending *ihop_pending_new (const IhopFlow *flow, IhopPendingParts *parts, gpointer data);
void ihop_pending_free (IhopPending *pending);

/* Blocks that may come right after a branch at which lanes part, in the order: those at which lanes may be pending then ("next",
 * overwritten), where they may be at "runnable" before. */
void ihop_pending_next (const IhopFlow *flow, guint block, const IhopBits *runnable, IhopBits *next);
