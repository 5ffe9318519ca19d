/* Instances of the new code as maps to old ones, and whether every old instance is run exactly once. */
#include "transform/legality/judge_instances.h"
#include "analysis/dependence/dependences.h"
#include "analysis/scop/evaluate.h"
#include "analysis/scop/parameters.h"
#include "analysis/scop/root_invariance.h"
#include "analysis/verdict/reasons.h"
#include "transform/build/refusal.h"
#include "transform/legality/judge_unreachable.h"
#include "transform/legality/witness.h"
#include <isl/options.h>

/* --- values ---------------------------------------------------------------------------------- */

static isl_pw_aff *
iterator_at (IhopScop *scop, const IhopScopStatement *statement, guint depth)
{
  isl_space *space = isl_space_add_dims (
    isl_space_set_from_params (isl_space_copy (scop->space)), isl_dim_set, statement->depth);

  return isl_pw_aff_from_aff (
    isl_aff_var_on_domain (isl_local_space_from_space (space), isl_dim_set, depth));
}

/* The same loop around the new statement: one that counts with the same variable, or, where
 * nobody counts, the same loop. */
static isl_pw_aff *
same_loop (IhopJudge *judge, const IhopScopStatement *now, const IhopScopLoop *loop)
{
  for (const IhopScopLoop *other = now->loop; other; other = other->parent)
    {
      const IhopOrigin *origin = ihop_judge_origin (judge, other->node);
      gboolean same = loop->counting.iterator
                        ? other->counting.iterator == loop->counting.iterator
                        : (origin ? origin->before : other->node) == loop->node
                            && other->counting.iterator == NULL;
      if (same)
        return iterator_at (judge->new.scop, now, other->depth);
    }
  return NULL;
}

static isl_pw_aff *
old_iterator (IhopJudge *judge, const IhopImage *image, const IhopScopLoop *loop)
{
  const IhopNode *value = ihop_values_find (image->values, loop->counting.iterator);

  return value ? ihop_value_in_loops (judge->new.scop, image->now->loop, image->now->domain, value)
               : same_loop (judge, image->now, loop);
}

static const IhopScopLoop *
loop_at (const IhopScopStatement *statement, guint depth)
{
  const IhopScopLoop *loop = statement->loop;

  while (loop && loop->depth > depth)
    loop = loop->parent;
  return loop;
}

/* --- parameters ------------------------------------------------------------------------------ */

static IhopParameter *
old_parameter (IhopJudge *judge, const IhopParameter *param)
{
  IhopScop *old = judge->old.scop, *new = judge->new.scop;
  int factor[IHOP_TERM_FACTORS];

  if (param->n_factors == 0)
    {
      guint number = GPOINTER_TO_UINT (g_hash_table_lookup (old->param_by_key, param->key));
      if (number == 0 && param->symbol
          && ihop_scop_keeps (old, param->symbol))
        number = ihop_param_symbol (old, param->symbol) + 1;
      return number ? old->params->pdata[number - 1] : NULL;
    }
  for (guint i = 0; i < param->n_factors; i++)
    {
      const IhopParameter *part = old_parameter (judge, new->params->pdata[param->factor[i]]);
      guint at;
      if (part == NULL || !g_ptr_array_find (old->params, part, &at))
        return NULL;
      guint k = i;
      for (; k > 0 && factor[k - 1] > (int) at; k--)
        factor[k] = factor[k - 1];
      factor[k] = (int) at;
    }
  /* A statement of its own: it may move params->pdata. */
  guint number = ihop_param_product (old, param->n_factors, factor);
  return old->params->pdata[number];
}

