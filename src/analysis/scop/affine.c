/* Integer expressions as quasi-affine values, with C's own arithmetic kept in mind: signed
 * arithmetic does not overflow (it would be undefined), unsigned arithmetic and narrowing
 * conversions count only where they are proved to stay inside their type. */
#include "analysis/memory/constant_variables.h"
#include "analysis/program/call_formula.h"
#include "analysis/scop/conditional.h"
#include "analysis/scop/constant_table.h"
#include "analysis/scop/evaluate.h"
#include "analysis/scop/known_context.h"
#include "analysis/scop/parameters.h"
#include "analysis/scop/product.h"
#include "analysis/scop/quasi_affine.h"
#include "analysis/scop/reaching_definition.h"
#include "analysis/scop/root_invariance.h"
#include "analysis/scop/runtime_condition.h"
#include "analysis/scop/sum_size.h"
#include "ir/key.h"
#include <string.h>

/* The same, or made so by a condition that the program tests before the root. */
static gboolean
never_or_excluded (IhopWalk *walk, isl_set *bad, const IhopNode *node)
{
  isl_set *here = isl_set_intersect (bad, isl_set_copy (walk->domain));

  here = isl_set_intersect_params (here, isl_set_copy (walk->scop->ranges));
  if (isl_set_is_empty (here) == isl_bool_true)
    {
      isl_set_free (here);
      return TRUE;
    }
  if (walk->quiet || here == NULL)
    {
      isl_set_free (here);
      return FALSE;
    }

  g_autofree char *text = ihop_node_key (node);
  g_autoptr (IhopMessage) purpose
    = ihop_message ("%s does not wrap around", ihop_argument_word_or (text, "unsigned arithmetic"));

  return ihop_context_exclude (walk->scop, isl_set_params (here), isl_set_copy (walk->domain), purpose);
}

static gboolean
factors_nonnegative (IhopWalk *walk, const IhopTerm *term)
{
  for (guint i = 0; i < term->n_factors; i++)
    {
      isl_pw_aff *factor = ihop_param_affine (walk->scop, (guint) term->factor[i], walk->depth);
      gboolean fine = ihop_walk_nonnegative (walk, factor);
      isl_pw_aff_free (factor);
      if (!fine)
        return FALSE;
    }
  return TRUE;
}

gboolean
ihop_value_is_nonnegative (IhopWalk *walk, const IhopValue *value)
{
  g_autoptr (IhopValue) deep = ihop_value_deepen (ihop_value_ref (value), walk->depth);

  for (guint i = 0; deep && i < deep->n_terms; i++)
    if (!ihop_walk_nonnegative (walk, deep->term[i].coefficient)
        || !factors_nonnegative (walk, &deep->term[i]))
      return FALSE;
  return deep != NULL;
}

/* isl_val 2^n */
static isl_val *
power (isl_ctx *ctx, guint n)
{
  return isl_val_2exp (isl_val_int_from_ui (ctx, n));
}

/* Largest value of an integer type plus one. */
static isl_val *
type_end (isl_ctx *ctx, const IhopType *type)
{
  return power (ctx, (guint) type->size * 8 - (type->is_signed ? 1 : 0));
}

static isl_pw_aff *
pw_val (IhopWalk *walk, isl_val *val)
{
  return isl_pw_aff_from_aff (
    isl_aff_val_on_domain (isl_local_space_from_space (ihop_walk_space (walk)), val));
}

static isl_set *
below (IhopWalk *walk, isl_pw_aff *affine, const IhopType *type)
{
  isl_val *low = type->is_signed ? isl_val_neg (type_end (walk->scop->ctx, type))
                                 : isl_val_zero (walk->scop->ctx);

  return isl_pw_aff_lt_set (isl_pw_aff_copy (affine), pw_val (walk, low));
}

static isl_set *
above (IhopWalk *walk, isl_pw_aff *affine, const IhopType *type)
{
  return isl_pw_aff_ge_set (isl_pw_aff_copy (affine),
                            pw_val (walk, type_end (walk->scop->ctx, type)));
}

