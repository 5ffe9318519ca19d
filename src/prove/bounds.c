/* Where arrays end, and whether two names may mean the same memory. */
#include "prove/model.h"

enum { SMALL = 1 << 16 };

/* ---- Bounds ------------------------------------------------------------------------------------------------------------- */

static gint64
elements_of (const IhopSymbol *array)
{
  const IhopType *type = ihop_type_strip (array->type);
  guint64 unit = ihop_type_element (array->type, NULL)->size;

  return type->kind == IHOP_TYPE_ARRAY && type->size && unit ? (gint64) (type->size / unit) : 0;
}

/* What of a set the kernel's own parameters say; takes set. */
static isl_set *
of_parameters (isl_set *set)
{
  return isl_set_project_out (isl_set_params (set), isl_dim_param, 0, N_PARAMS);
}

/* Does the kernel itself ask that each of its numbers is small ("if (n > 0 && n <= 32)")? Then it takes all of them that it lets through. */
static gboolean
asks_for_small (isl_set *numbers)
{
  isl_set *large = isl_set_empty (isl_set_get_space (numbers));

  for (int i = 0; i < isl_set_dim (numbers, isl_dim_param); i++)
    {
      large = isl_set_union (large, isl_set_lower_bound_si (isl_set_copy (numbers), isl_dim_param, (guint) i, SMALL));
      large = isl_set_union (large, isl_set_upper_bound_si (isl_set_copy (numbers), isl_dim_param, (guint) i, -SMALL));
    }
  gboolean is_small = isl_set_is_empty (large) == isl_bool_true;
  isl_set_free (large);
  return is_small;
}

/* With which of its own parameters the kernel has a thread come there in two iterations of a loop. */
static isl_set *
comes_again (const Model *model, const Access *access)
{
  isl_map *pairs = isl_map_intersect_domain (prove_in_other_iterations (model, access, access), isl_set_copy (access->domain));

  return of_parameters (isl_map_domain (isl_map_intersect_range (pairs, isl_set_copy (access->domain))));
}

/* How many blocks there are, and what is passed, may be known to whoever launches: whatever that is, it happens as soon as any thread comes
 * there at all ("for (m = 0; m < n; m++)" around it), or comes there again, as a loop that runs once is none ("s[m % 2][i]"). */
static gboolean
is_of_threads_alone (const Model *model, const Access *access, isl_set *outside)
{
  isl_set *some = of_parameters (isl_set_copy (outside)), *all = of_parameters (isl_set_copy (access->domain)), *again = comes_again (model, access);
  gboolean always = isl_set_is_subset (all, some) == isl_bool_true;

  always = always || asks_for_small (all);
  if (!always)
    always = isl_set_is_empty (again) == isl_bool_false && isl_set_is_subset (again, some) == isl_bool_true;
  isl_set_free (some);
  isl_set_free (all);
  isl_set_free (again);
  return always && isl_pw_aff_involves_dims (access->offset->affine, isl_dim_param, N_PARAMS, model->params->len) == isl_bool_false
         && isl_pw_aff_involves_dims (access->offset->affine, isl_dim_in, DIM_BLOCK, 6) == isl_bool_false;
}

gboolean
prove_judge_bounds (Model *model, const Access *access)
{
  gint64 n = elements_of (access->array);

  if (n == 0 || access->offset == NULL || access->offset->n_terms)
    return TRUE;
  isl_set *outside = isl_set_union (isl_pw_aff_lt_set (isl_pw_aff_copy (access->offset->affine), prove_number (model, 0)),
                                    isl_pw_aff_ge_set (isl_pw_aff_copy (access->offset->affine), prove_number (model, n)));
  outside = isl_set_intersect (outside, isl_set_copy (access->domain));
  if (outside == NULL)
    return FALSE;
  if (isl_set_is_empty (outside) == isl_bool_true)
    {
      isl_set_free (outside);
      return TRUE;
    }
  gboolean certain = prove_is_certain (model, access, access) && is_of_threads_alone (model, access, outside);
  isl_map *pairs = isl_set_identity (outside);
  if (certain)
    prove_finding_add (model, IHOP_FINDING_OUTSIDE, TRUE, access, NULL, pairs,
                       ihop_message ("a thread goes beyond %s, which has %d elements", access->array->name, (int) n));
  else if (access->array->space != IHOP_SPACE_SHARED)
    {
      isl_map_free (pairs);
      prove_suppose_rows (model, access->array);
    }
  else
    {
      isl_map_free (pairs);
      prove_finding_add (model, IHOP_FINDING_OUTSIDE, FALSE, access, NULL, NULL,
                         ihop_message ("a thread may go beyond %s, which has %d elements", access->array->name, (int) n));
    }
  return TRUE;
}

/* ---- Names ----------------------------------------------------------------------------------------------------------- */

/* All shared arrays whose size the launch says begin at the same place. */
static void
judge_open_arrays (Model *model)
{
  const IhopSymbol *open = NULL;

  for (guint i = 0; i < model->accesses->len; i++)
    {
      const Access *access = model->accesses->pdata[i];
      if (access->array->space != IHOP_SPACE_SHARED || ihop_type_strip (access->array->type)->kind != IHOP_TYPE_ARRAY
          || elements_of (access->array))
        continue;
      if (open && open != access->array)
        prove_obstacle (model, access->node, ihop_message ("%s and %s may overlap", open->name, access->array->name));
      open = access->array;
    }
}

/* Pointers of parameters may lead to the same memory, unless they are all said not to. */
void
prove_judge_overlaps (Model *model)
{
  g_autoptr (GPtrArray) arrays = g_ptr_array_new ();

  for (guint i = 0; i < model->accesses->len; i++)
    {
      const Access *access = model->accesses->pdata[i];
      if (access->array->space != IHOP_SPACE_SHARED && !g_ptr_array_find (arrays, access->array, NULL))
        g_ptr_array_add (arrays, (gpointer) access->array);
    }
  judge_open_arrays (model);
  for (guint i = 0; i < arrays->len; i++)
    for (guint k = i + 1; k < arrays->len; k++)
      {
        const IhopSymbol *a = arrays->pdata[i], *b = arrays->pdata[k];
        gboolean is_written = FALSE, is_apart = (a->type->qualifiers & b->type->qualifiers & IHOP_RESTRICT) || (a->is_global && b->is_global);
        for (guint j = 0; j < model->accesses->len; j++)
          {
            const Access *access = model->accesses->pdata[j];
            is_written = is_written || (access->is_write && (access->array == a || access->array == b));
          }
        if (is_apart || !is_written)
          continue;
        if (model->trust)
          g_ptr_array_add (model->assumptions, ihop_message ("%s and %s do not overlap", a->name, b->name));
        else
          prove_obstacle (model, model->kernel->body, ihop_message ("%s and %s may overlap", a->name, b->name));
      }
}
