/* The farthest element of a sum of products.
 *
 * Where no rows are found, or nobody knows whether a subscript stays in its row, the last element is still known if all parts
 * of the sum are the largest at once: each is a product of what loops count and of sizes that are not negative, so no other
 * element is behind that one. Likewise nothing is before the first element if no part is ever negative. */
#include "analysis/footprint/farthest.h"
#include "analysis/scop/parameters.h"
#include "analysis/scop/product.h"
#include "analysis/scop/reaching_definition.h"
#include "ir/expression.h"
#include <string.h>

typedef struct
{
  IhopScop *scop;
  const GPtrArray *accesses; /* of const IhopAccess * */
  IhopFlat which;
  GPtrArray *values;         /* of IhopValue *, one for each of them; NULL for another access */
  IhopAccess *shape;
} Farthest;

static const IhopValue *
value_of (const Farthest *self, guint i)
{
  const IhopAccess *access = self->accesses->pdata[i];

  return access->ref->steps->len && !access->is_loaded && ihop_step_counts (ihop_access_step (access, 0))
           ? ihop_access_step (access, 0)->value : NULL;
}

/* Whether any of the sums counts in it. */
static gboolean
is_row (guint param, gpointer data)
{
  const Farthest *self = data;

  for (guint i = 0; i < self->accesses->len; i++)
    {
      const IhopValue *value = value_of (self, i);
      for (guint k = 0; value && k < value->n_terms; k++)
        if (ihop_term_power (&value->term[k], (int) param))
          return TRUE;
    }
  return FALSE;
}

static gboolean
find_values (Farthest *self)
{
  for (guint i = 0; i < self->accesses->len; i++)
    {
      gboolean is_one = ihop_flat_is_one (self->accesses->pdata[i], self->which);
      const IhopValue *value = is_one ? value_of (self, i) : NULL;
      IhopValue *in_rows = value ? ihop_value_in_rows (self->scop, value, is_row, self) : NULL;
      if (is_one && in_rows == NULL)
        return FALSE;
      g_ptr_array_add (self->values, in_rows);
    }
  return TRUE;
}

/* ---- what is counted in ---- */

static int
part_of (const IhopAccess *shape, const IhopTerm *term)
{
  for (guint k = 0; k < shape->n_cut; k++)
    if (shape->n_strides[k] == term->n_factors
        && memcmp (shape->stride[k], term->factor, term->n_factors * sizeof term->factor[0]) == 0)
      return (int) k;
  return -1;
}

/* Products of more sizes come first, and what is counted one by one last. */
static gboolean
add_part (IhopAccess *shape, const IhopTerm *term)
{
  guint at = shape->n_cut;

  if (at == IHOP_VALUE_TERMS)
    return FALSE;
  for (; at > 0 && shape->n_strides[at - 1] < term->n_factors; at--)
    {
      shape->n_strides[at] = shape->n_strides[at - 1];
      memcpy (shape->stride[at], shape->stride[at - 1], sizeof shape->stride[0]);
    }
  shape->n_strides[at] = term->n_factors;
  memcpy (shape->stride[at], term->factor, sizeof shape->stride[0]);
  shape->n_cut++;
  return TRUE;
}

static gboolean
find_parts (Farthest *self)
{
  const IhopTerm plain = { 0 };
  gboolean fine = add_part (self->shape, &plain);

  for (guint i = 0; i < self->values->len; i++)
    {
      const IhopValue *value = self->values->pdata[i];
      for (guint k = 0; fine && value && k < value->n_terms; k++)
        if (part_of (self->shape, &value->term[k]) < 0)
          fine = add_part (self->shape, &value->term[k]);
    }
  return fine;
}

/* ---- which elements ---- */

static isl_pw_aff *
part_at (const Farthest *self, const IhopValue *value, guint part)
{
  for (guint k = 0; k < value->n_terms; k++)
    if (part_of (self->shape, &value->term[k]) == (int) part)
      return isl_pw_aff_copy (value->term[k].coefficient);
  isl_space *space
    = isl_space_add_dims (isl_space_set_from_params (isl_space_copy (self->scop->space)), isl_dim_set, value->depth);
  return ihop_affine_constant (space, 0);
}

/* Takes value. */
static isl_set *
elements_of (const Farthest *self, const IhopAccess *access, IhopValue *value)
{
  isl_set *domain = isl_map_domain (isl_map_copy (access->map));
  isl_map *all = NULL;

  value = ihop_value_deepen (value, (guint) isl_set_dim (domain, isl_dim_set));
  for (guint k = 0; k < self->shape->n_cut; k++)
    {
      isl_map *one = isl_map_from_pw_aff (part_at (self, value, k));
      all = all ? isl_map_flat_range_product (all, one) : one;
    }
  ihop_value_unref (value);
  return isl_map_range (isl_map_intersect_domain (all, domain));
}

static isl_set *
all_elements (const Farthest *self)
{
  isl_set *all = NULL;

  for (guint i = 0; i < self->values->len; i++)
    {
      const IhopValue *value = self->values->pdata[i];
      isl_set *one = value ? elements_of (self, self->accesses->pdata[i], ihop_value_ref (value)) : NULL;
      all = all && one ? isl_set_union (all, one) : one ? one : all;
    }
  return all ? isl_set_intersect_params (all, isl_set_copy (self->scop->ranges)) : NULL;
}

