/* Nodes: making, copying, walking. */
#include "ir/tree.h"
#include <string.h>

static guint
node_next_id (void)
{
  static gint last;

  return (guint) g_atomic_int_add (&last, 1) + 1;
}

IhopNode *
ihop_node_new (IhopPool *pool, IhopKind kind, guint n_children)
{
  IhopNode *node = ihop_pool_alloc (pool, sizeof *node);

  node->kind = kind;
  node->id = node_next_id ();
  node->n_children = n_children;
  if (n_children)
    node->child = ihop_pool_alloc (pool, n_children * sizeof *node->child);
  return node;
}

/* What a copy may no longer claim: its bytes, and, as its children will be others, its value. */
static void
node_forget (IhopNode *copy, const IhopNode *node)
{
  copy->id = node_next_id ();
  copy->place = node->range.source ? node->range : node->place;
  copy->range = (IhopRange){ 0 };
  if (node->n_children && node->kind != IHOP_SIZEOF)
    copy->flags &= ~IHOP_NODE_CONSTANT;
}

IhopNode *
ihop_node_copy (IhopPool *pool, const IhopNode *node)
{
  IhopNode *copy = ihop_pool_alloc (pool, sizeof *copy);

  *copy = *node;
  node_forget (copy, node);
  if (node->n_children)
    {
      gsize bytes = node->n_children * sizeof *node->child;
      copy->child = memcpy (ihop_pool_alloc (pool, bytes), node->child, bytes);
    }
  return copy;
}

const IhopNode *
ihop_node_replace (IhopPool *pool, const IhopNode *node, const IhopNode *old,
                   const IhopNode *replacement)
{
  IhopNode *copy = NULL;

  if (node == old)
    return replacement;
  for (guint i = 0; i < node->n_children; i++)
    {
      const IhopNode *child = node->child[i];
      const IhopNode *changed = child ? ihop_node_replace (pool, child, old, replacement) : NULL;
      if (child == NULL || (changed == NULL && child != old))
        continue;
      if (copy == NULL)
        copy = ihop_node_copy (pool, node);
      copy->child[i] = changed;
    }
  return copy;
}

gboolean
ihop_node_is_cleanup (const IhopNode *node)
{
  return node->kind == IHOP_OPAQUE && node->n_children == 1 && node->spelling && node->spelling[0] == 0;
}

gboolean
ihop_function_head_acts (const IhopFunction *function)
{
  return function->body->n_children > 0 && ihop_node_is_cleanup (function->body->child[0]);
}

gboolean
ihop_node_number (const IhopNode *node, gint64 *number)
{
  node = ihop_node_strip (node, TRUE);
  gboolean is_constant = node->flags & IHOP_NODE_CONSTANT;

  if (is_constant || (node->kind == IHOP_REF && node->symbol->kind == IHOP_SYMBOL_VARIABLE && node->symbol->has_value))
    {
      *number = is_constant ? node->integer : node->symbol->value;
      return TRUE;
    }
  return FALSE;
}

gboolean
ihop_node_jumps (const IhopNode *node)
{
  return node->kind == IHOP_GOTO || (node->kind == IHOP_LABEL && node->symbol->is_jumped_to);
}

const IhopNode *
ihop_node_unlabelled (const IhopNode *statement)
{
  while (statement && statement->kind == IHOP_LABEL && !ihop_node_jumps (statement))
    statement = statement->child[0];
  return statement;
}

gboolean
ihop_kind_is_statement (IhopKind kind)
{
  return kind <= IHOP_OPAQUE;
}

gboolean
ihop_kind_is_loop (IhopKind kind)
{
  return kind == IHOP_FOR || kind == IHOP_WHILE || kind == IHOP_DO;
}

