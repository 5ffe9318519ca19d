/* The last step of reading a scop: every access gets its relation.
 *
 * A[i*n + j] is not affine, but A[i][j] with rows of n elements is, as long as 0 <= j < n. All
 * accesses to one array must agree on the rows; where the bounds do not prove that a subscript
 * stays in its row, a condition that the program tests before the loop may say so. (The idea is
 * that of delinearization: Maslov 1992, Grosser et al. 2015.) */
#include "analysis/extract.h"
#include <string.h>

enum { MAX_RANK = IHOP_VALUE_TERMS };

typedef struct
{
  guint n;
  guint n_factors[MAX_RANK];
  int factor[MAX_RANK][IHOP_TERM_FACTORS];
} Shape;

static IhopStep *
step_at (const IhopAccess *access, guint i)
{
  return &g_array_index (access->ref->steps, IhopStep, i);
}

static gboolean
is_dim (const IhopStep *step)
{
  return step->kind == IHOP_STEP_SUBSCRIPT || step->kind == IHOP_STEP_DEREF;
}

/* The only subscript of an access; NULL if there are none or several. */
static IhopStep *
only_dim (const IhopAccess *access)
{
  IhopStep *found = NULL;

  for (guint i = 0; i < access->ref->steps->len; i++)
    if (is_dim (step_at (access, i)))
      {
        if (found)
          return NULL;
        found = step_at (access, i);
      }
  return found;
}

static gboolean
needs_rows (const IhopValue *value)
{
  gint64 constant;

  for (guint i = 0; value && i < value->n_terms; i++)
    if (value->term[i].n_factors && !ihop_pw_aff_constant (value->term[i].coefficient, &constant))
      return TRUE;
  return FALSE;
}

static gboolean
shape_has (const Shape *shape, const IhopTerm *term)
{
  for (guint i = 0; i < shape->n; i++)
    if (shape->n_factors[i] == term->n_factors
        && (term->n_factors == 0
            || memcmp (shape->factor[i], term->factor, term->n_factors * sizeof (int)) == 0))
      return TRUE;
  return FALSE;
}

static gboolean
shape_add (Shape *shape, const IhopValue *value)
{
  for (guint i = 0; i < value->n_terms; i++)
    {
      const IhopTerm *term = &value->term[i];
      if (shape_has (shape, term))
        continue;
      if (shape->n == MAX_RANK)
        return FALSE;
      guint at = shape->n++;
      for (; at > 0 && shape->n_factors[at - 1] > term->n_factors; at--)
        {
          shape->n_factors[at] = shape->n_factors[at - 1];
          memcpy (shape->factor[at], shape->factor[at - 1], sizeof shape->factor[at]);
        }
      shape->n_factors[at] = term->n_factors;
      memset (shape->factor[at], 0, sizeof shape->factor[at]);
      memcpy (shape->factor[at], term->factor, term->n_factors * sizeof (int));
    }
  return TRUE;
}

/* What "next" has beyond "inner", as a product; FALSE: inner does not divide next. */
static gboolean
quotient (const Shape *shape, guint inner, guint next, guint *n, int *factor)
{
  guint k = 0;

  *n = 0;
  for (guint i = 0; i < shape->n_factors[next]; i++)
    if (k < shape->n_factors[inner] && shape->factor[next][i] == shape->factor[inner][k])
      k++;
    else
      factor[(*n)++] = shape->factor[next][i];
  return k == shape->n_factors[inner] && *n > 0;
}

static isl_pw_aff *
coefficient_of (IhopScop *scop, const IhopValue *value, const Shape *shape, guint at)
{
  for (guint i = 0; i < value->n_terms; i++)
    {
      Shape one = { 0 };
      one.n = 1;
      one.n_factors[0] = shape->n_factors[at];
      memcpy (one.factor[0], shape->factor[at], sizeof one.factor[0]);
      if (shape_has (&one, &value->term[i]))
        return isl_pw_aff_copy (value->term[i].coefficient);
    }

  isl_space *space = isl_space_add_dims (
    isl_space_set_from_params (isl_space_copy (scop->space)), isl_dim_set, value->depth);

  return isl_pw_aff_from_aff (isl_aff_zero_on_domain (isl_local_space_from_space (space)));
}

