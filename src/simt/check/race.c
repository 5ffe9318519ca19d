#include "simt/check/race.h"
#include "simt/check/readers.h"

static IhopReaders
level_between (const IhopLook *look, IhopCellAccess before)
{
  if (!ihop_order_is_own (look, before.stamp))
    return IHOP_READERS_GRID;
  return before.thread / 32 == look->warp->number ? IHOP_READERS_WARP : IHOP_READERS_BLOCK;
}

/* The reader becomes the last one. Readers that are ordered before it are forgotten: whoever is ordered behind it is
 * ordered behind them. Atomic reads give way to plain ones, which race with more. */
void
ihop_race_note_reader (const IhopLook *look, IhopCell *cell, guint thread)
{
  IhopCellAccess before = cell->read;
  IhopReaders readers = ihop_cell_readers (cell);
  guint other = ihop_cell_other (cell);
  gboolean is_ordered = ihop_order_has (look, thread, before.stamp, before.thread);

  if (readers && ihop_order_has_all (look, thread, before, readers, other))
    readers = IHOP_READERS_ONE;
  if (!is_ordered && look->site->scope && !before.scope)
    return;
  if (is_ordered ? !ihop_order_is_covered (look, thread, before) : ihop_clock_at (before.stamp).work != look->block->launch->activity)
    ihop_readers_keep (cell, before);
  else if (!is_ordered && !before.scope)
    {
      IhopReaders between = level_between (look, before);
      other = between > readers ? before.thread : other; /* the farthest is known by fewest */
      readers = MAX (readers, between);
    }
  cell->read = (IhopCellAccess){ look->now, thread, look->site->number, look->site->scope, 0 };
  ihop_cell_set_readers (cell, readers, other);
}

gboolean
ihop_race_check_readers (const IhopLook *look, const IhopCell *cell, guint thread, IhopRace *race)
{
  IhopReaders readers = ihop_cell_readers (cell);
  IhopCellAccess last = cell->read;

  if (!ihop_order_has (look, thread, last.stamp, last.thread) && !ihop_order_is_excused (look, last))
    {
      *race = (IhopRace){ last, FALSE, 0 };
      return TRUE;
    }
  if (ihop_readers_number () > 0 && ihop_readers_race (look, cell, thread, &last))
    {
      *race = (IhopRace){ last, FALSE, 0 };
      return TRUE;
    }
  if (readers == IHOP_READERS_ONE || ihop_order_has_all (look, thread, last, readers, ihop_cell_other (cell)))
    return FALSE;
  *race = (IhopRace){ last, TRUE, readers };
  race->with.thread = ihop_cell_other (cell);
  return TRUE;
}

void
ihop_race_displace (const IhopLook *look, const IhopCell *cell, guint thread)
{
  if (look->site->observes)
    ihop_writers_cover (look, cell, thread);
  if (cell->write.stamp && !ihop_order_is_covered (look, thread, cell->write))
    ihop_writers_keep (look, cell, cell->write);
}

gboolean
ihop_race_check_displaced (const IhopLook *look, const IhopCell *cell, guint thread, IhopRace *race)
{
  IhopCellAccess with;

  if (ihop_writers_number () == 0 || ihop_order_is_past (look, cell->write.stamp) || !ihop_writers_race (look, cell, thread, &with))
    return FALSE;
  *race = (IhopRace){ with, FALSE, 0 };
  return TRUE;
}