const char *
ihop_kind_name (IhopKind kind)
{
  static const char *const names[IHOP_N_KINDS] = {
    [IHOP_BLOCK] = "block", [IHOP_DECLARATION] = "declaration", [IHOP_VARIABLE] = "variable",
    [IHOP_EXPRESSION] = "expression", [IHOP_IF] = "if", [IHOP_FOR] = "for",
    [IHOP_WHILE] = "while", [IHOP_DO] = "do", [IHOP_SWITCH] = "switch", [IHOP_CASE] = "case",
    [IHOP_LABEL] = "label", [IHOP_GOTO] = "goto", [IHOP_BREAK] = "break",
    [IHOP_CONTINUE] = "continue", [IHOP_RETURN] = "return", [IHOP_EMPTY] = "empty",
    [IHOP_PRAGMA] = "pragma", [IHOP_OPAQUE] = "opaque", [IHOP_INTEGER] = "integer",
    [IHOP_FLOATING] = "floating", [IHOP_STRING] = "string", [IHOP_REF] = "ref",
    [IHOP_MEMBER] = "member", [IHOP_INDEX] = "index", [IHOP_UNARY] = "unary",
    [IHOP_BINARY] = "binary", [IHOP_ASSIGN] = "assign", [IHOP_CONDITIONAL] = "conditional",
    [IHOP_CALL] = "call", [IHOP_CAST] = "cast", [IHOP_PAREN] = "paren",
    [IHOP_SIZEOF] = "sizeof", [IHOP_INIT_LIST] = "init-list", [IHOP_COMPOUND] = "compound",
    [IHOP_OPAQUE_EXPR] = "opaque-expression"
  };

  g_return_val_if_fail (kind < IHOP_N_KINDS, "?");
  return names[kind];
}

const char *
ihop_operator_text (IhopOperator op)
{
  static const char *const texts[] = {
    [IHOP_OP_NONE] = "", [IHOP_OP_ADD] = "+", [IHOP_OP_SUB] = "-", [IHOP_OP_MUL] = "*",
    [IHOP_OP_DIV] = "/", [IHOP_OP_MOD] = "%", [IHOP_OP_SHL] = "<<", [IHOP_OP_SHR] = ">>",
    [IHOP_OP_AND] = "&", [IHOP_OP_OR] = "|", [IHOP_OP_XOR] = "^", [IHOP_OP_LAND] = "&&",
    [IHOP_OP_LOR] = "||", [IHOP_OP_LT] = "<", [IHOP_OP_LE] = "<=", [IHOP_OP_GT] = ">",
    [IHOP_OP_GE] = ">=", [IHOP_OP_EQ] = "==", [IHOP_OP_NE] = "!=", [IHOP_OP_COMMA] = ",",
    [IHOP_OP_NEG] = "-", [IHOP_OP_PLUS] = "+", [IHOP_OP_NOT] = "!", [IHOP_OP_COMPL] = "~",
    [IHOP_OP_DEREF] = "*", [IHOP_OP_ADDRESS] = "&", [IHOP_OP_PRE_INC] = "++",
    [IHOP_OP_PRE_DEC] = "--", [IHOP_OP_POST_INC] = "++", [IHOP_OP_POST_DEC] = "--"
  };

  g_return_val_if_fail (op < G_N_ELEMENTS (texts), "?");
  return texts[op];
}

const IhopNode *
ihop_loop_body (const IhopNode *loop)
{
  switch (loop->kind)
    {
    case IHOP_FOR:
      return loop->child[3];
    case IHOP_WHILE:
      return loop->child[1];
    case IHOP_DO:
      return loop->child[0];
    default:
      return NULL;
    }
}

const IhopNode *
ihop_body_continue (const IhopNode *body)
{
  const IhopNode *found = NULL;

  if (body == NULL || ihop_kind_is_loop (body->kind))
    return NULL;
  if (body->kind == IHOP_CONTINUE)
    return body;
  for (guint i = 0; i < body->n_children && found == NULL; i++)
    found = ihop_body_continue (body->child[i]);
  return found;
}

const IhopNode *
ihop_node_strip (const IhopNode *node, gboolean casts_too)
{
  while (node != NULL
         && (node->kind == IHOP_PAREN
             || (casts_too && node->kind == IHOP_CAST && (node->flags & IHOP_NODE_IMPLICIT))))
    node = node->child[0];
  return node;
}

