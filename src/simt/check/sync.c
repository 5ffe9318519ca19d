#include "simt/check/sync.h"

enum { LANES = 32 };

/* A location that was released to. */
typedef struct
{
  guint activity;
  guint64 block;
  IhopScope scope;
  IhopKnown *known;
} Released;

static GHashTable *released; /* by address */

static void
released_free (gpointer data)
{
  Released *one = data;

  ihop_known_clear (&one->known);
  g_free (one);
}

/* NULL: nobody of this launch has, or of another block that had the same shared memory. */
static Released *
find (const IhopLook *look, guint64 address)
{
  const IhopCheckBlock *block = look->block;
  Released *one = released ? g_hash_table_lookup (released, GSIZE_TO_POINTER (address)) : NULL;

  if (one == NULL || one->activity != block->launch->activity)
    return NULL;
  return address - block->shared < block->launch->shared && one->block != block->number ? NULL : one;
}

static Released *
find_or_add (const IhopLook *look, guint64 address)
{
  Released *one = find (look, address);

  if (one)
    return one;
  if (released == NULL)
    released = g_hash_table_new_full (NULL, NULL, NULL, released_free);
  one = g_new0 (Released, 1);
  g_hash_table_insert (released, GSIZE_TO_POINTER (address), one);
  one->activity = look->block->launch->activity;
  one->block = look->block->number;
  return one;
}

void
ihop_sync_forget (guint activity)
{
  GHashTableIter all;
  gpointer one;

  if (released == NULL)
    return;
  g_hash_table_iter_init (&all, released);
  while (g_hash_table_iter_next (&all, NULL, &one))
    if (((Released *) one)->activity == activity)
      g_hash_table_iter_remove (&all);
}

/* --- releasing -------------------------------------------------------------------------------- */

/* What the lane knew at a time, with what it and its warp and block had done by then. */
static void
add_knowledge (const IhopLook *look, guint lane, const IhopCheckLane *record, IhopKnown **to)
{
  const IhopCheckBlock *block = look->block;
  guint thread = look->warp->number * LANES + lane;

  ihop_known_join (to, record->at_fence);
  ihop_known_add_block (to, block->number, record->fence_block);
  ihop_known_add_warp (to, block->number, look->warp->number, record->fence_warp);
  ihop_known_add_thread (to, block->number, thread, record->fence);
}

/* By named barriers, and barriers of some lanes. */
static void
add_partial (const IhopLook *look, guint lane, IhopKnown **to)
{
  const IhopCheckBlock *block = look->block;
  const IhopCheckWarp *warp = look->warp;

  for (guint i = 0; block->between && i < block->n_warps; i++)
    ihop_known_add_warp (to, block->number, i, block->between[warp->number * block->n_warps + i]);
  for (guint i = 0; warp->pairs && i < LANES; i++)
    ihop_known_add_thread (to, block->number, warp->number * LANES + i, warp->pairs[lane * LANES + i]);
}

static void
keep_knowledge (const IhopLook *look, guint lane, guint32 stamp, IhopScope scope)
{
  IhopCheckLane *record = &ihop_team_lanes (look->warp)[lane];
  IhopKnown *all = ihop_known_ref (record->known);

  ihop_known_join (&all, look->warp->known);
  ihop_known_join (&all, look->block->known);
  add_partial (look, lane, &all);
  ihop_known_clear (&record->at_fence);
  record->at_fence = all;
  record->fence = stamp;
  record->fence_warp = look->warp->time;
  record->fence_block = look->block->time;
  record->scope = scope;
}

void
ihop_sync_write (const IhopLook *look, guint lane, guint64 address, gboolean has_read)
{
  IhopCheckLane *record = look->warp->each ? &look->warp->each[lane] : NULL;
  Released *one = find (look, address);

  if (look->site->releases)
    {
      keep_knowledge (look, lane, ihop_clock_step (), look->site->scope);
      record = &look->warp->each[lane];
    }
  if (!has_read && one)
    ihop_known_clear (&one->known);
  if (record == NULL || record->fence == 0)
    return;
  IhopScope scope = MIN (record->scope, look->site->scope);
  one = find_or_add (look, address);
  one->scope = one->known ? MIN (one->scope, scope) : scope;
  one->block = look->block->number;
  add_knowledge (look, lane, record, &one->known);
}

/* --- acquiring -------------------------------------------------------------------------------- */

static void
acquire (const IhopLook *look, IhopCheckLane *record)
{
  ihop_known_join (&record->known, record->seen);
  ihop_known_clear (&record->seen);
  look->block->has_more = TRUE;
}

