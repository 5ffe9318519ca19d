/* What expressions are worth. */
#include "prove/model.h"
#include <string.h>

gboolean
prove_may (const Walk *walk, isl_set *bad)
{
  isl_set *here = isl_set_intersect (bad, isl_set_copy (walk->domain));

  here = isl_set_intersect_params (here, isl_set_copy (walk->model->context));
  gboolean none = here && isl_set_is_empty (here) == isl_bool_true;
  isl_set_free (here);
  return !none;
}

/* ---- Types ---------------------------------------------------------------------------------------------------------- */

isl_pw_aff *
prove_power (const Model *model, guint exponent)
{
  isl_val *value = isl_val_2exp (isl_val_int_from_ui (model->ctx, exponent));

  return isl_pw_aff_val_on_domain (isl_set_universe (isl_space_copy (model->space)), value);
}

static gboolean
is_never_negative (Walk *walk, isl_pw_aff *affine)
{
  return !prove_may (walk, isl_pw_aff_lt_set (isl_pw_aff_copy (affine), prove_number (walk->model, 0)));
}

/* A sum with products that has to stay in an unsigned type: it cannot be negative; that it is not too large, as no array
 * is, is an assumption. */
static gboolean
products_fit (Walk *walk, const Value *value, const IhopNode *node)
{
  gboolean fits = is_never_negative (walk, value->affine);

  for (guint i = 0; i < value->n_terms && fits; i++)
    {
      const Term *term = &value->term[i];
      fits = is_never_negative (walk, term->coefficient);
      for (guint k = 0; k < term->n_factors && fits; k++)
        {
          isl_pw_aff *param = prove_value_affine (prove_value_param (walk->model, (guint) term->factor[k]));
          fits = is_never_negative (walk, param);
          isl_pw_aff_free (param);
        }
    }
  if (fits && ihop_type_strip (node->type)->size < 8)
    {
      g_autoptr (IhopMessage) message = ihop_message ("subscripts fit into 32 bits");
      gboolean known = FALSE;
      for (guint i = 0; i < walk->model->assumptions->len; i++)
        known = known || ihop_message_equal (walk->model->assumptions->pdata[i], message);
      if (!known)
        g_ptr_array_add (walk->model->assumptions, ihop_message_ref (message));
    }
  return fits;
}

static guint
bits_of (const IhopType *type)
{
  return (guint) type->size * 8 - (type->is_signed ? 1 : 0);
}

static gboolean
fits (Walk *walk, const Value *value, const IhopType *type, const IhopNode *node)
{
  if (value->n_terms)
    return type->size >= 4 && products_fit (walk, value, node);
  isl_set *bad = isl_pw_aff_ge_set (isl_pw_aff_copy (value->affine), prove_power (walk->model, bits_of (type)));
  isl_pw_aff *least = type->is_signed ? isl_pw_aff_neg (prove_power (walk->model, bits_of (type))) : prove_number (walk->model, 0);
  bad = isl_set_union (bad, isl_pw_aff_lt_set (isl_pw_aff_copy (value->affine), least));
  return !prove_may (walk, bad);
}

/* Takes the value; NULL if it may not be what the type holds of it. */
Value *
prove_fit (Walk *walk, Value *value, const IhopType *type, const IhopNode *node)
{
  if (value && type->kind == IHOP_TYPE_INTEGER && type->size > 0 && type->size <= 8 && fits (walk, value, type, node))
    return value;
  walk->model->may_wrap = walk->model->may_wrap || value;
  prove_value_free (value);
  return NULL;
}

/* What a type holds of a number: the lowest bits. Takes the value. */
static Value *
wrapped (Walk *walk, Value *value, const IhopType *type, const IhopNode *node)
{
  if (value == NULL || type->kind != IHOP_TYPE_INTEGER || type->size == 0 || type->size > 8 || value->n_terms
      || fits (walk, value, type, node))
    return prove_fit (walk, value, type, node);
  isl_pw_aff *affine = prove_value_affine (value);
  walk->model->has_wrapped = walk->model->may_wrap = TRUE;
  if (type->is_signed)
    affine = isl_pw_aff_add (affine, prove_power (walk->model, bits_of (type)));
  affine = isl_pw_aff_mod_val (affine, isl_val_2exp (isl_val_int_from_ui (walk->model->ctx, type->size * 8)));
  if (type->is_signed)
    affine = isl_pw_aff_sub (affine, prove_power (walk->model, bits_of (type)));
  return prove_value_new (affine);
}