/* Whether 0 <= index < size in the access's domain: proved, or (unless quiet) by a condition. */
static gboolean
in_row (IhopScop *scop, const IhopAccess *access, isl_pw_aff *index, isl_pw_aff *size,
        gboolean quiet)
{
  isl_set *low = isl_set_complement (isl_pw_aff_nonneg_set (isl_pw_aff_copy (index)));
  isl_set *high = isl_pw_aff_ge_set (isl_pw_aff_copy (index), isl_pw_aff_copy (size));
  isl_set *bad = isl_set_union (low, high);

  bad = isl_set_intersect (bad, isl_set_copy (access->statement->domain));
  bad = isl_set_intersect_params (bad, isl_set_copy (scop->context));
  if (isl_set_is_empty (bad) == isl_bool_true)
    {
      isl_set_free (bad);
      return TRUE;
    }
  bad = isl_set_intersect_params (bad, isl_set_copy (scop->ranges));
  if (isl_set_is_empty (bad) == isl_bool_true || quiet || bad == NULL)
    {
      gboolean fine = bad && isl_set_is_empty (bad) == isl_bool_true;
      isl_set_free (bad);
      return fine;
    }

  g_autofree char *key = ihop_node_key (access->node);
  g_autofree char *text = g_strdup_printf ("%s stays in its row", key ? key : "a subscript");

  return ihop_context_exclude (scop, isl_set_params (bad), isl_set_copy (access->statement->domain),
                               text);
}

/* Moves whole rows out of the inner index: n + j with rows of n is j, one row further. */
static void
carry_rows (IhopScop *scop, isl_pw_aff **inner, isl_pw_aff **outer, int param, guint depth)
{
  isl_pw_aff *aligned
    = isl_pw_aff_align_params (isl_pw_aff_copy (*inner), isl_space_copy (scop->space));
  IhopLinear *linear = ihop_linear_new (aligned);
  gint64 rows = linear ? linear->coefficient[param] : 0;

  isl_pw_aff_free (aligned);
  ihop_linear_free (linear);
  if (rows == 0)
    return;

  isl_pw_aff *whole = isl_pw_aff_scale_val (ihop_param_affine (scop, (guint) param, depth),
                                            isl_val_int_from_si (scop->ctx, rows));

  *inner = isl_pw_aff_sub (*inner, whole);
  *outer = isl_pw_aff_add (
    *outer, isl_pw_aff_add_constant_val (
              isl_pw_aff_sub (isl_pw_aff_copy (*outer), isl_pw_aff_copy (*outer)),
              isl_val_int_from_si (scop->ctx, rows)));
}

/* How the accesses of a group are cut. */
typedef struct
{
  Shape shape;
  IhopRowSize size[IHOP_ROW_SIZES]; /* what some factors stand for */
  guint n_sizes;
  GPtrArray *values;         /* of the group's accesses, counted in these; NULL: any */
  gboolean quiet;            /* no conditions are to be assumed */
} Cut;

/* A product of lengths has no name where one of them is none of a parameter. NULL: so it is. */
static isl_pw_aff *
row_length (IhopScop *scop, const Cut *cut, guint n, const int *factor, guint depth)
{
  for (guint i = 0; n > 1 && i < n; i++)
    if (ihop_row_size_of (cut->size, cut->n_sizes, factor[i]))
      return NULL;
  if (n > 1)
    return ihop_param_affine (scop, ihop_param_product (scop, n, factor), depth);
  return ihop_row_length (scop, ihop_row_size_of (cut->size, cut->n_sizes, factor[0]), factor[0], depth);
}

