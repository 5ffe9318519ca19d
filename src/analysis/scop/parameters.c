/* Parameters of a scop: what its root does not change. */
#include "analysis/scop/parameters.h"
#include "analysis/memory/constant_variables.h"
#include "ir/expression.h"
#include "ir/known_types.h"
#include <string.h>

isl_pw_aff *
ihop_param_affine (IhopScop *scop, guint param, guint depth)
{
  isl_space *space = isl_space_add_dims (
    isl_space_set_from_params (isl_space_copy (scop->space)), isl_dim_set, depth);

  return isl_pw_aff_from_aff (
    isl_aff_var_on_domain (isl_local_space_from_space (space), isl_dim_param, param));
}

/* { number }: of one parameter. */
isl_set *
ihop_param_equals (IhopScop *scop, guint param, gint64 number)
{
  isl_pw_aff *affine = ihop_param_affine (scop, param, 0);
  isl_local_space *space = isl_local_space_from_space (isl_pw_aff_get_domain_space (affine));
  isl_aff *value = isl_aff_val_on_domain (space, isl_val_int_from_si (scop->ctx, number));

  return isl_set_params (isl_pw_aff_eq_set (affine, isl_pw_aff_from_aff (value)));
}

isl_set *
ihop_param_one_of (IhopScop *scop, guint param, const GArray *numbers)
{
  isl_set *all = isl_set_empty (isl_space_copy (scop->space));

  for (guint i = 0; i < numbers->len; i++)
    all = isl_set_union (all, ihop_param_equals (scop, param, g_array_index (numbers, gint64, i)));
  return all;
}

static isl_set *
param_half (IhopScop *scop, guint param, isl_val *bound, gboolean lower)
{
  isl_pw_aff *affine = ihop_param_affine (scop, param, 0);
  isl_local_space *space = isl_local_space_from_space (isl_pw_aff_get_domain_space (affine));
  isl_pw_aff *limit = isl_pw_aff_from_aff (isl_aff_val_on_domain (space, bound));
  isl_set *set = lower ? isl_pw_aff_ge_set (affine, limit) : isl_pw_aff_lt_set (affine, limit);

  return isl_set_params (set);
}

static isl_val *
two_to (IhopScop *scop, guint64 n)
{
  return isl_val_2exp (isl_val_int_from_ui (scop->ctx, n));
}

/* A set of more parts than these makes every later question as many times as long. */
enum { FEW_NUMBERS = 4 };

/* Of a variable that holds one of some numbers: between the least and the largest of them, and if they are few one of
 * them. */
static void
know_numbers (IhopScop *scop, guint number, const GArray *numbers)
{
  gint64 least = g_array_index (numbers, gint64, 0), most = least;
  isl_set *between;

  for (guint i = 1; i < numbers->len; i++)
    {
      least = MIN (least, g_array_index (numbers, gint64, i));
      most = MAX (most, g_array_index (numbers, gint64, i));
    }
  between = param_half (scop, number, isl_val_int_from_si (scop->ctx, least), TRUE);
  between = isl_set_intersect (between, param_half (scop, number, isl_val_int_from_si (scop->ctx, most + 1), FALSE));
  scop->context = isl_set_intersect (scop->context, isl_set_copy (between));
  scop->ranges = isl_set_intersect (scop->ranges, between);
  if (numbers->len <= FEW_NUMBERS)
    scop->ranges = isl_set_intersect (scop->ranges, ihop_param_one_of (scop, number, numbers));
}

/* "ranges" holds all that types say; "context", which every test meets, only signs. */
static void
learn_range (IhopScop *scop, guint number)
{
  IhopParameter *param = scop->params->pdata[number];
  const GArray *numbers = param->symbol ? ihop_fixed_numbers (scop->facts, param->symbol) : NULL;
  const IhopType *type = param->type ? ihop_type_strip (param->type) : NULL;

  if (type == NULL || type->kind != IHOP_TYPE_INTEGER || type->size == 0 || type->size > 8)
    return;

  guint64 n = type->size * 8 - (type->is_signed ? 1 : 0);
  isl_val *low = type->is_signed ? isl_val_neg (two_to (scop, n)) : isl_val_zero (scop->ctx);
  isl_set *above = param_half (scop, number, low, TRUE);

  if (!type->is_signed)
    scop->context = isl_set_intersect (scop->context, isl_set_copy (above));
  scop->ranges = isl_set_intersect (scop->ranges, above);
  scop->ranges = isl_set_intersect (scop->ranges, param_half (scop, number, two_to (scop, n), FALSE));
  if (numbers)
    know_numbers (scop, number, numbers);
}

/* "n", "p->n", "n * m" */
static const IhopNode *
expression_of (const IhopScop *scop, const IhopParameter *param)
{
  IhopPool *pool = ihop_facts_pool (scop->facts);
  const IhopNode *product = NULL;

  if (param->n_factors == 0)
    return param->symbol ? ihop_expression_name (pool, (IhopSymbol *) param->symbol) : param->node;
  for (guint i = 0; i < param->n_factors; i++)
    {
      const IhopNode *factor = ((const IhopParameter *) scop->params->pdata[param->factor[i]])->expression;
      product = product ? ihop_expression_binary (pool, IHOP_OP_MUL, product, factor) : factor;
    }
  return product;
}

