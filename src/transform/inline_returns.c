/* Returns become what is done with the result. A return in the middle has to leave the rest out:
 * "if (c) return a; rest" becomes "if (c) … else { rest }". Returns out of loops are refused. */
#include "transform/inline.h"

static gboolean structure (IhopInline *self, const GPtrArray *statements, guint from,
                           GPtrArray *into);

/* --- questions -------------------------------------------------------------------------------- */

static gboolean
find_return (const IhopNode *node, gpointer data)
{
  const IhopNode **found = data;

  if (node->kind == IHOP_RETURN)
    *found = node;
  return *found == NULL;
}

static const IhopNode *
return_in (const IhopNode *node)
{
  const IhopNode *found = NULL;

  if (node)
    ihop_node_walk (node, find_return, &found);
  return found;
}

/* Control never comes out behind it. */
static gboolean
always_returns (const IhopNode *node)
{
  if (node == NULL)
    return FALSE;
  if (node->kind == IHOP_RETURN)
    return TRUE;
  if (node->kind == IHOP_IF)
    return always_returns (node->child[1]) && always_returns (node->child[2]);
  if (node->kind == IHOP_BLOCK)
    for (guint i = 0; i < node->n_children; i++)
      if (always_returns (node->child[i]))
        return TRUE;
  return FALSE;
}

static GPtrArray *
statements_of (const IhopNode *node)
{
  GPtrArray *statements = g_ptr_array_new ();

  if (node && node->kind == IHOP_BLOCK)
    for (guint i = 0; i < node->n_children; i++)
      g_ptr_array_add (statements, (gpointer) node->child[i]);
  else if (node)
    g_ptr_array_add (statements, (gpointer) node);
  return statements;
}

/* --- the result ------------------------------------------------------------------------------- */

/* What the result is stored in, where it is stored as it is. */
static const IhopType *
destination (const IhopInline *self)
{
  const IhopNode *assign;

  switch (self->form)
    {
    case IHOP_CALL_DECLARED:
      return self->statement->child[0]->symbol->type;
    case IHOP_CALL_RETURNED:
      return ihop_type_strip (self->caller->symbol->type)->target;
    case IHOP_CALL_ASSIGNED:
      assign = ihop_node_strip (self->statement->child[0], TRUE);
      return assign->op == IHOP_OP_NONE ? assign->child[0]->type : NULL;
    default:
      return NULL;
    }
}

/* As the function would have returned it. */
static const IhopNode *
converted (IhopInline *self, const IhopNode *value)
{
  const IhopType *type = ihop_type_strip (self->callee->symbol->type)->target;
  const IhopType *into = destination (self);
  const IhopNode *bare = ihop_node_strip (value, FALSE);

  while (bare->kind == IHOP_CAST && bare->flags & IHOP_NODE_IMPLICIT)
    bare = ihop_node_strip (bare->child[0], FALSE);
  if (bare->type && ihop_type_equal (ihop_type_strip (bare->type), ihop_type_strip (type)))
    return value;
  if (into && ihop_type_equal (ihop_type_strip (into), ihop_type_strip (type)))
    return value; /* it is converted there */
  IhopNode *cast = ihop_node_new (self->build->pool, IHOP_CAST, 1);
  cast->type = type;
  cast->child[0] = bare;
  return cast;
}

/* The call's statement with the value in the place of the call. Conversions around it stay. */
static const IhopNode *
set_result (IhopInline *self, const IhopNode *value)
{
  IhopBuild *build = self->build;
  const IhopNode *statement = self->statement;

  if (self->form != IHOP_CALL_DECLARED)
    return ihop_node_replace (build->pool, statement, self->call, value);
  const IhopNode *variable = statement->child[0];
  const IhopNode *right
    = ihop_node_replace (build->pool, variable->child[0], self->call, value);
  return ihop_make_statement (build,
                              ihop_make_assign (build, IHOP_OP_NONE,
                                                ihop_make_ref (build, variable->symbol), right));
}

/* What stands in the place of "return value;". */
static void
append_result (IhopInline *self, const IhopNode *value, GPtrArray *into)
{
  if (self->form != IHOP_CALL_ALONE && value)
    {
      g_ptr_array_add (into, (gpointer) set_result (self, converted (self, value)));
      return;
    }
  if (ihop_node_effect (value))
    g_ptr_array_add (into, (gpointer) ihop_make_statement (self->build, value));
  else if (self->form == IHOP_CALL_RETURNED)
    g_ptr_array_add (into, ihop_node_new (self->build->pool, IHOP_RETURN, 1));
}

/* --- the shape -------------------------------------------------------------------------------- */

static gboolean
refuse (IhopInline *self, const IhopNode *node)
{
  ihop_diag_remedy (ihop_refuse (self->step, IHOP_T_SHAPE, node,
                                 "%s returns from the middle of what cannot be left out otherwise",
                                 self->callee->symbol->name),
                    "let it set a variable, and return that at its end");
  return FALSE;
}