/* ---- what is known of them ---- */

/* Where anything is touched. Takes affine. */
static gboolean
is_nowhere_below (const isl_set *params, __isl_take isl_pw_aff *affine, gint64 least)
{
  isl_pw_aff *number = isl_pw_aff_val_on_domain (isl_set_universe (isl_pw_aff_get_domain_space (affine)),
                                                 isl_val_int_from_si (isl_pw_aff_get_ctx (affine), least));
  isl_set *below = isl_set_intersect (isl_set_params (isl_pw_aff_lt_set (affine, number)), isl_set_copy ((isl_set *) params));
  gboolean never = isl_set_is_empty (below) == isl_bool_true;

  isl_set_free (below);
  return never;
}

static int
parameter_named (const Farthest *self, const IhopNode *node)
{
  node = ihop_node_strip (node, TRUE);
  for (guint i = 0; node->kind == IHOP_REF && i < self->scop->params->len; i++)
    {
      const IhopParameter *param = self->scop->params->pdata[i];
      if (param->expression && param->expression->kind == IHOP_REF && param->expression->symbol == node->symbol)
        return (int) i;
    }
  return -1;
}

/* Of "q = p / n" with n > 0 and q > 0: p > 0. */
static gboolean
is_dividend (const Farthest *self, const isl_set *params, int param)
{
  for (guint i = 0; i < self->scop->params->len; i++)
    {
      const IhopParameter *quotient = self->scop->params->pdata[i];
      const IhopNode *value = quotient->expression && quotient->expression->kind == IHOP_REF
                                ? ihop_scop_definition (self->scop, quotient->expression->symbol) : NULL;
      value = value ? ihop_node_strip (value, FALSE) : NULL;
      if (value == NULL || value->kind != IHOP_BINARY || value->op != IHOP_OP_DIV || !ihop_type_strip (value->type)->is_signed
          || parameter_named (self, value->child[0]) != param)
        continue;
      int by = parameter_named (self, value->child[1]);
      if (by >= 0 && is_nowhere_below (params, ihop_param_affine (self->scop, (guint) by, 0), 1)
          && is_nowhere_below (params, ihop_param_affine (self->scop, i, 0), 1))
        return TRUE;
    }
  return FALSE;
}

static gboolean
are_sizes (const Farthest *self, const isl_set *params)
{
  for (guint k = 0; k < self->shape->n_cut; k++)
    for (guint i = 0; i < self->shape->n_strides[k]; i++)
      {
        int size = self->shape->stride[k][i];
        if (!is_nowhere_below (params, ihop_param_affine (self->scop, (guint) size, 0), 0) && !is_dividend (self, params, size))
          return FALSE;
      }
  return TRUE;
}

static gboolean
is_never_negative (const Farthest *self, isl_set *all)
{
  gboolean fine = TRUE;

  for (guint k = 0; fine && k < self->shape->n_cut; k++)
    {
      isl_set *negative = isl_set_upper_bound_si (isl_set_copy (all), isl_dim_set, k, -1);
      fine = isl_set_is_empty (negative) == isl_bool_true;
      isl_set_free (negative);
    }
  return fine;
}

/* Whether a part is the largest where the last element is. */
static gboolean
is_largest_at_end (isl_set *all, isl_pw_multi_aff *last, guint part)
{
  if (isl_set_dim_has_upper_bound (all, isl_dim_set, part) != isl_bool_true)
    return FALSE;
  isl_set *other = isl_pw_aff_ne_set (isl_set_dim_max (isl_set_copy (all), (int) part), isl_pw_multi_aff_get_pw_aff (last, (int) part));
  gboolean fine = isl_set_is_empty (other) == isl_bool_true;
  isl_set_free (other);
  return fine;
}

static gboolean
has_one_end (const Farthest *self, isl_set *all)
{
  isl_set *params = isl_set_params (isl_set_copy (all));
  gboolean fine = are_sizes (self, params);
  isl_pw_multi_aff *last = fine ? isl_pw_multi_aff_from_set (isl_set_lexmax (isl_set_copy (all))) : NULL;

  for (guint k = 0; fine && k < self->shape->n_cut; k++)
    fine = is_largest_at_end (all, last, k);
  isl_pw_multi_aff_free (last);
  isl_set_free (params);
  return fine;
}

static void
value_free (gpointer value)
{
  ihop_value_unref (value);
}

isl_set *
ihop_farthest_elements (const IhopScop *scop, const GPtrArray *accesses, IhopFlat which, IhopAccess *shape,
                        gboolean *before)
{
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (value_free);
  Farthest self = { (IhopScop *) scop, accesses, which, values, shape };
  isl_set *all = find_values (&self) && find_parts (&self) ? all_elements (&self) : NULL;

  *before |= all && !is_never_negative (&self, all);
  if (all && (*before || !has_one_end (&self, all)))
    all = isl_set_free (all);
  return all;
}