static gboolean
type_holds (const IhopType *to, const IhopType *from)
{
  if (from->is_signed == to->is_signed)
    return to->size >= from->size;
  return !from->is_signed && to->size > from->size;
}

static Value *truth (Walk *walk, const IhopNode *node);
static Value *compute (Walk *walk, const IhopNode *node);
static gboolean wraps (const IhopNode *node);

/* A number with the same lowest bytes, so many of them: of sums and products only those of the operands count. */
static Value *
modulo (Walk *walk, const IhopNode *node, guint64 bytes)
{
  const IhopType *type = ihop_type_strip (node->type);

  if (type->kind != IHOP_TYPE_INTEGER || type->size < bytes || ihop_type_is_bool (type) || (node->flags & IHOP_NODE_CONSTANT))
    return prove_evaluate (walk, node);
  if (node->kind == IHOP_PAREN || (node->kind == IHOP_CAST && ihop_type_is_integer (node->child[0]->type)
                                   && ihop_type_strip (node->child[0]->type)->size >= bytes))
    return modulo (walk, node->child[0], bytes);
  if (node->kind == IHOP_BINARY && (node->op == IHOP_OP_ADD || node->op == IHOP_OP_SUB))
    return prove_value_add (modulo (walk, node->child[0], bytes), modulo (walk, node->child[1], bytes), node->op == IHOP_OP_ADD ? 1 : -1);
  if (node->kind == IHOP_BINARY && node->op == IHOP_OP_MUL)
    return prove_value_multiply (walk->model, modulo (walk, node->child[0], bytes), modulo (walk, node->child[1], bytes));
  return wraps (node) ? compute (walk, node) : prove_evaluate (walk, node);
}

static Value *
converted (Walk *walk, const IhopNode *node)
{
  const IhopType *to = ihop_type_strip (node->type), *from = ihop_type_strip (node->child[0]->type);

  if (to->kind != IHOP_TYPE_INTEGER || from->kind != IHOP_TYPE_INTEGER)
    return NULL;
  if (ihop_type_is_bool (to) && !ihop_type_is_bool (from))
    return truth (walk, node->child[0]);
  if (type_holds (to, from))
    return prove_evaluate (walk, node->child[0]);
  return wrapped (walk, modulo (walk, node->child[0], to->size), to, node);
}

/* ---- Names ---------------------------------------------------------------------------------------------------------- */

static Value *
named (Walk *walk, const IhopNode *node)
{
  const IhopSymbol *own = prove_own_name (walk, node);
  const Binding *binding = g_hash_table_lookup (walk->bindings, own ? own : node->symbol);

  if (own && node->kind != IHOP_REF)
    return binding && !prove_is_volatile (walk->model, own) ? prove_value_copy (binding->value) : NULL;
  if (node->kind != IHOP_REF)
    return NULL;
  if (node->symbol->kind == IHOP_SYMBOL_ENUMERATOR)
    return prove_value_number (walk->model, node->symbol->value);
  if (g_hash_table_contains (walk->model->volatile_symbols, node->symbol))
    return NULL;
  if (binding)
    return prove_value_copy (binding->value);
  if (g_strcmp0 (node->symbol->name, "warpSize") == 0 && node->symbol->in_system_header)
    return prove_value_number (walk->model, 32);
  return node->symbol->has_value ? prove_value_number (walk->model, node->symbol->value) : NULL;
}

