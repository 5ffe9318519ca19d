#include "simt/lower/regions.h"

/* More would take long to find and to compile. */
enum { MOST_BLOCKS = 1000, MOST_ENDS = 32 };

typedef struct
{
  IhopRegionEnd how;
  guint at;
  gboolean is_barrier;
} End;

typedef struct
{
  IhopLanesTable *lanes;
  const IhopFlow *flow;
  IhopAlike *alike;
  IhopBits entries, cuts;
  guint *owners; /* by block: entry of its region; G_MAXUINT: none yet */
  gboolean has_failed, changed;
} Search;

/* One walk over a region, or over a part of it. */
typedef struct
{
  Search *search;
  guint entry;
  IhopBits seen;
  End ends[MOST_ENDS];
  guint n_ends;
} Walk;

static void
add_end (Walk *walk, IhopRegionEnd how, guint at, gboolean is_barrier)
{
  for (guint i = 0; i < walk->n_ends; i++)
    if (walk->ends[i].how == how && walk->ends[i].at == at && walk->ends[i].is_barrier == is_barrier)
      return;
  if (walk->n_ends < MOST_ENDS)
    walk->ends[walk->n_ends++] = (End){ how, at, is_barrier };
  else
    walk->search->has_failed = TRUE;
}

/* A way back to the region's own beginning stays in it. */
static void
visit (Walk *walk, guint at)
{
  const Search *search = walk->search;
  const IhopFlowBlock *block = &search->flow->blocks[at];

  if (ihop_bits_has (&walk->seen, at))
    return;
  ihop_bits_add (&walk->seen, at);
  if (block->how == IHOP_FLOW_EXIT)
    add_end (walk, IHOP_REGION_ENDS, 0, FALSE);
  else if (block->how == IHOP_FLOW_BARRIER)
    add_end (walk, IHOP_REGION_GOES, block->successors[0], TRUE);
  else if (ihop_bits_has (&search->cuts, at))
    add_end (walk, IHOP_REGION_ASKS, at, FALSE);
  else
    for (guint k = 0; k < block->n_successors; k++)
      if (ihop_bits_has (&search->entries, block->successors[k]) && block->successors[k] != walk->entry)
        add_end (walk, IHOP_REGION_GOES, block->successors[k], FALSE);
      else
        visit (walk, block->successors[k]);
}

static Walk
walk_from (Search *search, guint entry, guint at)
{
  Walk walk = { .search = search, .entry = entry, .seen = ihop_bits_new (search->flow->n_blocks) };

  visit (&walk, at);
  return walk;
}

/* A region begins at the block; all lanes of each warp must be there. */
static void
enter (Search *search, guint block)
{
  if (ihop_bits_has (&search->entries, block))
    return;
  search->has_failed |= !ihop_pending_is_whole (search->lanes->pending, block);
  ihop_bits_add (&search->entries, block);
  search->changed = TRUE;
}

/* Blocks of two regions become one of their own. */
static void
own (Search *search, const Walk *walk)
{
  IHOP_BITS_EACH (block, &walk->seen)
    {
      if (search->owners[block] != G_MAXUINT && search->owners[block] != walk->entry)
        {
          enter (search, block);
          return;
        }
      search->owners[block] = walk->entry;
    }
}

static gboolean
have_same_ends (const Walk *a, const Walk *b)
{
  for (guint i = 0; i < a->n_ends; i++)
    {
      gboolean found = FALSE;
      for (guint k = 0; k < b->n_ends; k++)
        found |= a->ends[i].how == b->ends[k].how && a->ends[i].at == b->ends[k].at && a->ends[i].is_barrier == b->ends[k].is_barrier;
      if (!found)
        return FALSE;
    }
  return a->n_ends == b->n_ends;
}

/* Do the ways from this block lead to different ends? */
static gboolean
decides (Search *search, guint entry, guint at)
{
  const IhopFlowBlock *block = &search->flow->blocks[at];
  Walk first = walk_from (search, entry, block->successors[0]);
  gboolean differ = FALSE;

  for (guint k = 1; k < block->n_successors; k++)
    {
      Walk other = walk_from (search, entry, block->successors[k]);
      differ |= !have_same_ends (&first, &other);
      ihop_bits_clear (&other.seen);
    }
  ihop_bits_clear (&first.seen);
  return differ;
}

