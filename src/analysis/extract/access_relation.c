/* The last step of reading a scop: every access gets its relation. */
#include "analysis/extract/access_relation.h"
#include "analysis/extract/delinearize.h"
#include "analysis/extract/row_bounds.h"
#include "analysis/scop/product.h"
#include "analysis/scop/runtime_condition.h"
#include <string.h>

/* Smallest and largest value over loops with constant bounds; FALSE: not known. */
static gboolean
interval (const IhopAccess *access, const IhopLinear *linear, gint64 *min, gint64 *max)
{
  *min = *max = linear->constant;
  for (guint i = 0; i < linear->n_params; i++)
    if (linear->coefficient[i])
      return FALSE;
  for (const IhopScopLoop *loop = access->statement->loop; loop; loop = loop->parent)
    {
      gint64 c = loop->depth < linear->n_dims ? linear->coefficient[linear->n_params + loop->depth]
                                              : 0;
      if (c == 0)
        continue;
      if (!loop->has_range || loop->max < loop->min)
        return FALSE;
      *min += c * (c > 0 ? loop->min : loop->max);
      *max += c * (c > 0 ? loop->max : loop->min);
    }
  return TRUE;
}

static gboolean
over_product (const IhopAccess *access, const IhopLinear *linear)
{
  for (const IhopScopLoop *loop = access->statement->loop; loop; loop = loop->parent)
    if (loop->depth < linear->n_dims && linear->coefficient[linear->n_params + loop->depth]
        && loop->is_product)
      return TRUE;
  return FALSE;
}

/* An inner subscript that leaves its row reaches another row's elements. C leaves that undefined,
 * so subscripts are taken to stay in their rows; but where they plainly do not, or where the
 * way there was arithmetic on an element's address, the whole array may be meant. */
static gboolean
stays_in_row (IhopScop *scop, const IhopAccess *access, const IhopStep *step, isl_pw_aff *index)
{
  const IhopType *array = ihop_type_strip (step->array);
  IhopLinear *linear;
  gint64 min, max;
  gboolean known, suspicious;

  if (array->kind != IHOP_TYPE_ARRAY || index == NULL)
    return TRUE;
  linear = ihop_linear_new (index);
  known = linear && interval (access, linear, &min, &max);
  suspicious = step->is_flat || (linear && over_product (access, linear))
               || (known && array->has_count && (min < 0 || max >= (gint64) array->count));
  ihop_linear_free (linear);
  if (!suspicious)
    return TRUE;
  if (known && array->has_count && min >= 0 && max < (gint64) array->count)
    return TRUE;
  if (!array->has_count || array->count > G_MAXINT32)
    return FALSE;

  isl_local_space *space = isl_local_space_from_space (isl_pw_aff_get_domain_space (index));
  isl_pw_aff *size = isl_pw_aff_from_aff (
    isl_aff_val_on_domain (space, isl_val_int_from_ui (scop->ctx, array->count)));
  gboolean fine = ihop_rows_hold (scop, access, index, size, TRUE);

  isl_pw_aff_free (size);
  return fine;
}

/* The subscripts that are not cut. */
static void
plain_subscripts (IhopScop *scop, IhopAccess *access)
{
  guint n = 0;

  if (access->subscript == NULL)
    {
      access->n_dims = ihop_access_count_dims (access, access->ref->steps->len);
      access->subscript = g_new0 (isl_pw_aff *, access->n_dims + 1);
    }
  for (guint i = 0; i < access->ref->steps->len; i++)
    if (access->is_cut && i == access->cut_step)
      n += access->n_cut;
    else if (ihop_step_counts (ihop_access_step (access, i)))
      {
        isl_pw_aff *index
          = ihop_value_flatten (scop, ihop_value_ref (ihop_access_step (access, i)->value));
        gboolean inner = i > 0 && ihop_step_counts (ihop_access_step (access, i - 1))
                         && ihop_access_step (access, i)->kind == IHOP_STEP_SUBSCRIPT;
        if (index == NULL && access->may <= IHOP_MAY_CONDITION)
          access->may = IHOP_MAY_SUBSCRIPT;
        access->subscript[n++] = index;
        if (inner && !stays_in_row (scop, access, ihop_access_step (access, i), index))
          {
            access->may = IHOP_MAY_FLAT;
            for (guint k = n; k-- > 0;)
              access->subscript[k] = isl_pw_aff_free (access->subscript[k]);
          }
      }
}

static void
count_steps (IhopAccess *access)
{
  guint n_steps = access->ref->steps->len;

  access->step_dims = g_new0 (guint, n_steps + 1);
  for (guint i = 0; i <= n_steps; i++)
    access->step_dims[i] = ihop_access_count_dims (access, i);
}

