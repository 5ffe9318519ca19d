#include "analysis/dependence/covering_writes.h"
#include "analysis/scop/execution_order.h"

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

/* The plain case: a scalar, or the same element, set further up in the same or an outer body. */
static gboolean
stands_before (const IhopAccess *write, const IhopAccess *read, guint n, guint equal)
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
  return TRUE;
}

typedef struct
{
  const IhopScop *scop;
  const IhopAccess *read;
  const GPtrArray *writes;
  guint equal;
} Question;

/* What is too involved to be taken away stays: then more is said to be left than there is. Takes both. */
static isl_set *
without (isl_set *left, isl_set *covered)
{
  if (ihop_set_is_simple (covered))
    return isl_set_subtract (left, covered);
  isl_set_free (covered);
  return left;
}

/* What such a write leaves of the instances of a read in the same body, or in one inside of it. Takes "left". */
static isl_set *
behind_write (isl_set *left, const IhopScopStatement *from, const IhopScopStatement *to)
{
  isl_set *settled = isl_set_copy (from->domain);

  settled = isl_set_add_dims (settled, isl_dim_set, to->depth - from->depth);
  return without (left, settled);
}

/* By one write, or by several that stand under conditions which the sets know: "if (k == 0) t = a; else t = b;" */
static gboolean
written_in (const Question *question, const IhopScopRegion *region)
{
  const IhopScopStatement *to = question->read->statement;
  isl_set *left = NULL;
  gboolean settled = FALSE;
  guint n;

  for (guint i = 0; i < question->writes->len && !settled; i++)
    {
      const IhopAccess *write = question->writes->pdata[i];
      if ((write->may != IHOP_MAY_NOT && write->may != IHOP_MAY_CONDITION) || write->statement->region != region
          || !holds (write, question->read, &n) || !stands_before (write, question->read, n, question->equal))
        continue;
      if (left == NULL)
        left = isl_set_intersect_params (isl_set_copy (to->domain), isl_set_copy (question->scop->context));
      settled = write->statement->domain == to->domain;
      if (!settled)
        left = behind_write (left, write->statement, to);
      settled = settled || isl_set_is_empty (left) == isl_bool_true;
    }
  isl_set_free (left);
  return settled;
}

/* Whether whenever "region" runs, the place is written before: in it, or on both sides of an if. */
static gboolean
settled_in (const Question *question, const IhopScopRegion *region)
{
  const GPtrArray *regions = question->scop->regions;

  if (written_in (question, region))
    return TRUE;
  for (guint i = 0; i < regions->len; i++)
    {
      const IhopScopRegion *one = regions->pdata[i];
      if (one->parent == region && one->other && one < one->other && settled_in (question, one)
          && settled_in (question, one->other))
        return TRUE;
    }
  return FALSE;
}

