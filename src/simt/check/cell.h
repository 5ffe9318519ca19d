/* What is known of four bytes of memory, or of one: who wrote them last, and who has read them since.
 *
 * Accesses are known by stamps of one clock (clock.h), which tell launch and block, too. After "FastTrack" (Flanagan and
 * Freund, 2009): the last write, and the last read; the reads before it are kept as a level where they were not ordered
 * before it. That is enough while threads are ordered by barriers of blocks and warps (order.h).
 *
 * Sixteen bytes: memory is checked at the price of four times its size. */
#pragma once
#include <glib.h>

/* How far readers before the last one are spread that are not ordered before it. */
typedef enum { IHOP_READERS_ONE, IHOP_READERS_WARP, IHOP_READERS_BLOCK, IHOP_READERS_GRID } IhopReaders;

typedef struct
{
  guint32 stamp;       /* 0: never */
  guint32 thread : 10; /* in its block */
  guint32 site : 12;   /* IhopCheckSite.number of its kernel */
  guint32 scope : 2;   /* IhopScope */
  guint32 more : 8;    /* see the accessors below */
} IhopCellAccess;

typedef struct
{
  IhopCellAccess write, read;
} IhopCell;

/* write.more: a bit for each byte that holds something, and four bits of the other reader's thread; read.more: the
 * level, and the other six. */
static inline guint
ihop_cell_bytes (const IhopCell *cell)
{
  return cell->write.more & 15;
}

static inline void
ihop_cell_set_bytes (IhopCell *cell, guint bytes)
{
  cell->write.more = (cell->write.more & ~15u) | bytes;
}

static inline IhopReaders
ihop_cell_readers (const IhopCell *cell)
{
  return cell->read.more & 3;
}

static inline guint
ihop_cell_other (const IhopCell *cell)
{
  return (cell->write.more >> 4) | (cell->read.more >> 2) << 4;
}

static inline void
ihop_cell_set_readers (IhopCell *cell, IhopReaders readers, guint other)
{
  cell->write.more = (cell->write.more & 15) | (other & 15) << 4;
  cell->read.more = readers | (other >> 4) << 2;
}
