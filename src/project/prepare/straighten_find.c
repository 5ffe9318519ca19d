#include "project/prepare/straighten.h"
#include "analysis/memory/definitions.h"
#include "transform/text/canonicalize_pointer.h"

gboolean
ihop_straighten_counts_plainly (IhopFacts *facts, const IhopLoopName *name)
{
  IhopCounting counting = ihop_counting_of (facts, name->function, name->loop);
  gboolean plain = counting.iterator == NULL
                   || (counting.is_plain && counting.lower && name->loop->kind == IHOP_FOR);

  ihop_message_unref (counting.why);
  return plain;
}

/* A pointer of the function's own, declared outside of the loop. */
static gboolean
is_outer_pointer (IhopFacts *facts, const IhopLoopName *name, const IhopSymbol *symbol)
{
  return symbol && (symbol->kind == IHOP_SYMBOL_VARIABLE || symbol->kind == IHOP_SYMBOL_PARAMETER)
         && symbol->storage == IHOP_STORAGE_AUTO && !symbol->is_global
         && ihop_type_strip (symbol->type)->kind == IHOP_TYPE_POINTER
         && ihop_defs_is_tame (facts, name->function, symbol);
}

/* A pointer that only this file's functions know. */
static gboolean
is_files_own (const IhopSymbol *symbol)
{
  return symbol->kind == IHOP_SYMBOL_VARIABLE && symbol->is_global && symbol->storage == IHOP_STORAGE_STATIC
         && ihop_type_strip (symbol->type)->kind == IHOP_TYPE_POINTER;
}

/* "a", "a + n", "&a[k]": names and numbers. */
static gboolean
look_for_other (const IhopNode *node, gpointer data)
{
  gboolean *found = data;
  gboolean is_name = node->kind == IHOP_REF && node->symbol->kind <= IHOP_SYMBOL_PARAMETER;
  gboolean is_sum
    = (node->kind == IHOP_BINARY
       && (node->op == IHOP_OP_ADD || node->op == IHOP_OP_SUB || node->op == IHOP_OP_MUL))
      || (node->kind == IHOP_UNARY && node->op == IHOP_OP_ADDRESS) || node->kind == IHOP_INDEX
      || node->kind == IHOP_PAREN
      || (node->kind == IHOP_CAST && (node->flags & IHOP_NODE_IMPLICIT));

  *found |= !is_name && !is_sum && !(node->flags & IHOP_NODE_CONSTANT);
  return !*found;
}

static gboolean
is_other_name (const IhopNode *value)
{
  gboolean found = FALSE;

  value = value ? ihop_node_strip (value, TRUE) : NULL;
  if (value == NULL
      || (value->kind != IHOP_REF && value->kind != IHOP_BINARY && value->kind != IHOP_UNARY))
    return FALSE;
  ihop_node_walk (value, look_for_other, &found);
  return !found;
}

typedef struct
{
  IhopFacts *facts;
  const IhopLoopName *name;
  gboolean inside_too; /* also those that the loop sets itself */
  GPtrArray *symbols;
} Names;

static gboolean
look_for_second_name (const IhopNode *node, gpointer data)
{
  Names *self = data;

  if (node->kind != IHOP_REF || !(is_outer_pointer (self->facts, self->name, node->symbol) || is_files_own (node->symbol))
      || node->symbol->kind != IHOP_SYMBOL_VARIABLE
      || g_ptr_array_find (self->symbols, node->symbol, NULL))
    return TRUE;
  const IhopDefs *defs = ihop_defs_of (self->facts, self->name->function, node->symbol);
  const IhopNode *write = defs->write ? ihop_node_strip (defs->write, FALSE) : NULL;
  const IhopNode *value = write == NULL                  ? NULL
                          : write->kind == IHOP_VARIABLE ? write->child[0]
                          : write->kind == IHOP_ASSIGN   ? write->child[1]
                                                         : NULL;
  if (defs->n_writes == 1 && is_other_name (value)
      && (self->inside_too || !ihop_node_holds (self->name->loop, write)))
    g_ptr_array_add (self->symbols, node->symbol);
  return TRUE;
}

/* Pointers that are another name for an array, and set once before the loop, or in it. Caller
 * unrefs. */
GPtrArray *
ihop_straighten_second_names (IhopFacts *facts, const IhopLoopName *name, gboolean inside_too)
{
  Names self = { facts, name, inside_too, g_ptr_array_new () };

  ihop_node_walk (name->loop, look_for_second_name, &self);
  return self.symbols;
}

static gboolean
is_declared_in (const IhopNode *loop, const IhopSymbol *symbol)
{
  g_autoptr (GHashTable) declared = ihop_defs_declared (loop);

  return g_hash_table_contains (declared, symbol);
}