/* Parameters of the new side have identities of their own: give the set those of the old side. */
static isl_map *
with_old_parameters (IhopJudge *judge, isl_map *map)
{
  int n = map ? (int) isl_map_dim (map, isl_dim_param) : 0;

  for (int i = 0; i < n; i++)
    {
      isl_id *id = isl_map_get_dim_id (map, isl_dim_param, (unsigned) i);
      IhopParameter *param = id ? isl_id_get_user (id) : NULL;
      isl_id_free (id);
      if (param == NULL || !g_ptr_array_find (judge->new.scop->params, param, NULL))
        continue;
      IhopParameter *old = old_parameter (judge, param);
      if (old)
        map = isl_map_set_dim_id (map, isl_dim_param, (unsigned) i, isl_id_copy (old->id));
    }
  return map;
}

/* --- images ---------------------------------------------------------------------------------- */

static isl_map *
image_map (IhopJudge *judge, const IhopImage *image)
{
  isl_space *space = isl_space_set_from_params (isl_space_copy (judge->new.scop->space));
  isl_map *map = isl_map_from_domain_and_range (
    isl_set_reset_tuple_id (isl_set_copy (image->now->domain)), isl_set_universe (space));

  for (guint depth = 0; map && depth < image->before->depth; depth++)
    {
      const IhopScopLoop *loop = loop_at (image->before, depth);
      isl_pw_aff *value = old_iterator (judge, image, loop);
      if (value == NULL)
        return isl_map_free (map);
      map = isl_map_flat_range_product (map, isl_map_from_pw_aff (value));
    }
  return with_old_parameters (judge, map);
}

static IhopImage *
image_of (IhopJudge *judge, const IhopScopStatement *now, const IhopScopStatement *before,
          const IhopValues *values)
{
  for (guint i = 0; i < judge->images->len; i++)
    {
      IhopImage *image = judge->images->pdata[i];
      if (image->now == now && image->before == before && image->values == values)
        return image;
    }

  IhopImage *image = g_new0 (IhopImage, 1);

  image->now = now;
  image->before = before;
  image->values = values;
  image->map = image_map (judge, image);
  g_ptr_array_add (judge->images, image);
  return image;
}

/* --- accesses -------------------------------------------------------------------------------- */

/* What a builder put into bounds and conditions reads variables; nothing here may write them. What does, or
 * NULL. */
static const IhopAccess *
disturber (IhopJudge *judge, const IhopAccess *access)
{
  IhopScop *scop = judge->new.scop;

  for (guint i = 0; i < scop->accesses->len; i++)
    {
      const IhopAccess *other = scop->accesses->pdata[i];
      if (other->is_write && !ihop_judge_is_own (other)
          && ihop_overlap_of (scop, access, other, judge->assumptions).kind != IHOP_OVERLAP_NONE)
        return other;
    }
  return NULL;
}

static gboolean
is_counted (const IhopJudge *judge, const IhopAccess *access)
{
  return access->ref->steps->len == 0
         && g_hash_table_contains (judge->new.iterators, access->ref->root);
}

static gboolean
refuse_read (IhopJudge *judge, const IhopAccess *read, const IhopAccess *write)
{
  const IhopOrigin *origin = ihop_judge_origin (judge, write->node);
  g_autofree char *text = ihop_witness_reference (read->node);

  ihop_refuse (judge->step, IHOP_T_UNKNOWN, origin ? origin->before : write->node,
               "the new code reads %s to know what runs, and here it may be changed", text);
  return FALSE;
}

static void
add_pair (IhopJudge *judge, const IhopAccess *now, const IhopAccess *before,
          const IhopValues *values)
{
  IhopPair *pair = g_new0 (IhopPair, 1);

  pair->now = now;
  pair->before = before;
  pair->image = image_of (judge, now->statement, before->statement, values);
  g_ptr_array_add (judge->pairs, pair);
  g_ptr_array_add (judge->pairs_of[before->id], pair);
}