static void
build_map (IhopScop *scop, IhopAccess *access)
{
  IhopScopStatement *statement = access->statement;
  isl_space *from = isl_space_from_domain (isl_space_add_dims (
    isl_space_set_from_params (isl_space_copy (scop->space)), isl_dim_set, statement->depth));
  isl_space *any = isl_space_add_dims (isl_space_copy (from), isl_dim_out, 1);
  isl_map *map = isl_map_universe (from);

  for (guint i = 0; i < access->n_dims; i++)
    {
      isl_map *one = access->subscript[i]
                       ? isl_map_from_pw_aff (isl_pw_aff_copy (access->subscript[i]))
                       : isl_map_universe (isl_space_copy (any));
      map = isl_map_flat_range_product (map, one);
    }
  isl_space_free (any);
  map = isl_map_intersect_domain (map, isl_set_copy (statement->domain));
  access->map = isl_map_align_params (map, isl_space_copy (scop->space));
}

/* In one statement: the same elements, by subscripts alone. */
static gboolean
same_subscripts (const IhopAccess *a, const IhopAccess *b)
{
  if (a->statement != b->statement || a->n_dims != b->n_dims)
    return FALSE;
  for (guint i = 0; i < a->n_dims; i++)
    {
      if (a->subscript[i] == NULL || b->subscript[i] == NULL)
        return FALSE;
      if (isl_pw_aff_plain_is_equal (a->subscript[i], b->subscript[i]) != isl_bool_true)
        return FALSE;
    }
  return TRUE;
}

/* What equal subscripts have in common, as bytes. Caller unrefs. */
static GBytes *
subscript_key (const IhopAccess *access)
{
  GByteArray *key = g_byte_array_new ();

  g_byte_array_append (key, (const guint8 *) &access->statement, sizeof access->statement);
  for (guint i = 0; i < access->n_dims; i++)
    {
      const IhopLinear *linear = access->linear[i];
      guint8 kind = linear ? 1 : 0;
      g_byte_array_append (key, &kind, 1);
      if (linear == NULL)
        continue;
      g_byte_array_append (key, (const guint8 *) &linear->constant, sizeof linear->constant);
      g_byte_array_append (key, (const guint8 *) linear->coefficient,
                           (guint) sizeof (gint64) * (linear->n_params + linear->n_dims));
    }
  return g_byte_array_free_to_bytes (key);
}

/* x += … reads and writes the same: its relations need be worked out only once. And whatever the
 * variable, equal subscripts in one statement have one map. "alike": key → accesses of which no two
 * are twins. */
static void
find_twin (GHashTable *alike, IhopAccess *access)
{
  GBytes *key = subscript_key (access);
  GPtrArray *list = g_hash_table_lookup (alike, key);

  if (list == NULL)
    g_hash_table_insert (alike, g_bytes_ref (key), list = g_ptr_array_new ());
  g_bytes_unref (key);
  for (guint i = 0; i < list->len; i++)
    {
      const IhopAccess *other = list->pdata[i];
      gboolean twin = access->update == other->update && ihop_access_same_path (access, other);
      if ((access->map && !twin) || !same_subscripts (access, other))
        continue;
      if (access->map == NULL)
        access->map = isl_map_copy (other->map);
      if (!twin)
        continue;
      access->twin = other->twin;
      return;
    }
  g_ptr_array_add (list, access);
}

void
ihop_scop_finish (IhopScop *scop)
{
  g_autoptr (GHashTable) alike
    = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref,
                             (GDestroyNotify) g_ptr_array_unref);

  ihop_rows_cut (scop);
  ihop_context_drop_implied (scop);
  for (guint i = 0; i < scop->accesses->len; i++)
    {
      IhopAccess *access = scop->accesses->pdata[i];
      plain_subscripts (scop, access);
      count_steps (access);
    }
  /* Only now all parameters are known: one space for everything. */
  for (guint i = 0; i < scop->statements->len; i++)
    {
      IhopScopStatement *statement = scop->statements->pdata[i];
      statement->domain
        = isl_set_align_params (statement->domain, isl_space_copy (scop->space));
    }
  scop->context = isl_set_align_params (scop->context, isl_space_copy (scop->space));
  scop->ranges = isl_set_align_params (scop->ranges, isl_space_copy (scop->space));
  scop->path = isl_set_align_params (scop->path, isl_space_copy (scop->space));
  scop->relations = isl_set_align_params (scop->relations, isl_space_copy (scop->space));
  for (guint i = 0; i < scop->accesses->len; i++)
    {
      IhopAccess *access = scop->accesses->pdata[i];
      access->linear = g_new0 (IhopLinear *, access->n_dims + 1);
      for (guint k = 0; k < access->n_dims; k++)
        if (access->subscript[k])
          {
            access->subscript[k] = isl_pw_aff_align_params (access->subscript[k],
                                                            isl_space_copy (scop->space));
            access->linear[k] = ihop_linear_new (access->subscript[k]);
          }
      find_twin (alike, access);
      if (access->map == NULL)
        build_map (scop, access);
    }
}
