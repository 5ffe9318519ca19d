#include "profiler/shown_trips.h"
#include "base/trips.h"

static gboolean
is_around (IhopFacts *facts, const IhopTree *tree, const IhopNode *outer, const IhopNode *loop)
{
  const IhopLoopName *name = ihop_loops_name (facts, tree, loop);

  while (name && name->parent && name->parent != outer)
    name = ihop_loops_name (facts, tree, name->parent);
  return name && name->parent == outer;
}

static gboolean
is_same_place (const IhopNode *a, const IhopNode *b)
{
  return a->place.source == b->place.source && a->place.begin == b->place.begin;
}

/* With a loop around it, or inside of it. */
static gboolean
shares_place (IhopFacts *facts, const IhopTree *tree, const IhopNode *loop)
{
  const GPtrArray *names = ihop_loops_names (facts, tree);

  for (guint i = 0; i < names->len; i++)
    {
      const IhopNode *other = ((const IhopLoopName *) names->pdata[i])->loop;
      if (other != loop && is_same_place (other, loop) && (is_around (facts, tree, other, loop) || is_around (facts, tree, loop, other)))
        return TRUE;
    }
  return FALSE;
}

double
ihop_trips_shown (IhopFacts *facts, const IhopTree *tree, const IhopNode *loop)
{
  double seen = ihop_trips_seen (loop->place);

  return seen >= 0 && shares_place (facts, tree, loop) ? -1 : seen;
}