void
ihop_sync_read (const IhopLook *look, guint lane, guint64 address)
{
  Released *one = find (look, address);

  if (one == NULL || one->known == NULL)
    return;
  IhopScope scope = MIN (one->scope, look->site->scope);
  if (scope == IHOP_SCOPE_BLOCK && one->block != look->block->number)
    return;
  IhopCheckLane *record = &ihop_team_lanes (look->warp)[lane];
  ihop_known_join (&record->seen, one->known);
  record->seen_scope = scope;
  if (look->site->acquires)
    acquire (look, record);
}

void
ihop_sync_fence (const IhopLook *look, guint32 lanes, IhopScope scope)
{
  IhopCheckLane *each = ihop_team_lanes (look->warp);
  guint32 stamp = ihop_clock_step ();

  for (guint lane = 0; lane < LANES; lane++)
    if (lanes >> lane & 1)
      {
        if (each[lane].seen && (scope > IHOP_SCOPE_BLOCK || each[lane].seen_scope == IHOP_SCOPE_BLOCK))
          acquire (look, &each[lane]);
        keep_knowledge (look, lane, stamp, scope);
      }
}

/* --- meeting ---------------------------------------------------------------------------------- */

/* What some lanes know beside the rest of their warp, and have seen. */
static void
gather (IhopCheckWarp *warp, guint32 lanes, IhopKnown **all)
{
  for (guint lane = 0; warp->each && lane < LANES; lane++)
    if (lanes >> lane & 1)
      {
        ihop_known_join (all, warp->each[lane].known);
        ihop_known_join (all, warp->each[lane].seen);
        ihop_known_clear (&warp->each[lane].seen);
      }
}

void
ihop_sync_block (IhopCheckBlock *block)
{
  block->time = ihop_clock_step ();
  for (guint i = 0; i < block->n_warps; i++)
    {
      IhopCheckWarp *warp = &block->warps[i];
      gather (warp, G_MAXUINT32, &block->known);
      ihop_known_join (&block->known, warp->known);
      warp->time = block->time;
    }
  block->has_more |= block->known != NULL;
}

static guint32 *
pairs_of (IhopCheckWarp *warp)
{
  if (warp->pairs == NULL)
    warp->pairs = g_new0 (guint32, LANES * LANES);
  warp->block->has_more = TRUE;
  return warp->pairs;
}

/* Each of them knows what one of them knew, and the others up to now. */
static void
meet (guint32 *pairs, guint32 lanes, guint32 time)
{
  for (guint other = 0; other < LANES; other++)
    {
      guint32 most = lanes >> other & 1 ? time : 0;
      for (guint lane = 0; lane < LANES; lane++)
        most = lanes >> lane & 1 ? MAX (most, pairs[lane * LANES + other]) : most;
      for (guint lane = 0; lane < LANES; lane++)
        if (lanes >> lane & 1)
          pairs[lane * LANES + other] = most;
    }
}

void
ihop_sync_lanes (IhopCheckWarp *warp, guint32 lanes)
{
  guint32 time = ihop_clock_step ();
  IhopKnown *all = NULL;

  gather (warp, lanes, &all);
  if ((lanes | warp->left) == warp->lanes)
    {
      warp->time = time;
      ihop_known_join (&warp->known, all);
    }
  else
    {
      meet (pairs_of (warp), lanes, time);
      for (guint lane = 0; all && lane < LANES; lane++)
        if (lanes >> lane & 1)
          ihop_known_join (&ihop_team_lanes (warp)[lane].known, all);
    }
  warp->block->has_more |= all != NULL;
  ihop_known_clear (&all);
}

void
ihop_sync_warps (IhopCheckBlock *block, const guint32 *from_times, const gboolean *to)
{
  guint32 *between = ihop_team_between (block);
  guint n = block->n_warps;
  IhopKnown *all = NULL;

  for (guint from = 0; from < n; from++)
    if (from_times[from])
      {
        gather (&block->warps[from], G_MAXUINT32, &all);
        ihop_known_join (&all, block->warps[from].known);
      }
  for (guint of = 0; of < n; of++)
    {
      guint32 most = from_times[of];
      for (guint from = 0; from < n; from++)
        most = from_times[from] ? MAX (most, between[from * n + of]) : most;
      for (guint i = 0; i < n; i++)
        if (to[i])
          between[i * n + of] = MAX (between[i * n + of], most);
    }
  for (guint i = 0; all && i < n; i++)
    if (to[i])
      ihop_known_join (&block->warps[i].known, all);
  ihop_known_clear (&all);
}
