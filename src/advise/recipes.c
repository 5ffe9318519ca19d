/* Recipes for one nest: ideas applied one after another. */
#include "advise/ideas.h"

typedef struct
{
  gboolean own, join, expand, recur, distribute, inner_too, order, scheduler, times, split, fronts, planes, tiles;
} Recipe;

/* From the plainest. */
static const Recipe recipes[] = {
  { .order = TRUE },
  { .fronts = TRUE }, /* soon tried: it only looks at nests without a parallel loop */
  { .planes = TRUE }, /* so does this one */
  { .distribute = TRUE, .order = TRUE },
  { .distribute = TRUE, .inner_too = TRUE, .order = TRUE },
  { .own = TRUE, .order = TRUE },
  { .join = TRUE, .order = TRUE },
  { .own = TRUE, .distribute = TRUE, .inner_too = TRUE, .order = TRUE },
  { .times = TRUE },
  { .scheduler = TRUE },
  { .split = TRUE },
  { .recur = TRUE },
  { .expand = TRUE, .distribute = TRUE, .inner_too = TRUE, .recur = TRUE, .order = TRUE },
  { .tiles = TRUE },
};

guint
ihop_recipe_count (void)
{
  return G_N_ELEMENTS (recipes);
}

IhopState *
ihop_recipe_apply (IhopSearching *searching, IhopState *from, guint number, const char *address)
{
  const Recipe *recipe = &recipes[number];
  IhopState *state = ihop_state_ref (from);
  const IhopState *guarded;
  guint n = 1;

  ihop_idea_guard (searching, &state, address);
  guarded = state;
  if (recipe->own)
    ihop_idea_own (searching, &state, address);
  if (recipe->join)
    ihop_idea_join (searching, &state, address);
  if (recipe->expand)
    ihop_idea_expand (searching, &state, address);
  if ((recipe->own || recipe->join || recipe->expand) && state == guarded)
    return state; /* the recipe without it has been tried */
  if (recipe->distribute)
    n = ihop_idea_distribute (searching, &state, address, recipe->inner_too);
  for (guint k = n; recipe->recur && k-- > 0;)
    {
      g_autofree char *part = ihop_address_after (address, k);
      ihop_idea_recur (searching, &state, part);
    }
  for (guint k = n; recipe->order && k-- > 0;)
    {
      g_autofree char *part = ihop_address_after (address, k);
      ihop_idea_order (searching, &state, part);
    }
  if (recipe->scheduler)
    ihop_idea_scheduler (searching, &state, address);
  if (recipe->times)
    ihop_idea_times (searching, &state, address);
  if (recipe->split)
    ihop_idea_split (searching, &state, address);
  if (recipe->fronts)
    ihop_idea_fronts (searching, &state, address);
  if (recipe->planes)
    ihop_idea_planes (searching, &state, address);
  if (recipe->tiles && searching->is_thorough)
    ihop_idea_tiles (searching, &state, address);
  if (n > 1 && (recipe->expand || !recipe->recur))
    ihop_idea_fuse (searching, &state, address, n);
  return state;
}

