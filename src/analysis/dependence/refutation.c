/* Whether a dependence can really happen. Two iterations meet under some values of the parameters; those must be
 * values that the program can have. Parameters that a caller or the input gives may have any that is known to be
 * possible. Of those that code works out in a way that is not followed, no particular value may be needed: whatever
 * they are, the iterations must meet, as long as the loops run often enough. (That loops run at all, and more than
 * once, is the one thing that is believed.) */
#include "analysis/dependence/refutation.h"
#include "analysis/context/provenance.h"
#include "analysis/dependence/refutation_run.h"
#include "analysis/scop/runtime_condition.h"

/* How often "often enough" is: the smallest of these that will do. */
static const guint trips[] = { 2, 4, 16, 64 };

static gboolean
is_involved (const IhopScop *scop, isl_set *params, guint number)
{
  const IhopParameter *param = scop->params->pdata[number];
  int at = isl_set_find_dim_by_id (params, isl_dim_param, param->id);

  return at >= 0 && isl_set_involves_dims (params, isl_dim_param, (unsigned) at, 1) != isl_bool_false;
}

/* The numbers of the parameters that matter, and that may not have any value. */
static GArray *
unknown_params (IhopScop *scop, isl_set *meeting)
{
  GArray *unknown = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < scop->params->len; i++)
    if (is_involved (scop, meeting, i) && !ihop_param_is_free (scop, i))
      g_array_append_val (unknown, i);
  return unknown;
}

/* The set without what it says of these parameters: all that hold for one of their values at least (more, where isl
 * cannot say it exactly). Takes params. */
static isl_set *
for_some (const IhopScop *scop, isl_set *params, const GArray *unknown)
{
  params = isl_set_align_params (params, isl_space_copy (scop->space));
  for (guint i = 0; i < unknown->len; i++)
    params = isl_set_eliminate (params, isl_dim_param, g_array_index (unknown, guint, i), 1);
  return params;
}

typedef struct
{
  isl_set *possible;         /* what was asked under */
  isl_set *busy;
} Busy;

static void
busy_free (gpointer data)
{
  Busy *busy = data;

  isl_set_free (busy->possible);
  isl_set_free (busy->busy);
  g_free (busy);
}

/* Parameters with which all loops around a statement run so often: the same for all dependences that start or end
 * there. */
static isl_set *
often_around (IhopScop *scop, const IhopScopStatement *statement, isl_set *possible, guint times)
{
  gpointer key = GUINT_TO_POINTER (statement->id * trips[G_N_ELEMENTS (trips) - 1] + times - 1);
  Busy *busy;

  if (scop->busy == NULL)
    scop->busy = g_hash_table_new_full (NULL, NULL, NULL, busy_free);
  busy = g_hash_table_lookup (scop->busy, key);
  if (busy == NULL || isl_set_plain_is_equal (busy->possible, possible) != isl_bool_true)
    {
      busy = g_new (Busy, 1);
      busy->possible = isl_set_copy (possible);
      busy->busy = ihop_context_busy (scop, statement->domain, possible, times, FALSE);
      g_hash_table_insert (scop->busy, key, busy);
    }
  return isl_set_copy (busy->busy);
}

/* The same around both ends. */
static isl_set *
often_enough (IhopScop *scop, const IhopCarried *carried, isl_set *possible, guint times)
{
  isl_set *from = often_around (scop, carried->source->statement, possible, times);

  if (carried->source->statement == carried->sink->statement)
    return from;
  return isl_set_intersect (from, often_around (scop, carried->sink->statement, possible, times));
}

/* Parameters with which the ends meet, and would with any other values of the unknown ones with which the loops run
 * so often. */
static isl_set *
meeting_anyway (IhopScop *scop, isl_set *meeting, isl_set *enough, const GArray *unknown)
{
  isl_set *apart = isl_set_subtract (isl_set_copy (enough), isl_set_copy (meeting));
  isl_set *spoiled = for_some (scop, apart, unknown);

  if (spoiled == NULL || !ihop_set_is_simple (spoiled))
    return isl_set_free (spoiled);
  return isl_set_subtract (isl_set_intersect (isl_set_copy (meeting), isl_set_copy (enough)), spoiled);
}

