#include "ir/expression.h"
#include "ir/block_count.h"
#include "ir/print.h"
#include "ir/query.h"
#include "ir/known_types.h"
#include <string.h>

/* ---- Making ---- */

static IhopNode *
node_new (IhopPool *pool, IhopKind kind, const IhopType *type, guint n_children)
{
  IhopNode *node = ihop_node_new (pool, kind, n_children);

  node->type = type ? type : &ihop_type_int;
  return node;
}

const IhopNode *
ihop_expression_number (IhopPool *pool, gint64 value)
{
  IhopNode *node = node_new (pool, IHOP_INTEGER, &ihop_type_int, 0);

  node->flags = IHOP_NODE_CONSTANT;
  node->integer = value;
  return node;
}

const IhopNode *
ihop_expression_name (IhopPool *pool, IhopSymbol *symbol)
{
  IhopNode *node = node_new (pool, IHOP_REF, symbol->type, 0);

  node->symbol = symbol;
  return node;
}

const IhopNode *
ihop_expression_word (IhopPool *pool, const char *word)
{
  IhopNode *node = node_new (pool, IHOP_INTEGER, NULL, 0);

  node->text = ihop_pool_strdup (pool, word);
  return node;
}

/* The wider operand's type: close enough for what nobody computes with. */
static const IhopType *
wider_type (const IhopNode *a, const IhopNode *b)
{
  if (a->type == NULL || b->type == NULL)
    return a->type ? a->type : b->type;
  return ihop_type_strip (b->type)->size > ihop_type_strip (a->type)->size ? b->type : a->type;
}

const IhopNode *
ihop_expression_binary (IhopPool *pool, IhopOperator op, const IhopNode *left, const IhopNode *right)
{
  gboolean is_truth = op >= IHOP_OP_LAND && op <= IHOP_OP_NE;
  IhopNode *node = node_new (pool, IHOP_BINARY, is_truth ? &ihop_type_int : wider_type (left, right), 2);

  node->op = op;
  node->child[0] = left;
  node->child[1] = right;
  return node;
}

const IhopNode *
ihop_expression_negative (IhopPool *pool, const IhopNode *node)
{
  IhopNode *negative = node_new (pool, IHOP_UNARY, node->type, 1);

  negative->op = IHOP_OP_NEG;
  negative->child[0] = node;
  return negative;
}

/* "a && b || c" and "a ? b ? c : d : e" are right, and compilers or readers stumble. */
static const IhopNode *
in_parentheses (IhopPool *pool, const IhopNode *node)
{
  if (node->kind != IHOP_CONDITIONAL && (node->kind != IHOP_BINARY || node->op != IHOP_OP_LAND))
    return node;
  IhopNode *paren = node_new (pool, IHOP_PAREN, node->type, 1);
  paren->child[0] = node;
  return paren;
}

const IhopNode *
ihop_expression_choice (IhopPool *pool, const IhopNode *condition, const IhopNode *yes, const IhopNode *no)
{
  IhopNode *node = node_new (pool, IHOP_CONDITIONAL, wider_type (yes, no), 3);

  node->child[0] = condition;
  node->child[1] = in_parentheses (pool, yes);
  node->child[2] = in_parentheses (pool, no);
  return node;
}

const IhopNode *
ihop_expression_size_of_value (IhopPool *pool, const IhopNode *value)
{
  IhopNode *node = node_new (pool, IHOP_SIZEOF, &ihop_type_unsigned_long, 1);

  node->child[0] = value;
  return node;
}

const IhopNode *
ihop_expression_sizeof (IhopPool *pool, const IhopType *type)
{
  IhopNode *node = node_new (pool, IHOP_SIZEOF, &ihop_type_unsigned_long, 1);

  node->argument_type = type;
  return node;
}

const IhopNode *
ihop_expression_or (IhopPool *pool, const IhopNode *a, const IhopNode *b)
{
  if (a == NULL || b == NULL)
    return NULL;
  return ihop_expression_binary (pool, IHOP_OP_LOR, in_parentheses (pool, a), in_parentheses (pool, b));
}

/* ---- Comparing ---- */

static gboolean
is_same_leaf (const IhopNode *a, const IhopNode *b)
{
  gint64 x, y;

  if (a->kind == IHOP_REF)
    return a->symbol == b->symbol;
  if (a->kind != IHOP_INTEGER)
    return FALSE;
  if (ihop_expression_is_number (a, &x) && ihop_expression_is_number (b, &y))
    return x == y;
  g_autofree char *left = ihop_expression_text (a), *right = ihop_expression_text (b);
  return g_str_equal (left, right);
}

