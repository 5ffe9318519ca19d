/* Ways to change one nest: ideas one after another. */
#include "advise/ideas.h"

typedef struct
{
  gboolean own, expand, recur, distribute, inner_too, order, scheduler, times, split, fronts, tiles;
} Way;

/* From the plainest. */
static const Way ways[] = {
  { .order = TRUE },
  { .fronts = TRUE }, /* soon tried: it only looks at nests without a parallel loop */
  { .distribute = TRUE, .order = TRUE },
  { .distribute = TRUE, .inner_too = TRUE, .order = TRUE },
  { .own = TRUE, .order = TRUE },
  { .own = TRUE, .distribute = TRUE, .inner_too = TRUE, .order = TRUE },
  { .times = TRUE },
  { .scheduler = TRUE },
  { .split = TRUE },
  { .recur = TRUE },
  { .expand = TRUE, .distribute = TRUE, .inner_too = TRUE, .recur = TRUE, .order = TRUE },
  { .tiles = TRUE },
};

guint
ihop_way_count (void)
{
  return G_N_ELEMENTS (ways);
}

IhopState *
ihop_way_go (IhopSearching *searching, IhopState *from, guint number, const char *address)
{
  const Way *way = &ways[number];
  IhopState *state = ihop_state_ref (from);
  const IhopState *guarded;
  guint n = 1;

  ihop_idea_guard (searching, &state, address);
  guarded = state;
  if (way->own)
    ihop_idea_own (searching, &state, address);
  if (way->expand)
    ihop_idea_expand (searching, &state, address);
  if ((way->own || way->expand) && state == guarded)
    return state; /* the way without it has been gone */
  if (way->distribute)
    n = ihop_idea_distribute (searching, &state, address, way->inner_too);
  for (guint k = n; way->recur && k-- > 0;)
    {
      g_autofree char *part = ihop_address_after (address, k);
      ihop_idea_recur (searching, &state, part);
    }
  for (guint k = n; way->order && k-- > 0;)
    {
      g_autofree char *part = ihop_address_after (address, k);
      ihop_idea_order (searching, &state, part);
    }
  if (way->scheduler)
    ihop_idea_scheduler (searching, &state, address);
  if (way->times)
    ihop_idea_times (searching, &state, address);
  if (way->split)
    ihop_idea_split (searching, &state, address);
  if (way->fronts)
    ihop_idea_fronts (searching, &state, address);
  if (way->tiles && searching->is_thorough)
    ihop_idea_tiles (searching, &state, address);
  if (n > 1 && !way->recur)
    ihop_idea_fuse (searching, &state, address, n);
  return state;
}

