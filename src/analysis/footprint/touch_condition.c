/* When a fragment touches anything of a variable. */
#include "analysis/footprint/touch_condition.h"
#include "analysis/scop/known_context.h"
#include "analysis/scop/isl_text.h"
#include "ir/condition.h"

/* Parameters for which the first dimension's count is not 0 or less. */
static isl_set *
not_empty (const IhopFootprintWork *work, const IhopBoxSide *side)
{
  isl_pw_aff *low = side->lower ? ihop_bound_single (side->lower) : NULL;
  isl_pw_aff *high = side->upper ? ihop_bound_single (side->upper) : NULL;

  if (low && high)
    return isl_pw_aff_ge_set (isl_pw_aff_copy (high), isl_pw_aff_copy (low));
  return isl_set_universe (isl_set_get_space (work->scop->ranges));
}

/* Parameters for which anything may be touched by these accesses. */
static isl_set *
touching (const IhopFootprintWork *work, IhopFlat which)
{
  isl_set *all = isl_set_empty (isl_set_get_space (work->scop->ranges));

  for (guint i = 0; i < work->accesses->len; i++)
    {
      const IhopAccess *access = work->accesses->pdata[i];
      if (ihop_flat_is_one (access, which))
        all = isl_set_union (all, isl_set_params (isl_map_domain (isl_map_copy (access->map))));
    }
  return isl_set_intersect (all, isl_set_copy (work->scop->ranges));
}

/* Those of a line's parameters for which it goes as far as "last". Takes line. */
static isl_set *
reaching (isl_set *line, isl_pw_aff *last)
{
  guint n = (guint) isl_set_dim (line, isl_dim_set);

  line = isl_set_project_out (line, isl_dim_set, 1, n - 1);
  isl_pw_aff *end = isl_pw_aff_insert_domain (isl_pw_aff_copy (last), isl_set_get_space (line));
  isl_pw_aff *at = isl_pw_aff_var_on_domain (isl_local_space_from_space (isl_set_get_space (line)),
                                             isl_dim_set, 0);
  return isl_set_params (isl_set_intersect (line, isl_pw_aff_ge_set (at, end)));
}

typedef enum
{
  FLAT = 1 << 0, /* the last element of rows, or of a sum of products, is that of some iteration, although the subscript is not affine */
  THERE = 1 << 1 /* the pointer is not null */
} Given;

/* Whether all conditions that are not followed ask for the pointer. */
static gboolean
is_asked_there (const IhopAccess *access)
{
  const IhopScopRegion *region = access->statement->region;

  while (region && region->there == access->ref->root)
    region = region->parent;
  return region == NULL;
}

/* Whether what may be touched certainly is. */
static gboolean
happens (const IhopAccess *access, Given given)
{
  gboolean is_decided = access->statement->is_exact || ((given & THERE) && is_asked_there (access));

  switch (access->may)
    {
    case IHOP_MAY_NOT: return TRUE;
    case IHOP_MAY_CONDITION: return is_decided;
    case IHOP_MAY_SUBSCRIPT: case IHOP_MAY_FLAT: return is_decided && (given & FLAT);
    default: return FALSE;
    }
}

/* Whether the last element (NULL: not known which) is certain to be touched where anything may be. */
static gboolean
is_end_certain (IhopFootprintWork *work, IhopFlat which, isl_pw_aff *last, isl_set *touched_when, Given given)
{
  isl_set *certain = isl_set_empty (isl_set_get_space (work->scop->ranges));
  gboolean all = TRUE;

  for (guint i = 0; i < work->accesses->len; i++)
    {
      const IhopAccess *access = work->accesses->pdata[i];
      gboolean is_one = ihop_flat_is_one (access, which);
      isl_set *line = is_one && access->may == IHOP_MAY_NOT && last ? ihop_footprint_elements (work, access) : NULL;
      all &= !is_one || happens (access, given);
      if (line)
        certain = isl_set_union (certain, reaching (line, last));
    }
  all |= isl_set_is_subset (touched_when, certain) == isl_bool_true;
  isl_set_free (certain);
  return all;
}

/* A condition of the root's parameters as one that can be asked outside of the loops around the root:
 * whether it holds in some iteration of theirs. Their iterators are projected out in whole numbers: what isl
 * eliminates holds for fractions, too, and would say that there is memory where no iteration touches any. Takes
 * condition. */
static isl_set *
outside_of_loops (const IhopScop *scop, isl_set *condition)
{
  condition = isl_set_intersect (condition, isl_set_copy (scop->path));
  for (guint i = 0; i < scop->params->len; i++)
    {
      const IhopParameter *param = scop->params->pdata[i];
      int at = param->loop ? isl_set_find_dim_by_id (condition, isl_dim_param, param->id) : -1;
      if (at >= 0)
        condition = isl_set_project_out (condition, isl_dim_param, (unsigned) at, 1);
    }
  return isl_set_coalesce (condition);
}

