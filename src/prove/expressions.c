/* Expressions in the order of their evaluation: what they read and write, and what variables hold behind them. */
#include "prove/model.h"
#include "ir/known_types.h"

static const IhopNode *
constant_of (const IhopNode *node)
{
  const IhopNode *bare = node ? ihop_node_strip (node, TRUE) : NULL;

  return bare && (bare->kind == IHOP_INTEGER || bare->kind == IHOP_FLOATING) ? bare : NULL;
}

static IhopMessage *
why_of_values (const Loop *loop)
{
  return ihop_message ("the variable of the loop in line %u does not move by a constant: between which numbers it stays is known, which of them it takes is not",
                       ihop_range_line (loop->node->range));
}

static void
add_access (Walk *walk, const IhopNode *node, Access *access)
{
  const Loop *of_values = NULL; /* the innermost */

  for (guint i = 0; i < walk->where.depth; i++)
    if (walk->where.loop[i].is_of_values)
      of_values = &walk->where.loop[i];
  access->node = node;
  access->is_exact = walk->is_exact && !of_values;
  access->why = walk->is_exact && of_values ? why_of_values (of_values) : ihop_message_ref (walk->why);
  access->domain = isl_set_copy (walk->domain);
  access->where = walk->where;
  access->where.position = walk->model->position++;
  g_ptr_array_add (walk->model->accesses, access);
}

/* Whether rows of so many elements begin with the array: what is in front of the element's row is a number of whole rows. */
static gboolean
is_of_whole_rows (const Walk *walk, const Value *offset)
{
  if (offset == NULL || offset->n_terms || walk->column == NULL)
    return FALSE;
  isl_pw_aff *rows = isl_pw_aff_sub (isl_pw_aff_copy (offset->affine), isl_pw_aff_copy (walk->column));
  rows = isl_pw_aff_scale_down_val (rows, isl_val_int_from_si (walk->model->ctx, walk->width));
  isl_aff *aff = prove_only_piece (rows);
  isl_val *denominator = aff ? isl_aff_get_denominator_val (aff) : NULL;
  gboolean is_whole = denominator && isl_val_is_one (denominator) == isl_bool_true;

  isl_val_free (denominator);
  isl_aff_free (aff);
  isl_pw_aff_free (rows);
  return is_whole;
}

/* An access of what the expression "node" names. */
void
prove_access (Walk *walk, const IhopNode *node, gboolean is_write, const IhopNode *stored)
{
  Access *access;
  const IhopSymbol *array;
  Value *offset;
  gboolean is_partial;

  walk->inside = isl_set_universe (isl_space_copy (walk->model->space));
  gboolean is_followed = prove_place (walk, node, &array, &offset, &is_partial);
  isl_set *inside = g_steal_pointer (&walk->inside);
  gboolean has_column = is_followed && array && is_of_whole_rows (walk, offset);
  isl_pw_aff *column = g_steal_pointer (&walk->column);
  if (!has_column)
    column = isl_pw_aff_free (column);
  if (!is_followed)
    {
      isl_set_free (inside);
      prove_obstacle (walk->model, node, ihop_message ("which memory this is cannot be followed"));
      return;
    }
  if (array == NULL || (array->space == IHOP_SPACE_CONSTANT && !is_write))
    {
      isl_set_free (inside);
      isl_pw_aff_free (column);
      prove_value_free (offset);
      return;
    }
  access = g_new0 (Access, 1);
  access->inside = inside;
  access->column = column;
  access->width = walk->width;
  access->array = array;
  access->offset = offset;
  access->is_write = is_write;
  access->is_partial = is_partial;
  access->is_volatile = ihop_type_is_volatile (node->type) || ihop_type_is_volatile (array->type);
  access->constant = is_write && !is_partial ? constant_of (stored) : NULL;
  add_access (walk, node, access);
}

/* An access of what an address leads to. */
void
prove_access_at (Walk *walk, const IhopNode *node, const IhopNode *pointer, gboolean is_write, gboolean is_atomic)
{
  const IhopSymbol *array;
  Value *offset;

  if (!prove_pointer (walk, pointer, &array, &offset))
    {
      prove_obstacle (walk->model, node, ihop_message ("which memory this is cannot be followed"));
      return;
    }
  if (array == NULL)
    return;
  Access *access = g_new0 (Access, 1);
  access->array = array;
  access->offset = offset;
  access->is_write = is_write;
  access->is_atomic = is_atomic;
  add_access (walk, node, access);
}