/* All accesses at one new node. */
static gboolean
map_node (IhopJudge *judge, const IhopNode *node, const GPtrArray *accesses)
{
  const IhopOrigin *origin = ihop_judge_origin (judge, node);
  const IhopNode *source = origin ? origin->before : node;
  const GPtrArray *before = g_hash_table_lookup (judge->old.by_node, source);

  for (guint i = 0; i < accesses->len; i++)
    {
      const IhopAccess *now = accesses->pdata[i];
      const IhopAccess *old = before && i < before->len ? before->pdata[i] : NULL, *other;
      if (ihop_judge_is_own (now))
        continue;
      if (old && old->is_write == now->is_write && before->len == accesses->len)
        {
          if (judge->relevant[old->id])
            add_pair (judge, now, old, origin ? origin->values : NULL);
        }
      else if ((now->is_write || is_counted (judge, now)) && !ihop_judge_is_unreachable (judge, now->node))
        return ihop_judge_refuse_unplaced (judge, now->node);
      else if ((other = disturber (judge, now)) && !ihop_judge_is_unreachable (judge, now->node))
        return refuse_read (judge, now, other);
    }
  return TRUE;
}

gboolean
ihop_judge_map (IhopJudge *judge)
{
  const IhopScop *scop = judge->new.scop;
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < scop->accesses->len; i++)
    {
      const IhopAccess *access = scop->accesses->pdata[i];
      if (g_hash_table_add (done, (gpointer) access->node)
          && !map_node (judge, access->node,
                        g_hash_table_lookup (judge->new.by_node, access->node)))
        return FALSE;
    }
  return TRUE;
}

/* --- instances ------------------------------------------------------------------------------- */

/* A point with small numbers in all places, or NULL. Takes the set. */
static isl_point *
small_point (isl_set *set)
{
  isl_size n = isl_set_dim (set, isl_dim_set);

  for (isl_size i = 0; i < n; i++)
    {
      set = isl_set_lower_bound_si (set, isl_dim_set, (unsigned) i, -1);
      set = isl_set_upper_bound_si (set, isl_dim_set, (unsigned) i, 100);
    }
  if (isl_set_is_empty (set) == isl_bool_false)
    return isl_set_sample_point (isl_set_lexmin (set));
  isl_set_free (set);
  return NULL;
}

/* "i = 1 when n = 2": one of these iterations; the caller owns it. NULL: there is none that can be named. Takes the set. */
static IhopMessage *
iteration_message (const IhopScop *scop, const IhopScopStatement *statement, isl_set *set)
{
  isl_size n = isl_set_dim (set, isl_dim_param);
  gboolean named = n == (isl_size) scop->params->len && scop->outer_loops->len == 0 && statement->loop;

  for (guint i = 0; named && i < scop->params->len; i++)
    {
      const IhopParameter *param = scop->params->pdata[i];
      named = param->loop == NULL && param->n_factors == 0;
    }
  if (!named)
    {
      isl_set_free (set);
      return NULL;
    }
  isl_point *point
    = small_point (isl_set_move_dims (set, isl_dim_set, 0, isl_dim_param, 0, (unsigned) n));
  if (point == NULL || isl_point_is_void (point) != isl_bool_false)
    {
      isl_point_free (point);
      return NULL;
    }
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) sizes = g_string_new (NULL);
  for (const IhopScopLoop *loop = statement->loop; loop; loop = loop->parent)
    {
      g_autofree char *one = g_strdup_printf ("%s = %" G_GINT64_FORMAT "%s", ihop_scop_loop_name (loop),
                                              ihop_point_coordinate (point, (guint) n + loop->depth), text->len ? ", " : "");
      g_string_prepend (text, one);
    }
  for (guint i = 0; i < scop->params->len; i++)
    g_string_append_printf (sizes, "%s%s = %" G_GINT64_FORMAT, i ? ", " : "",
                            ((IhopParameter *) scop->params->pdata[i])->text, ihop_point_coordinate (point, i));
  isl_point_free (point);
  return sizes->len ? ihop_message ("%s when %s", text->str, sizes->str) : ihop_message_word (text->str);
}

static gboolean
not_each_once (IhopJudge *judge, const IhopAccess *access, const char *sentence)
{
  ihop_refuse (judge->step, IHOP_T_UNKNOWN, access->node, sentence);
  return FALSE;
}

