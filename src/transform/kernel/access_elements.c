#include "transform/kernel/access_elements.h"
#include "analysis/dependence/dependences.h"
#include "analysis/extract/extract.h"

isl_set *
ihop_access_iterations (const IhopAccess *access)
{
  return isl_set_reset_tuple_id (isl_set_copy (access->statement->loop->domain));
}

isl_map *
ihop_access_subscripts (const IhopAccess *access, isl_set *wanted)
{
  isl_map *map = NULL;

  for (guint i = 0; i < access->n_dims; i++)
    {
      isl_map *one = access->subscript[i] ? isl_map_from_pw_aff (isl_pw_aff_copy (access->subscript[i])) : NULL;
      if (one == NULL)
        {
          isl_map_free (map);
          return NULL;
        }
      one = isl_map_reset_tuple_id (one, isl_dim_in);
      map = map ? isl_map_flat_range_product (map, one) : one;
    }
  isl_set *domain = map ? isl_map_domain (isl_map_copy (map)) : NULL;
  gboolean covers = domain && isl_set_is_subset (wanted, domain) == isl_bool_true;
  isl_set_free (domain);
  if (covers)
    return map;
  isl_map_free (map);
  return NULL;
}

gboolean
ihop_access_stays_inside (const IhopAccess *access, isl_set *iterations)
{
  isl_map *map = ihop_access_subscripts (access, iterations);
  const IhopType *type = access->ref->root->type;

  if (map == NULL)
    return FALSE;
  isl_set *used = isl_map_range (isl_map_intersect_domain (map, isl_set_copy (iterations)));
  isl_set *box = isl_set_universe (isl_set_get_space (used));
  for (guint d = 0; d < access->n_dims && type->kind == IHOP_TYPE_ARRAY && type->has_count; d++)
    {
      box = isl_set_lower_bound_si (box, isl_dim_set, d, 0);
      box = isl_set_upper_bound_si (box, isl_dim_set, d, (int) MIN (type->count, G_MAXINT) - 1);
      type = ihop_type_strip (type->target);
    }
  gboolean inside = type->kind != IHOP_TYPE_ARRAY && isl_set_is_subset (used, box) == isl_bool_true;
  isl_set_free (used);
  isl_set_free (box);
  return inside;
}

isl_set *
ihop_access_elements_set (const IhopScop *scop, const IhopSymbol *array, const IhopNode *except)
{
  isl_set *all = NULL;

  for (guint i = 0; i < scop->accesses->len; i++)
    {
      const IhopAccess *access = scop->accesses->pdata[i];
      if (!access->is_write || access->ref->root != array || access->map == NULL || access->statement->loop == NULL
          || !access->statement->loop->is_exact || ihop_node_holds (except, access->node))
        continue;
      isl_set *own = isl_set_reset_tuple_id (isl_map_range (ihop_access_leading (access, access->n_dims)));
      all = all ? isl_set_union (all, own) : own;
    }
  return all;
}
