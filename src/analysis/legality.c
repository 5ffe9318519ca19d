#include "analysis/legality.h"
#include <isl/point.h>
#include <isl/union_map.h>
#include <isl/union_set.h>
#include <isl/val.h>

static IhopLegality *
legality_new (IhopLegalityVerdict verdict, const char *reason)
{
  IhopLegality *legality = g_new0 (IhopLegality, 1);

  legality->verdict = verdict;
  legality->reason = g_strdup (reason);
  return legality;
}

void
ihop_legality_free (IhopLegality *legality)
{
  if (legality == NULL)
    return;
  g_free (legality->reason);
  g_free (legality->source);
  g_free (legality->sink);
  if (legality->source_iteration)
    g_array_unref (legality->source_iteration);
  if (legality->sink_iteration)
    g_array_unref (legality->sink_iteration);
  g_free (legality);
}

/* Instances at the ends of dependences that the order does not place. */
static gboolean
all_placed (isl_union_map *deps, isl_union_map *order)
{
  isl_union_set *ends = isl_union_set_union (isl_union_map_domain (isl_union_map_copy (deps)),
                                             isl_union_map_range (isl_union_map_copy (deps)));
  isl_union_set *placed = isl_union_map_domain (isl_union_map_copy (order));
  gboolean all = isl_union_set_is_subset (ends, placed) == isl_bool_true;

  isl_union_set_free (ends);
  isl_union_set_free (placed);
  return all;
}

/* Each instance runs once, and all times can be compared. */
static gboolean
is_order (isl_union_map *order)
{
  isl_union_set *times = isl_union_map_range (isl_union_map_copy (order));
  gboolean fine = isl_union_map_is_single_valued (order) == isl_bool_true
                  && isl_union_set_n_set (times) == 1;

  isl_union_set_free (times);
  return fine;
}

/* { source → sink } of those dependences whose sink does not run after its source. */
static isl_union_map *
violations (isl_union_map *deps, isl_union_map *order)
{
  isl_union_set *times = isl_union_map_range (isl_union_map_copy (order));
  isl_set *time = isl_set_from_union_set (times);
  isl_map *late = isl_map_lex_ge (isl_set_get_space (time));
  isl_union_map *wrong;

  isl_set_free (time);
  /* { source → times not after which it runs } then back to the sinks that run at them. */
  wrong = isl_union_map_apply_range (isl_union_map_copy (order), isl_union_map_from_map (late));
  wrong = isl_union_map_apply_range (wrong, isl_union_map_reverse (isl_union_map_copy (order)));
  return isl_union_map_intersect (isl_union_map_copy (deps), wrong);
}

static isl_stat
keep_first (isl_map *map, void *user)
{
  isl_map **first = user;

  if (*first == NULL && isl_map_is_empty (map) == isl_bool_false)
    *first = map;
  else
    isl_map_free (map);
  return isl_stat_ok;
}

static GArray *
coordinates (isl_point *point, guint from, guint n)
{
  GArray *values = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; i < n; i++)
    {
      isl_val *val = isl_point_get_coordinate_val (point, isl_dim_set, (int) (from + i));
      gint64 number = isl_val_get_num_si (val);
      isl_val_free (val);
      g_array_append_val (values, number);
    }
  return values;
}

static void
add_witness (IhopLegality *legality, isl_union_map *wrong)
{
  isl_map *map = NULL;
  isl_point *point;
  guint n_source, n_sink;

  isl_union_map_foreach_map (wrong, keep_first, &map);
  if (map == NULL)
    return;
  n_source = (guint) isl_map_dim (map, isl_dim_in);
  n_sink = (guint) isl_map_dim (map, isl_dim_out);
  legality->source = g_strdup (isl_map_get_tuple_name (map, isl_dim_in));
  legality->sink = g_strdup (isl_map_get_tuple_name (map, isl_dim_out));
  point = isl_set_sample_point (isl_set_flatten (isl_map_wrap (map)));
  if (point && isl_point_is_void (point) == isl_bool_false)
    {
      legality->source_iteration = coordinates (point, 0, n_source);
      legality->sink_iteration = coordinates (point, n_source, n_sink);
    }
  isl_point_free (point);
}

static IhopLegality *
check (isl_union_map *deps, isl_union_map *order)
{
  isl_union_map *wrong;
  isl_bool empty;
  IhopLegality *legality;

  if (deps == NULL || order == NULL)
    return legality_new (IHOP_LEGALITY_UNKNOWN, "the dependences could not be worked out");
  if (isl_union_map_is_empty (deps) == isl_bool_true)
    return legality_new (IHOP_LEGAL, NULL);
  if (!is_order (order) || !all_placed (deps, order))
    return legality_new (IHOP_LEGALITY_UNKNOWN,
                         "it is not known when every instance runs in the new order");
  wrong = violations (deps, order);
  empty = isl_union_map_is_empty (wrong);
  if (empty == isl_bool_true)
    legality = legality_new (IHOP_LEGAL, NULL);
  else if (empty == isl_bool_error)
    legality = legality_new (IHOP_LEGALITY_UNKNOWN, "the question is too hard");
  else
    {
      legality = legality_new (IHOP_ILLEGAL, "a dependence would run backwards");
      add_witness (legality, wrong);
    }
  isl_union_map_free (wrong);
  return legality;
}

IhopLegality *
ihop_order_check (isl_union_map *deps, isl_union_map *order)
{
  IhopLegality *legality = check (deps, order);

  isl_union_map_free (order);
  return legality;
}
