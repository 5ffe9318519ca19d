#include "analysis/memory/certain_read.h"
#include "analysis/memory/certain_evaluation.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/effects.h"
#include "analysis/memory/unchanged_value.h"
#include "analysis/program/callgraph.h"
#include "ir/query.h"

typedef struct
{
  IhopFacts *facts;
  const IhopFunction *function;
} Reader;

static gboolean
frees (const IhopNode *node, gpointer data)
{
  gpointer *pair = data;
  IhopFacts *facts = pair[0];

  if (node->kind == IHOP_CALL)
    {
      const IhopEffects *effects = ihop_effects_of (facts, ihop_call_callee (node));
      for (guint i = 0; i < effects->n_params; i++)
        if (effects->params[i] & IHOP_EFFECT_FREES)
          pair[1] = (gpointer) node;
      if (!effects->is_known)
        pair[1] = (gpointer) node;
    }
  return pair[1] == NULL;
}

/* Nothing is given back meanwhile, so what was there still is. */
static gboolean
stays (const Reader *self, const IhopNode *code, const IhopNode *address)
{
  gpointer pair[2] = { self->facts, NULL };

  ihop_node_walk (code, frees, pair);
  return pair[1] == NULL && ihop_value_is_unchanged (self->facts, self->function, code, address, NULL, NULL);
}

/* What is followed in code that sets the pointer may be where that leads by then. */
static gboolean
keeps_address (const Reader *self, const IhopNode *code, const IhopNode *address)
{
  return ihop_value_is_unchanged (self->facts, self->function, code, address, NULL, NULL);
}

static gboolean
is_ahead (const Reader *self, const IhopNode *block, guint at, const IhopNode *address)
{
  IhopEvaluationSearch search = { self->facts, self->function, address, NULL, FALSE };

  for (guint i = at; i < block->n_children; i++)
    {
      IhopEvaluated result = ihop_evaluation_in_statement (&search, block->child[i]);
      if (result != IHOP_EVALUATED_NOT_YET)
        return result == IHOP_EVALUATED_FOUND && keeps_address (self, block->child[i], address);
      if (!stays (self, block->child[i], address))
        return FALSE;
    }
  return FALSE;
}

/* ---- functions that return what they have followed ---- */

static gboolean is_behind (const Reader *self, const IhopNode *block, guint at, const IhopNode *address);

static guint
count_returns (const IhopNode *node)
{
  guint n = node->kind == IHOP_RETURN || node->kind == IHOP_OPAQUE;

  for (guint i = 0; i < node->n_children; i++)
    n += node->child[i] ? count_returns (node->child[i]) : 0;
  return n;
}

/* "World *w = malloc (…); w->rows = r; return w;": what the call gives leads somewhere. */
static gboolean
gives_followed (const Reader *self, const IhopNode *value)
{
  const IhopNode *call = ihop_node_strip (value, TRUE);
  const IhopSymbol *symbol = call->kind == IHOP_CALL ? ihop_call_callee (call) : NULL;
  const IhopFunction *callee = symbol && !symbol->is_replaceable ? ihop_facts_function (self->facts, symbol) : NULL;
  const IhopNode *body = callee && callee != self->function ? callee->body : NULL;
  const IhopNode *last = body && body->kind == IHOP_BLOCK && body->n_children && count_returns (body) == 1 ? body->child[body->n_children - 1] : NULL;

  if (last == NULL || last->kind != IHOP_RETURN || last->n_children == 0)
    return FALSE;
  const Reader there = { self->facts, callee };
  const IhopNode *name = ihop_node_strip (last->child[0], TRUE);
  return name->kind == IHOP_REF && ihop_defs_is_tame (self->facts, callee, name->symbol) && is_behind (&there, body, body->n_children - 1, name);
}

static gboolean
frees_any (const Reader *self, const IhopNode *code)
{
  gpointer pair[2] = { self->facts, NULL };

  ihop_node_walk (code, frees, pair);
  return pair[1] != NULL;
}

/* Whether the statement sets the variable to such a value, and does nothing else to it. */
static gboolean
sets_to_followed (const Reader *self, const IhopNode *statement, const IhopNode *address)
{
  const IhopNode *assign = statement->kind == IHOP_EXPRESSION ? ihop_node_strip (statement->child[0], TRUE) : NULL;
  gboolean is_found = FALSE;

  if (address->kind != IHOP_REF || !ihop_defs_is_tame (self->facts, self->function, address->symbol))
    return FALSE;
  if (assign)
    return assign->kind == IHOP_ASSIGN && assign->op == IHOP_OP_NONE && ihop_node_named (assign->child[0]) == address->symbol
           && gives_followed (self, assign->child[1]);
  for (guint i = 0; statement->kind == IHOP_DECLARATION && i < statement->n_children; i++)
    {
      const IhopNode *variable = statement->child[i];
      if (is_found && frees_any (self, variable))
        return FALSE;
      is_found |= variable->kind == IHOP_VARIABLE && variable->symbol == address->symbol && variable->n_children && gives_followed (self, variable->child[0]);
    }
  return is_found;
}