static gboolean
is_same_type (const IhopType *a, const IhopType *b)
{
  return a == b || (a && b && ihop_type_equal (a, b));
}

static gboolean
is_same_node (const IhopNode *a, const IhopNode *b)
{
  gboolean names_type = a->kind == IHOP_CAST || a->kind == IHOP_SIZEOF;

  if (a->kind != b->kind || a->op != b->op || a->n_children != b->n_children)
    return FALSE;
  if (a->n_children == 0)
    return is_same_leaf (a, b);
  if (names_type && !(is_same_type (a->argument_type, b->argument_type) && is_same_type (a->type, b->type)))
    return FALSE;
  gboolean same = (a->kind != IHOP_MEMBER || (a->symbol == b->symbol && a->flags == b->flags))
                  && a->kind != IHOP_OPAQUE_EXPR && (a->kind != IHOP_CALL || ihop_block_count_pointer (a));
  for (guint i = 0; same && i < a->n_children; i++)
    same = (a->child[i] == NULL) == (b->child[i] == NULL)
           && (a->child[i] == NULL || ihop_expression_equal (a->child[i], b->child[i]));
  return same;
}

gboolean
ihop_expression_equal (const IhopNode *a, const IhopNode *b)
{
  if (a == b)
    return TRUE;
  return a && b && is_same_node (ihop_expression_inside (a), ihop_expression_inside (b));
}

static gboolean
find_condition (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= node->kind == IHOP_CONDITIONAL
            || (node->kind == IHOP_BINARY && node->op >= IHOP_OP_LAND && node->op <= IHOP_OP_NE);
  return !*found;
}

gboolean
ihop_expression_has_condition (const IhopNode *node)
{
  gboolean found = FALSE;

  ihop_node_walk (node, find_condition, &found);
  return found;
}

static gboolean
collect_symbol (const IhopNode *node, gpointer data)
{
  GPtrArray *symbols = data;

  if (node->kind == IHOP_REF
      && (node->symbol->kind == IHOP_SYMBOL_VARIABLE || node->symbol->kind == IHOP_SYMBOL_PARAMETER)
      && !g_ptr_array_find (symbols, node->symbol, NULL))
    g_ptr_array_add (symbols, node->symbol);
  return TRUE;
}

GPtrArray *
ihop_expression_symbols (const IhopNode *node)
{
  GPtrArray *symbols = g_ptr_array_new ();

  ihop_node_walk (node, collect_symbol, symbols);
  return symbols;
}

gboolean
ihop_expression_mentions (const IhopNode *node, const IhopSymbol *symbol)
{
  g_autoptr (GPtrArray) symbols = ihop_expression_symbols (node);

  return g_ptr_array_find (symbols, symbol, NULL);
}

/* ---- Exchanging names ---- */

/* Its bytes, or the type that it names, say names that are no nodes in it. */
static gboolean
hides_names (const IhopNode *node)
{
  g_autoptr (GPtrArray) extents = g_ptr_array_new ();

  ihop_node_extents (node, extents);
  return extents->len || node->kind == IHOP_OPAQUE_EXPR || (node->flags & IHOP_NODE_RESOLVED);
}

const IhopNode *
ihop_expression_exchange (IhopPool *pool, const IhopNode *node, IhopExchangeName exchange, gpointer data)
{
  IhopNode *copy = NULL;
  gboolean is_count = ihop_block_count_pointer (node) != NULL; /* of a variable's elements, by a function that all know */

  if (node->kind == IHOP_REF)
    return exchange (node, data);
  if (hides_names (node))
    return NULL;
  for (guint i = is_count ? 1 : 0; i < node->n_children; i++)
    {
      const IhopNode *child = node->child[i];
      const IhopNode *other = child ? ihop_expression_exchange (pool, child, exchange, data) : NULL;
      if ((child && other == NULL) || (is_count && i == 1 && other->kind != IHOP_REF))
        return NULL;
      if (other == child)
        continue;
      if (copy == NULL)
        copy = ihop_node_copy (pool, node);
      copy->child[i] = other;
    }
  return copy ? copy : node;
}

char *
ihop_expression_text (const IhopNode *node)
{
  return ihop_print_node (node, NULL);
}
