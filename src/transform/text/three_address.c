/* An assignment taken apart into operations of two operands, each into a variable of its own. What was evaluated is
 * evaluated, once, in the same types; only the order, which C leaves open, is fixed: operands before operations, from
 * left to right. */
#include "transform/text/three_address.h"
#include "analysis/memory/effects.h"
#include "analysis/program/callgraph.h"
#include "transform/build/body.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/refusal.h"

typedef struct
{
  IhopBuild *build;
  GPtrArray *declared; /* of const IhopNode *: declarations, in order */
} Parts;

/* --- what is refused -------------------------------------------------------------------------- */

typedef struct
{
  IhopFacts *facts;
  const IhopNode *root;  /* the value as a whole: a call that is all of it may do what it likes */
  const IhopNode *found;
  const char *why;
} Search;

static gboolean
found (Search *search, const IhopNode *node, const char *why)
{
  search->found = node;
  search->why = why;
  return FALSE;
}

static gboolean
find_trouble (const IhopNode *node, gpointer data)
{
  Search *search = data;

  if (search->found)
    return FALSE;
  if (node->kind == IHOP_ASSIGN || node->kind == IHOP_OPAQUE_EXPR || node->kind == IHOP_COMPOUND
      || (node->kind == IHOP_UNARY && node->op >= IHOP_OP_PRE_INC)
      || (node->kind == IHOP_BINARY && node->op == IHOP_OP_COMMA))
    return found (search, node, N_ ("this does more than compute a value"));
  if (node->type && ihop_type_is_volatile (node->type))
    return found (search, node, N_ ("how often this is read matters"));
  if (node->kind == IHOP_CALL && node != search->root)
    {
      const IhopSymbol *callee = ihop_call_callee (node);
      if (callee == NULL || !ihop_effects_is_pure (ihop_effects_of (search->facts, callee)))
        return found (search, node, N_ ("what this call does may depend on when it is called"));
    }
  return TRUE;
}

/* --- the parts -------------------------------------------------------------------------------- */

static gboolean
is_number (const IhopType *type)
{
  return type && (ihop_type_is_integer (type) || ihop_type_is_floating (type));
}

/* Whether it is worth a variable: an operation or a call, with a number as its value. */
static gboolean
is_operation (const IhopNode *node)
{
  if (node->flags & IHOP_NODE_CONSTANT || !is_number (node->type))
    return FALSE;
  switch (node->kind)
    {
    case IHOP_CALL:
      return TRUE;
    case IHOP_BINARY:
      return node->op != IHOP_OP_LAND && node->op != IHOP_OP_LOR && node->op != IHOP_OP_COMMA
             && is_number (node->child[0]->type) && is_number (node->child[1]->type);
    case IHOP_UNARY:
      return node->op == IHOP_OP_NEG || node->op == IHOP_OP_NOT || node->op == IHOP_OP_COMPL;
    default:
      return FALSE;
    }
}

static const IhopNode *operand (Parts *parts, const IhopNode *node);

/* The node with operands for children. */
static const IhopNode *
simple (Parts *parts, const IhopNode *node)
{
  IhopNode *copy = ihop_node_copy (parts->build->pool, node);

  copy->flags = node->flags;
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && !(node->kind == IHOP_CALL && i == 0))
      copy->child[i] = operand (parts, node->child[i]);
  return copy;
}

/* What can stand as an operand: operations become variables first. */
static const IhopNode *
operand (Parts *parts, const IhopNode *node)
{
  const IhopNode *bare = ihop_node_strip (node, FALSE);

  if (bare->kind == IHOP_CAST && !(bare->flags & IHOP_NODE_CONSTANT))
    {
      const IhopNode *inside = operand (parts, bare->child[0]);
      if (inside == bare->child[0])
        return node;
      IhopNode *cast = ihop_node_copy (parts->build->pool, bare);
      cast->flags = bare->flags;
      cast->child[0] = inside;
      return cast;
    }
  if (!is_operation (bare))
    return node;
  const IhopNode *value = simple (parts, bare);
  const IhopSymbol like = { .name = "", .type = bare->type };
  IhopSymbol *symbol = ihop_make_variable (parts->build, &like, NULL, "part");
  ihop_append (parts->declared, ihop_make_declaration (parts->build, symbol, value));
  return ihop_make_ref (parts->build, symbol);
}

/* The value, but for conversions, as one operation. */
static const IhopNode *
outermost (Parts *parts, const IhopNode *node)
{
  const IhopNode *bare = ihop_node_strip (node, FALSE);

  if (bare->kind == IHOP_CAST && !(bare->flags & IHOP_NODE_CONSTANT))
    {
      IhopNode *cast = ihop_node_copy (parts->build->pool, bare);
      cast->flags = bare->flags;
      cast->child[0] = outermost (parts, bare->child[0]);
      return cast;
    }
  return is_operation (bare) ? simple (parts, bare) : node;
}

GPtrArray *
ihop_three_address (IhopBuild *build, const IhopNode *statement)
{
  const IhopNode *assign = ihop_node_strip (statement->child[0], TRUE);
  Search search = { .facts = build->step->facts,
                    .root = ihop_node_strip (assign->child[1], TRUE) };
  Parts parts = { .build = build, .declared = g_ptr_array_new () };

  ihop_node_walk (assign->child[0], find_trouble, &search);
  ihop_node_walk (assign->child[1], find_trouble, &search);
  if (!search.found)
    {
      const IhopNode *value = outermost (&parts, assign->child[1]);
      if (parts.declared->len)
        ihop_append (parts.declared, ihop_make_assignment (build, assign->op, assign->child[0], value));
      else
        found (&search, statement, N_ ("there is one operation only"));
    }
  if (search.found == NULL)
    return parts.declared;
  ihop_refuse_message (build->step, IHOP_T_SHAPE, search.found, ihop_message_phrase (search.why));
  g_ptr_array_unref (parts.declared);
  return NULL;
}