static gboolean
is_among (const Reader *self, const IhopNode *block, guint at, const IhopNode *address,
          gboolean *known)
{
  IhopEvaluationSearch search = { self->facts, self->function, address, NULL, TRUE };

  *known = TRUE;
  for (guint i = at; i-- > 0;)
    {
      if (!stays (self, block->child[i], address))
        return sets_to_followed (self, block->child[i], address);
      if (ihop_evaluation_in_statement (&search, block->child[i]) == IHOP_EVALUATED_FOUND)
        return TRUE;
    }
  *known = FALSE; /* the blocks around may tell */
  return FALSE;
}

static guint
index_of (const IhopNode *block, const IhopNode *child)
{
  guint i = 0;

  while (block->child[i] != child)
    i++;
  return i;
}

static gboolean
is_in_switch (const GPtrArray *path)
{
  for (guint i = 0; path && i < path->len; i++)
    if (((const IhopNode *) path->pdata[i])->kind == IHOP_SWITCH)
      return TRUE;
  return FALSE;
}

/* Whether it has been followed on every way to the node that the path leads to. */
static gboolean
is_behind_path (const Reader *self, const GPtrArray *path, const IhopNode *address)
{
  IhopEvaluationSearch search = { self->facts, self->function, address, NULL, TRUE };
  gboolean known;

  for (guint i = path ? path->len - 1 : 0; i-- > 0;)
    {
      const IhopNode *around = path->pdata[i], *inner = path->pdata[i + 1];
      if (ihop_kind_is_loop (around->kind) && !stays (self, around, address))
        return FALSE;
      if ((around->kind == IHOP_IF || around->kind == IHOP_WHILE) && around->child[0] != inner
          && ihop_evaluation_in_expression (&search, around->child[0]) == IHOP_EVALUATED_FOUND)
        return stays (self, around->child[0], address);
      if (around->kind == IHOP_FOR && ihop_evaluation_in_for (&search, around) == IHOP_EVALUATED_FOUND)
        return stays (self, around, address);
      if (around->kind != IHOP_BLOCK)
        continue;
      if (is_among (self, around, index_of (around, inner), address, &known))
        return TRUE;
      if (known)
        return FALSE;
    }
  return FALSE;
}

/* … to this place in a block. */
static gboolean
is_behind (const Reader *self, const IhopNode *block, guint at, const IhopNode *address)
{
  g_autoptr (GPtrArray) path = ihop_defs_path (self->facts, self->function, block);
  gboolean known;

  if (is_in_switch (path))
    return FALSE;
  return is_among (self, block, at, address, &known) || (!known && is_behind_path (self, path, address));
}

static gboolean
is_safe (const Reader *self, const IhopNode *block, guint at, const IhopNode *node)
{
  const IhopNode *address = ihop_address_followed (node);

  if (address && !is_ahead (self, block, at, address) && !is_behind (self, block, at, address))
    return FALSE;
  for (guint i = 0; i < node->n_children; i++)
    if (!is_safe (self, block, at, node->child[i]))
      return FALSE;
  return TRUE;
}

/* The same for a statement that need not stand in a block. */
static gboolean
is_safe_before (const Reader *self, const GPtrArray *path, const IhopNode *node)
{
  const IhopNode *address = ihop_address_followed (node);
  const IhopEvaluationSearch search = { self->facts, self->function, address, NULL, FALSE };

  const IhopNode *statement = path->pdata[path->len - 1];

  if (address && !(ihop_evaluation_in_statement (&search, statement) == IHOP_EVALUATED_FOUND && keeps_address (self, statement, address))
      && !is_behind_path (self, path, address))
    return FALSE;
  for (guint i = 0; i < node->n_children; i++)
    if (!is_safe_before (self, path, node->child[i]))
      return FALSE;
  return TRUE;
}

gboolean
ihop_read_is_certain (IhopFacts *facts, const IhopFunction *function, const IhopNode *block, guint at, const IhopNode *node)
{
  const Reader self = { facts, function };

  return is_safe (&self, block, at, node);
}

gboolean
ihop_read_is_certain_before (IhopFacts *facts, const IhopFunction *function, const IhopNode *statement, const IhopNode *node)
{
  const Reader self = { facts, function };
  g_autoptr (GPtrArray) path = ihop_defs_path (facts, function, statement);
  const IhopNode *around = path && path->len > 1 ? path->pdata[path->len - 2] : NULL;

  if (around == NULL)
    return FALSE;
  return around->kind == IHOP_BLOCK ? is_safe (&self, around, index_of (around, statement), node)
                                    : !is_in_switch (path) && is_safe_before (&self, path, node);
}

static gboolean
is_reached (const Reader *self, const IhopNode *loop, const IhopNode *node)
{
  const IhopEvaluationSearch search = { self->facts, self->function, ihop_address_followed (node), NULL, FALSE };

  if (search.address && ihop_evaluation_in_statement (&search, loop) != IHOP_EVALUATED_FOUND
      && ihop_evaluation_in_statement (&search, ihop_loop_body (loop)) != IHOP_EVALUATED_FOUND)
    return FALSE;
  for (guint i = 0; i < node->n_children; i++)
    if (!is_reached (self, loop, node->child[i]))
      return FALSE;
  return TRUE;
}

gboolean
ihop_read_is_certain_in_loop (IhopFacts *facts, const IhopFunction *function, const IhopNode *loop, const IhopNode *node)
{
  const Reader self = { facts, function };

  return is_reached (&self, loop, node);
}
