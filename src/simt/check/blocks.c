#include "simt/check/blocks.h"
#include <string.h>

static gboolean
is_in (const IhopRegion *region, guint64 address)
{
  return address - region->start < region->size;
}

static guint64
distance (const IhopRegion *region, guint64 address)
{
  if (is_in (region, address))
    return 0;
  return address < region->start ? region->start - address : address - region->start - region->size + 1;
}

/* Of two that are as near, one that is handed out. */
IhopRegion *
ihop_blocks_find (IhopRegion *region, guint64 address)
{
  IhopRegion *found = NULL;

  if (region == NULL || region->blocks == NULL)
    return region;
  for (guint i = 0; i < region->blocks->len; i++)
    {
      IhopRegion *block = region->blocks->pdata[i];
      guint64 here = distance (block, address), best = found ? distance (found, address) : G_MAXUINT64;
      if (here < best || (here == best && found->is_freed))
        found = block;
    }
  return found;
}

static gboolean
meets (const IhopRegion *block, guint64 start, gsize size)
{
  return block->start < start + size && start < block->start + block->size;
}

/* Nobody has written them; all else that may have been written all at once still is. */
static void
forget_written (IhopRegion *region, guint64 start, gsize size)
{
  guint step = region->has_bytes ? 1 : 4;

  for (guint64 at = region->start; region->is_written && at < region->start + region->size; at += step)
    ihop_cell_set_bytes (ihop_arena_cell (region, at), region->has_bytes ? 1 : 15);
  region->is_written = FALSE;
  for (guint64 at = start; at < start + size; at += step)
    ihop_cell_set_bytes (ihop_arena_cell (region, at), 0);
}

gboolean
ihop_blocks_give (guint64 start, gsize size, const char *name)
{
  IhopRegion *region = ihop_arena_find (start);

  if (region == NULL || region->is_freed || !is_in (region, start) || size > region->size - (start - region->start))
    return FALSE;
  for (guint i = 0; region->blocks && i < region->blocks->len; i++)
    if (!((IhopRegion *) region->blocks->pdata[i])->is_freed && meets (region->blocks->pdata[i], start, size))
      return FALSE;
  region->blocks = region->blocks ? region->blocks : g_ptr_array_new ();
  for (guint i = region->blocks->len; i > 0; i--)
    if (meets (region->blocks->pdata[i - 1], start, size))
      g_ptr_array_remove_index_fast (region->blocks, i - 1);
  if (start % 4 || size % 4)
    ihop_arena_split (region);
  if (region->kind == IHOP_REGION_DEVICE)
    forget_written (region, start, size);
  IhopRegion *block = g_new0 (IhopRegion, 1); /* finds may name it as long as the program runs */
  *block = (IhopRegion){ .start = start, .size = size, .kind = region->kind, .number = region->number, .name = g_strdup (name), .made = region->made };
  g_ptr_array_add (region->blocks, block);
  return TRUE;
}

gboolean
ihop_blocks_take (guint64 start)
{
  IhopRegion *region = ihop_arena_find (start), *block = region && region->blocks ? ihop_blocks_find (region, start) : NULL;

  if (block == NULL || block->start != start || block->is_freed)
    return FALSE;
  block->is_freed = TRUE;
  return TRUE;
}
