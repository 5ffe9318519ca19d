/* The dependences between points of an iteration space, as arrows. */
#include "analysis/nest/iteration_space_arrows.h"
#include "analysis/dependence/dependences.h"
#include "analysis/nest/iteration_space_sizes.h"
#include "analysis/nest/iteration_space_trace.h"

typedef struct
{
  IhopInstanceWork *work;
  IhopInstanceSlot from, to;
  guint counted;
  GArray *pairs;           /* of guint: two a pair */
} Count;

static isl_stat
add_pair (isl_point *point, void *data)
{
  Count *count = data;
  gint64 from[IHOP_INSTANCE_DIMS], to[IHOP_INSTANCE_DIMS];

  ihop_instances_read_point (point, 0, count->from.depth, from);
  ihop_instances_read_point (point, count->from.depth, count->to.depth, to);
  isl_point_free (point);
  guint source = ihop_instances_point (count->work, from, count->from);
  guint sink = ihop_instances_point (count->work, to, count->to);
  if (++count->counted > IHOP_INSTANCES_COUNTED)
    return isl_stat_error;
  if (source && sink && source < sink)
    {
      guint pair[2] = { source - 1, sink - 1 };
      g_array_append_vals (count->pairs, pair, 2);
    }
  return isl_stat_ok;
}

static gboolean
meets (const guint64 *a, const guint64 *b, guint words)
{
  for (guint i = 0; i < words; i++)
    if (a[i] & b[i])
      return TRUE;
  return FALSE;
}

/* Of x → y, y → z and x → z the last says nothing new: an arrow is kept if no point lies between. */
static void
add_short_links (IhopInstanceWork *work, const GArray *pairs, const IhopAccess *a, const IhopAccess *b,
                 gboolean is_exact)
{
  guint n = work->result->points->len, words = (n + 63) / 64;
  g_autofree guint64 *out = g_new0 (guint64, (gsize) n * words);
  g_autofree guint64 *in = g_new0 (guint64, (gsize) n * words);

  for (guint i = 0; i + 1 < pairs->len; i += 2)
    {
      guint x = g_array_index (pairs, guint, i), y = g_array_index (pairs, guint, i + 1);
      out[(gsize) x * words + y / 64] |= (guint64) 1 << (y % 64);
      in[(gsize) y * words + x / 64] |= (guint64) 1 << (x % 64);
    }
  for (guint i = 0; i + 1 < pairs->len; i += 2)
    {
      guint x = g_array_index (pairs, guint, i), y = g_array_index (pairs, guint, i + 1);
      if (work->result->arrows->len < IHOP_INSTANCES_ARROWS
          && !meets (out + (gsize) x * words, in + (gsize) y * words, words))
        ihop_instances_arrow (work, x, y, a, b, is_exact);
    }
}

/* Instances of both in what is shown; the loops in which the variable is another one are in the
 * same iteration. Takes pairs. */
static isl_set *
shown_pairs (const IhopInstanceWork *work, isl_map *pairs, const IhopAccess *a, const IhopAccess *b, IhopInstanceSlot from,
             IhopInstanceSlot to)
{
  guint declared = ihop_levels_declared (work->scop, a->ref->root);
  guint a_depth = a->statement->depth, b_depth = b->statement->depth;
  isl_set *set;

  for (guint k = 0; k < MIN (declared, MIN (a_depth, b_depth)); k++)
    pairs = isl_map_equate (pairs, isl_dim_in, (int) k, isl_dim_out, (int) k);
  pairs = ihop_instances_fix_map (work->scop, pairs, work->values);
  set = isl_set_flatten (isl_map_wrap (pairs));
  set = ihop_instances_clip (work, set, 0, from.depth);
  set = ihop_instances_clip (work, set, a_depth, to.depth);
  set = isl_set_project_out (set, isl_dim_set, a_depth + to.depth, b_depth - to.depth);
  return isl_set_project_out (set, isl_dim_set, from.depth, a_depth - from.depth);
}