/* threadIdx.x and its like; NULL: it is none of them. */
static Value *
own_number (Walk *walk, const IhopNode *node)
{
  static const struct { const char *name; gboolean is_param; guint first; } own[] = {
    { "threadIdx", FALSE, DIM_THREAD }, { "blockIdx", FALSE, DIM_BLOCK },
    { "blockDim", TRUE, PARAM_BLOCK }, { "gridDim", TRUE, PARAM_GRID } };
  const IhopNode *base = ihop_node_strip (node->child[0], TRUE);

  if (base->kind != IHOP_REF || !base->symbol->in_system_header || node->symbol == NULL)
    return NULL;
  char axis = node->symbol->name[0];
  for (guint i = 0; i < G_N_ELEMENTS (own); i++)
    if (g_str_equal (base->symbol->name, own[i].name) && axis >= 'x' && axis <= 'z' && node->symbol->name[1] == 0)
      {
        guint at = own[i].first + (guint) (axis - 'x'), n = (guint) (axis - 'x');
        guint64 fixed = own[i].first == PARAM_BLOCK ? walk->model->shape.block[n]
                        : own[i].first == PARAM_GRID ? walk->model->shape.grid[n] : 0;
        if (own[i].is_param && fixed)
          return prove_value_number (walk->model, (gint64) fixed);
        return own[i].is_param ? prove_value_param (walk->model, at) : prove_value_dim (walk->model, at);
      }
  return NULL;
}

/* ---- Operators ------------------------------------------------------------------------------------------------------ */

/* C rounds towards zero. Where nothing negative comes, that is down, which isl says in one piece. Keeps affine. */
static isl_pw_aff *
quotient (const Walk *walk, isl_pw_aff *affine, gint64 number, gboolean is_remainder)
{
  isl_pw_aff *by = prove_number (walk->model, number);
  isl_set *negative = isl_pw_aff_lt_set (isl_pw_aff_copy (affine), prove_number (walk->model, 0));
  isl_val *value = isl_val_int_from_si (walk->model->ctx, number);

  affine = isl_pw_aff_copy (affine);
  if (prove_may (walk, negative))
    {
      isl_val_free (value);
      return is_remainder ? isl_pw_aff_tdiv_r (affine, by) : isl_pw_aff_tdiv_q (affine, by);
    }
  isl_pw_aff_free (by);
  return is_remainder ? isl_pw_aff_mod_val (affine, value) : isl_pw_aff_floor (isl_pw_aff_scale_down_val (affine, value));
}

/* Quotients, remainders and bits by a constant; takes both. */
static Value *
by_constant (Walk *walk, IhopOperator op, Value *left, Value *right)
{
  gint64 number = 0;
  gboolean known = prove_value_constant (right, &number);
  isl_pw_aff *affine = prove_value_affine (left), *result = NULL;

  prove_value_free (right);
  if (!known || affine == NULL || number < 0)
    {
      isl_pw_aff_free (affine);
      return NULL;
    }
  isl_ctx *ctx = walk->model->ctx;
  if (op == IHOP_OP_SHL && number < 31)
    result = isl_pw_aff_scale_val (isl_pw_aff_copy (affine), isl_val_2exp (isl_val_int_from_si (ctx, number)));
  else if (op == IHOP_OP_SHR && number < 31)
    result = isl_pw_aff_floor (isl_pw_aff_scale_down_val (isl_pw_aff_copy (affine), isl_val_2exp (isl_val_int_from_si (ctx, number))));
  else if ((op == IHOP_OP_DIV || op == IHOP_OP_MOD) && number > 0)
    result = quotient (walk, affine, number, op == IHOP_OP_MOD);
  else if (op == IHOP_OP_AND || op == IHOP_OP_OR || op == IHOP_OP_XOR)
    result = number <= G_MAXINT32 ? prove_with_mask (walk, op, affine, number) : NULL;
  isl_pw_aff_free (affine);
  return prove_value_new (result);
}

/* "x & c", either way round. */
static Value *
bits (Walk *walk, const IhopNode *node)
{
  Value *left = prove_evaluate (walk, node->child[0]), *right = prove_evaluate (walk, node->child[1]);
  gint64 number;
  gboolean is_turned = prove_value_constant (left, &number);

  return by_constant (walk, node->op, is_turned ? right : left, is_turned ? left : right);
}

static Value *
truth (Walk *walk, const IhopNode *node)
{
  gboolean is_exact;
  isl_set *holds = prove_condition (walk, node, &is_exact);

  if (is_exact)
    return prove_value_new (isl_set_indicator_function (holds));
  isl_set_free (holds);
  return NULL;
}