/* Whether it is touched in each iteration of the loops around the root if it is in any ("when"). Keeps all. */
static gboolean
is_in_each (const IhopScop *scop, isl_set *any, isl_set *when)
{
  isl_set *there = isl_set_intersect (isl_set_copy (when), isl_set_copy (scop->path));

  there = isl_set_intersect (there, isl_set_copy (scop->ranges));
  gboolean each = isl_set_is_subset (there, any) == isl_bool_true;
  isl_set_free (there);
  return each;
}

/* A condition of the root's parameters in C. "n % 8 == 0" is left out where it is known to hold. Takes when, keeps any, which it stands
 * for. FALSE: it cannot be said. */
static gboolean
say_when (const IhopScop *scop, isl_set *when, isl_set *any, const IhopNode **condition)
{
  IhopPool *pool = ihop_facts_pool (scop->facts);

  if (ihop_expression_of_condition (pool, isl_set_copy (when), condition))
    {
      isl_set_free (when);
      return TRUE;
    }
  isl_set *plain = isl_set_remove_divs (when), *there = isl_set_intersect (isl_set_copy (plain), isl_set_copy (scop->ranges));
  gboolean is_same = isl_set_is_subset (there, any) == isl_bool_true;
  isl_set_free (there);
  if (is_same)
    return ihop_expression_of_condition (pool, plain, condition);
  isl_set_free (plain);
  return FALSE;
}

void
ihop_footprint_condition (IhopFootprintWork *work, IhopFlat which, const IhopBoxSide *side, IhopBox *box)
{
  const IhopScop *scop = work->scop;
  isl_pw_aff *last = side && side->upper ? ihop_bound_single (side->upper) : NULL;
  isl_set *any = touching (work, which);
  isl_set *bounds = side ? not_empty (work, side) : isl_set_copy (any);

  bounds = isl_set_intersect (bounds, isl_set_copy (scop->ranges));
  box->is_certain = is_end_certain (work, which, last, any, side ? 0 : FLAT);
  box->is_certain_there = is_end_certain (work, which, last, any, (side ? 0 : FLAT) | THERE);
  box->is_guarded = side && isl_set_plain_is_universe (scop->path) == isl_bool_true
                    && isl_set_is_subset (bounds, any) == isl_bool_true;
  isl_set_free (bounds);
  isl_set *when = outside_of_loops (scop, ihop_context_gist (scop, isl_set_copy (any)));
  box->is_in_each = is_in_each (scop, any, when);
  const IhopNode *condition;
  gboolean can_say = say_when (scop, when, any, &condition);
  isl_set_free (any);
  box->when = can_say ? condition : NULL;
  box->is_certain &= can_say;
  box->is_certain_there &= can_say;
}

/* All parameters for which an expression is below 0, also where nothing is touched. */
static isl_stat
add_below (isl_set *domain, isl_aff *aff, void *data)
{
  isl_set **below = data;
  isl_aff *zero = isl_aff_zero_on_domain (isl_aff_get_domain_local_space (aff));

  *below = isl_set_union (*below, isl_set_params (isl_aff_lt_set (aff, zero)));
  isl_set_free (domain);
  return isl_stat_ok;
}

/* "n > 0", or, where that cannot be said, what is true of no others than "params"; NULL: nor can that. */
static const IhopNode *
say_inside (const IhopScop *scop, isl_set *params, isl_pw_aff *least)
{
  isl_set *below = isl_set_empty (isl_set_get_space (scop->ranges));
  IhopPool *pool = ihop_facts_pool (scop->facts);
  const IhopNode *inside = NULL;

  isl_pw_aff_foreach_piece (least, add_below, &below);
  below = ihop_context_gist (scop, isl_set_complement (outside_of_loops (scop, below)));
  if (ihop_expression_of_condition (pool, below, &inside) && inside)
    return inside;
  isl_set *others = ihop_context_gist (scop, isl_set_complement (isl_set_copy (params)));
  return ihop_expression_of_condition (pool, others, &inside) ? inside : NULL;
}

void
ihop_footprint_note_before (const IhopScop *scop, IhopFootprint *footprint, isl_set *params, isl_pw_aff *least)
{
  params = outside_of_loops (scop, isl_set_intersect (params, isl_set_copy (scop->ranges)));
  if (isl_set_is_empty (params) != isl_bool_true)
    {
      gboolean is_lost = least == NULL || (footprint->begins_before && !footprint->begins_inside);
      const IhopNode *inside = is_lost ? NULL : say_inside (scop, params, least);
      footprint->begins_inside
        = inside ? ihop_expression_and (ihop_facts_pool (scop->facts), footprint->begins_inside, inside) : NULL;
      footprint->begins_before = TRUE;
    }
  isl_set_free (params);
}
