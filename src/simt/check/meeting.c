#include "simt/check/meeting.h"
#include "simt/check/reads.h"
#include "simt/check/sync.h"
#include "simt/run/checked.h"
#include <string.h>

enum { LANES = 32 };

static IhopFind
find_at (const IhopCheckBlock *block, IhopFindKind kind, IhopWhy why, guint site, guint thread)
{
  IhopFind find = { .kind = kind, .why = why, .n_places = 1 };

  find.places[0] = ihop_team_place (block, site, thread);
  return find;
}

static void
add_other (IhopFind *find, const IhopCheckWarp *warp, guint site, guint32 lanes)
{
  find->places[find->n_places++] = ihop_team_place (warp->block, site, warp->number * LANES + __builtin_ctz (lanes));
}

static const char *
text_of (const IhopCheckWarp *warp, guint site)
{
  return g_array_index (warp->block->launch->info.sites, IhopCountSite, site).text;
}

/* --- warps ------------------------------------------------------------------------------------ */

static void
note_mask (const IhopCheckWarp *warp, IhopFindKind kind, guint site, guint32 callers, guint32 others, guint other_site)
{
  IhopFind find = find_at (warp->block, kind, IHOP_WHY_NONE, site, warp->number * LANES + __builtin_ctz (callers));

  if (others)
    add_other (&find, warp, other_site, others);
  ihop_find_add (&find);
}

/* Lanes that others still wait for do something else at this site. */
static void
turn_away (IhopCheckWarp *warp, guint32 lanes, guint site)
{
  guint32 missed = warp->awaited & lanes & ~warp->left;
  guint32 came = warp->named & ~warp->awaited & warp->lanes;

  if (missed && came)
    note_mask (warp, IHOP_FIND_MASK, warp->function, came, missed, site);
  if (missed)
    warp->named = warp->awaited = 0;
}

/* Who of the named lanes has not come as often as others. */
static guint32
laggards (const IhopCheckWarp *warp)
{
  guint32 living = warp->named & warp->lanes & ~warp->left, late = 0;
  guint most = 0;

  for (guint lane = 0; lane < LANES; lane++)
    most = living >> lane & 1 ? MAX (most, warp->calls[lane]) : most;
  for (guint lane = 0; lane < LANES; lane++)
    late |= living >> lane & 1 && warp->calls[lane] < most ? 1u << lane : 0;
  return late;
}

static void
begin (IhopCheckWarp *warp, guint32 named)
{
  warp->named = named;
  warp->awaited = 0;
  memset (warp->calls, 0, sizeof warp->calls);
}

/* One group: lanes that name the same lanes. Those that are elsewhere may come to a function that names them later; but
 * who comes together has to have come as often before. */
static void
come (IhopCheckWarp *warp, guint site, guint32 callers, guint32 named)
{
  const GArray *checks = warp->block->launch->info.checks;
  guint32 living = named & warp->lanes & ~warp->left;

  if (callers & ~named)
    note_mask (warp, IHOP_FIND_NOT_NAMED, site, callers & ~named, 0, site);
  if (warp->awaited && (warp->named != named || ((callers & warp->awaited) && (callers & ~warp->awaited))))
    turn_away (warp, callers, site);
  if (warp->named != named && warp->awaited == 0)
    begin (warp, named);
  if (warp->named == named && (warp->awaited || (living & ~callers)))
    {
      for (guint lane = 0; lane < LANES; lane++)
        warp->calls[lane] += callers >> lane & 1;
      warp->function = site;
      warp->awaited = laggards (warp);
    }
  if (g_array_index (checks, IhopCheckSite, site).is_warp_barrier)
    ihop_sync_lanes (warp, living | callers);
}

void
ihop_checked_warp (IhopWarpFrame *frame, guint32 site, guint32 mask)
{
  IhopCheckWarp *warp = frame->checked;
  const guint32 *named = (const guint32 *) frame->scratch;

  for (guint32 left = mask; left;)
    {
      guint32 group = 0, of = named[__builtin_ctz (left)];
      for (guint32 rest = left; rest; rest &= rest - 1)
        if (named[__builtin_ctz (rest)] == of)
          group |= 1u << __builtin_ctz (rest);
      come (warp, site, group, of);
      left &= ~group;
    }
}

/* Who has ended need not come. */
void
ihop_checked_exit (IhopWarpFrame *frame, guint32 mask)
{
  IhopCheckWarp *warp = frame->checked;

  warp->awaited &= ~mask;
  warp->left |= mask;
}