/* Other iterations than before. Takes the sets. */
static gboolean
not_the_same (IhopJudge *judge, const IhopAccess *access, isl_set *all, isl_set *seen)
{
  const IhopScop *scop = judge->old.scop;
  isl_set *lost = isl_set_subtract (isl_set_copy (all), isl_set_copy (seen));
  g_autoptr (IhopMessage) missing = iteration_message (scop, access->statement, lost);
  g_autoptr (IhopMessage) extra = iteration_message (scop, access->statement, isl_set_subtract (seen, all));

  if (missing == NULL && extra == NULL)
    return not_each_once (
      judge, access, N_ ("it cannot be shown that the new code runs this in exactly the iterations that it ran in before"));
  IhopDiag *diag = ihop_refuse (judge->step, IHOP_T_UNKNOWN, access->node,
                                "it cannot be shown that the new code runs this in exactly the iterations that it ran in "
                                "before: (%s) may be %s", missing ? missing : extra,
                                ihop_argument_phrase (missing ? N_ ("missing") : N_ ("added")));
  if (scop->params->len)
    ihop_diag_remedy (diag, IHOP_REMEDY_CONDITION);
  return FALSE;
}

/* Old instances that an image runs, under what is known of the parameters. */
static isl_set *
runs (IhopJudge *judge, const IhopImage *image)
{
  isl_map *map = isl_map_copy (image->map);

  return isl_set_intersect_params (isl_map_range (map), isl_set_copy (judge->old.scop->ranges));
}

static gboolean
is_one_to_one (IhopJudge *judge, const IhopImage *image)
{
  isl_map *map = isl_map_intersect_params (isl_map_copy (image->map),
                                           isl_set_copy (judge->old.scop->ranges));
  gboolean fine = isl_map_is_injective (map) == isl_bool_true;

  isl_map_free (map);
  return fine;
}

static gboolean
check_instances (IhopJudge *judge, const IhopAccess *access)
{
  const GPtrArray *pairs = judge->pairs_of[access->id];
  isl_set *all = isl_set_intersect_params (
    isl_set_reset_tuple_id (isl_set_copy (access->statement->domain)),
    isl_set_copy (judge->old.scop->ranges));
  isl_set *seen = isl_set_empty (isl_set_get_space (all));
  const char *trouble = NULL;

  for (guint i = 0; i < pairs->len && !trouble; i++)
    {
      const IhopImage *image = ((IhopPair *) pairs->pdata[i])->image;
      isl_set *here = image->map ? runs (judge, image) : NULL;
      if (here == NULL || !is_one_to_one (judge, image)
          || isl_set_is_disjoint (here, seen) != isl_bool_true)
        trouble = image->map ? N_ ("it cannot be shown that the new code runs this no more often than before")
                             : N_ ("it cannot be shown that the new code runs this in the right iterations: its iterators are not affine there");
      seen = here ? isl_set_union (seen, here) : seen;
    }
  if (!trouble && isl_set_is_equal (all, seen) != isl_bool_true)
    return not_the_same (judge, access, all, seen);
  isl_set_free (all);
  isl_set_free (seen);
  return trouble ? not_each_once (judge, access, trouble) : TRUE;
}

static gboolean
same_images (const GPtrArray *a, const GPtrArray *b)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    if (((IhopPair *) a->pdata[i])->image != ((IhopPair *) b->pdata[i])->image)
      return FALSE;
  return TRUE;
}

gboolean
ihop_judge_instances (IhopJudge *judge)
{
  const IhopScop *scop = judge->old.scop;
  const IhopAccess *checked = NULL;

  for (guint i = 0; i < scop->accesses->len; i++)
    {
      const IhopAccess *access = scop->accesses->pdata[i];
      if (!judge->relevant[i])
        continue;
      /* Accesses of one statement share their images: look once. */
      if (checked && checked->statement == access->statement
          && same_images (judge->pairs_of[checked->id], judge->pairs_of[i]))
        continue;
      if (!check_instances (judge, access))
        return FALSE;
      checked = access;
    }
  return TRUE;
}