void
prove_access_of (Walk *walk, const IhopNode *node, const IhopSymbol *array, Value *offset, gboolean is_write, const IhopNode *stored)
{
  Access *access = g_new0 (Access, 1);

  access->array = array;
  access->offset = offset;
  access->is_write = is_write;
  access->constant = constant_of (stored);
  add_access (walk, node, access);
}

/* What is evaluated on the way to a place, but the place itself. */
static void
walk_place (Walk *walk, const IhopNode *node)
{
  switch (node->kind)
    {
    case IHOP_PAREN:
      walk_place (walk, node->child[0]);
      break;
    case IHOP_REF:
      break;
    case IHOP_CALL:
      prove_walk_expression (walk, node);
      break;
    case IHOP_MEMBER:
      if (node->flags & IHOP_NODE_ARROW)
        prove_walk_expression (walk, node->child[0]);
      else
        walk_place (walk, node->child[0]);
      break;
    case IHOP_INDEX:
      if (ihop_type_strip (node->child[0]->type)->kind == IHOP_TYPE_ARRAY)
        walk_place (walk, node->child[0]);
      else
        prove_walk_expression (walk, node->child[0]);
      prove_walk_expression (walk, node->child[1]);
      break;
    default:
      for (guint i = 0; i < node->n_children; i++)
        if (node->child[i])
          prove_walk_expression (walk, node->child[i]);
    }
}

static void
read_place (Walk *walk, const IhopNode *node)
{
  const IhopNode *base = node->kind == IHOP_MEMBER ? ihop_node_strip (node->child[0], TRUE) : NULL;

  if (base && base->kind == IHOP_REF && base->symbol->in_system_header)
    return; /* threadIdx and its like */
  walk_place (walk, node);
  if (ihop_type_strip (node->type)->kind != IHOP_TYPE_ARRAY)
    prove_access (walk, node, FALSE, NULL);
}

/* "x += v" of a local variable. */
static void
bind_stepped (Walk *walk, const IhopSymbol *symbol, const IhopNode *name, IhopOperator op, const IhopNode *by)
{
  IhopNode value = { .kind = IHOP_BINARY, .op = op, .type = name->type, .n_children = 2 };
  const IhopNode *parts[2] = { name, by };

  value.child = parts;
  if (ihop_type_strip (name->type)->size < 4 || (op > IHOP_OP_MUL && !ihop_type_strip (by->type)->is_signed))
    prove_bind (walk, symbol, NULL);
  else
    prove_bind_to (walk, symbol, &value);
}

static void
assign (Walk *walk, const IhopNode *node)
{
  const IhopNode *left = ihop_node_strip (node->child[0], FALSE);

  prove_walk_expression (walk, node->child[1]);
  const IhopSymbol *own = prove_own_name (walk, left);
  if (own)
    {
      if (!ihop_type_is_scalar (own->type))
        prove_bind_record (walk, own, node->child[1]);
      else if (node->op == IHOP_OP_NONE)
        prove_bind_to (walk, own, node->child[1]);
      else
        bind_stepped (walk, own, left, node->op, node->child[1]);
      return;
    }
  walk_place (walk, left);
  if (node->op != IHOP_OP_NONE)
    prove_access (walk, left, FALSE, NULL);
  prove_access (walk, left, TRUE, node->op == IHOP_OP_NONE ? node->child[1] : NULL);
}

static void
count (Walk *walk, const IhopNode *node)
{
  const IhopNode *operand = ihop_node_strip (node->child[0], FALSE);
  gboolean up = node->op == IHOP_OP_PRE_INC || node->op == IHOP_OP_POST_INC;
  IhopNode one = { .kind = IHOP_INTEGER, .flags = IHOP_NODE_CONSTANT, .integer = 1, .type = &ihop_type_int };

  const IhopSymbol *own = prove_own_name (walk, operand);
  if (own)
    {
      bind_stepped (walk, own, operand, up ? IHOP_OP_ADD : IHOP_OP_SUB, &one);
      return;
    }
  walk_place (walk, operand);
  prove_access (walk, operand, FALSE, NULL);
  prove_access (walk, operand, TRUE, NULL);
}