/* A value that must fit "type" to mean what it says. Takes and gives value; NULL if it may not.
 * Values of 64 bits are not tested against their upper end: a loop that counts so far, or an
 * array of so many elements, does not exist. */
static IhopValue *
fit (IhopWalk *walk, IhopValue *value, const IhopType *type, const IhopNode *node)
{
  if (value == NULL)
    return NULL;
  value = ihop_value_deepen (value, walk->depth);
  if (!ihop_value_is_affine (value))
    {
      if (type->size >= 8 && (type->is_signed || ihop_value_is_nonnegative (walk, value)))
        return value;
      ihop_value_unref (value);
      return ihop_value_unknown (walk, IHOP_MAY_WRAP, node);
    }

  isl_pw_aff *affine = value->term[0].coefficient;
  isl_set *bad = NULL;

  if (!type->is_signed || type->size < 8)
    bad = below (walk, affine, type);
  if (type->size < 8)
    bad = isl_set_union (bad, above (walk, affine, type));
  if (bad == NULL || never_or_excluded (walk, bad, node))
    return value;
  ihop_value_unref (value);
  return ihop_value_unknown (walk, IHOP_MAY_WRAP, node);
}

/* Whether every value of one type is one of the other. */
static gboolean
type_holds (const IhopType *to, const IhopType *from)
{
  if (from->is_signed && !to->is_signed)
    return FALSE;
  if (from->is_signed == to->is_signed)
    return to->size >= from->size;
  return to->size > from->size;
}

static IhopValue *
cast (IhopWalk *walk, const IhopNode *node)
{
  const IhopType *to = ihop_type_strip (node->type);
  const IhopType *from = ihop_type_strip (node->child[0]->type);

  if (to->kind != IHOP_TYPE_INTEGER || from->kind != IHOP_TYPE_INTEGER || to->size == 0
      || from->size == 0 || to->size > 8)
    return ihop_value_unknown (walk, IHOP_MAY_SUBSCRIPT, node);
  if (ihop_type_is_bool (to) && !ihop_type_is_bool (from))
    return ihop_value_unknown (walk, IHOP_MAY_SUBSCRIPT, node);

  IhopValue *value = ihop_value_of (walk, node->child[0]);

  return type_holds (to, from) ? value : fit (walk, value, to, node->child[0]);
}

/* 1 where the condition holds, 0 elsewhere. */
static IhopValue *
truth (IhopWalk *walk, const IhopNode *node)
{
  isl_set *holds = ihop_condition_of (walk, node);

  if (holds == NULL)
    return ihop_value_unknown (walk, IHOP_MAY_SUBSCRIPT, node);
  return ihop_value_new (isl_pw_aff_coalesce (isl_set_indicator_function (holds)));
}

static IhopValue *
multiplied (IhopWalk *walk, const IhopNode *node)
{
  IhopValue *left = ihop_value_of (walk, node->child[0]), *right = ihop_value_of (walk, node->child[1]);

  right = ihop_sum_size (walk, node->child[1], right, left);
  left = ihop_sum_size (walk, node->child[0], left, right);
  return ihop_value_multiply (walk, left, right, node);
}

static IhopValue *
binary (IhopWalk *walk, const IhopNode *node)
{
  switch (node->op)
    {
    case IHOP_OP_ADD:
    case IHOP_OP_SUB:
      return ihop_value_add (ihop_value_of (walk, node->child[0]),
                             ihop_value_of (walk, node->child[1]),
                             node->op == IHOP_OP_ADD ? 1 : -1);
    case IHOP_OP_MUL:
      return multiplied (walk, node);
    case IHOP_OP_DIV:
    case IHOP_OP_MOD:
      return ihop_value_divide (walk, node);
    case IHOP_OP_SHL:
    case IHOP_OP_SHR:
    case IHOP_OP_AND:
    case IHOP_OP_OR:
    case IHOP_OP_XOR:
      return ihop_value_bitwise (walk, node);
    case IHOP_OP_LT: case IHOP_OP_LE: case IHOP_OP_GT: case IHOP_OP_GE:
    case IHOP_OP_EQ: case IHOP_OP_NE: case IHOP_OP_LAND: case IHOP_OP_LOR:
      return truth (walk, node);
    default:
      return ihop_value_unknown (walk, IHOP_MAY_SUBSCRIPT, node);
    }
}

