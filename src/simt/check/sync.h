/* What orders threads beside barriers: atomic accesses and fences that release and acquire, where threads and warps meet.
 *
 * A location that somebody has released to keeps what that thread knew. Whoever reads it atomically and has a fence behind
 * that (or a barrier of its block, which many programs take for one) knows it, too. */
#pragma once
#include "simt/check/order.h"

/* The lane reads the location atomically; it writes it, after it has read it or not. */
void ihop_sync_read (const IhopLook *look, guint lane, guint64 address);
void ihop_sync_write (const IhopLook *look, guint lane, guint64 address, gboolean has_read);
/* Lanes arrive at mbarrier objects, or ask whether a phase is over, and know what those knew who have arrived in phases that are. A whole warp
 * that names one object does so at once. */
void ihop_sync_at_objects (const IhopLook *look, const guint64 *addresses, guint32 lanes, gboolean wait);
/* The lanes have passed a fence. */
void ihop_sync_fence (const IhopLook *look, guint32 lanes, IhopScope scope);
/* All threads of the block have met. */
void ihop_sync_block (IhopCheckBlock *block);
/* Lanes of a warp have met. */
void ihop_sync_lanes (IhopCheckWarp *warp, guint32 lanes);
/* Some warps have met: those in "to" know of those in "from" up to a time for each. */
void ihop_sync_warps (IhopCheckBlock *block, const guint32 *from_times, const gboolean *to);
/* The grid has ended: nobody needs what its threads have released. */
void ihop_sync_forget (guint activity);