/* The subscripts of one access in this shape, innermost first; FALSE: it may leave its row. */
static gboolean
cut_access (IhopScop *scop, const IhopAccess *access, const IhopValue *value, const Cut *cut, isl_pw_aff **index)
{
  const Shape *shape = &cut->shape;

  for (guint i = 0; i < shape->n; i++)
    index[i] = coefficient_of (scop, value, shape, i);
  for (guint i = 0; i + 1 < shape->n; i++)
    {
      int factor[IHOP_TERM_FACTORS];
      guint n;
      isl_pw_aff *size, *plain[2];
      gboolean fine;
      quotient (shape, i, i + 1, &n, factor);
      size = row_length (scop, cut, n, factor, value->depth);
      fine = size && in_row (scop, access, index[i], size, TRUE);
      if (!fine && n == 1 && ihop_row_size_of (cut->size, cut->n_sizes, factor[0]) == NULL)
        {
          plain[0] = isl_pw_aff_copy (index[i]);
          plain[1] = isl_pw_aff_copy (index[i + 1]);
          carry_rows (scop, &index[i], &index[i + 1], factor[0], value->depth);
          fine = in_row (scop, access, index[i], size, TRUE);
          for (guint k = 0; k < 2; k++)
            {
              isl_pw_aff **at = &index[i + k];
              if (!fine)
                {
                  isl_pw_aff_free (*at);
                  *at = plain[k];
                }
              else
                isl_pw_aff_free (plain[k]);
            }
        }
      fine = fine || (size && in_row (scop, access, index[i], size, cut->quiet));
      isl_pw_aff_free (size);
      if (!fine)
        return FALSE;
    }
  return TRUE;
}

static gboolean
same_path (const IhopAccess *a, const IhopAccess *b)
{
  if (a->ref->root != b->ref->root || a->ref->steps->len != b->ref->steps->len)
    return FALSE;
  for (guint i = 0; i < a->ref->steps->len; i++)
    if (step_at (a, i)->kind != step_at (b, i)->kind
        || step_at (a, i)->field != step_at (b, i)->field)
      return FALSE;
  return TRUE;
}

static void
set_subscripts (IhopAccess *access, const Cut *cut, isl_pw_aff **innermost_first)
{
  const Shape *shape = &cut->shape;
  guint n = shape->n;

  access->is_cut = TRUE;
  access->n_sizes = cut->n_sizes;
  memcpy (access->size, cut->size, sizeof access->size);
  for (guint i = 0; i < n; i++)
    {
      access->n_strides[n - 1 - i] = shape->n_factors[i];
      memcpy (access->stride[n - 1 - i], shape->factor[i], sizeof access->stride[0]);
    }
  access->n_dims = n;
  access->subscript = g_new0 (isl_pw_aff *, n + 1);
  for (guint i = 0; i < n; i++)
    access->subscript[n - 1 - i] = innermost_first[i];
}

static gboolean
find_shape (const GPtrArray *values, Shape *shape)
{
  IhopTerm plain = { 0 };

  *shape = (Shape){ 0 };
  for (guint i = 0; i < values->len; i++)
    if (values->pdata[i] && !shape_add (shape, values->pdata[i]))
      return FALSE;
  if (!shape_has (shape, &plain))
    return FALSE;
  for (guint i = 0; i + 1 < shape->n; i++)
    {
      int factor[IHOP_TERM_FACTORS];
      guint n;
      if (!quotient (shape, i, i + 1, &n, factor))
        return FALSE;
    }
  return TRUE;
}

/* Cuts all accesses of a group into rows, or none. */
static gboolean
cut_all (IhopScop *scop, const GPtrArray *group, Cut *cut)
{
  gboolean fine = find_shape (cut->values, &cut->shape);
  IhopContextMark before = ihop_context_keep (scop);
  g_autofree isl_pw_aff **index = g_new0 (isl_pw_aff *, (gsize) group->len * MAX_RANK);

  for (guint i = 0; fine && i < group->len; i++)
    if (cut->values->pdata[i])
      fine = cut_access (scop, group->pdata[i], cut->values->pdata[i], cut, index + i * MAX_RANK);
  for (guint i = 0; i < group->len; i++)
    {
      isl_pw_aff **own = index + i * MAX_RANK;
      if (fine)
        set_subscripts (group->pdata[i], cut, own);
      else
        for (guint k = 0; k < MAX_RANK; k++)
          isl_pw_aff_free (own[k]);
    }
  /* One access may have asked for a condition before the next one could not be cut. */
  if (fine)
    ihop_context_drop (before);
  else
    ihop_context_go_back (scop, before);
  return fine;
}

static void
value_free (gpointer value)
{
  ihop_value_unref (value);
}

