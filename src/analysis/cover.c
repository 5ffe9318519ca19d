#include "analysis/cover.h"

/* The write's place is the read's, or holds it; the subscripts they share. FALSE: not certain. */
static gboolean
holds (const IhopAccess *write, const IhopAccess *read, guint *n_dims)
{
  const GArray *outer = write->ref->steps, *inner = read->ref->steps;

  if (write->ref->root != read->ref->root || outer->len > inner->len)
    return FALSE;
  for (guint i = 0; i < outer->len; i++)
    {
      const IhopStep *a = &g_array_index (outer, IhopStep, i);
      const IhopStep *b = &g_array_index (inner, IhopStep, i);
      if (a->kind != b->kind || a->kind == IHOP_STEP_ANY || a->field != b->field || a->in_union
          || b->in_union)
        return FALSE;
    }
  for (guint i = outer->len; i < inner->len; i++)
    if (g_array_index (inner, IhopStep, i).kind == IHOP_STEP_DEREF
        || g_array_index (inner, IhopStep, i).in_union)
      return FALSE;
  *n_dims = write->n_dims;
  return write->n_dims <= read->n_dims
         && (outer->len < inner->len || write->n_dims == read->n_dims);
}

static gboolean
is_around (const IhopScopLoop *outer, const IhopScopLoop *inner)
{
  return ihop_scop_common_loop (outer, inner) == outer;
}

static gboolean
runs_with (const IhopScop *scop, const IhopAccess *write, const IhopAccess *read)
{
  const IhopScopRegion *region = read->statement->region;

  if (write->may == IHOP_MAY_NOT)
    return TRUE;
  if (write->may != IHOP_MAY_CONDITION || scop->has_goto)
    return FALSE;
  while (region && region != write->statement->region)
    region = region->parent;
  return region == write->statement->region;
}

/* The plain case: a scalar, or the same element, set further up in the same or an outer body. */
static gboolean
plainly_covers (const IhopScop *scop, const IhopAccess *write, const IhopAccess *read, guint n,
                guint equal)
{
  const IhopScopStatement *from = write->statement, *to = read->statement;

  if (write->position > read->position || !is_around (from->loop, to->loop)
      || from->depth < equal)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const IhopLinear *a = write->linear[i], *b = read->linear[i];
      if (a == NULL || b == NULL || a->constant != b->constant)
        return FALSE;
      for (guint k = 0; k < b->n_params + b->n_dims; k++)
        if (b->coefficient[k]
            != (k < a->n_params + a->n_dims ? a->coefficient[k] : 0))
          return FALSE;
    }
  if (from->domain == to->domain)
    return TRUE;

  isl_set *reads = isl_set_copy (to->domain);
  reads = isl_set_project_out (reads, isl_dim_set, from->depth, to->depth - from->depth);
  reads = isl_set_intersect_params (reads, isl_set_copy (scop->context));
  gboolean inside = isl_set_is_subset (reads, from->domain) == isl_bool_true;
  isl_set_free (reads);
  return inside;
}

static isl_set *
covered_by (const IhopScop *scop, const IhopAccess *write, const IhopAccess *read, guint n,
            guint equal)
{
  isl_map *from = isl_map_copy (write->map), *to = isl_map_copy (read->map), *before;

  to = isl_map_project_out (to, isl_dim_out, n, read->n_dims - n);
  from = isl_map_apply_range (from, isl_map_reverse (to));
  before = ihop_scop_before (scop, write->statement->loop, write->statement->depth,
                             read->statement->loop, read->statement->depth,
                             write->position < read->position, equal);
  return isl_map_range (isl_map_intersect (from, before));
}

gboolean
ihop_cover_read (const IhopScop *scop, const IhopAccess *read, const GPtrArray *writes,
                 guint equal)
{
  isl_set *left;
  gboolean covered;
  guint n;

  for (guint i = 0; i < writes->len; i++)
    {
      const IhopAccess *write = writes->pdata[i];
      if (runs_with (scop, write, read) && holds (write, read, &n)
          && plainly_covers (scop, write, read, n, equal))
        return TRUE;
    }
  left = isl_set_intersect_params (isl_set_copy (read->statement->domain),
                                   isl_set_copy (scop->context));
  for (guint i = 0; i < writes->len && isl_set_is_empty (left) == isl_bool_false; i++)
    {
      const IhopAccess *write = writes->pdata[i];
      gboolean unknown = FALSE;
      if (write->may != IHOP_MAY_NOT || !holds (write, read, &n))
        continue;
      for (guint k = 0; k < n; k++)
        unknown |= read->subscript[k] == NULL;
      /* A subscript that is not known may be any: one write does not cover all of them. */
      if (!unknown)
        left = isl_set_subtract (left, covered_by (scop, write, read, n, equal));
    }
  covered = isl_set_is_empty (left) == isl_bool_true;
  isl_set_free (left);
  return covered;
}