static guint
add_param (IhopScop *scop, IhopParameter *param)
{
  guint number = scop->params->len;
  /* The user pointer makes equal names of different variables different parameters. */
  param->id = isl_id_alloc (scop->ctx, param->text, param);
  scop->space = isl_space_add_param_id (scop->space, isl_id_copy (param->id));
  param->expression = expression_of (scop, param);
  g_ptr_array_add (scop->params, param);
  g_hash_table_insert (scop->param_by_key, param->key, GUINT_TO_POINTER (number + 1));
  learn_range (scop, number);
  return number;
}

static gboolean
find_param (IhopScop *scop, const char *key, guint *number)
{
  gpointer found = g_hash_table_lookup (scop->param_by_key, key);

  *number = GPOINTER_TO_UINT (found) - 1;
  return found != NULL;
}

guint
ihop_param_symbol (IhopScop *scop, const IhopSymbol *symbol)
{
  char key[64];
  guint number;

  g_snprintf (key, sizeof key, "$%p", (const void *) symbol);
  if (find_param (scop, key, &number))
    return number;

  IhopParameter *param = g_new0 (IhopParameter, 1);

  param->symbol = symbol;
  param->type = symbol->type;
  param->text = g_strdup (symbol->name);
  param->key = g_strdup (key);
  for (guint i = 0; i < scop->outer_loops->len; i++)
    {
      IhopOuterLoop *loop = scop->outer_loops->pdata[i];
      if (loop->counting.iterator == symbol)
        param->loop = loop->node;
    }
  return add_param (scop, param);
}

static guint
param_of_node (IhopScop *scop, const IhopNode *node, const IhopType *type, const char *key)
{
  guint number;

  if (find_param (scop, key, &number))
    return number;

  IhopParameter *param = g_new0 (IhopParameter, 1);

  param->node = node;
  /* Arithmetic on other parameters: isl does not know how they hang together. */
  param->is_derived = ihop_node_strip (node, TRUE)->kind != IHOP_MEMBER
                      && ihop_node_strip (node, TRUE)->kind != IHOP_INDEX;
  param->type = type;
  param->key = g_strdup (key);
  param->text = ihop_range_is_known (node->range) ? ihop_range_text (node->range) : g_strdup (key);
  return add_param (scop, param);
}

guint
ihop_param_node (IhopScop *scop, const IhopNode *node, const char *key)
{
  return param_of_node (scop, node, node->type, key);
}

guint
ihop_param_sum (IhopScop *scop, const IhopNode *node, const char *key)
{
  return param_of_node (scop, node, &ihop_type_long, key);
}

/* square >= slope * of + constant */
static void
know_square_above (IhopScop *scop, guint square, guint of, gint64 slope, gint64 constant)
{
  isl_pw_aff *line = isl_pw_aff_scale_val (ihop_param_affine (scop, of, 0), isl_val_int_from_si (scop->ctx, slope));
  isl_set *above;

  line = isl_pw_aff_add_constant_val (line, isl_val_int_from_si (scop->ctx, constant));
  above = isl_set_params (isl_pw_aff_ge_set (ihop_param_affine (scop, square, 0), line));
  scop->context = isl_set_intersect (scop->context, isl_set_copy (above));
  scop->ranges = isl_set_intersect (scop->ranges, above);
}

/* What is certain of the square of a whole number, as lines: (n - k) * (n - k - 1) >= 0 for each whole k. */
static void
know_square (IhopScop *scop, guint square, guint of)
{
  know_square_above (scop, square, of, -1, 0);
  know_square_above (scop, square, of, 1, 0);
  know_square_above (scop, square, of, 3, -2);
}

guint
ihop_param_product (IhopScop *scop, guint n_factors, const int *factor)
{
  GString *text, *key;
  guint number;

  if (n_factors == 1)
    return (guint) factor[0];
  text = g_string_new (NULL);
  key = g_string_new ("*");
  for (guint i = 0; i < n_factors; i++)
    {
      IhopParameter *part = scop->params->pdata[factor[i]];
      g_string_append_printf (text, "%s%s", i ? "*" : "", part->text);
      g_string_append_printf (key, " %d", factor[i]);
    }
  if (!find_param (scop, key->str, &number))
    {
      IhopParameter *param = g_new0 (IhopParameter, 1);
      param->n_factors = n_factors;
      memcpy (param->factor, factor, n_factors * sizeof *factor);
      param->text = g_strdup_printf ("(%s)", text->str);
      param->key = g_strdup (key->str);
      number = add_param (scop, param);
      if (n_factors == 2 && factor[0] == factor[1])
        know_square (scop, number, (guint) factor[0]);
    }
  g_string_free (text, TRUE);
  g_string_free (key, TRUE);
  return number;
}
