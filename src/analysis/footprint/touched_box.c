#include "analysis/footprint/touched_box.h"
#include "analysis/footprint/certain_writes.h"
#include "analysis/footprint/flat_array.h"
#include "analysis/footprint/touch_condition.h"
#include "ir/expression.h"

/* The values of one subscript; NULL: not known. */
static isl_set *
subscript_values (const IhopFootprintWork *work, const IhopAccess *access, guint dim)
{
  isl_set *set = ihop_footprint_elements (work, access);

  if (set == NULL || access->subscript[dim] == NULL)
    return isl_set_free (set);
  set = isl_set_project_out (set, isl_dim_set, dim + 1, work->footprint->rank - dim - 1);
  return isl_set_project_out (set, isl_dim_set, 0, dim);
}

/* Takes values. */
static gboolean
add_values (const IhopScop *scop, IhopBoxSide *side, isl_set *values)
{
  values = isl_set_intersect_params (values, isl_set_copy (scop->ranges));
  gboolean fine = ihop_bound_add (scop, side->lower, values) && ihop_bound_add (scop, side->upper, values);

  isl_set_free (values);
  return fine;
}

static void
free_set (gpointer set)
{
  isl_set_free (set);
}

static gboolean
is_equal_set (gconstpointer a, gconstpointer b)
{
  return isl_set_plain_is_equal ((isl_set *) a, (isl_set *) b) == isl_bool_true;
}

/* Bounds of one subscript over all reads or writes; most of them take the same values. FALSE: not bounded. */
static gboolean
bound_dim (IhopFootprintWork *work, IhopFlat which, guint dim, IhopBoxSide *side)
{
  g_autoptr (GPtrArray) known = g_ptr_array_new_with_free_func (free_set);
  gboolean fine = TRUE;

  side->lower = ihop_bound_new (TRUE);
  side->upper = ihop_bound_new (FALSE);
  for (guint i = 0; fine && i < work->accesses->len; i++)
    {
      const IhopAccess *access = work->accesses->pdata[i];
      if (!ihop_flat_is_one (access, which)
          || (access->twin != access->id
              && ihop_flat_is_one (work->scop->accesses->pdata[access->twin], which)))
        continue;
      isl_set *values = subscript_values (work, access, dim);
      fine = values != NULL;
      if (!fine || g_ptr_array_find_with_equal_func (known, values, is_equal_set, NULL))
        {
          isl_set_free (values);
          continue;
        }
      fine = add_values (work->scop, side, isl_set_copy (values));
      g_ptr_array_add (known, values);
    }
  return fine;
}

/* The box as a set, if every bound is one expression. */
static isl_set *
box_set (IhopFootprintWork *work, IhopBoxSide *sides)
{
  guint rank = work->footprint->rank;
  isl_set *set = isl_set_universe (isl_space_add_dims (
    isl_space_set_from_params (isl_space_copy (work->scop->space)), isl_dim_set, rank));

  for (guint i = 0; set && i < rank; i++)
    {
      isl_pw_aff *low = sides[i].lower ? ihop_bound_single (sides[i].lower) : NULL;
      isl_pw_aff *high = sides[i].upper ? ihop_bound_single (sides[i].upper) : NULL;
      isl_pw_aff *element, *from, *to;
      if (low == NULL || high == NULL)
        return isl_set_free (set);
      element = isl_pw_aff_from_aff (isl_aff_var_on_domain (
        isl_local_space_from_space (isl_set_get_space (set)), isl_dim_set, i));
      from = isl_pw_aff_insert_domain (isl_pw_aff_copy (low), isl_set_get_space (set));
      to = isl_pw_aff_insert_domain (isl_pw_aff_copy (high), isl_set_get_space (set));
      set = isl_set_intersect (set, isl_pw_aff_ge_set (isl_pw_aff_copy (element), from));
      set = isl_set_intersect (set, isl_pw_aff_le_set (element, to));
    }
  return set;
}

