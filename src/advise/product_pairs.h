/* Which results of a product a thread takes two and two, so that one load brings what both read: a load of sixteen bytes is one instruction, as one of
 * eight is, and after the arithmetic loads are most of what the inner loop issues. */
#pragma once
#include "advise/layout.h"

typedef struct
{
  gboolean rows, columns;  /* of results: neighbours along them lie beside each other in something that is read */
  gboolean sum;            /* something lies so along the sum: its loop has to count from 0, as only then compilers know where a pair begins */
} IhopPairs;

/* Of the updates in the third loop of the nest at this way, of which the first loop is n loops inwards. Along the sum none where that begins at a value of one
 * of the others. Whether a thread has registers for what it fetches so is the caller's affair. */
IhopPairs ihop_pairs_find (const IhopLayout *layout, const guint *way, guint n);
/* Whether there are any: rows of tiles are even then. */
gboolean ihop_pairs_any (IhopPairs pairs);
/* "8 16x2": so many threads, and what each takes in a turn; owned by the caller. */
char *ihop_pairs_threads (IhopPairs pairs, guint threads_y, guint threads_x);
