/* The cells of what one thread asks for: whether they hold something, and who else has used them. A part of access.c, which
 * is made for each kind of request. */
#pragma once
#include "simt/check/memory.h"
#include "simt/check/race.h"

typedef enum { ASK_READ, ASK_WRITE, ASK_CHANGE } Ask;

/* Cells that hold nothing, of each element. Where an element of more than four bytes holds something it is a struct that
 * is copied with what lies between its members. */
static inline gboolean
is_unwritten (const IhopLook *look, const IhopCellMemory *memory, const IhopCell *cells)
{
  guint cell_bytes = memory->has_bytes ? 1 : 4, a_element = MAX (look->site->bytes / cell_bytes, 1), full = memory->has_bytes ? 1 : 15;

  for (guint i = 0; i < look->site->n; i++)
    {
      guint missing = 0;
      for (guint k = 0; k < a_element; k++)
        {
          const IhopCell *cell = &cells[i * a_element + k];
          guint bytes = memory->is_shared && cell->write.stamp <= look->floor ? 0 : ihop_cell_bytes (cell);
          missing += (bytes & full) != full;
        }
      if (missing == a_element || (missing && look->site->bytes <= 4))
        return TRUE;
    }
  return FALSE;
}

/* … which is seldom so. */
static inline gboolean
are_full (const IhopLook *look, const IhopCellMemory *memory, const IhopCell *cells, guint n)
{
  guint full = memory->has_bytes ? 1 : 15;
  gboolean are_full = TRUE;

  for (guint i = 0; i < n; i++)
    are_full &= (ihop_cell_bytes (&cells[i]) & full) == full && !(memory->is_shared && cells[i].write.stamp <= look->floor);
  return are_full;
}

/* Of the block that had this memory before nothing is left. */
static inline void
renew (const IhopLook *look, const IhopCellMemory *memory, IhopCell *cell)
{
  if (memory->is_shared && cell->write.stamp <= look->floor)
    ihop_cell_set_bytes (cell, 0);
}

/* Where races are not looked for: who wrote is of interest where other blocks had this memory before. */
static inline void
note_bytes (const IhopLook *look, const IhopCellMemory *memory, IhopCell *cells, guint n, Ask ask)
{
  for (guint i = 0; ask != ASK_READ && i < n; i++)
    {
      renew (look, memory, &cells[i]);
      cells[i].write.stamp = look->now;
      cells[i].write.more |= memory->has_bytes ? 1 : 15;
    }
}

static inline gboolean
visit (const IhopLook *look, const IhopCellMemory *memory, IhopCell *cells, guint n, guint thread, Ask ask, IhopRace *race)
{
  gboolean races = FALSE;

  if (!look->block->launch->has_races)
    {
      note_bytes (look, memory, cells, n, ask);
      return FALSE;
    }
  for (guint i = 0; i < n; i++)
    {
      IhopRace one;
      gboolean here;
      if (ask == ASK_READ)
        here = ihop_race_read (look, &cells[i], thread, &one);
      else
        {
          renew (look, memory, &cells[i]);
          here = ihop_race_write (look, &cells[i], thread, &one);
          cells[i].write.more |= memory->has_bytes ? 1 : 15;
        }
      if (here && !races)
        *race = one;
      races |= here;
    }
  return races;
}
