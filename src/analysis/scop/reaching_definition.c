/* What a variable holds when the root is reached. */
#include "analysis/scop/reaching_definition.h"
#include "analysis/memory/definitions.h"
#include "analysis/scop/root_invariance.h"

/* The value that this statement gives the variable, whatever it held before; NULL: none. */
static const IhopNode *
value_set_by (const IhopNode *statement, const IhopSymbol *symbol)
{
  const IhopNode *node = ihop_node_unlabelled (statement);

  if (node->kind == IHOP_DECLARATION)
    {
      for (guint i = node->n_children; i-- > 0;)
        if (node->child[i] && node->child[i]->symbol == symbol)
          return node->child[i]->child[0];
      return NULL;
    }
  if (node->kind != IHOP_EXPRESSION)
    return NULL;
  node = ihop_node_strip (node->child[0], FALSE);
  if (node->kind != IHOP_ASSIGN || node->op != IHOP_OP_NONE
      || ihop_node_strip (node->child[0], TRUE)->kind != IHOP_REF
      || ihop_node_strip (node->child[0], TRUE)->symbol != symbol)
    return NULL;
  return node->child[1];
}

GPtrArray *
ihop_scop_root_path (IhopScop *scop)
{
  if (scop->way == NULL)
    scop->way = ihop_defs_path (scop->facts, scop->function, scop->root);
  return scop->way;
}

guint
ihop_node_child_index (const IhopNode *parent, const IhopNode *child)
{
  guint at = 0;

  while (at < parent->n_children && parent->child[at] != child)
    at++;
  return at;
}

guint
ihop_block_first_certain (const IhopNode *block, guint at)
{
  guint first = at;

  if (block->child[at]->kind == IHOP_CASE)
    return at;
  while (first > 0 && block->child[first - 1] && block->child[first - 1]->kind != IHOP_CASE)
    first--;
  return first;
}

/* What of this node runs before its child is reached: whether any of it changes something. */
static gboolean
changes_on_the_way (const IhopNode *parent, guint from, guint to,
                    gboolean (*changes) (const IhopNode *node, gpointer data), gpointer data)
{
  for (guint i = from; i < to; i++)
    if (parent->child[i] && changes (parent->child[i], data))
      return TRUE;
  return FALSE;
}

gboolean
ihop_place_may_change (const IhopPlace *place, gboolean (*changes) (const IhopNode *node, gpointer data), gpointer data)
{
  for (guint i = place->level; i + 1 < place->path->len; i++)
    {
      const IhopNode *parent = place->path->pdata[i];
      gboolean here = i == place->level;
      guint to = ihop_node_child_index (parent, place->path->pdata[i + 1]), from = here ? (guint) (place->at + 1) : 0;

      /* An iteration before may have changed it. */
      if (ihop_kind_is_loop (parent->kind) && !here)
        return changes (parent, data);
      if (ihop_kind_is_loop (parent->kind))
        continue;
      if (parent->kind == IHOP_IF)
        to = MIN (to, 1);
      if (changes_on_the_way (parent, from, to, changes, data))
        return TRUE;
    }
  return FALSE;
}

typedef struct
{
  IhopScop *scop;
  const IhopNode *expression;
  const IhopSymbol *symbol;
} Asked;

static gboolean
changes_value (const IhopNode *node, gpointer data)
{
  const Asked *asked = data;

  return ihop_defs_may_change_value (asked->scop->facts, asked->scop->function, node, asked->expression, NULL);
}

gboolean
ihop_place_keeps_value (IhopScop *scop, const IhopPlace *place, const IhopNode *expression)
{
  Asked asked = { scop, expression, NULL };

  return ihop_scop_keeps_value (scop, expression) && !ihop_place_may_change (place, changes_value, &asked);
}

static gboolean
writes_symbol (const IhopNode *node, gpointer data)
{
  const Asked *asked = data;

  return ihop_defs_writes (asked->scop->facts, node, asked->symbol);
}

/* Where the way leaves a node: of every variable it is asked what its children set before. */
typedef struct
{
  guint to;   /* the child that it goes on with; of an if, what comes after the condition */
  guint sure; /* children from here on have run */
} IhopStage;

static const IhopStage *
stage_at (IhopScop *scop, guint level)
{
  const GPtrArray *path = ihop_scop_root_path (scop);

  for (guint i = scop->stages ? scop->stages->len : 0; i + 1 < path->len; i++)
    {
      const IhopNode *node = path->pdata[i];
      IhopStage stage = { .to = ihop_node_child_index (node, path->pdata[i + 1]) };
      if (scop->stages == NULL)
        scop->stages = g_array_new (FALSE, FALSE, sizeof (IhopStage));
      if (node->kind == IHOP_BLOCK)
        stage.sure = ihop_block_first_certain (node, stage.to);
      if (node->kind == IHOP_IF)
        stage.to = MIN (stage.to, 1);
      g_array_append_val (scop->stages, stage);
    }
  return &g_array_index (scop->stages, IhopStage, level);
}