const IhopSymbol *
ihop_node_wide_bits (const IhopNode *node)
{
  gboolean counts = (node->kind == IHOP_BINARY && node->op != IHOP_OP_LAND && node->op != IHOP_OP_LOR)
                    || (node->kind == IHOP_UNARY && (node->op == IHOP_OP_NEG || node->op == IHOP_OP_PLUS
                                                     || node->op == IHOP_OP_COMPL))
                    || (node->kind == IHOP_ASSIGN && node->op != IHOP_OP_NONE) || node->kind == IHOP_CONDITIONAL;

  for (guint i = node->kind == IHOP_CONDITIONAL; counts && i < node->n_children; i++)
    {
      const IhopNode *operand = ihop_node_strip (node->child[i], TRUE);
      if (operand && operand->kind == IHOP_MEMBER && operand->symbol->bit_width > 32)
        return operand->symbol;
    }
  return NULL;
}

/* The type that is written down where the node stands. */
static const IhopType *
written_type (const IhopNode *node)
{
  switch (node->kind)
    {
    case IHOP_VARIABLE:
      return node->symbol->declared_type;
    case IHOP_CAST:
      return node->flags & IHOP_NODE_IMPLICIT ? NULL : node->type;
    case IHOP_COMPOUND:
      return node->type;
    case IHOP_SIZEOF:
      return node->argument_type;
    default:
      return NULL;
    }
}

/* The next array of variable length in a type, itself included. */
static const IhopType *
next_extent (const IhopType *type)
{
  while (type && type->kind != IHOP_TYPE_NAMED
         && !(type->kind == IHOP_TYPE_ARRAY && !type->has_count && type->count_expr))
    type = type->target;
  return type && type->kind != IHOP_TYPE_NAMED ? type : NULL;
}

void
ihop_node_extents (const IhopNode *node, GPtrArray *into)
{
  for (const IhopType *type = next_extent (written_type (node)); type;
       type = next_extent (type->target))
    g_ptr_array_add (into, (gpointer) type->count_expr);
}

void
ihop_node_walk (const IhopNode *node, IhopVisit visit, gpointer data)
{
  if (node == NULL || !visit (node, data))
    return;
  for (const IhopType *type = next_extent (written_type (node)); type;
       type = next_extent (type->target))
    ihop_node_walk (type->count_expr, visit, data);
  for (guint i = 0; i < node->n_children; i++)
    ihop_node_walk (node->child[i], visit, data);
}

static gboolean
path_search (const IhopNode *root, const IhopNode *node, GPtrArray *path)
{
  g_ptr_array_add (path, (gpointer) root);
  if (root == node)
    return TRUE;
  for (guint i = 0; i < root->n_children; i++)
    if (root->child[i] && path_search (root->child[i], node, path))
      return TRUE;
  g_ptr_array_remove_index (path, path->len - 1);
  return FALSE;
}

GPtrArray *
ihop_node_path (const IhopNode *root, const IhopNode *node)
{
  GPtrArray *path = g_ptr_array_new ();

  if (root != NULL && path_search (root, node, path))
    return path;
  g_ptr_array_unref (path);
  return NULL;
}

gboolean
ihop_node_holds (const IhopNode *root, const IhopNode *node)
{
  if (root == node)
    return TRUE;
  for (guint i = 0; root && i < root->n_children; i++)
    if (root->child[i] && ihop_node_holds (root->child[i], node))
      return TRUE;
  return FALSE;
}

gboolean
ihop_node_is_effect (const IhopNode *node)
{
  return node->kind == IHOP_CALL || node->kind == IHOP_ASSIGN || node->kind == IHOP_OPAQUE_EXPR
         || (node->kind == IHOP_UNARY && node->op >= IHOP_OP_PRE_INC)
         || (node->type && ihop_type_is_volatile (node->type));
}

static gboolean
find_effect (const IhopNode *node, gpointer data)
{
  const IhopNode **found = data;

  if (*found == NULL && ihop_node_is_effect (node))
    *found = node;
  return *found == NULL;
}

const IhopNode *
ihop_node_effect (const IhopNode *node)
{
  const IhopNode *found = NULL;

  ihop_node_walk (node, find_effect, &found);
  return found;
}

gboolean
ihop_function_has_parameter (const IhopFunction *function, const IhopSymbol *symbol)
{
  for (guint i = 0; i < function->n_params; i++)
    if (function->params[i] == symbol)
      return TRUE;
  return FALSE;
}