/* Bounds that may be those of an access that never happens must not leave the array. */
static void
clamp_to_extent (IhopPool *pool, const IhopBoxSide *side, const IhopNode *extent, const IhopNode **lower,
                 const IhopNode **count)
{
  const IhopNode *low = ihop_bound_expression (pool, side->lower), *high = ihop_bound_expression (pool, side->upper);
  const IhopNode *zero = ihop_expression_number (pool, 0), *one = ihop_expression_number (pool, 1);
  gint64 number;

  if (low == NULL || high == NULL || extent == NULL)
    return;
  if (ihop_expression_is_number (low, &number))
    *lower = ihop_expression_number (pool, MAX (number, 0));
  else
    *lower = ihop_expression_choice (pool, ihop_expression_binary (pool, IHOP_OP_GT, low, zero), low, zero);
  const IhopNode *is_inside = ihop_expression_binary (pool, IHOP_OP_LT, high, extent);
  const IhopNode *end = ihop_expression_choice (pool, is_inside, ihop_expression_binary (pool, IHOP_OP_ADD, high, one),
                                                extent);
  *count = ihop_expression_binary (pool, IHOP_OP_SUB, end, *lower);
}

/* A lower bound may be below 0 for some sizes: "lo", "n - 10". What starts by taking something away ("1 - n") is seldom not. */
static void
note_before (IhopFootprintWork *work, const IhopBound *lower)
{
  for (guint i = 0; i < lower->candidates->len; i++)
    {
      isl_pw_aff *least = lower->candidates->pdata[i];
      const isl_set *occurs = lower->domains ? lower->domains->pdata[i] : NULL;
      isl_set *negative = isl_pw_aff_lt_set (
        isl_pw_aff_copy (least),
        isl_pw_aff_zero_on_domain (isl_local_space_from_space (isl_pw_aff_get_domain_space (least))));
      if (occurs)
        negative = isl_set_intersect_params (negative, isl_set_copy ((isl_set *) occurs));
      ihop_footprint_note_before (work->scop, work->footprint, negative,
                                  ihop_footprint_starts_below (least) ? NULL : least);
    }
}

/* Whether a bound is on the far side of a number wherever there is such an access. */
static gboolean
is_beyond (IhopFootprintWork *work, const IhopBound *bound, gint64 number, gboolean below)
{
  gboolean beyond = FALSE;

  for (guint i = 0; i < bound->candidates->len && !beyond; i++)
    {
      isl_pw_aff *end = bound->candidates->pdata[i];
      const isl_set *occurs = bound->domains ? bound->domains->pdata[i] : NULL;
      isl_set *all = isl_set_intersect_params (isl_pw_aff_domain (isl_pw_aff_copy (end)), isl_set_copy (work->scop->ranges));
      isl_val *value = isl_val_int_from_si (isl_set_get_ctx (all), number);
      isl_pw_aff *limit = isl_pw_aff_val_on_domain (isl_set_copy (all), value);
      isl_set *inside = below ? isl_pw_aff_ge_set (isl_pw_aff_copy (end), limit) : isl_pw_aff_lt_set (isl_pw_aff_copy (end), limit);
      if (occurs)
        {
          all = isl_set_intersect_params (all, isl_set_copy ((isl_set *) occurs));
          inside = isl_set_intersect_params (inside, isl_set_copy ((isl_set *) occurs));
        }
      beyond = isl_set_is_empty (inside) == isl_bool_true && isl_set_is_empty (all) == isl_bool_false;
      isl_set_free (all);
      isl_set_free (inside);
    }
  return beyond;
}

/* "double p[100]" is a pointer, of which C says nothing more: where it is certain that elements outside of the 100 are
 * touched, as of a grid with margins around, it is not 100 elements that it points to. */
static gboolean
leaves_declared (IhopFootprintWork *work, const IhopBoxSide *side)
{
  const IhopType *declared = ihop_type_strip (work->footprint->symbol->declared_type);

  return declared->has_count && declared->count <= G_MAXINT64
         && (is_beyond (work, side->lower, 0, TRUE) || is_beyond (work, side->upper, (gint64) declared->count, FALSE));
}

/* "*(unsigned *) &p[i]": which of the elements nobody knows. What is under a subscript, as of "p[index[i]]", is taken to be
 * one of those that are declared. */