/* The values of a group's accesses in these sizes; NULL: one of them cannot be said so. */
static GPtrArray *
values_in (IhopScop *scop, const GPtrArray *group, const IhopRowSize *sizes, guint n_sizes)
{
  GPtrArray *values = g_ptr_array_new_with_free_func (value_free);

  for (guint i = 0; i < group->len; i++)
    {
      const IhopValue *value = only_dim (group->pdata[i])->value;
      g_ptr_array_add (values, value ? ihop_row_resized (scop, value, sizes, n_sizes) : NULL);
      if (value && values->pdata[i] == NULL)
        {
          g_ptr_array_unref (values);
          return NULL;
        }
    }
  return values;
}

/* Rows that prove to hold their subscripts come first, then those whose length the values suggest. */
static void
cut_group (IhopScop *scop, const GPtrArray *group)
{
  Cut plain = { .values = values_in (scop, group, NULL, 0) }, sized = { .n_sizes = 0 };

  sized.n_sizes = ihop_row_sizes (scop, plain.values, sized.size);
  if (sized.n_sizes)
    sized.values = values_in (scop, group, sized.size, sized.n_sizes);
  plain.quiet = sized.values != NULL;
  if (!cut_all (scop, group, &plain) && sized.values && !cut_all (scop, group, &sized))
    {
      plain.quiet = FALSE;
      cut_all (scop, group, &plain);
    }
  g_ptr_array_unref (plain.values);
  g_clear_pointer (&sized.values, g_ptr_array_unref);
}

static void
cut_rows (IhopScop *scop)
{
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < scop->accesses->len; i++)
    {
      IhopAccess *first = scop->accesses->pdata[i];
      IhopStep *step = only_dim (first);
      if (step == NULL || !needs_rows (step->value) || first->subscript
          || g_hash_table_contains (done, first->ref->root))
        continue;
      g_autoptr (GPtrArray) group = g_ptr_array_new ();
      for (guint k = 0; k < scop->accesses->len; k++)
        if (same_path (first, scop->accesses->pdata[k])
            && ((IhopAccess *) scop->accesses->pdata[k])->subscript == NULL)
          g_ptr_array_add (group, scop->accesses->pdata[k]);
      cut_group (scop, group);
      g_hash_table_add (done, (gpointer) first->ref->root);
    }
}

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
  gboolean fine = in_row (scop, access, index, size, TRUE);

  isl_pw_aff_free (size);
  return fine;
}

static void
plain_subscripts (IhopScop *scop, IhopAccess *access)
{
  guint n = 0;

  for (guint i = 0; i < access->ref->steps->len; i++)
    n += is_dim (step_at (access, i));
  access->n_dims = n;
  access->subscript = g_new0 (isl_pw_aff *, n + 1);
  n = 0;
  for (guint i = 0; i < access->ref->steps->len; i++)
    if (is_dim (step_at (access, i)))
      {
        isl_pw_aff *index
          = ihop_value_flatten (scop, ihop_value_ref (step_at (access, i)->value));
        gboolean inner = i > 0 && is_dim (step_at (access, i - 1))
                         && step_at (access, i)->kind == IHOP_STEP_SUBSCRIPT;
        if (index == NULL && access->may <= IHOP_MAY_CONDITION)
          access->may = IHOP_MAY_SUBSCRIPT;
        access->subscript[n++] = index;
        if (inner && !stays_in_row (scop, access, step_at (access, i), index))
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
  guint n = 0, n_steps = access->ref->steps->len;
  gboolean cut = access->is_cut;

  access->step_dims = g_new0 (guint, n_steps + 1);
  for (guint i = 0; i < n_steps; i++)
    {
      access->step_dims[i] = n;
      if (is_dim (step_at (access, i)))
        n += cut ? access->n_dims : 1;
    }
  access->step_dims[n_steps] = n;
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
      gboolean twin = access->update == other->update && same_path (access, other);
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

  cut_rows (scop);
  ihop_context_drop_implied (scop);
  for (guint i = 0; i < scop->accesses->len; i++)
    {
      IhopAccess *access = scop->accesses->pdata[i];
      if (access->subscript == NULL)
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
