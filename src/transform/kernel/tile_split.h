/* Whose a place in a tile is that threads share out. */
#pragma once
#include "transform/build/build.h"
#include "transform/build/header.h"
#include "transform/build/sum.h"

/* Of so many threads (n), each of which has so many neighbours in a turn (beside), place "c + 2 * (t + 16 * r)" is thread t's, and there its
 * element c + 2 * r. *thread is NULL where there is one thread only. That t and c stay below 16 and 2 follows from the loops in the body of the loop
 * around that count with them, from 0; FALSE: it does not, or the place is no such sum. */
gboolean ihop_tile_split (IhopBuild *build, const IhopHeader *around, const IhopSum *place, gint64 n, gint64 beside, const IhopNode **thread,
                          const IhopNode **turn);