static IhopValue *variable (IhopWalk *walk, const IhopNode *node);

/* "k++" once it has been walked: k is bound to what it holds afterwards. */
static IhopValue *
stepped (IhopWalk *walk, const IhopNode *node)
{
  const IhopNode *operand = ihop_node_strip (node->child[0], TRUE);
  IhopValue *after = operand->kind == IHOP_REF && ihop_type_is_integer (operand->type)
                       ? variable (walk, operand) : NULL;

  if (after == NULL)
    return ihop_value_unknown (walk, IHOP_MAY_SUBSCRIPT, node);
  if (node->op == IHOP_OP_PRE_INC || node->op == IHOP_OP_PRE_DEC)
    return after;
  return ihop_value_add (after, ihop_value_integer (walk, 1), node->op == IHOP_OP_POST_INC ? -1 : 1);
}

static IhopValue *
unary (IhopWalk *walk, const IhopNode *node)
{
  switch (node->op)
    {
    case IHOP_OP_PLUS:
      return ihop_value_of (walk, node->child[0]);
    case IHOP_OP_NEG:
      return ihop_value_add (ihop_value_integer (walk, 0), ihop_value_of (walk, node->child[0]),
                             -1);
    case IHOP_OP_COMPL:
      return ihop_value_add (ihop_value_integer (walk, -1), ihop_value_of (walk, node->child[0]),
                             -1);
    case IHOP_OP_NOT:
      return truth (walk, node);
    case IHOP_OP_PRE_INC: case IHOP_OP_PRE_DEC: case IHOP_OP_POST_INC: case IHOP_OP_POST_DEC:
      return stepped (walk, node);
    default:
      return ihop_value_unknown (walk, IHOP_MAY_SUBSCRIPT, node);
    }
}

static IhopValue *
from_param (IhopWalk *walk, guint param)
{
  return ihop_value_new (ihop_param_affine (walk->scop, param, walk->depth));
}

/* ---- Quotients of sizes -------------------------------------------------------------------------------------------
 *
 * "w / 2" is affine only with rounding, and what is multiplied, as the length of rows of "y * (w / 2) + x", has to be one
 * parameter. So such a quotient, or the variable that holds it, is a parameter, and how it hangs together with "w" is
 * known of it. */

static gboolean
is_quotient (const IhopNode *node)
{
  node = ihop_node_strip (node, TRUE);
  return node->kind == IHOP_BINARY && (node->op == IHOP_OP_DIV || node->op == IHOP_OP_SHR);
}

/* Over parameters alone, and no sum of them. */
static gboolean
is_rounded_size (const IhopWalk *walk, const IhopValue *value)
{
  isl_pw_aff *affine = ihop_value_affine (value);
  IhopLinear *linear = affine ? ihop_linear_new (affine) : NULL;
  gboolean found = affine && linear == NULL
                   && isl_pw_aff_involves_dims (affine, isl_dim_in, 0, isl_pw_aff_dim (affine, isl_dim_in)) == isl_bool_false;

  ihop_linear_free (linear);
  isl_pw_aff_free (affine);
  return found;
}

/* How the parameter hangs together with others, wherever in the root it is asked for: what is known where the quotient
 * stands (a sign, that nothing wraps) need not hold elsewhere. NULL: it is not known. */
