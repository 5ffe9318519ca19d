#include "analysis/scop/sum_size.h"
#include "analysis/scop/known_context.h"
#include "analysis/scop/parameters.h"
#include "analysis/scop/root_invariance.h"
#include "ir/key.h"

static gboolean
is_around (const IhopScop *scop, guint param)
{
  return ((const IhopParameter *) scop->params->pdata[param])->loop != NULL;
}

static IhopLinear *
linear_of (IhopScop *scop, const IhopValue *value)
{
  isl_pw_aff *affine = value ? ihop_value_affine (value) : NULL;
  isl_pw_aff *aligned = affine ? isl_pw_aff_align_params (isl_pw_aff_copy (affine), isl_space_copy (scop->space)) : NULL;
  IhopLinear *linear = aligned ? ihop_linear_new (aligned) : NULL;

  isl_pw_aff_free (affine);
  isl_pw_aff_free (aligned);
  return linear;
}

/* How many variables that count are in it (iterators), and how many others. */
static void
count_terms (const IhopScop *scop, const IhopLinear *linear, guint *counting, guint *others)
{
  *counting = *others = 0;
  for (guint at = 0; at < linear->n_params + linear->n_dims; at++)
    if (linear->coefficient[at] && (at >= linear->n_params || is_around (scop, at)))
      (*counting)++;
    else if (linear->coefficient[at])
      (*others)++;
}

static gboolean
is_counted (IhopScop *scop, const IhopValue *value)
{
  IhopLinear *linear = linear_of (scop, value);
  guint counting = 0, others;

  if (linear)
    count_terms (scop, linear, &counting, &others);
  ihop_linear_free (linear);
  return counting > 0;
}

static gboolean
is_sum_of_sizes (IhopScop *scop, const IhopValue *value)
{
  IhopLinear *linear = linear_of (scop, value);
  guint counting = 1, others = 0;

  if (linear)
    count_terms (scop, linear, &counting, &others);
  ihop_linear_free (linear);
  return counting == 0 && others > 1;
}

/* The sum, wherever in the root it is asked for. */
static isl_set *
relation_of (IhopScop *scop, guint param, const IhopNode *node)
{
  isl_set *anywhere = isl_set_universe (isl_space_set_from_params (isl_space_copy (scop->space)));
  isl_pw_aff *value = ihop_value_in_loops (scop, NULL, anywhere, node);

  isl_set_free (anywhere);
  return value ? isl_set_params (isl_pw_aff_eq_set (ihop_param_affine (scop, param, 0), value)) : NULL;
}

static gboolean
param_for (IhopScop *scop, const IhopNode *node, guint *param)
{
  const IhopType *type = ihop_type_strip (node->type);
  g_autofree char *key = NULL;

  if (type->kind != IHOP_TYPE_INTEGER || !type->is_signed)
    return FALSE;
  if (node->kind == IHOP_REF)
    {
      *param = ihop_param_symbol (scop, node->symbol);
      return TRUE;
    }
  key = node->kind == IHOP_BINARY && ihop_scop_keeps_value (scop, node) ? ihop_node_key (node) : NULL;
  if (key == NULL)
    return FALSE;
  *param = ihop_param_sum (scop, node, key);
  return TRUE;
}

IhopValue *
ihop_sum_size (IhopWalk *walk, const IhopNode *node, IhopValue *value, const IhopValue *other)
{
  IhopScop *scop = walk->scop;
  guint param;

  node = ihop_node_strip (node, TRUE);
  if (value == NULL || walk->nesting || !is_sum_of_sizes (scop, value) || !is_counted (scop, other))
    return value;
  scop->multiplies_quotients |= !scop->names_quotients;
  if (!scop->names_quotients || !param_for (scop, node, &param))
    return value;
  const IhopParameter *named = scop->params->pdata[param];
  isl_set *relation = named->is_defined ? NULL : relation_of (scop, param, node);
  if (relation == NULL && !named->is_defined)
    return value;
  if (relation)
    ihop_context_define (scop, param, relation);
  ihop_value_unref (value);
  return ihop_value_new (ihop_param_affine (scop, param, walk->depth));
}
