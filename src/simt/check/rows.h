/* Rows of cells: what the lanes of a warp ask for, four cells at a time. Here is what usually happens; all else is left to
 * race.h, cell by cell: a row may be gone through again, as threads do not race with themselves. */
#pragma once
#include "simt/check/race.h"

typedef struct
{
  IhopCell *cells;      /* of the first lane, active or not */
  const gint64 *places; /* of each active lane's cells, behind these; NULL: lane after lane */
  gboolean are_apart;   /* no two lanes share cells, as far as places are given */
  guint n;              /* cells of a lane: a power of two */
  guint32 mask;         /* active lanes */
  guint bytes;          /* that a cell has: 15, or 1 */
  gboolean is_shared;   /* what is not later than the floor is empty */
  gboolean is_written;  /* nobody has to ask */
} IhopRow;

/* TRUE: nothing is wrong with any of them, and all are noted. */
gboolean ihop_rows_read (const IhopLook *look, const IhopRow *row);
gboolean ihop_rows_write (const IhopLook *look, const IhopRow *row);

/* Are they first + lane * step (a power of two, or 0), as far as lanes are active? */
gboolean ihop_rows_are_even (const guint64 *addresses, guint64 first, guint step, guint32 mask);
/* Is each beyond the one before by "bytes" at least? What lies behind the last one is read, too. */
gboolean ihop_rows_rise (const guint64 *addresses, guint bytes);
/* Are they multiples of "bytes" (a power of two) from "start" to "last"? */
gboolean ihop_rows_are_within (const guint64 *addresses, guint64 start, guint64 last, guint bytes, guint32 mask);
