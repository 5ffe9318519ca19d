/* After the tests at the function's entry two pointers are known to be distinct: what the alias
 * analysis could not exclude before, it need not be asked about any more. */
#include "analysis/entry.h"
#include "analysis/exchange.h"
#include "gpugen/variable.h"

typedef struct
{
  IhopWork *work;
  const IhopSymbol *symbol;
  gboolean doubtful;       /* something in the code cannot be told apart from the variable */
} Search;

/* A pair of which one is not on the device, any more, will not be measured, nor tested. */
static gboolean
will_be_tested (const IhopOverlapTest *test)
{
  return test->name_a || test->condition || (test->bytes_a && test->bytes_b);
}

static gboolean
is_tested (const IhopWork *work, const IhopSymbol *a, const IhopSymbol *b)
{
  const GPtrArray *overlaps = work->planner->plan->overlaps;

  for (guint i = 0; i < overlaps->len; i++)
    {
      const IhopOverlapTest *test = overlaps->pdata[i];
      if (test->function == work->function && will_be_tested (test)
          && ((test->a == a && test->b == b) || (test->a == b && test->b == a)))
        return TRUE;
    }
  return FALSE;
}

/* A test at the entry says nothing about a pointer that is given another value later. */
static gboolean
is_rebound (IhopWork *work, const IhopSymbol *symbol)
{
  return ihop_entry_of (work->planner->facts, work->function, symbol) < 0
         && (ihop_touch_of (work->planner->facts, work->function, work->function->body, symbol)
          & IHOP_TOUCH_REBIND) != 0;
}

static gboolean
is_distinct (Search *s, const IhopSymbol *other)
{
  if (other == s->symbol)
    return FALSE;
  if (!ihop_variable_is_array (other))
    return TRUE;
  /* Buffers that change places: each name holds memory of its own whenever anything is done with it. */
  if (ihop_exchange_keeps_apart (s->work->planner->facts, s->work->function, s->symbol, other))
    return TRUE;
  if (is_tested (s->work, s->symbol, other))
    return !is_rebound (s->work, other) && !is_rebound (s->work, s->symbol);
  return ihop_alias_judge (s->work->planner->facts, s->work->function, s->symbol, other)->alias
         == IHOP_ALIAS_NEVER;
}

static gboolean
are_distinct (Search *s, GHashTable *symbols)
{
  GHashTableIter iterator;
  gpointer symbol;

  g_hash_table_iter_init (&iterator, symbols);
  while (g_hash_table_iter_next (&iterator, &symbol, NULL))
    if (symbol == s->symbol || !is_distinct (s, symbol))
      return FALSE;
  return TRUE;
}

/* A record with pointers in it, or a way to one: what is called may follow them to anywhere. */
static gboolean
leads_on (const IhopNode *node, gpointer data)
{
  gboolean *found = data;
  const IhopType *type = node->type ? ihop_type_strip (node->type) : NULL;

  while (type && type->kind == IHOP_TYPE_ARRAY)
    type = ihop_type_strip (type->target);
  if (type && type->kind == IHOP_TYPE_POINTER)
    type = type->target;
  else if (type && type->kind != IHOP_TYPE_RECORD)
    type = NULL;
  *found |= node->kind == IHOP_REF && node->symbol->kind <= IHOP_SYMBOL_PARAMETER && type
            && ihop_type_holds_pointer (type);
  return !*found;
}

static gboolean
is_harmless_call (Search *s, const IhopNode *call)
{
  const IhopNode *callee = ihop_node_strip (call->child[0], TRUE);

  if (callee->kind != IHOP_REF || callee->symbol->kind != IHOP_SYMBOL_FUNCTION)
    return FALSE;
  const IhopEffects *effects = ihop_effects_of (s->work->planner->facts, callee->symbol);
  gboolean leads = FALSE;
  for (guint i = 1; i < call->n_children; i++)
    ihop_node_walk (call->child[i], leads_on, &leads);
  if (leads)
    return FALSE;
  return effects->is_known && are_distinct (s, effects->globals_read)
         && are_distinct (s, effects->globals_written);
}

/* Pointers out of memory could point anywhere. */
static gboolean
is_loaded_pointer (const IhopNode *node)
{
  return (node->kind == IHOP_INDEX || node->kind == IHOP_MEMBER
          || (node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF))
         && node->type && ihop_type_strip (node->type)->kind == IHOP_TYPE_POINTER;
}

static gboolean
look (const IhopNode *node, gpointer data)
{
  Search *s = data;

  if (node->kind == IHOP_CALL)
    s->doubtful |= !is_harmless_call (s, node);
  else if (node->kind == IHOP_REF && node->symbol->kind <= IHOP_SYMBOL_PARAMETER)
    s->doubtful |= !is_distinct (s, node->symbol);
  else if (node->kind == IHOP_OPAQUE || node->kind == IHOP_OPAQUE_EXPR || is_loaded_pointer (node))
    s->doubtful = TRUE;
  return !s->doubtful;
}

gboolean
ihop_touch_is_elsewhere (IhopWork *work, const IhopNode *code, const IhopSymbol *symbol)
{
  Search s = { work, symbol, FALSE };

  if (work->planner->plan->overlaps->len == 0
      && ihop_exchanges_of (work->planner->facts, work->function)->len == 0)
    return FALSE;
  ihop_node_walk (code, look, &s);
  return !s.doubtful;
}
