#include "simt/check/sync.h"

enum { LANES = 32 };

/* A location that was released to. */
typedef struct
{
  guint activity;
  guint64 block;        /* who has done so last */
  gboolean is_odd;      /* of an mbarrier object: the number of the phase in which that was released */
  IhopKnown *known[IHOP_N_WIDTHS];
} Released;

static GHashTable *released; /* by address */

static void
forget_known (IhopKnown **known)
{
  for (guint i = 0; i < IHOP_N_WIDTHS; i++)
    ihop_known_clear (&known[i]);
}

static void
released_free (gpointer data)
{
  Released *one = data;

  forget_known (one->known);
  g_free (one);
}

static IhopWidth
width_of (IhopScope scope)
{
  return scope > IHOP_SCOPE_BLOCK ? IHOP_WIDE : IHOP_NARROW;
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

/* An object of eight bytes has another place for what is known of the phases that are over. */
static guint64
over_at (guint64 object)
{
  return object + 1;
}

/* What was released in a phase belongs to those that are over as soon as the object says that the next one has begun. */
static void
follow_phase (const IhopLook *look, guint64 object)
{
  gboolean is_odd = *(const guint64 *) (gsize) object >> 63;
  Released *now = find (look, object);

  if (now == NULL || now->is_odd == is_odd)
    return;
  now->is_odd = is_odd;
  Released *over = find_or_add (look, over_at (object));
  for (guint i = 0; i < IHOP_N_WIDTHS; i++)
    ihop_known_join (&over->known[i], now->known[i]);
  forget_known (now->known);
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

/* What the lane knew at a fence, with what it and its warp and block had done by then. */
static void
add_knowledge (const IhopLook *look, guint lane, const IhopCheckFence *fence, IhopKnown **to)
{
  const IhopCheckBlock *block = look->block;
  guint thread = look->warp->number * LANES + lane;

  ihop_known_join (to, fence->known);
  ihop_known_add_block (to, block->number, fence->block);
  ihop_known_add_warp (to, block->number, look->warp->number, fence->warp);
  ihop_known_add_thread (to, block->number, thread, fence->stamp);
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
  IhopCheckFence *fence = &record->fence[width_of (scope)], *narrow = &record->fence[IHOP_NARROW];
  IhopKnown *all = ihop_known_ref (record->known);

  ihop_known_join (&all, look->warp->known);
  ihop_known_join (&all, look->block->known);
  add_partial (look, lane, &all);
  ihop_known_clear (&narrow->known);
  narrow->stamp = 0;
  ihop_known_clear (&fence->known);
  *fence = (IhopCheckFence){ stamp, look->warp->time, look->block->time, all };
}

/* What the lane's fences stand for belongs to the location from now on: as far as both reach. */
static void
release (const IhopLook *look, guint lane, guint64 address)
{
  const IhopCheckLane *record = &look->warp->each[lane];
  Released *one = NULL;

  for (IhopWidth width = 0; width < IHOP_N_WIDTHS; width++)
    if (record->fence[width].stamp)
      {
        one = one ? one : find_or_add (look, address);
        add_knowledge (look, lane, &record->fence[width], &one->known[MIN (width, width_of (look->site->scope))]);
      }
  if (one)
    one->block = look->block->number;
}

void
ihop_sync_write (const IhopLook *look, guint lane, guint64 address, gboolean has_read)
{
  Released *one = find (look, address);

  if (look->site->releases)
    keep_knowledge (look, lane, ihop_clock_step (), look->site->scope);
  if (!has_read && one)
    forget_known (one->known);
  if (look->warp->each)
    release (look, lane, address);
}

/* What all lanes of the warp know, with what they have done up to now, is one entry then. */
static void
arrive_together (const IhopLook *look, guint64 object)
{
  const IhopCheckBlock *block = look->block;
  IhopCheckWarp *warp = look->warp;
  guint32 stamp = ihop_clock_step ();

  follow_phase (look, object);
  Released *one = find_or_add (look, object);
  IhopKnown **to = &one->known[width_of (look->site->scope)];
  one->block = block->number;
  for (guint lane = 0; lane < LANES && (warp->each || warp->pairs); lane++)
    {
      if (warp->each)
        ihop_known_join (to, warp->each[lane].known);
      add_partial (look, lane, to);
    }
  add_partial (look, 0, to);
  ihop_known_join (to, warp->known);
  ihop_known_join (to, block->known);
  ihop_known_add_block (to, block->number, block->time);
  ihop_known_add_warp (to, block->number, warp->number, stamp);
}

/* --- acquiring -------------------------------------------------------------------------------- */

static void
acquire (const IhopLook *look, IhopCheckLane *record, IhopScope scope)
{
  for (IhopWidth width = 0; width <= width_of (scope); width++)
    if (record->seen[width])
      {
        ihop_known_join (&record->known, record->seen[width]);
        ihop_known_clear (&record->seen[width]);
        look->block->has_more = TRUE;
      }
}

void
ihop_sync_read (const IhopLook *look, guint lane, guint64 address)
{
  Released *one = find (look, address);
  gboolean is_own = one && one->block == look->block->number;

  if (one == NULL || (one->known[IHOP_NARROW] == NULL && one->known[IHOP_WIDE] == NULL))
    return;
  IhopCheckLane *record = &ihop_team_lanes (look->warp)[lane];
  if (is_own)
    ihop_known_join (&record->seen[IHOP_NARROW], one->known[IHOP_NARROW]);
  if (is_own || width_of (look->site->scope) == IHOP_WIDE)
    ihop_known_join (&record->seen[width_of (look->site->scope)], one->known[IHOP_WIDE]);
  if (look->site->acquires)
    acquire (look, record, look->site->scope);
}

static void
wait_together (const IhopLook *look, guint64 object)
{
  follow_phase (look, object);
  Released *over = find (look, over_at (object));

  for (guint i = 0; over && i < IHOP_N_WIDTHS; i++)
    if (over->known[i])
      {
        ihop_known_join (&look->warp->known, over->known[i]);
        look->block->has_more = TRUE;
      }
}

static gboolean
name_one_place (const guint64 *addresses, guint32 lanes)
{
  for (guint32 left = lanes; left; left &= left - 1)
    if (addresses[__builtin_ctz (left)] != addresses[__builtin_ctz (lanes)])
      return FALSE;
  return lanes != 0;
}

void
ihop_sync_at_objects (const IhopLook *look, const guint64 *addresses, guint32 lanes, gboolean wait)
{
  const IhopCheckWarp *warp = look->warp;

  if (lanes == (warp->lanes & ~warp->left) && name_one_place (addresses, lanes) && (wait || look->site->releases))
    {
      (wait ? wait_together : arrive_together) (look, addresses[__builtin_ctz (lanes)]);
      return;
    }
  for (guint32 left = lanes; left; left &= left - 1)
    {
      guint lane = __builtin_ctz (left);
      follow_phase (look, addresses[lane]);
      ihop_sync_read (look, lane, wait ? over_at (addresses[lane]) : addresses[lane]);
      if (!wait)
        ihop_sync_write (look, lane, addresses[lane], TRUE);
    }
}

void
ihop_sync_fence (const IhopLook *look, guint32 lanes, IhopScope scope)
{
  IhopCheckLane *each = ihop_team_lanes (look->warp);
  guint32 stamp = ihop_clock_step ();

  for (guint lane = 0; lane < LANES; lane++)
    if (lanes >> lane & 1)
      {
        acquire (look, &each[lane], scope);
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
        for (guint i = 0; i < IHOP_N_WIDTHS; i++)
          ihop_known_join (all, warp->each[lane].seen[i]);
        forget_known (warp->each[lane].seen);
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
