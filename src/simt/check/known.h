/* What a thread knows of threads beside those of its warp and block: up to which stamp all that they did is ordered before
 * it. It comes with what others have released (sync.c). Few kernels have any.
 *
 * Shared: whoever changes one that others hold gets a copy. */
#pragma once
#include <glib.h>

typedef struct IhopKnown IhopKnown;

/* All threads of a block; a warp of it; one thread of it. */
void ihop_known_add_block (IhopKnown **known, guint64 block, guint32 time);
void ihop_known_add_warp (IhopKnown **known, guint64 block, guint warp, guint32 time);
void ihop_known_add_thread (IhopKnown **known, guint64 block, guint thread, guint32 time);
/* All that the other one knows. NULL: nothing. */
void ihop_known_join (IhopKnown **known, IhopKnown *other);
/* Of a thread. 0: nothing. */
guint32 ihop_known_time (const IhopKnown *known, guint64 block, guint thread);

IhopKnown *ihop_known_ref (IhopKnown *known); /* NULL gives NULL */
void ihop_known_clear (IhopKnown **known);