static void
look_at_pair (IhopInstanceWork *work, const IhopAccess *a, const IhopAccess *b)
{
  IhopOverlap overlap = ihop_overlap_of (work->scop, a, b, work->scop->assumptions);
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (guint));
  Count count = { .work = work, .from = ihop_instances_slot (work, a->statement->loop, a->position),
                  .to = ihop_instances_slot (work, b->statement->loop, b->position), .pairs = pairs };
  gboolean is_exact = a->may == IHOP_MAY_NOT && b->may == IHOP_MAY_NOT
                      && overlap.kind == IHOP_OVERLAP_SURE, is_apart;

  if (overlap.kind == IHOP_OVERLAP_NONE || count.from.depth == 0 || count.to.depth == 0
      || ihop_instances_traced (work, a, b, &overlap))
    return;
  isl_map *map = ihop_deps_between (work->scop, a, b, &overlap, &is_apart);
  if (is_apart)
    return;
  isl_set *set = shown_pairs (work, map, a, b, count.from, count.to);
  if (set == NULL || isl_set_foreach_point (set, add_pair, &count) != isl_stat_ok)
    ihop_instances_give_up (work, ihop_message ("there are more dependences than can be shown"));
  isl_set_free (set);
  add_short_links (work, pairs, a, b, is_exact);
}

void
ihop_instances_find_arrows (IhopInstanceWork *work)
{
  const GPtrArray *accesses = work->scop->accesses;

  ihop_instances_trace (work);
  for (guint i = 0; i < accesses->len; i++)
    for (guint k = 0; k < accesses->len; k++)
      {
        const IhopAccess *a = accesses->pdata[i], *b = accesses->pdata[k];
        if ((!a->is_write && !b->is_write) || ihop_levels_is_head (a, work->statements)
            || ihop_levels_is_head (b, work->statements))
          continue;
        if (!ihop_budget_spend (&work->budget, 1))
          {
            ihop_instances_give_up (work, ihop_message ("the analysis ran out of time"));
            return;
          }
        look_at_pair (work, a, b);
      }
  if (work->result->arrows->len >= IHOP_INSTANCES_ARROWS)
    ihop_instances_give_up (work, ihop_message ("there are more dependences than can be shown"));
}

static guint
point_of_iteration (const IhopInstanceWork *work, const GPtrArray *names, const GArray *values)
{
  gint64 at[IHOP_INSTANCE_DIMS] = { 0 };
  guint depth = 0;

  for (guint k = 0; k < work->n; k++)
    for (guint i = 0; i < values->len && depth == k; i++)
      if (g_str_equal (names->pdata[i], work->result->iterator[k]))
        at[depth++] = g_array_index (values, gint64, i);
  for (guint after = 0; depth && after < 2; after++)
    {
      guint found = ihop_instances_point (work, at, (IhopInstanceSlot) { depth, after });
      if (found)
        return found;
    }
  return 0;
}

void
ihop_instances_mark_witness (IhopInstanceWork *work, const IhopDependence *witness)
{
  guint from = point_of_iteration (work, witness->source_names, witness->source_iteration);
  guint to = point_of_iteration (work, witness->sink_names, witness->sink_iteration);

  if (from == 0 || to == 0)
    return;
  for (guint i = 0; i < work->result->arrows->len; i++)
    {
      IhopArrow *arrow = work->result->arrows->pdata[i];
      if (arrow->from == from - 1 && arrow->to == to - 1
          && g_str_equal (arrow->variable, witness->variable) && arrow->kind == witness->kind)
        {
          arrow->is_witness = TRUE;
          return;
        }
    }
  IhopArrow *arrow = g_new0 (IhopArrow, 1);
  *arrow = (IhopArrow) { .from = from - 1, .to = to - 1, .kind = witness->kind, .is_exact = TRUE,
                         .variable = g_strdup (witness->variable), .source = witness->source,
                         .sink = witness->sink, .is_witness = TRUE };
  g_ptr_array_add (work->result->arrows, arrow);
}
