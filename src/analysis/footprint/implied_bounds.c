#include "analysis/footprint/implied_bounds.h"
#include "analysis/scop/access.h"

/* One access, always executed and exactly known. */
static gboolean
is_certain (const IhopAccess *access)
{
  const IhopScopStatement *statement = access->statement;

  return statement->loop == NULL && statement->depth == 0 && statement->is_exact
         && statement->region == NULL && access->may == IHOP_MAY_NOT;
}

static gboolean
is_unconditional (const IhopScop *scop, const IhopScopStatement *statement)
{
  isl_set *reached = isl_set_params (isl_set_copy (statement->domain));
  gboolean always = isl_set_is_subset (scop->context, reached) == isl_bool_true;

  isl_set_free (reached);
  return always;
}

/* Parameters for which subscript "dim" is one of the array's. */
static isl_set *
inside (const IhopAccess *access, guint dim, const IhopType *array)
{
  isl_set *places = isl_map_range (isl_map_copy (access->map));

  places = isl_set_lower_bound_si (places, isl_dim_set, dim, 0);
  if (array->has_count && array->count > 0 && array->count <= G_MAXLONG)
    places = isl_set_upper_bound_si (places, isl_dim_set, dim, (long) array->count - 1);
  return isl_set_params (places);
}

/* An index that is never inside is the owner's fault, and no ground to prove anything. */
static isl_set *
narrowed (isl_set *known, isl_set *fact)
{
  isl_set *both = isl_set_intersect (isl_set_copy (known), isl_set_copy (fact));

  if (isl_set_is_empty (both) != isl_bool_false)
    {
      isl_set_free (both);
      return known;
    }
  isl_set_free (known);
  return isl_set_coalesce (both);
}

static void
learn (IhopScop *scop, const IhopAccess *access)
{
  for (guint i = 0; i < access->ref->steps->len; i++)
    {
      const IhopStep *step = &g_array_index (access->ref->steps, IhopStep, i);
      guint dim = access->step_dims[i];
      if (step->kind != IHOP_STEP_SUBSCRIPT || step->array == NULL || step->is_flat
          || access->step_dims[i + 1] != dim + 1 || access->subscript[dim] == NULL)
        continue;
      isl_set *fact = inside (access, dim, ihop_type_strip (step->array));
      scop->context = narrowed (scop->context, fact);
      scop->ranges = narrowed (scop->ranges, fact);
      isl_set_free (fact);
    }
}

void
ihop_scop_learn_inside (IhopScop *scop)
{
  if (scop->obstacles->len > 0 || scop->is_entered || scop->has_goto)
    return;
  for (guint i = 0; i < scop->accesses->len; i++)
    {
      const IhopAccess *access = scop->accesses->pdata[i];
      if (is_certain (access) && is_unconditional (scop, access->statement))
        learn (scop, access);
    }
}
