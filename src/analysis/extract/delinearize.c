/* One subscript that stands for several: A[i*n + j] is not affine, but A[i][j] with rows of n elements is, as long
 * as 0 <= j < n. All accesses that go the same way must agree on the rows; where the bounds do not prove that a
 * subscript stays in its row, a condition that the program tests before the loop may say so. (The idea is that of
 * delinearization: Maslov 1992, Grosser et al. 2015.) */
#include "analysis/extract/delinearize.h"
#include "analysis/extract/nested_rows.h"
#include "analysis/extract/row_bounds.h"
#include "analysis/extract/row_length.h"
#include "analysis/extract/whole_rows.h"
#include "analysis/scop/known_context.h"
#include "analysis/scop/parameters.h"
#include "analysis/scop/runtime_condition.h"
#include <string.h>

enum { MAX_RANK = IHOP_VALUE_TERMS };

typedef struct
{
  guint n;
  guint n_factors[MAX_RANK];
  int factor[MAX_RANK][IHOP_TERM_FACTORS];
} Shape;

static gboolean
is_product (const IhopTerm *term)
{
  gint64 constant;

  return term->n_factors && !ihop_pw_aff_constant (term->coefficient, &constant);
}

static gboolean
needs_rows (const IhopValue *value)
{
  for (guint i = 0; value && i < value->n_terms; i++)
    if (is_product (&value->term[i]))
      return TRUE;
  return FALSE;
}