static gboolean
can_be_cut (Search *search, guint at)
{
  const IhopFlowBlock *block = &search->flow->blocks[at];

  return block->n_successors > 1 && block->how != IHOP_FLOW_BARRIER && !ihop_bits_has (&search->cuts, at)
         && ihop_bits_has (&search->alike->blocks, at) && ihop_pending_is_whole (search->lanes->pending, at)
         && ihop_alike_decides (search->alike, search->lanes, at);
}

/* Where a region has several ends all branches that decide are asked once for the whole block. */
static void
cut (Search *search, const Walk *walk)
{
  gboolean found = FALSE;

  IHOP_BITS_EACH (block, &walk->seen)
    if (!found && can_be_cut (search, block) && decides (search, walk->entry, block))
      {
        found = search->changed = TRUE;
        ihop_bits_add (&search->cuts, block);
        for (guint k = 0; k < search->flow->blocks[block].n_successors; k++)
          enter (search, search->flow->blocks[block].successors[k]);
      }
  search->has_failed |= !found;
}

static void
look (Search *search)
{
  for (guint i = 0; i < search->flow->n_blocks; i++)
    search->owners[i] = G_MAXUINT;
  IHOP_BITS_EACH (entry, &search->entries)
    {
      Walk walk = walk_from (search, entry, entry);
      own (search, &walk);
      if (!search->changed && walk.n_ends > 1)
        cut (search, &walk);
      search->has_failed |= walk.n_ends == 0; /* it never ends */
      ihop_bits_clear (&walk.seen);
      if (search->changed || search->has_failed)
        return;
    }
}

static void
begin (Search *search)
{
  search->owners = g_new (guint, search->flow->n_blocks);
  search->entries = ihop_bits_new (search->flow->n_blocks);
  search->cuts = ihop_bits_new (search->flow->n_blocks);
  enter (search, 0);
  for (guint i = 0; i < search->flow->n_blocks; i++)
    if (search->flow->blocks[i].how == IHOP_FLOW_BARRIER)
      {
        search->has_failed |= !ihop_pending_is_whole (search->lanes->pending, i);
        enter (search, search->flow->blocks[i].successors[0]);
      }
    else if (search->flow->blocks[i].yields)
      search->has_failed = TRUE;
}

static IhopRegions *
collect (Search *search)
{
  IhopRegions *regions = g_new0 (IhopRegions, 1);

  regions->regions = g_new0 (IhopRegion, search->flow->n_blocks);
  regions->of_entry = g_new (guint, search->flow->n_blocks);
  for (guint i = 0; i < search->flow->n_blocks; i++)
    regions->of_entry[i] = G_MAXUINT;
  IHOP_BITS_EACH (entry, &search->entries)
    {
      Walk walk = walk_from (search, entry, entry);
      regions->of_entry[entry] = regions->n;
      regions->regions[regions->n++]
        = (IhopRegion){ entry, walk.seen, walk.ends[0].how, walk.ends[0].at, walk.ends[0].is_barrier };
    }
  regions->cuts = ihop_bits_new (search->flow->n_blocks);
  ihop_bits_copy (&regions->cuts, &search->cuts);
  return regions;
}

IhopRegions *
ihop_regions_new (IhopLanesTable *lanes)
{
  Search search = { .lanes = lanes, .flow = lanes->flow };

  if (lanes->flow->n_blocks > MOST_BLOCKS || lanes->flow->has_numbered)
    return NULL;
  search.alike = ihop_alike_new (lanes);
  begin (&search);
  do
    {
      search.changed = FALSE;
      if (!search.has_failed)
        look (&search);
    }
  while (search.changed);
  IhopRegions *regions = search.has_failed ? NULL : collect (&search);
  if (regions)
    regions->alike = search.alike;
  else
    ihop_alike_free (search.alike);
  ihop_bits_clear (&search.entries);
  ihop_bits_clear (&search.cuts);
  g_free (search.owners);
  return regions;
}

void
ihop_regions_free (IhopRegions *regions)
{
  if (regions == NULL)
    return;
  for (guint i = 0; i < regions->n; i++)
    ihop_bits_clear (&regions->regions[i].blocks);
  g_free (regions->regions);
  g_free (regions->of_entry);
  ihop_bits_clear (&regions->cuts);
  ihop_alike_free (regions->alike);
  g_free (regions);
}