static gboolean
is_cast_into (const IhopFootprintWork *work)
{
  for (guint i = 0; i < work->accesses->len; i++)
    {
      const IhopAccess *access = work->accesses->pdata[i];
      const IhopNode *node = ihop_node_strip (access->node, FALSE);
      if ((access->n_dims == 0 || access->subscript[0] == NULL) && node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF)
        return TRUE;
    }
  return FALSE;
}

/* A parameter's first extent, where the declaration is all that is known of it, and what is touched speaks against it. */
static void
check_declared (IhopFootprintWork *work, const IhopBoxSide *side, gboolean bounded)
{
  const IhopSymbol *symbol = work->footprint->symbol;

  if (symbol->kind == IHOP_SYMBOL_PARAMETER && symbol->declared_type
      && ihop_type_strip (symbol->declared_type)->kind == IHOP_TYPE_ARRAY && work->footprint->extents[0]
      && (bounded ? leaves_declared (work, side) : is_cast_into (work)))
    work->footprint->extents[0] = NULL;
}

/* "-4": (14 - j) % 5 is that low for some j, which this run may never come to. */
static gboolean
is_below_zero (const IhopNode *lower)
{
  gint64 number;

  return ihop_expression_is_number (lower, &number) && number < 0;
}

/* What is not bounded by the subscripts is by the declaration, if that says how large it is. */
static gboolean
set_dimension (IhopPool *pool, const IhopFootprint *footprint, guint dim, IhopBoxSide *side, gboolean bounded, IhopBox *box)
{
  const IhopNode **lower = &box->lower[dim], **count = &box->count[dim];

  if (bounded && !(ihop_bound_is_reached (side->lower) && ihop_bound_is_reached (side->upper)))
    clamp_to_extent (pool, side, footprint->extents[dim], lower, count);
  else if (bounded)
    {
      *lower = ihop_bound_expression (pool, side->lower);
      *count = ihop_bound_count (pool, side->lower, side->upper);
      if (*lower && footprint->extents[dim] && is_below_zero (*lower))
        {
          *lower = *count = NULL;
          clamp_to_extent (pool, side, footprint->extents[dim], lower, count);
        }
    }
  if (*lower && *count)
    return TRUE;
  g_clear_pointer (&side->lower, ihop_bound_free);
  if (footprint->extents[dim] == NULL)
    return FALSE;
  *lower = ihop_expression_number (pool, 0);
  *count = footprint->extents[dim];
  return TRUE;
}

const IhopBox *
ihop_footprint_box (IhopFootprintWork *work, IhopFlat which)
{
  IhopPool *pool = ihop_facts_pool (work->scop->facts);
  IhopFootprint *footprint = work->footprint;
  IhopBox *box = ihop_box_new (pool, footprint->rank);
  IhopBoxSide *sides = g_new0 (IhopBoxSide, footprint->rank + 1);
  gboolean fine = TRUE;

  for (guint i = 0; i < box->rank && fine; i++)
    {
      gboolean bounded = bound_dim (work, which, i, &sides[i]);
      if (i == 0)
        check_declared (work, &sides[0], bounded);
      if (bounded && footprint->extents[i] == NULL)
        note_before (work, sides[i].lower);
      fine = set_dimension (pool, footprint, i, &sides[i], bounded, box);
    }
  if (fine && which == IHOP_FLAT_WRITES)
    footprint->writes_all_of_box = ihop_footprint_writes_all (work, box_set (work, sides));
  if (fine && which == IHOP_FLAT_BOTH)
    ihop_footprint_condition (work, which, &sides[0], box);
  for (guint i = 0; i < box->rank; i++)
    {
      ihop_bound_free (sides[i].lower);
      ihop_bound_free (sides[i].upper);
    }
  g_free (sides);
  if (!fine)
    box = NULL;
  if (!fine && footprint->rank == 1)
    {
      box = ihop_flat_box (work->scop, work->accesses, which, footprint);
      if (box && which == IHOP_FLAT_BOTH)
        ihop_footprint_condition (work, which, NULL, box);
      if (box && which == IHOP_FLAT_WRITES)
        footprint->writes_all_of_box = ihop_flat_writes_all (work->scop, work->accesses);
    }
  if (box && which == IHOP_FLAT_BOTH)
    {
      box->begins_before = footprint->begins_before;
      box->begins_inside = footprint->begins_inside;
    }
  return box;
}