/* The step whose subscript is one of several rows put into one; -1: none, or several. */
static int
step_with_rows (const IhopAccess *access)
{
  int found = -1;

  for (guint i = 0; i < access->ref->steps->len; i++)
    if (ihop_step_counts (ihop_access_step (access, i)) && !ihop_access_step (access, i)->is_flat && needs_rows (ihop_access_step (access, i)->value))
      {
        if (found >= 0)
          return -1;
        found = (int) i;
      }
  return found;
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

/* How the accesses of a group are cut. */
typedef struct
{
  Shape shape;
  IhopRowSize size[IHOP_ROW_SIZES]; /* what some factors stand for */
  guint n_sizes;
  guint step;                /* of each access: the subscript that is cut */
  GPtrArray *values;         /* of the group's accesses, counted in these; NULL: any */
  gboolean quiet;            /* no conditions are to be assumed */
  enum { DIVIDE, INNER_SHORTER, INNER_LONGER } lengths; /* whether they divide each other; else, which are shorter: those
                                of the inner loops, as most people write it, or of the outer ones */
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

static IhopStride
stride_of (const Shape *shape, guint at)
{
  IhopStride stride = { .n = shape->n_factors[at] };

  memcpy (stride.factor, shape->factor[at], sizeof stride.factor);
  return stride;
}

/* Whether one index stays in its row; whole rows are moved out of it where it does then. */
static gboolean
stays (IhopScop *scop, const IhopAccess *access, const IhopValue *value, const Cut *cut, isl_pw_aff **index, guint i,
       guint n, const int *factor)
{
  isl_pw_aff *size = row_length (scop, cut, n, factor, value->depth);
  const IhopRowSize *row = ihop_row_size_of (cut->size, cut->n_sizes, factor[0]);
  gboolean fine = size && ihop_rows_hold (scop, access, index[i], size, TRUE);

  fine = fine || (size && n == 1 && ihop_rows_move (scop, access, &index[i], size, row, factor[0], value->depth));
  fine = fine || (size && ihop_rows_hold (scop, access, index[i], size, cut->quiet));
  isl_pw_aff_free (size);
  return fine;
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
      IhopStride inner = stride_of (shape, i), outer = stride_of (shape, i + 1);
      if (!(quotient (shape, i, i + 1, &n, factor) ? stays (scop, access, value, cut, index, i, n, factor)
                                                   : ihop_row_nest_holds (scop, access, index[i], &inner, &outer)))
        return FALSE;
    }
  return TRUE;
}

/* The others are filled in by plain_subscripts, and so is one that is affine as it stands, with products of parameters. */
static void
set_subscripts (IhopAccess *access, const Cut *cut, isl_pw_aff **innermost_first)
{
  const Shape *shape = &cut->shape;
  guint n = shape->n;

  if (n == 1)
    {
      isl_pw_aff_free (innermost_first[0]);
      return;
    }
  access->is_cut = TRUE;
  access->cut_step = cut->step;
  access->n_cut = n;
  access->n_sizes = cut->n_sizes;
  memcpy (access->size, cut->size, sizeof access->size);
  for (guint i = 0; i < n; i++)
    {
      access->n_strides[n - 1 - i] = shape->n_factors[i];
      memcpy (access->stride[n - 1 - i], shape->factor[i], sizeof access->stride[0]);
    }
  access->n_dims = ihop_access_count_dims (access, access->ref->steps->len);
  access->subscript = g_new0 (isl_pw_aff *, access->n_dims + 1);
  guint first = ihop_access_count_dims (access, cut->step);
  for (guint i = 0; i < n; i++)
    access->subscript[first + n - 1 - i] = innermost_first[i];
}

/* Of strides with as many factors each, the shorter one comes first. FALSE: one that no loop counts with. */
static gboolean
order_nest (IhopScop *scop, const Cut *cut, Shape *shape)
{
  int level[MAX_RANK];

  for (guint i = 1; i < shape->n; i++)
    {
      IhopStride stride = stride_of (shape, i);
      guint at = i;
      int own = ihop_row_nest_level (scop, cut->values, &stride);
      if (own < 0)
        return FALSE;
      for (; at > 1 && shape->n_factors[at - 1] == stride.n
             && (cut->lengths == INNER_SHORTER ? level[at - 1] < own : level[at - 1] > own); at--)
        {
          memcpy (shape->factor[at], shape->factor[at - 1], sizeof shape->factor[at]);
          level[at] = level[at - 1];
        }
      memcpy (shape->factor[at], stride.factor, sizeof stride.factor);
      level[at] = own;
    }
  return TRUE;
}

static gboolean
divide_all (const Shape *shape)
{
  for (guint i = 0; i + 1 < shape->n; i++)
    {
      int factor[IHOP_TERM_FACTORS];
      guint n;
      if (!quotient (shape, i, i + 1, &n, factor))
        return FALSE;
    }
  return TRUE;
}

static gboolean
find_shape (IhopScop *scop, const Cut *cut, Shape *shape)
{
  const GPtrArray *values = cut->values;
  IhopTerm plain = { 0 };

  *shape = (Shape){ 0 };
  for (guint i = 0; i < values->len; i++)
    if (values->pdata[i] && !shape_add (shape, values->pdata[i]))
      return FALSE;
  if (!shape_has (shape, &plain) || divide_all (shape) != (cut->lengths == DIVIDE))
    return FALSE;
  return cut->lengths == DIVIDE || order_nest (scop, cut, shape);
}

/* Cuts all accesses of a group into rows, or none. */
static gboolean
cut_all (IhopScop *scop, const GPtrArray *group, Cut *cut)
{
  gboolean fine = find_shape (scop, cut, &cut->shape);
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

static GPtrArray *
values_new (void)
{
  return g_ptr_array_new_with_free_func (value_free);
}

static gboolean
values_add (GPtrArray *values, const IhopValue *from, IhopValue *value)
{
  g_ptr_array_add (values, value);
  return from == NULL || value;
}

/* What is no row goes into coefficients. Takes values; NULL: one of them cannot be said so. */
static GPtrArray *
folded (IhopScop *scop, GPtrArray *values, const IhopRowSize *sizes, guint n_sizes, int row)
{
  g_autoptr (GPtrArray) result = values_new ();
  gboolean fine = TRUE;

  for (guint i = 0; i < values->len && fine; i++)
    fine = values_add (result, values->pdata[i],
                       values->pdata[i] ? ihop_row_folded (scop, values->pdata[i], values, sizes, n_sizes, row) : NULL);
  g_ptr_array_unref (values);
  return fine ? g_steal_pointer (&result) : NULL;
}

/* Takes values, which may be NULL; NULL: one of them cannot be said so. */
static GPtrArray *
lowered (IhopScop *scop, GPtrArray *values, const IhopRowSize *sizes, guint n_sizes)
{
  g_autoptr (GPtrArray) result = values_new ();
  gboolean fine = values != NULL;

  for (guint i = 0; fine && i < values->len; i++)
    fine = values_add (result, values->pdata[i],
                       values->pdata[i] ? ihop_row_lowered (scop, values->pdata[i], values, sizes, n_sizes) : NULL);
  g_clear_pointer (&values, g_ptr_array_unref);
  return fine ? g_steal_pointer (&result) : NULL;
}

static GPtrArray *
resized (IhopScop *scop, const GPtrArray *values, const IhopRowSize *sizes, guint n_sizes, int row)
{
  g_autoptr (GPtrArray) result = values_new ();

  for (guint i = 0; i < values->len; i++)
    if (!values_add (result, values->pdata[i],
                     values->pdata[i] ? ihop_row_resized (scop, values->pdata[i], sizes, n_sizes) : NULL))
      return NULL;
  return folded (scop, g_steal_pointer (&result), sizes, n_sizes, row);
}

static GPtrArray *
values_of (IhopScop *scop, const GPtrArray *group, guint step, int row)
{
  GPtrArray *values = values_new ();

  for (guint i = 0; i < group->len; i++)
    g_ptr_array_add (values, ihop_value_ref (ihop_access_step (group->pdata[i], step)->value));
  return folded (scop, values, NULL, 0, row);
}

/* The values in rows of the length that they suggest; NULL: they suggest none. */
static GPtrArray *
sized_values (IhopScop *scop, Cut *sized, const GPtrArray *values, int row)
{
  sized->n_sizes = ihop_row_sizes (scop, values, row, sized->size);
  return sized->n_sizes ? lowered (scop, resized (scop, values, sized->size, sized->n_sizes, row), sized->size, sized->n_sizes)
                        : NULL;
}

/* Rows that prove to hold their subscripts come first, then those whose length the values suggest; those that do not
 * divide each other last. */
static gboolean
cut_counted (IhopScop *scop, const GPtrArray *group, Cut *plain, Cut *sized)
{
  plain->quiet = sized->values != NULL;
  gboolean fine = cut_all (scop, group, plain) || (sized->values && cut_all (scop, group, sized));
  plain->quiet = FALSE;
  fine = fine || (sized->values && cut_all (scop, group, plain));
  plain->quiet = TRUE;
  for (plain->lengths = INNER_SHORTER; !fine && plain->lengths <= INNER_LONGER; plain->lengths++)
    fine = cut_all (scop, group, plain);
  return fine;
}

/* Only what needs no condition: such subscripts are affine as they stand. */
static gboolean
cut_chosen (IhopScop *scop, const GPtrArray *group, Cut *plain, Cut *sized)
{
  plain->quiet = sized->quiet = TRUE;
  return cut_all (scop, group, plain) || (sized->values && cut_all (scop, group, sized));
}

/* row: IHOP_ROWS_COUNTED, or the parameter that is taken for a row. */
static gboolean
cut_group (IhopScop *scop, const GPtrArray *group, guint step, int row)
{
  Cut plain = { .step = step, .values = values_of (scop, group, step, row) }, sized = { .step = step };

  if (plain.values == NULL)
    return FALSE;
  sized.values = sized_values (scop, &sized, plain.values, row);
  plain.values = lowered (scop, plain.values, NULL, 0);
  gboolean fine = plain.values && (row == IHOP_ROWS_COUNTED ? cut_counted : cut_chosen) (scop, group, &plain, &sized);
  g_clear_pointer (&plain.values, g_ptr_array_unref);
  g_clear_pointer (&sized.values, g_ptr_array_unref);
  return fine;
}

/* Whether no iterator stands with a size: "u[(m - 1) * n + j]", as boundary rows are written. */
static gboolean
is_chosen_by_parameters (IhopScop *scop, const GPtrArray *group, guint step)
{
  for (guint i = 0; i < group->len; i++)
    {
      const IhopValue *value = ihop_access_step (group->pdata[i], step)->value;
      for (guint k = 0; value && k < value->n_terms; k++)
        if (value->term[k].n_factors && ihop_row_is_counted (scop, &value->term[k]))
          return FALSE;
    }
  return TRUE;
}

/* Each parameter in a product may be the length of the rows. */
static gboolean
cut_by_parameters (IhopScop *scop, const GPtrArray *group, guint step)
{
  for (guint i = 0; i < group->len; i++)
    {
      const IhopValue *value = ihop_access_step (group->pdata[i], step)->value;
      for (guint k = 0; value && k < value->n_terms; k++)
        for (guint f = 0; is_product (&value->term[k]) && f < value->term[k].n_factors; f++)
          if (cut_group (scop, group, step, value->term[k].factor[f]))
            return TRUE;
    }
  return FALSE;
}

/* All that goes the same way up to this subscript is cut alike, wherever it goes on to: "a[i + j * n].s[k]". */
static void
cut_rows_at (IhopScop *scop, guint step)
{
  g_autoptr (GPtrArray) done = g_ptr_array_new ();

  for (guint i = 0; i < scop->accesses->len; i++)
    {
      IhopAccess *first = scop->accesses->pdata[i];
      gboolean tried = first->subscript || step_with_rows (first) != (int) step;
      for (guint k = 0; !tried && k < done->len; k++)
        tried = ihop_access_same_way (first, done->pdata[k], step + 1);
      if (tried)
        continue;
      g_autoptr (GPtrArray) group = g_ptr_array_new ();
      for (guint k = 0; k < scop->accesses->len; k++)
        if (ihop_access_same_way (first, scop->accesses->pdata[k], step + 1)
            && ((IhopAccess *) scop->accesses->pdata[k])->subscript == NULL)
          g_ptr_array_add (group, scop->accesses->pdata[k]);
      if (!is_chosen_by_parameters (scop, group, step) || !cut_by_parameters (scop, group, step))
        cut_group (scop, group, step, IHOP_ROWS_COUNTED);
      g_ptr_array_add (done, first);
    }
}

/* Outer subscripts first: of one access only one is cut. */
void
ihop_rows_cut (IhopScop *scop)
{
  guint longest = 0;

  for (guint i = 0; i < scop->accesses->len; i++)
    longest = MAX (longest, ((IhopAccess *) scop->accesses->pdata[i])->ref->steps->len);
  for (guint step = 0; step < longest; step++)
    cut_rows_at (scop, step);
}

