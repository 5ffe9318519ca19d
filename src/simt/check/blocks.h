/* Blocks that a program cuts from an allocation itself, as it says (src/cudart/include/own/ihop_check.h). They are regions within a region, whose
 * cells are those of the whole. */
#pragma once
#include "simt/check/arena.h"

/* FALSE: it does not lie in one allocation, or on a block that is handed out. What it holds counts as never written. */
gboolean ihop_blocks_give (guint64 start, gsize size, const char *name);
/* FALSE: no such block is handed out. */
gboolean ihop_blocks_take (guint64 start);

/* The block that the address is in, or else comes next to; the region itself where nothing is cut from it; NULL: none. */
IhopRegion *ihop_blocks_find (IhopRegion *region, guint64 address);
