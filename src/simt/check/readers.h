/* Reads of other work that a cell has no room for: work of several streams has read it, and none of them is ordered before
 * another. Of each piece of work one read is enough, as its order is that of all. */
#pragma once
#include "simt/check/race.h"

/* That read of the cell gives way to a later one. */
void ihop_readers_keep (const IhopCell *cell, IhopCellAccess access);
/* Is there one that is not ordered before the thread? *with: it. Whoever writes the cell asks; those that are ordered are forgotten. */
gboolean ihop_readers_race (const IhopLook *look, const IhopCell *cell, guint thread, IhopCellAccess *with);
/* How many cells have any. */
guint ihop_readers_number (void);