static isl_set *
relation_of (IhopScop *scop, guint param, const IhopNode *quotient)
{
  const IhopNode *divisor = ihop_node_strip (quotient->child[1], TRUE);
  isl_set *anywhere = isl_set_universe (isl_space_set_from_params (isl_space_copy (scop->space)));
  gint64 most = quotient->op == IHOP_OP_DIV ? G_MAXINT32 : 30;
  gboolean is_number = (divisor->flags & IHOP_NODE_CONSTANT) && divisor->integer > 0 && divisor->integer <= most;
  isl_pw_aff *value = is_number ? ihop_value_in_loops (scop, NULL, anywhere, quotient->child[0]) : NULL;

  isl_set_free (anywhere);
  if (value == NULL)
    return NULL;
  isl_val *by = quotient->op == IHOP_OP_DIV ? isl_val_int_from_si (scop->ctx, divisor->integer)
                                            : isl_val_2exp (isl_val_int_from_si (scop->ctx, divisor->integer));
  value = quotient->op == IHOP_OP_DIV
            ? isl_pw_aff_tdiv_q (value, isl_pw_aff_val_on_domain (isl_set_universe (isl_pw_aff_get_domain_space (value)), by))
            : isl_pw_aff_floor (isl_pw_aff_scale_down_val (value, by));
  return isl_set_params (isl_pw_aff_eq_set (ihop_param_affine (scop, param, 0), value));
}

static IhopValue *
from_defined (IhopWalk *walk, guint param, const IhopNode *quotient)
{
  const IhopParameter *defined = walk->scop->params->pdata[param];
  isl_set *relation = defined->is_defined ? NULL : relation_of (walk->scop, param, ihop_node_strip (quotient, TRUE));

  if (relation)
    ihop_context_define (walk->scop, param, relation);
  return from_param (walk, param);
}

/* Takes value. A quotient that is rounded down by hand ("x < 0 ? -((15 - x) / 16) : x / 16") is one value with its other
 * arm, which two parameters would hide. */
static IhopValue *
quotient (IhopWalk *walk, const IhopNode *node, IhopValue *value)
{
  g_autofree char *key = NULL;

  if (!walk->scop->names_quotients || walk->nesting || walk->arms || !is_rounded_size (walk, value) || !ihop_scop_keeps_value (walk->scop, node))
    return value;
  key = ihop_node_key (node);
  if (key == NULL)
    return value;
  ihop_value_unref (value);
  return from_defined (walk, ihop_param_node (walk->scop, node, key), node);
}

static IhopValue *
variable (IhopWalk *walk, const IhopNode *node)
{
  const IhopSymbol *symbol = node->symbol;
  gint64 number;

  if (ihop_walk_loop_of (walk, symbol))
    return ihop_value_iterator (walk, ihop_walk_loop_of (walk, symbol)->depth);

  IhopBinding *binding = g_hash_table_lookup (walk->bindings, symbol);

  if (binding)
    {
      if (binding->value == NULL)
        return ihop_value_unknown (walk, IHOP_MAY_SUBSCRIPT, node);
      return ihop_value_deepen (ihop_value_ref (binding->value), walk->depth);
    }
  if (ihop_fixed_number (walk->scop->facts, symbol, &number))
    return ihop_value_integer (walk, number);
  if (!ihop_scop_keeps (walk->scop, symbol))
    return ihop_value_unknown (walk, IHOP_MAY_SUBSCRIPT, node);

  const IhopNode *definition
    = walk->nesting < 8 ? ihop_scop_definition (walk->scop, symbol) : NULL;

  if (definition)
    {
      gboolean quiet = walk->quiet;
      walk->nesting++;
      walk->quiet = TRUE;
      IhopValue *value = ihop_value_of (walk, definition);
      walk->nesting--;
      walk->quiet = quiet;
      if (walk->scop->names_quotients && is_quotient (definition) && is_rounded_size (walk, value))
        {
          ihop_value_unref (value);
          return from_defined (walk, ihop_param_symbol (walk->scop, symbol), definition);
        }
      if (value)
        return value;
    }
  return from_param (walk, ihop_param_symbol (walk->scop, symbol));
}

/* An expression that nothing in the root changes is a parameter, whatever it is. */
static IhopValue *
opaque_value (IhopWalk *walk, const IhopNode *node)
{
  g_autofree char *key = NULL;

  if (walk->nesting || !ihop_type_is_integer (node->type)
      || !ihop_scop_keeps_value (walk->scop, node))
    return NULL;
  key = ihop_node_key (node);
  return key ? from_param (walk, ihop_param_node (walk->scop, node, key)) : NULL;
}