/* What is evaluated only where the condition holds. */
static void
walk_under (Walk *walk, const IhopNode *condition, gboolean when, const IhopNode *node)
{
  gboolean is_exact, was_exact = walk->is_exact;
  isl_set *holds = prove_condition (walk, condition, &is_exact), *all = isl_set_copy (walk->domain);
  GHashTable *before = prove_bindings_copy (walk->bindings);
  IhopMessage *why = ihop_message_ref (walk->why);

  if (is_exact && !when)
    holds = isl_set_complement (holds);
  if (is_exact || when)
    walk->domain = isl_set_intersect (walk->domain, holds);
  else
    isl_set_free (holds);
  if (!is_exact)
    prove_walk_maybe (walk, ihop_message ("whether it happens depends on data"));
  prove_walk_expression (walk, node);
  isl_set_free (walk->domain);
  walk->domain = all;
  walk->is_exact = was_exact;
  ihop_message_unref (walk->why);
  walk->why = why;
  walk->bindings = prove_bindings_join (walk->bindings, before, NULL);
}

static void
walk_binary (Walk *walk, const IhopNode *node)
{
  prove_walk_expression (walk, node->child[0]);
  if (node->op == IHOP_OP_LAND || node->op == IHOP_OP_LOR)
    walk_under (walk, node->child[0], node->op == IHOP_OP_LAND, node->child[1]);
  else
    prove_walk_expression (walk, node->child[1]);
}

static void
walk_conditional (Walk *walk, const IhopNode *node)
{
  prove_walk_expression (walk, node->child[0]);
  if (node->child[1])
    walk_under (walk, node->child[0], TRUE, node->child[1]);
  walk_under (walk, node->child[0], FALSE, node->child[2]);
}

static void
walk_unary (Walk *walk, const IhopNode *node)
{
  const IhopNode *operand = ihop_node_strip (node->child[0], FALSE);

  switch (node->op)
    {
    case IHOP_OP_PRE_INC: case IHOP_OP_PRE_DEC: case IHOP_OP_POST_INC: case IHOP_OP_POST_DEC:
      count (walk, node);
      break;
    case IHOP_OP_ADDRESS:
      walk_place (walk, operand);
      break;
    case IHOP_OP_DEREF:
      read_place (walk, node);
      break;
    default:
      prove_walk_expression (walk, node->child[0]);
    }
}

/* Vectors that are made of nothing or of numbers have constructors in C++, which touch nothing else. */
static gboolean
is_vector (const IhopNode *node)
{
  const IhopType *type = ihop_type_strip (node->type);

  return g_strcmp0 (node->text, "CXXConstructExpr") == 0 && type->kind == IHOP_TYPE_RECORD && type->n_fields > 0
         && type->fields[0]->in_system_header && !ihop_type_holds_pointer (type);
}

static void
walk_opaque (Walk *walk, const IhopNode *node)
{
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i])
      prove_walk_expression (walk, node->child[i]);
  if (!is_vector (node) && !(node->flags & IHOP_NODE_CONSTANT))
    prove_obstacle (walk->model, node, ihop_message ("%s is not followed", ihop_argument_word_or (node->text, "this expression")));
}

void
prove_walk_expression (Walk *walk, const IhopNode *node)
{
  switch (node->kind)
    {
    case IHOP_INTEGER: case IHOP_FLOATING: case IHOP_STRING: case IHOP_SIZEOF:
      break;
    case IHOP_REF:
      if (node->symbol->kind == IHOP_SYMBOL_VARIABLE && node->symbol->space != IHOP_SPACE_HOST)
        read_place (walk, node);
      break;
    case IHOP_MEMBER: case IHOP_INDEX:
      read_place (walk, node);
      break;
    case IHOP_ASSIGN:
      assign (walk, node);
      break;
    case IHOP_UNARY:
      walk_unary (walk, node);
      break;
    case IHOP_BINARY:
      walk_binary (walk, node);
      break;
    case IHOP_CONDITIONAL:
      walk_conditional (walk, node);
      break;
    case IHOP_CALL:
      prove_walk_call (walk, node, TRUE);
      break;
    case IHOP_OPAQUE_EXPR:
      walk_opaque (walk, node);
      break;
    default:
      for (guint i = 0; i < node->n_children; i++)
        if (node->child[i])
          prove_walk_expression (walk, node->child[i]);
    }
}