/* A branch, and what follows where the branch does not return. */
static const IhopNode *
branch (IhopInline *self, const IhopNode *own, const GPtrArray *statements, guint rest)
{
  GPtrArray *all = g_ptr_array_new (), *into = g_ptr_array_new ();
  gboolean fine;

  if (own && !always_returns (own))
    {
      /* As a whole, so that what it declares is not seen behind it. */
      g_ptr_array_add (all, (gpointer) own);
      for (guint i = rest; i < statements->len; i++)
        g_ptr_array_add (all, statements->pdata[i]);
    }
  else if (own)
    {
      g_ptr_array_unref (all);
      all = statements_of (own);
    }
  else
    for (guint i = rest; i < statements->len; i++)
      g_ptr_array_add (all, statements->pdata[i]);
  fine = structure (self, all, 0, into);
  g_ptr_array_unref (all);
  if (!fine)
    {
      g_ptr_array_unref (into);
      return NULL;
    }
  return ihop_make_body (self->build, into);
}

/* The opposite; a comparison of numbers that may be no numbers has none of its own. */
static const IhopNode *
negated (IhopInline *self, const IhopNode *condition)
{
  static const IhopOperator opposite[] = { IHOP_OP_GE, IHOP_OP_GT, IHOP_OP_LE, IHOP_OP_LT,
                                           IHOP_OP_NE, IHOP_OP_EQ };
  const IhopNode *bare = ihop_node_strip (condition, FALSE);

  if (bare->kind == IHOP_BINARY && bare->op >= IHOP_OP_LT && bare->op <= IHOP_OP_NE
      && ihop_type_is_integer (bare->child[0]->type) && ihop_type_is_integer (bare->child[1]->type))
    return ihop_make_binary (self->build, opposite[bare->op - IHOP_OP_LT], bare->child[0],
                             bare->child[1]);
  IhopNode *not = ihop_node_new (self->build->pool, IHOP_UNARY, 1);
  not->op = IHOP_OP_NOT;
  not->type = &ihop_type_int;
  not->child[0] = condition;
  return not;
}

static gboolean
is_empty (const IhopNode *node)
{
  return node->kind == IHOP_BLOCK && node->n_children == 0;
}

static gboolean
structure_if (IhopInline *self, const GPtrArray *statements, guint at, GPtrArray *into)
{
  const IhopNode *choice = statements->pdata[at];
  gboolean first = always_returns (choice->child[1]), second = always_returns (choice->child[2]);
  const IhopNode *other = first ? choice->child[2] : choice->child[1];

  if ((!first && !second) || (!(first && second) && return_in (other)))
    return refuse (self, return_in (choice));
  const IhopNode *then = branch (self, choice->child[1], statements, at + 1);
  const IhopNode *otherwise = branch (self, choice->child[2], statements, at + 1);
  if (then == NULL || otherwise == NULL)
    return FALSE;
  if (is_empty (then) && !is_empty (otherwise))
    g_ptr_array_add (into, (gpointer) ihop_make_if (self->build,
                                                    negated (self, choice->child[0]), otherwise,
                                                    NULL));
  else
    g_ptr_array_add (into, (gpointer) ihop_make_if (self->build, choice->child[0], then,
                                                    is_empty (otherwise) ? NULL : otherwise));
  return TRUE;
}

static gboolean
structure_block (IhopInline *self, const IhopNode *block, GPtrArray *into)
{
  GPtrArray *inside = g_ptr_array_new ();
  g_autoptr (GPtrArray) statements = statements_of (block);

  if (!always_returns (block) || !structure (self, statements, 0, inside))
    {
      g_ptr_array_unref (inside);
      return always_returns (block) ? FALSE : refuse (self, return_in (block));
    }
  g_ptr_array_add (into, (gpointer) ihop_make_body (self->build, inside));
  return TRUE;
}

/* Statements from "from" on; nothing behind a return is reached. */
static gboolean
structure (IhopInline *self, const GPtrArray *statements, guint from, GPtrArray *into)
{
  gboolean has_result = self->form != IHOP_CALL_ALONE;

  for (guint i = from; i < statements->len; i++)
    {
      const IhopNode *statement = statements->pdata[i];
      if (return_in (statement) == NULL)
        {
          g_ptr_array_add (into, (gpointer) statement);
          continue;
        }
      if (statement->kind == IHOP_RETURN)
        {
          append_result (self, statement->child[0], into);
          return TRUE;
        }
      if (statement->kind == IHOP_IF)
        return structure_if (self, statements, i, into);
      return statement->kind == IHOP_BLOCK ? structure_block (self, statement, into)
                                           : refuse (self, return_in (statement));
    }
  const IhopType *type = ihop_type_strip (self->callee->symbol->type)->target;
  if (ihop_type_strip (type)->kind == IHOP_TYPE_VOID)
    append_result (self, NULL, into);
  else if (has_result)
    {
      ihop_refuse (self->step, IHOP_T_SHAPE, self->callee->body, "%s may end without a result",
                   self->callee->symbol->name);
      return FALSE;
    }
  return TRUE;
}

GPtrArray *
ihop_inline_returns (IhopInline *self)
{
  GPtrArray *into = g_ptr_array_new ();
  g_autoptr (GPtrArray) statements = statements_of (self->callee->body);

  if (structure (self, statements, 0, into))
    return into;
  g_ptr_array_unref (into);
  return NULL;
}