static gboolean
wraps (const IhopNode *node, const IhopType *type)
{
  if (type->kind != IHOP_TYPE_INTEGER || type->is_signed || type->size == 0)
    return FALSE;
  if (node->kind == IHOP_UNARY)
    return node->op == IHOP_OP_NEG || node->op == IHOP_OP_COMPL;
  return node->op == IHOP_OP_ADD || node->op == IHOP_OP_SUB || node->op == IHOP_OP_MUL
         || node->op == IHOP_OP_SHL;
}

static IhopValue *
called (IhopWalk *walk, const IhopNode *node)
{
  const IhopNode *formula = ihop_call_formula (walk->scop->facts, walk->scop->function, node);

  return formula ? ihop_value_of (walk, formula) : ihop_value_unknown (walk, IHOP_MAY_SUBSCRIPT, node);
}

static IhopValue *
compute (IhopWalk *walk, const IhopNode *node)
{
  IhopValue *value;

  switch (node->kind)
    {
    case IHOP_REF:
      if (node->symbol->kind == IHOP_SYMBOL_ENUMERATOR)
        return ihop_value_integer (walk, node->symbol->value);
      if (!ihop_type_is_integer (node->type))
        return ihop_value_unknown (walk, IHOP_MAY_SUBSCRIPT, node);
      return variable (walk, node);
    case IHOP_PAREN:
      return ihop_value_of (walk, node->child[0]);
    case IHOP_CAST:
      return cast (walk, node);
    case IHOP_UNARY:
      return unary (walk, node);
    case IHOP_BINARY:
      return binary (walk, node);
    case IHOP_CONDITIONAL:
      return ihop_value_conditional (walk, node);
    case IHOP_CALL:
      return called (walk, node);
    case IHOP_INDEX:
      value = ihop_value_of_table (walk, node);
      return value ? value : ihop_value_unknown (walk, IHOP_MAY_SUBSCRIPT, node);
    default:
      return ihop_value_unknown (walk, IHOP_MAY_SUBSCRIPT, node);
    }
}

IhopValue *
ihop_value_of (IhopWalk *walk, const IhopNode *node)
{
  if (node->flags & IHOP_NODE_CONSTANT)
    {
      const IhopType *type = ihop_type_strip (node->type);
      if (node->integer < 0 && !type->is_signed)
        return ihop_value_unknown (walk, IHOP_MAY_WRAP, node);
      return ihop_value_integer (walk, node->integer);
    }
  if (!ihop_type_is_integer (node->type))
    return ihop_value_unknown (walk, IHOP_MAY_SUBSCRIPT, node);

  IhopValue *value = compute (walk, node);

  value = ihop_value_deepen (value, walk->depth);
  if (value && wraps (node, ihop_type_strip (node->type)))
    value = fit (walk, value, ihop_type_strip (node->type), node);
  if (value && node->kind == IHOP_BINARY && is_quotient (node))
    value = quotient (walk, node, value);
  if (value == NULL && node->kind != IHOP_PAREN && node->kind != IHOP_REF)
    {
      IhopMay why = walk->why;
      const IhopNode *why_node = walk->why_node;
      value = opaque_value (walk, node);
      walk->why = why;
      walk->why_node = why_node;
    }
  return value;
}

isl_pw_aff *
ihop_value_in_loops (IhopScop *scop, IhopScopLoop *innermost, isl_set *domain, const IhopNode *expression)
{
  guint depth = innermost ? innermost->depth + 1 : 0;
  IhopWalk walk = { .scop = scop, .loop = innermost, .depth = depth, .is_exact = TRUE, .quiet = TRUE };

  walk.domain = isl_set_copy (domain);
  walk.bindings = ihop_bindings_new ();
  IhopValue *value = ihop_value_deepen (ihop_value_of (&walk, expression), depth);
  isl_pw_aff *affine = ihop_value_flatten (scop, value);
  g_hash_table_unref (walk.bindings);
  isl_set_free (walk.domain);
  return affine;
}