static gboolean
plainly_settled (const Question *question)
{
  const IhopScopRegion *region = question->read->statement->region;

  if (question->scop->has_goto)
    return FALSE;
  for (;; region = region->parent)
    {
      if (settled_in (question, region))
        return TRUE;
      if (region == NULL)
        return FALSE;
    }
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

/* An inner subscript that is outside its row is undefined: such instances do not happen. */
static isl_set *
inside_rows (const IhopScop *scop, const IhopAccess *read, isl_set *instances)
{
  for (guint i = 0; i < read->ref->steps->len; i++)
    {
      const IhopStep *step = &g_array_index (read->ref->steps, IhopStep, i);
      guint dim = read->step_dims[i];
      const IhopType *array = step->array ? ihop_type_strip (step->array) : NULL;
      if (step->kind != IHOP_STEP_SUBSCRIPT || step->is_flat || array->kind != IHOP_TYPE_ARRAY
          || dim >= read->n_dims || read->step_dims[i + 1] != dim + 1
          || read->subscript[dim] == NULL)
        continue;
      isl_pw_aff *index = isl_pw_aff_copy (read->subscript[dim]);
      instances = isl_set_intersect (instances, isl_pw_aff_nonneg_set (isl_pw_aff_copy (index)));
      if (array->has_count && array->count && array->count < G_MAXINT32)
        {
          isl_local_space *space
            = isl_local_space_from_space (isl_pw_aff_get_domain_space (index));
          isl_pw_aff *count = isl_pw_aff_from_aff (isl_aff_val_on_domain (
            space, isl_val_int_from_ui (scop->ctx, array->count)));
          instances
            = isl_set_intersect (instances, isl_pw_aff_lt_set (isl_pw_aff_copy (index), count));
        }
      isl_pw_aff_free (index);
    }
  return instances;
}

static gboolean
is_fixed (const IhopAccess *access)
{
  for (guint i = 0; i < access->n_dims; i++)
    if (access->subscript[i]
        && isl_pw_aff_involves_dims (access->subscript[i], isl_dim_in, 0, access->statement->depth)
             == isl_bool_false)
      return TRUE;
  return FALSE;
}

/* Instances of a certain access that would be outside its row. */
static isl_set *
undefined_instances (const IhopScop *scop, const IhopAccess *access)
{
  isl_set *fine = inside_rows (scop, access, isl_set_copy (access->statement->domain));

  return isl_set_subtract (isl_set_copy (access->statement->domain), fine);
}

/* Parameters for which some certain access is undefined do not happen either: after
 * x = A[0][n - 1], n is not 0. Only subscripts without iterators are looked at. */
static isl_set *
undefined_parameters (const IhopScop *scop)
{
  isl_set *all = isl_set_empty (isl_set_get_space (scop->context));

  for (guint i = 0; i < scop->accesses->len; i++)
    {
      const IhopAccess *access = scop->accesses->pdata[i];
      if (access->may != IHOP_MAY_NOT || !is_fixed (access))
        continue;
      isl_set *bad = undefined_instances (scop, access);
      if (isl_set_is_empty (bad) == isl_bool_false)
        all = isl_set_union (all, isl_set_params (isl_set_copy (bad)));
      isl_set_free (bad);
    }
  return isl_set_coalesce (all);
}

/* All reads ask for them: kept. Where isl gives up they are asked for again. */
static isl_set *
defined_instances (const IhopScop *scop, isl_set *instances)
{
  if (scop->undefined == NULL)
    ((IhopScop *) scop)->undefined = undefined_parameters (scop);
  if (isl_set_is_empty (scop->undefined) != isl_bool_false)
    return instances;
  isl_set *all = isl_set_universe (isl_set_get_space (instances));
  return without (instances, isl_set_intersect_params (all, isl_set_copy (scop->undefined)));
}

/* A subscript that is not known may be any inside the array. FALSE: how many there are is not known
 * either. Takes and gives elements. */
static gboolean
bound_unknown (const IhopScop *scop, const IhopAccess *read, isl_map **elements)
{
  for (guint i = 0; i < read->ref->steps->len; i++)
    {
      const IhopStep *step = &g_array_index (read->ref->steps, IhopStep, i);
      guint dim = read->step_dims[i];
      const IhopType *array = step->array ? ihop_type_strip (step->array) : NULL;
      if (read->step_dims[i + 1] == dim || read->subscript[dim])
        continue;
      if (step->kind != IHOP_STEP_SUBSCRIPT || step->is_flat || array->kind != IHOP_TYPE_ARRAY
          || !array->has_count || array->count == 0 || array->count > G_MAXINT32)
        return FALSE;
      *elements = isl_map_lower_bound_si (*elements, isl_dim_out, dim, 0);
      *elements = isl_map_upper_bound_si (*elements, isl_dim_out, dim, (int) array->count - 1);
    }
  return TRUE;
}

/* The same for a read that may mean several elements: all of them must have been written. */
static gboolean
covers_elements (const IhopScop *scop, const IhopAccess *read, const GPtrArray *writes,
                 guint equal)
{
  isl_map *left = isl_map_copy (read->map);
  gboolean covered, known = read->may != IHOP_MAY_FLAT && bound_unknown (scop, read, &left);
  guint n;

  left = isl_map_intersect_params (left, isl_set_copy (scop->context));
  for (guint i = 0; known && i < writes->len; i++)
    {
      const IhopAccess *write = writes->pdata[i];
      isl_map *before;
      if (write->may != IHOP_MAY_NOT || !holds (write, read, &n) || n != read->n_dims
          || write->statement->depth < equal || !ihop_map_is_simple (write->map))
        continue;
      before = ihop_scop_before (scop, write->statement->loop, write->statement->depth,
                                 read->statement->loop, read->statement->depth,
                                 write->position < read->position, equal);
      isl_map *written = isl_map_apply_range (isl_map_reverse (before), isl_map_copy (write->map));
      if (ihop_map_is_simple (written))
        left = isl_map_subtract (left, written);
      else
        isl_map_free (written);
    }
  covered = known && isl_map_is_empty (left) == isl_bool_true;
  isl_map_free (left);
  return covered;
}

gboolean
ihop_cover_read (const IhopScop *scop, const IhopAccess *read, const GPtrArray *writes,
                 guint equal)
{
  isl_set *left;
  gboolean covered;
  guint n;

  Question question = { scop, read, writes, equal };

  if (plainly_settled (&question))
    return TRUE;
  left = isl_set_intersect_params (isl_set_copy (read->statement->domain),
                                   isl_set_copy (scop->context));
  for (guint i = 0; i < writes->len && isl_set_is_empty (left) == isl_bool_false; i++)
    {
      const IhopAccess *write = writes->pdata[i];
      gboolean unknown = FALSE;
      /* What the loop's head writes is before the first iteration only. */
      if (write->may != IHOP_MAY_NOT || !holds (write, read, &n) || write->statement->depth < equal
          || !ihop_map_is_simple (write->map))
        continue;
      for (guint k = 0; k < n; k++)
        unknown |= read->subscript[k] == NULL;
      /* A subscript that is not known may be any: one write does not cover all of them. */
      if (!unknown)
        left = without (left, covered_by (scop, write, read, n, equal));
    }
  if (isl_set_is_empty (left) == isl_bool_false)
    left = inside_rows (scop, read, left);
  if (isl_set_is_empty (left) == isl_bool_false)
    left = defined_instances (scop, left);
  covered = isl_set_is_empty (left) == isl_bool_true;
  isl_set_free (left);
  return covered || covers_elements (scop, read, writes, equal);
}