/* Pointers that the loop moves on, from outside of it, in the order of the text. Caller unrefs. */
GPtrArray *
ihop_straighten_moved_pointers (IhopFacts *facts, const IhopLoopName *name)
{
  g_autoptr (GHashTable) written = ihop_defs_written (name->loop);
  g_autoptr (GPtrArray) all = ihop_symbols_in_order (written);
  GPtrArray *symbols = g_ptr_array_new ();

  for (guint i = 0; i < all->len; i++)
    if (is_outer_pointer (facts, name, all->pdata[i]) && !is_declared_in (name->loop, all->pdata[i]))
      g_ptr_array_add (symbols, all->pdata[i]);
  return symbols;
}

/* Whether the loop moves pointers, or sets some, wherever they are declared; or is counted by one.
 */
static gboolean
moves_pointers (IhopFacts *facts, const IhopLoopName *name)
{
  g_autoptr (GHashTable) written = ihop_defs_written (name->loop);
  GHashTableIter iter;
  gpointer symbol;

  g_hash_table_iter_init (&iter, written);
  while (g_hash_table_iter_next (&iter, &symbol, NULL))
    if (is_outer_pointer (facts, name, symbol))
      return TRUE;
  return FALSE;
}

const IhopLoop *
ihop_straighten_facts_about (const GPtrArray *loops, const IhopNode *node)
{
  for (guint i = 0; i < loops->len; i++)
    if (((const IhopLoop *) loops->pdata[i])->name->loop == node)
      return loops->pdata[i];
  return NULL;
}

/* An inner loop that could be one more axis if it was a for. */
static gboolean
has_odd_inner (IhopFacts *facts, const GPtrArray *names, const GPtrArray *loops, guint from,
               guint end)
{
  for (guint i = from; i < end; i++)
    {
      const IhopLoopName *name = names->pdata[i];
      const IhopLoop *loop = ihop_straighten_facts_about (loops, name->loop);
      if (loop && loop->verdict == IHOP_PARALLEL && !ihop_straighten_counts_plainly (facts, name))
        return TRUE;
    }
  return FALSE;
}

/* Whether it works with pointers of the file's that its function has set to parts of something: "b = a + n;". */
static gboolean
has_files_names (IhopFacts *facts, const IhopLoopName *name)
{
  g_autoptr (GPtrArray) others = ihop_straighten_second_names (facts, name, FALSE);

  for (guint i = 0; i < others->len; i++)
    if (is_files_own (others->pdata[i]))
      return TRUE;
  return FALSE;
}

/* Whether a kernel is to be expected when the loop was straightened. */
static gboolean
is_group (IhopFacts *facts, const IhopLoop *loop)
{
  const IhopCounting *c = &loop->counting;

  if (loop->verdict != IHOP_PARALLEL)
    return (c->iterator || ihop_counts_with_pointer (facts, loop->name->function, loop->name->loop))
           && (moves_pointers (facts, loop->name) || has_files_names (facts, loop->name));
  if (c->iterator == NULL)
    return FALSE;
  g_autoptr (GPtrArray) others = ihop_straighten_second_names (facts, loop->name, FALSE);
  return c->lower == NULL || !c->is_plain || loop->inductions->len || others->len
         || !ihop_straighten_counts_plainly (facts, loop->name);
}

/* The loops that it holds stand behind it, and are deeper. */
guint
ihop_straighten_end_of (const GPtrArray *names, guint loop)
{
  const IhopLoopName *outer = names->pdata[loop];
  guint end = loop + 1;

  while (end < names->len && ((const IhopLoopName *) names->pdata[end])->function == outer->function
         && ((const IhopLoopName *) names->pdata[end])->depth > outer->depth)
    end++;
  return end;
}

/* The outermost parallel loops in "node", a chosen loop or what it holds. */
void
ihop_straighten_find (IhopFacts *facts, const GPtrArray *names, const GPtrArray *loops, guint from,
                      guint to, GArray *groups)
{
  for (guint i = from; i < to;)
    {
      const IhopLoop *loop
        = ihop_straighten_facts_about (loops, ((const IhopLoopName *) names->pdata[i])->loop);
      guint end = ihop_straighten_end_of (names, i);
      IhopStraightening group = { i, end, loop && loop->verdict != IHOP_PARALLEL };
      gboolean is_odd
        = loop && loop->verdict == IHOP_PARALLEL && has_odd_inner (facts, names, loops, i + 1, end);
      if (loop && (is_odd || is_group (facts, loop)))
        g_array_append_val (groups, group);
      i = loop && (loop->verdict == IHOP_PARALLEL || is_group (facts, loop)) ? end : i + 1;
    }
}
