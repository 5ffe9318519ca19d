#include "simt/check/memory.h"
#include "simt/check/blocks.h"
#include "simt/check/guard.h"
#include "simt/check/reads.h"

enum { LANES = 32 };

IhopLook
ihop_look_of (const IhopWarpFrame *frame, guint32 number)
{
  IhopCheckWarp *warp = frame->checked;
  IhopCheckBlock *block = warp->block;
  const IhopCheckSite *site = &g_array_index (block->launch->info.checks, IhopCheckSite, number);

  return (IhopLook){ .warp = warp, .block = block, .floor = block->launch->quiet, .past = block->launch->past, .turn = block->turn, .time = block->time,
                     .warp_time = warp->time, .now = ihop_clock_now (), .more_from = block->launch->more_from, .n_more = block->launch->n_more,
                     .has_more = block->has_more,
                     .is_plain = block->launch->is_plain, .site = site, .number = number };
}

IhopPtxSpace
ihop_look_space (const IhopLook *look)
{
  return g_array_index (look->block->launch->info.sites, IhopCountSite, look->number).space;
}

static gboolean
is_within (guint64 address, gsize size, guint64 start, gsize whole)
{
  return address - start < whole && size <= whole - (address - start);
}

/* The block's shared memory, whose stamps before its start are another block's. */
static IhopCellMemory
shared_memory (IhopLook *look)
{
  IhopCheckBlock *block = look->block;

  if (block->defers_reads && !look->site->reads_shared)
    ihop_reads_settle (block);
  look->floor = look->past = block->start - 1;
  look->turn = block->start;
  look->is_shared = TRUE;
  return (IhopCellMemory){ .is_shared = TRUE, .has_cells = TRUE, .start = block->shared, .size = block->launch->shared,
                           .base = block->shared, .cells = block->cells, .has_bytes = block->launch->has_small_shared };
}

static gboolean
find_memory (IhopLook *look, guint64 address, gsize size, IhopCellMemory *memory)
{
  const IhopCheckLaunch *launch = look->block->launch;
  IhopPtxSpace space = ihop_look_space (look);
  gboolean is_generic = space == IHOP_PTX_SPACE_NONE || look->site->is_copy || look->site->is_phased;

  *memory = (IhopCellMemory){ NULL };
  if ((is_generic || space == IHOP_PTX_SPACE_SHARED) && is_within (address, size, look->block->shared, launch->shared))
    {
      *memory = shared_memory (look);
      return TRUE;
    }
  if (is_generic && is_within (address, size, (gsize) launch->params, launch->param_size))
    return TRUE;
  if (space == IHOP_PTX_SPACE_SHARED || space == IHOP_PTX_SPACE_LOCAL)
    return FALSE;
  look->floor = launch->quiet;
  look->past = launch->past;
  look->turn = look->block->turn;
  look->is_shared = FALSE;
  IhopRegion *region = ihop_arena_find (address);
  if (region == NULL)
    return ihop_arena_is_registered (address, size);
  const IhopRegion *block = ihop_blocks_find (region, address);
  if (region->is_freed || block->is_freed || !is_within (address, size, block->start, block->size))
    return FALSE;
  if (region->kind == IHOP_REGION_HOST || region->kind == IHOP_REGION_MANAGED)
    ihop_guard_note (region, address, size); /* most is neither */
  if (look->site->bytes < 4 && !region->has_bytes)
    ihop_arena_split (region);
  *memory = (IhopCellMemory){ .region = region, .has_cells = region->kind != IHOP_REGION_CONSTANT, .start = block->start, .size = block->size,
                               .base = address, .cells = ihop_arena_cell (region, address), .has_bytes = region->has_bytes, .is_written = region->is_written };
  return TRUE;
}

gboolean
ihop_cell_memory_find (IhopLook *look, guint64 address, gsize size, IhopCellMemory *memory)
{
  const IhopCheckLaunch *launch = look->block->launch;
  gboolean is_found = find_memory (look, address, size, memory);

  memory->is_written |= !launch->has_memory;
  memory->has_cells &= !launch->is_trial;
  if (!launch->has_races)
    {
      look->turn = 0; /* all is taken to be ordered */
      look->time = G_MAXUINT32 - 1;
    }
  return is_found;
}

gboolean
ihop_look_is_local (const IhopLook *look, guint lane, guint64 address, gsize size)
{
  const IhopCheckBlock *block = look->block;
  gsize local = block->launch->local;
  guint64 own = block->local + local * (look->warp->number * LANES + lane);

  return is_within (address, size, own, local);
}