/* Upwards through the text from the root. Where a loop stands around that writes the variable, the value may come
 * round from the iteration before; what stands before a label may have been jumped over. */
IhopReachingDefinition
ihop_reaching_definition_at (IhopScop *scop, guint level, const IhopSymbol *symbol)
{
  GPtrArray *path = ihop_scop_root_path (scop);
  Asked asked = { .scop = scop, .symbol = symbol };
  IhopReachingDefinition definition = { 0 };

  for (guint i = path && !scop->is_entered ? level : 0; i > 0; i--)
    {
      const IhopNode *parent = path->pdata[i - 1];
      const IhopStage *stage = stage_at (scop, i - 1);
      int at;
      if (ihop_kind_is_loop (parent->kind) && writes_symbol (parent, &asked))
        return definition;
      at = ihop_defs_last_write (scop->facts, parent, stage->to, symbol);
      if (at < 0)
        continue;
      definition.place = (IhopPlace){ path, i - 1, at };
      definition.write = parent->child[at];
      if (parent->kind == IHOP_BLOCK && at >= (int) stage->sure)
        definition.value = value_set_by (definition.write, symbol);
      return definition;
    }
  definition.from_entry = path && !scop->is_entered;
  return definition;
}

IhopReachingDefinition
ihop_reaching_definition (IhopScop *scop, const IhopSymbol *symbol)
{
  const GPtrArray *path = ihop_scop_root_path (scop);

  return ihop_reaching_definition_at (scop, path ? path->len - 1 : 0, symbol);
}

typedef struct
{
  IhopScop *scop;
  const IhopReachingDefinition *definition;
  const IhopSymbol *symbol;
  gboolean pointers, stable;
} Stable;

static gboolean
is_stable_symbol (const Stable *self, const IhopSymbol *symbol)
{
  IhopScop *scop = self->scop;
  Asked asked = { .scop = scop, .symbol = symbol };

  if (symbol->kind == IHOP_SYMBOL_ENUMERATOR || ihop_type_strip (symbol->type)->kind == IHOP_TYPE_ARRAY)
    return TRUE;
  return symbol != self->symbol && ihop_defs_is_tame (scop->facts, scop->function, symbol) && ihop_scop_keeps (scop, symbol)
         && !ihop_place_may_change (&self->definition->place, writes_symbol, &asked);
}

static gboolean
visit_stable (const IhopNode *node, gpointer data)
{
  Stable *self = data;

  switch (node->kind)
    {
    case IHOP_REF:
      self->stable &= is_stable_symbol (self, node->symbol);
      break;
    case IHOP_INDEX:
    case IHOP_MEMBER:
      self->stable &= self->pointers;
      break;
    case IHOP_UNARY:
      if (node->op == IHOP_OP_DEREF || node->op == IHOP_OP_ADDRESS)
        self->stable &= self->pointers;
      else if (node->op >= IHOP_OP_PRE_INC)
        self->stable = FALSE;
      break;
    case IHOP_ASSIGN:
    case IHOP_CALL:
    case IHOP_OPAQUE_EXPR:
    case IHOP_COMPOUND:
    case IHOP_STRING:
    case IHOP_INIT_LIST:
      self->stable = FALSE;
      break;
    default:
      break;
    }
  return self->stable && !(node->flags & IHOP_NODE_CONSTANT);
}

gboolean
ihop_reaching_definition_is_stable (IhopScop *scop, const IhopReachingDefinition *definition, const IhopSymbol *symbol,
                                    gboolean pointers)
{
  Stable self = { scop, definition, symbol, pointers, TRUE };

  if (definition->value == NULL)
    return FALSE;
  ihop_node_walk (definition->value, visit_stable, &self);
  return self.stable;
}

static const IhopNode *
find_definition (IhopScop *scop, const IhopSymbol *symbol)
{
  IhopReachingDefinition definition = ihop_reaching_definition (scop, symbol);
  gboolean is_pointer = ihop_type_strip (symbol->type)->kind == IHOP_TYPE_POINTER;

  return ihop_reaching_definition_is_stable (scop, &definition, symbol, is_pointer) ? definition.value : NULL;
}

const IhopNode *
ihop_scop_definition (IhopScop *scop, const IhopSymbol *symbol)
{
  gpointer known;

  if (scop->is_entered || !ihop_defs_is_tame (scop->facts, scop->function, symbol)
      || ihop_defs_of (scop->facts, scop->function, symbol)->n_writes == 0)
    return NULL;
  if (!g_hash_table_lookup_extended (scop->definitions, symbol, NULL, &known))
    {
      known = (gpointer) find_definition (scop, symbol);
      g_hash_table_insert (scop->definitions, (gpointer) symbol, known);
    }
  return known;
}
