/* Rows within rows whose lengths do not divide each other: E[t * C + h * S + i]. All rows of S elements fit into one
 * of C, and no element belongs to two of them, where 0 <= i < S, 0 <= h and (h + 1) * S <= C for the greatest h. That
 * is NH * S <= C, which nobody has to test where S was set to C / NH. */
#include "analysis/extract/nested_rows.h"
#include "analysis/scop/parameters.h"
#include "analysis/scop/reaching_definition.h"
#include "analysis/scop/root_invariance.h"
#include <string.h>

/* ---- which rows lie in which ---------------------------------------------------------------------------------- */

static int
place_of_outer (const IhopScop *scop, const IhopParameter *param)
{
  for (guint i = 0; i < scop->outer_loops->len; i++)
    if (((const IhopOuterLoop *) scop->outer_loops->pdata[i])->node == param->loop)
      return (int) i;
  return -1;
}

/* How deep the outermost loop is that counts in this coefficient, from 0; -1: none does. */
static int
outermost_loop (IhopScop *scop, isl_pw_aff *coefficient)
{
  isl_pw_aff *aligned = isl_pw_aff_align_params (isl_pw_aff_copy (coefficient), isl_space_copy (scop->space));
  IhopLinear *linear = ihop_linear_new (aligned);
  int found = -1;

  for (guint at = 0; linear && at < linear->n_params + linear->n_dims; at++)
    {
      const IhopParameter *param = at < linear->n_params ? scop->params->pdata[at] : NULL;
      if (linear->coefficient[at] == 0 || (param && param->loop == NULL))
        continue;
      int level = param ? place_of_outer (scop, param) : (int) (scop->outer_loops->len + at - linear->n_params);
      found = found < 0 || level < found ? level : found;
    }
  isl_pw_aff_free (aligned);
  ihop_linear_free (linear);
  return found;
}

static gboolean
is_of (const IhopTerm *term, const IhopStride *stride)
{
  return term->n_factors == stride->n && memcmp (term->factor, stride->factor, stride->n * sizeof (int)) == 0;
}

int
ihop_row_nest_level (IhopScop *scop, const GPtrArray *values, const IhopStride *stride)
{
  int found = -1;

  for (guint i = 0; i < values->len; i++)
    {
      const IhopValue *value = values->pdata[i];
      for (guint k = 0; value && k < value->n_terms; k++)
        if (is_of (&value->term[k], stride))
          {
            int level = outermost_loop (scop, value->term[k].coefficient);
            found = found < 0 || (level >= 0 && level < found) ? level : found;
          }
    }
  return found;
}

/* ---- whether they fit ----------------------------------------------------------------------------------------- */

typedef struct
{
  IhopScop *scop;
  const IhopStride *inner, *outer;
  isl_set *bad;              /* parameters with which rows do not fit; NULL: not known */
} Fit;

/* number * the product of these and perhaps of one more; NULL: too long a product. */
static isl_pw_aff *
product (IhopScop *scop, const IhopStride *stride, int more, gint64 number)
{
  int factor[IHOP_TERM_FACTORS];
  guint n = 0, i = 0;

  if (stride->n + (more >= 0) > IHOP_TERM_FACTORS
      || (more >= 0 && ((const IhopParameter *) scop->params->pdata[more])->n_factors))
    return NULL;
  for (; i < stride->n && (more < 0 || stride->factor[i] <= more); i++)
    factor[n++] = stride->factor[i];
  if (more >= 0)
    factor[n++] = more;
  for (; i < stride->n; i++)
    factor[n++] = stride->factor[i];
  return isl_pw_aff_scale_val (ihop_param_affine (scop, ihop_param_product (scop, n, factor), 0),
                               isl_val_int_from_si (scop->ctx, number));
}

/* (greatest + 1) * the inner stride; NULL: there are no words for it. */
static isl_pw_aff *
end_of_rows (const Fit *fit, const IhopLinear *greatest)
{
  isl_pw_aff *sum = product (fit->scop, fit->inner, -1, greatest->constant + 1);

  for (guint i = 0; sum && i < greatest->n_params; i++)
    if (greatest->coefficient[i])
      {
        isl_pw_aff *part = product (fit->scop, fit->inner, (int) i, greatest->coefficient[i]);
        sum = part ? isl_pw_aff_add (sum, part) : isl_pw_aff_free (sum);
      }
  return sum;
}

static isl_stat
add_misfit (isl_set *domain, isl_aff *greatest, void *data)
{
  Fit *fit = data;
  isl_pw_aff *aligned = isl_pw_aff_align_params (isl_pw_aff_from_aff (greatest), isl_space_copy (fit->scop->space));
  IhopLinear *linear = aligned ? ihop_linear_new (aligned) : NULL;
  isl_pw_aff *end = linear ? end_of_rows (fit, linear) : NULL, *length = product (fit->scop, fit->outer, -1, 1);

  isl_pw_aff_free (aligned);
  ihop_linear_free (linear);
  if (end && length && fit->bad)
    {
      isl_set *longer = isl_set_params (isl_pw_aff_gt_set (end, length));
      fit->bad = isl_set_union (fit->bad, isl_set_intersect_params (longer, isl_set_params (domain)));
      return isl_stat_ok;
    }
  isl_pw_aff_free (end);
  isl_pw_aff_free (length);
  isl_set_free (domain);
  fit->bad = isl_set_free (fit->bad);
  return isl_stat_error;
}

