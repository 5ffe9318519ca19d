/* Accesses that a cell has no room for.
 *
 * Reads of other work: work of several streams has read it, and none of them is ordered before
 * another. Of each piece of work one read is enough, as its order is that of all. */
#pragma once
#include "simt/check/order.h"

/* That read of the cell gives way to a later one. */
void ihop_readers_keep (const IhopCell *cell, IhopCellAccess access);
/* Is there one that is not ordered before the thread? *with: it. Whoever writes the cell asks; those that are ordered are forgotten. */
gboolean ihop_readers_race (const IhopLook *look, const IhopCell *cell, guint thread, IhopCellAccess *with);
/* How many cells have any. */
guint ihop_readers_number (void);

/* Writes that a cell has no room for: those that atomic ones have followed, of other threads or not atomic themselves. What comes
 * behind the last one of all may race with one of them alone. */
void ihop_writers_keep (const IhopLook *look, const IhopCell *cell, IhopCellAccess access);
/* Those that what the thread does now stands for are forgotten. */
void ihop_writers_cover (const IhopLook *look, const IhopCell *cell, guint thread);
gboolean ihop_writers_race (const IhopLook *look, const IhopCell *cell, guint thread, IhopCellAccess *with);
guint ihop_writers_number (void);