static isl_set *
sure_params (IhopScop *scop, const IhopCarried *carried, isl_set *meeting, isl_set *possible, const GArray *unknown)
{
  isl_set *sure = NULL;

  for (guint i = 0; sure == NULL && i < G_N_ELEMENTS (trips); i++)
    {
      isl_set *enough = often_enough (scop, carried, possible, trips[i]);
      sure = meeting_anyway (scop, meeting, enough, unknown);
      isl_set_free (enough);
      if (isl_set_is_empty (sure) != isl_bool_false)
        sure = isl_set_free (sure);
    }
  return sure;
}

/* The parameter that is the variable which this one is a conversion of; -1: it is no conversion, -2: of something
 * else, or of a variable that is no parameter. */
static int
converted_from (const IhopScop *scop, const IhopParameter *param)
{
  const IhopNode *node = param->node && param->is_derived ? param->node : NULL;

  if (node == NULL)
    return -1;
  while (node->kind == IHOP_CAST || node->kind == IHOP_PAREN)
    node = node->child[0];
  for (guint i = 0; node->kind == IHOP_REF && i < scop->params->len; i++)
    if (((const IhopParameter *) scop->params->pdata[i])->symbol == node->symbol)
      return (int) i;
  return -2;
}

/* Where arithmetic on other parameters has the value that it has: known of conversions alone. NULL: one matters of
 * which it is not known. Takes pairs. */
static isl_map *
with_derived (const IhopScop *scop, isl_map *pairs, isl_set *meeting)
{
  for (guint i = 0; pairs && i < scop->params->len; i++)
    {
      const IhopParameter *param = scop->params->pdata[i];
      int from = converted_from (scop, param);
      if (from == -1 || !is_involved (scop, meeting, i))
        continue;
      if (from < 0)
        return isl_map_free (pairs);
      pairs = isl_map_align_params (pairs, isl_space_copy (scop->space));
      pairs = isl_map_equate (pairs, isl_dim_param, (int) i, isl_dim_param, from);
    }
  return pairs;
}

/* The names of what decides whether the root is reached, in a way that is not followed; NULL: nothing does. */
static char *
undecided_names (const IhopScop *scop)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < scop->undecided->len; i++)
    g_string_append_printf (names, "%s%s", i ? ", " : "", ((const IhopSymbol *) scop->undecided->pdata[i])->name);
  return g_string_free (names, names->len == 0);
}

/* Those of the pairs that meet whatever the unknown parameters are; NULL: there are none. */
static isl_map *
pairs_anyway (IhopScop *scop, const IhopCarried *carried, isl_map *pairs, isl_set *meeting, isl_set *possible,
              const GArray *unknown)
{
  isl_set *sure = meeting && ihop_set_is_simple (meeting)
                    ? sure_params (scop, carried, meeting, possible, unknown) : NULL;

  return sure ? with_derived (scop, isl_map_intersect_params (isl_map_copy (pairs), sure), meeting) : NULL;
}

isl_map *
ihop_refute (IhopScop *scop, const IhopCarried *carried, char **because)
{
  isl_set *possible, *meeting;
  isl_map *pairs, *sure = NULL;
  g_autoptr (GArray) unknown = NULL;

  *because = undecided_names (scop);
  if (*because)
    return NULL;
  possible = isl_set_intersect (isl_set_copy (scop->ranges), ihop_context_of_callers (scop));
  possible = isl_set_intersect (possible, isl_set_copy (scop->heads));
  pairs = isl_map_intersect_params (isl_map_copy (carried->relation), isl_set_copy (possible));
  meeting = isl_map_params (isl_map_copy (pairs));
  unknown = unknown_params (scop, meeting);
  if (unknown->len)
    sure = pairs_anyway (scop, carried, pairs, meeting, possible, unknown);
  isl_set_free (meeting);
  isl_set_free (possible);
  return ihop_refute_run (scop, pairs, sure, because);
}