static Value *
binary (Walk *walk, const IhopNode *node)
{
  switch (node->op)
    {
    case IHOP_OP_ADD: case IHOP_OP_SUB:
      return prove_value_add (prove_evaluate (walk, node->child[0]), prove_evaluate (walk, node->child[1]),
                              node->op == IHOP_OP_ADD ? 1 : -1);
    case IHOP_OP_MUL:
      return prove_value_multiply (walk->model, prove_evaluate (walk, node->child[0]), prove_evaluate (walk, node->child[1]));
    case IHOP_OP_AND: case IHOP_OP_OR: case IHOP_OP_XOR:
      return bits (walk, node);
    case IHOP_OP_DIV: case IHOP_OP_MOD: case IHOP_OP_SHL: case IHOP_OP_SHR:
      return by_constant (walk, node->op, prove_evaluate (walk, node->child[0]), prove_evaluate (walk, node->child[1]));
    case IHOP_OP_LT: case IHOP_OP_LE: case IHOP_OP_GT: case IHOP_OP_GE: case IHOP_OP_EQ: case IHOP_OP_NE:
    case IHOP_OP_LAND: case IHOP_OP_LOR:
      return truth (walk, node);
    default:
      return NULL;
    }
}

/* "c ? a : b", where c is known; takes all three. */
static Value *
chosen (isl_set *holds, isl_pw_aff *yes, isl_pw_aff *no)
{
  if (yes == NULL || no == NULL)
    {
      isl_pw_aff_free (yes);
      isl_pw_aff_free (no);
      isl_set_free (holds);
      return NULL;
    }
  isl_set *not = isl_set_complement (isl_set_copy (holds));
  return prove_value_new (isl_pw_aff_union_add (isl_pw_aff_intersect_domain (yes, holds), isl_pw_aff_intersect_domain (no, not)));
}

static Value *
conditional (Walk *walk, const IhopNode *node)
{
  gboolean is_exact;
  isl_set *holds = prove_condition (walk, node->child[0], &is_exact);

  if (!is_exact || node->child[1] == NULL)
    {
      isl_set_free (holds);
      return NULL;
    }
  return chosen (holds, prove_value_affine (prove_evaluate (walk, node->child[1])),
                 prove_value_affine (prove_evaluate (walk, node->child[2])));
}

static Value *
unary (Walk *walk, const IhopNode *node)
{
  switch (node->op)
    {
    case IHOP_OP_PLUS:
      return prove_evaluate (walk, node->child[0]);
    case IHOP_OP_NEG:
      return prove_value_add (prove_value_number (walk->model, 0), prove_evaluate (walk, node->child[0]), -1);
    case IHOP_OP_NOT:
      return truth (walk, node);
    case IHOP_OP_DEREF:
      return named (walk, node);
    default:
      return NULL;
    }
}

static gboolean
wraps (const IhopNode *node)
{
  const IhopType *type = ihop_type_strip (node->type);

  if (type->kind != IHOP_TYPE_INTEGER || type->is_signed)
    return FALSE;
  return (node->kind == IHOP_UNARY && node->op == IHOP_OP_NEG)
         || (node->kind == IHOP_BINARY && (node->op == IHOP_OP_ADD || node->op == IHOP_OP_SUB || node->op == IHOP_OP_MUL
                                           || node->op == IHOP_OP_SHL));
}

static Value *
compute (Walk *walk, const IhopNode *node)
{
  switch (node->kind)
    {
    case IHOP_REF:
      return named (walk, node);
    case IHOP_MEMBER:
      {
        Value *number = own_number (walk, node);
        return number ? number : named (walk, node);
      }
    case IHOP_PAREN:
      return prove_evaluate (walk, node->child[0]);
    case IHOP_CAST:
      return converted (walk, node);
    case IHOP_UNARY:
      return unary (walk, node);
    case IHOP_BINARY:
      return binary (walk, node);
    case IHOP_CONDITIONAL:
      return conditional (walk, node);
    case IHOP_CALL:
      return prove_call (walk, node);
    default:
      return NULL;
    }
}

Value *
prove_evaluate (Walk *walk, const IhopNode *node)
{
  const IhopType *type = ihop_type_strip (node->type);

  if (type->kind != IHOP_TYPE_INTEGER)
    return NULL;
  if (node->flags & IHOP_NODE_CONSTANT)
    return node->integer < 0 && !type->is_signed ? NULL : prove_value_number (walk->model, node->integer);
  return wraps (node) ? wrapped (walk, modulo (walk, node, type->size), type, node) : compute (walk, node);
}