/* Parameters with which some index is below 0, or so large that its row does not fit. NULL: not known. */
static isl_set *
misfits (IhopScop *scop, const IhopAccess *access, isl_pw_aff *index, const IhopStride *inner, const IhopStride *outer)
{
  isl_set *domain = isl_set_intersect_params (isl_set_copy (access->statement->domain), isl_set_copy (scop->ranges));
  isl_map *values = isl_map_intersect_domain (isl_map_from_pw_aff (isl_pw_aff_copy (index)), isl_set_copy (domain));
  isl_set *below = isl_set_complement (isl_pw_aff_nonneg_set (isl_pw_aff_copy (index)));
  isl_pw_aff *greatest = isl_set_dim_max (isl_map_range (values), 0);
  Fit fit = { scop, inner, outer, isl_set_params (isl_set_intersect (below, domain)) };

  if (greatest == NULL || isl_pw_aff_foreach_piece (greatest, add_misfit, &fit) != isl_stat_ok)
    fit.bad = isl_set_free (fit.bad);
  isl_pw_aff_free (greatest);
  return fit.bad;
}

/* ---- what quotients say --------------------------------------------------------------------------------------- */

static gboolean
is_whole_variable (const IhopNode *node, guint64 most)
{
  const IhopType *type = node->kind == IHOP_REF ? ihop_type_strip (node->symbol->type) : NULL;

  return type && ihop_type_is_integer (type) && type->is_signed && type->size <= most;
}

/* The variable C where "divided" is set to C / by and all are as they were; NULL: it is not. */
static const IhopSymbol *
dividend (IhopScop *scop, const IhopSymbol *divided, const IhopSymbol *by)
{
  const IhopNode *definition = divided && by ? ihop_scop_definition (scop, divided) : NULL;
  const IhopType *type = divided ? ihop_type_strip (divided->type) : NULL;

  definition = definition ? ihop_node_strip (definition, TRUE) : NULL;
  if (definition == NULL || definition->kind != IHOP_BINARY || definition->op != IHOP_OP_DIV || !type->is_signed
      || type->size < ihop_type_strip (definition->type)->size)
    return NULL;
  const IhopNode *left = ihop_node_strip (definition->child[0], TRUE);
  const IhopNode *right = ihop_node_strip (definition->child[1], TRUE);
  guint64 size = ihop_type_strip (definition->type)->size;

  return is_whole_variable (left, size) && is_whole_variable (right, size) && right->symbol == by
             && ihop_scop_keeps (scop, left->symbol)
           ? left->symbol : NULL;
}

/* { S <= 0 or N <= 0 or N * S <= C }: so it is where S is C / N, rounded towards 0. */
static isl_set *
quotient_fact (IhopScop *scop, guint product, guint by, guint divided, const IhopSymbol *whole)
{
  isl_pw_aff *above = isl_pw_aff_sub (ihop_param_affine (scop, product, 0),
                                      ihop_param_affine (scop, ihop_param_symbol (scop, whole), 0));
  isl_set *fact = isl_set_complement (isl_pw_aff_pos_set (above));

  fact = isl_set_union (fact, isl_set_complement (isl_pw_aff_pos_set (ihop_param_affine (scop, by, 0))));
  fact = isl_set_union (fact, isl_set_complement (isl_pw_aff_pos_set (ihop_param_affine (scop, divided, 0))));
  return isl_set_params (fact);
}

/* Takes set. */
static isl_set *
with_quotients (IhopScop *scop, isl_set *set)
{
  guint n = scop->params->len;

  for (guint i = 0; i < n; i++)
    {
      const IhopParameter *param = scop->params->pdata[i];
      for (guint k = 0; param->n_factors == 2 && k < 2; k++)
        {
          guint divided = (guint) param->factor[k], by = (guint) param->factor[1 - k];
          const IhopSymbol *whole = dividend (scop, ((const IhopParameter *) scop->params->pdata[divided])->symbol,
                                              ((const IhopParameter *) scop->params->pdata[by])->symbol);
          if (whole)
            set = isl_set_intersect (set, quotient_fact (scop, i, by, divided, whole));
        }
    }
  return set;
}

gboolean
ihop_row_nest_holds (IhopScop *scop, const IhopAccess *access, isl_pw_aff *index, const IhopStride *inner,
                     const IhopStride *outer)
{
  isl_set *bad = misfits (scop, access, index, inner, outer);

  bad = bad ? with_quotients (scop, bad) : NULL;
  gboolean fine = bad && isl_set_is_empty (bad) == isl_bool_true;

  isl_set_free (bad);
  return fine;
}
