/* Reads and writes of one cell: do they race with those before them, and what remains known of them. */
#pragma once
#include "simt/check/order.h"

/* With what an access races. */
typedef struct
{
  IhopCellAccess with;
  gboolean is_other; /* a reader before the last one: its thread alone is known */
  IhopReaders readers;
} IhopRace;

/* An atomic write takes the place of the cell's last one, which is kept (readers.h) where somebody may not be ordered behind it. */
void ihop_race_displace (const IhopLook *look, const IhopCell *cell, guint thread);
/* TRUE: the access races with a write that was displaced. */
gboolean ihop_race_check_displaced (const IhopLook *look, const IhopCell *cell, guint thread, IhopRace *race);

/* The reader is taken up. */
void ihop_race_note_reader (const IhopLook *look, IhopCell *cell, guint thread);
/* TRUE: a write races with readers. */
gboolean ihop_race_check_readers (const IhopLook *look, const IhopCell *cell, guint thread, IhopRace *race);

/* Threads of several blocks, or of several warps since the last barrier, have read it: whoever writes it without another
 * barrier races, and one more reader makes no difference where there is nothing else that orders threads. */
static inline gboolean
ihop_race_is_known (const IhopLook *look, const IhopCell *cell)
{
  IhopReaders readers = ihop_cell_readers (cell);
  guint32 stamp = cell->read.stamp;

  return (readers == IHOP_READERS_GRID && stamp > look->floor)
         || (readers == IHOP_READERS_BLOCK && stamp >= look->turn && stamp > look->time);
}

/* Two lanes read one cell that nobody has used since the last barrier. FALSE: that is not so, and nothing is noted. */
static inline gboolean
ihop_race_read_by_two (const IhopLook *look, IhopCell *cell, guint thread, guint other)
{
  if (!ihop_order_is_before (look, cell->write.stamp) || (cell->write.scope && !ihop_order_is_past (look, cell->write.stamp))
      || !ihop_order_is_before (look, cell->read.stamp)
      || (ihop_cell_readers (cell) == IHOP_READERS_GRID && cell->read.stamp > look->floor))
    return FALSE;
  cell->read = (IhopCellAccess){ look->now, thread, look->site->number, IHOP_SCOPE_WEAK, 0 };
  if (thread != other)
    ihop_cell_set_readers (cell, IHOP_READERS_WARP, other);
  return TRUE;
}

static inline gboolean
ihop_race_read (const IhopLook *look, IhopCell *cell, guint thread, IhopRace *race)
{
  IhopCellAccess *read = &cell->read;
  gboolean races = FALSE;

  if (!ihop_order_has (look, thread, cell->write.stamp, cell->write.thread) && !ihop_order_is_excused (look, cell->write))
    {
      *race = (IhopRace){ cell->write, FALSE, 0 };
      races = TRUE;
    }
  else if (cell->write.scope)
    races = ihop_race_check_displaced (look, cell, thread, race);
  if (look->is_plain && ihop_race_is_known (look, cell))
    return races;
  if (read->stamp == look->now && read->thread == thread && read->scope == look->site->scope)
    return races;
  if (look->site->scope || ihop_cell_readers (cell) || !ihop_order_has (look, thread, read->stamp, read->thread))
    ihop_race_note_reader (look, cell, thread);
  else
    *read = (IhopCellAccess){ look->now, thread, look->site->number, look->site->scope, 0 };
  return races;
}

static inline gboolean
ihop_race_write (const IhopLook *look, IhopCell *cell, guint thread, IhopRace *race)
{
  gboolean races = FALSE;

  if (!ihop_order_has (look, thread, cell->write.stamp, cell->write.thread) && !ihop_order_is_excused (look, cell->write))
    {
      *race = (IhopRace){ cell->write, FALSE, 0 };
      races = TRUE;
    }
  else if (cell->write.scope && ihop_race_check_displaced (look, cell, thread, race))
    races = TRUE;
  else if (cell->read.stamp > look->floor)
    races = ihop_race_check_readers (look, cell, thread, race);
  if (look->site->scope)
    ihop_race_displace (look, cell, thread);
  cell->write = (IhopCellAccess){ look->now, thread, look->site->number, look->site->scope, cell->write.more };
  return races;
}