void
ihop_checked_fence (IhopWarpFrame *frame, guint32 site, guint32 mask)
{
  IhopCheckWarp *warp = frame->checked;
  const IhopCheckSite *here = &g_array_index (warp->block->launch->info.checks, IhopCheckSite, site);
  const IhopLook look = { .warp = warp, .block = warp->block, .now = ihop_clock_now (), .site = here, .number = site };

  ihop_sync_fence (&look, mask, here->scope);
}

/* --- barriers of a block ---------------------------------------------------------------------- */

/* Those that lanes of a warp come to together: all but "barrier" without a word. */
static gboolean
is_aligned (const char *text)
{
  return g_str_has_prefix (text, "bar.") || strstr (text, ".aligned") != NULL;
}

static void
come_elsewhere (const IhopCheckWarp *warp, guint site, guint32 mask)
{
  IhopFind find = find_at (warp->block, IHOP_FIND_BARRIER, IHOP_WHY_ELSEWHERE, site, warp->number * LANES + __builtin_ctz (mask));

  add_other (&find, warp, warp->barrier, warp->arrived);
  ihop_find_add (&find);
}

void
ihop_checked_barrier (IhopWarpFrame *frame, guint32 site, guint32 mask)
{
  IhopCheckWarp *warp = frame->checked;
  const char *text = text_of (warp, site);

  if (strstr (text, ".arrive"))
    {
      warp->passed = ihop_clock_step ();
      return;
    }
  turn_away (warp, mask, site);
  if (warp->arrived && warp->barrier != site && is_aligned (text))
    come_elsewhere (warp, site, mask);
  warp->arrived |= mask;
  warp->barrier = site;
}

/* Those who have ended will not come. */
static void
miss (const IhopCheckBlock *block)
{
  const IhopCheckWarp *waits = NULL, *ended = NULL;

  for (guint i = 0; i < block->n_warps; i++)
    {
      const IhopCheckWarp *warp = &block->warps[i];
      waits = warp->arrived ? warp : waits;
      ended = warp->left & ~warp->arrived ? warp : ended;
    }
  if (waits == NULL || ended == NULL)
    return;
  IhopFind find = find_at (block, IHOP_FIND_ENDED, IHOP_WHY_NONE, waits->barrier, waits->number * LANES + __builtin_ctz (waits->arrived));
  add_other (&find, ended, waits->barrier, ended->left & ~ended->arrived);
  ihop_find_add (&find);
}

void
ihop_meeting_open (IhopCheckBlock *block)
{
  miss (block);
  ihop_sync_block (block);
  ihop_reads_open (block);
  for (guint i = 0; i < block->n_warps; i++)
    block->warps[i].arrived = 0;
}

/* Whole blocks are ordered as by the usual barrier; else warps, by when they came. What those do who arrive without
 * waiting is not ordered behind that. */
void
ihop_meeting_open_numbered (IhopCheckBlock *block, const IhopWarpFrame *frames, guint number)
{
  g_autofree guint32 *times = g_new0 (guint32, block->n_warps);
  g_autofree gboolean *to = g_new0 (gboolean, block->n_warps);
  gboolean is_whole = TRUE;
  guint32 now = ihop_clock_step ();

  for (guint i = 0; i < block->n_warps; i++)
    {
      const IhopWarpBarriers *barriers = &frames[i].barriers;
      to[i] = barriers->arrived[number] != 0;
      times[i] = to[i] ? now : barriers->passed[number] ? block->warps[i].passed : 0;
      is_whole &= (barriers->arrived[number] | block->warps[i].left) == block->warps[i].lanes;
      if (to[i])
        block->warps[i].arrived = 0;
    }
  if (is_whole)
    ihop_sync_block (block);
  else
    ihop_sync_warps (block, times, to);
}

void
ihop_meeting_note_stuck (IhopCheckBlock *block, gboolean spins, guint line)
{
  for (guint i = 0; i < block->n_warps; i++)
    {
      const IhopCheckWarp *warp = &block->warps[i];
      const GArray *sites = block->launch->info.sites;
      guint site = warp->barrier;
      guint32 lanes = warp->arrived ? warp->arrived : warp->lanes & ~warp->left;
      for (guint k = 0; line && k < sites->len; k++)
        site = g_array_index (sites, IhopCountSite, k).line == line ? k : site;
      if (lanes == 0 || (!spins && warp->arrived == 0))
        continue;
      IhopFind find = find_at (block, spins ? IHOP_FIND_SPINS : IHOP_FIND_STUCK, IHOP_WHY_NONE, site,
                               warp->number * LANES + __builtin_ctz (lanes));
      ihop_find_add (&find);
      return;
    }
}
