#include "analysis/dependence/agreement.h"
#include "analysis/dependence/increment.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/invariance.h"
#include <string.h>

void
ihop_agreement_items (const IhopNode *node, GPtrArray *into)
{
  if (node == NULL || node->kind == IHOP_PRAGMA || node->kind == IHOP_EMPTY)
    return;
  if (node->kind != IHOP_BLOCK && node->kind != IHOP_DECLARATION)
    {
      g_ptr_array_add (into, (gpointer) node);
      return;
    }
  if (node->kind == IHOP_DECLARATION && node->n_children == 0)
    g_ptr_array_add (into, (gpointer) node);
  for (guint i = 0; i < node->n_children; i++)
    ihop_agreement_items (node->child[i], into);
}

static const IhopSymbol *
counterpart (const IhopCountedLoops *self, const IhopSymbol *symbol)
{
  const IhopSymbol *other = g_hash_table_lookup (self->same, symbol);

  return other ? other : symbol;
}

gboolean
ihop_agreement_is_same (const IhopCountedLoops *self, const IhopNode *a, const IhopNode *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  a = ihop_node_strip (a, FALSE);
  b = ihop_node_strip (b, FALSE);
  if (a->kind != b->kind || a->op != b->op || a->n_children != b->n_children
      || a->type == NULL || b->type == NULL || !ihop_type_equal (a->type, b->type)
      || (a->flags & IHOP_NODE_CONSTANT) != (b->flags & IHOP_NODE_CONSTANT))
    return FALSE;
  if (a->flags & IHOP_NODE_CONSTANT)
    return a->integer == b->integer;
  if (a->kind == IHOP_FLOATING)
    return memcmp (&a->number, &b->number, sizeof a->number) == 0;
  if (a->kind == IHOP_REF ? counterpart (self, a->symbol) != b->symbol : a->symbol != b->symbol)
    return FALSE;
  for (guint i = 0; i < a->n_children; i++)
    if (!ihop_agreement_is_same (self, a->child[i], b->child[i]))
      return FALSE;
  return a->n_children > 0 || a->kind == IHOP_REF;
}

gboolean
ihop_agreement_is_steady (const IhopCountedLoops *self, const IhopNode *value)
{
  if (ihop_unrepeatable_part (self->same, value))
    return FALSE;
  for (guint i = self->first; i <= self->last; i++)
    if (ihop_variant_part (self->facts, self->function, self->block->child[i], self->same, value))
      return FALSE;
  return TRUE;
}

void
ihop_agreement_pair (IhopCountedLoops *self, const IhopSymbol *a, const IhopSymbol *b)
{
  g_hash_table_insert (self->same, (gpointer) a, (gpointer) b);
}

gboolean
ihop_agreement_is_tame (const IhopCountedLoops *self, const IhopSymbol *symbol)
{
  return ihop_defs_is_tame (self->facts, self->function, symbol);
}

static gboolean
variables_agree (IhopCountedLoops *self, const IhopNode *a, const IhopNode *b)
{
  if (strcmp (a->symbol->name, b->symbol->name) != 0 || !ihop_agreement_is_tame (self, a->symbol)
      || !ihop_agreement_is_tame (self, b->symbol) || !ihop_type_equal (a->symbol->type, b->symbol->type)
      || ihop_type_strip (a->symbol->type)->kind == IHOP_TYPE_POINTER)
    return FALSE;
  if ((a->child[0] || b->child[0])
      && (a->child[0] == NULL || b->child[0] == NULL || !ihop_agreement_is_same (self, a->child[0], b->child[0])
          || !ihop_agreement_is_steady (self, a->child[0])))
    return FALSE;
  ihop_agreement_pair (self, a->symbol, b->symbol);
  return TRUE;
}

/* "count[s] += 1" in the first loop, and how much. */
static gboolean
is_count (const IhopCountedLoops *self, const IhopNode *node, gint64 *by)
{
  const IhopNode *place = ihop_increment_is_change (node) ? ihop_increment_bare (node->child[0]) : node;

  *by = 1;
  if (place->kind != IHOP_INDEX || !ihop_increment_is_of (place->child[0], self->count)
      || !ihop_increment_is_of (place->child[1], self->counting[0].iterator))
    return FALSE;
  if (node->kind == IHOP_UNARY)
    return node->op == IHOP_OP_PRE_INC || node->op == IHOP_OP_POST_INC;
  return node->op == IHOP_OP_ADD && ihop_increment_constant (node->child[1], by) && *by > 0 && *by <= IHOP_INCREMENT_MOST;
}

/* It sets nothing that the first loop knows. */
static gboolean
sets_nothing (const IhopCountedLoops *self, const IhopNode *node)
{
  g_autoptr (GHashTable) written = ihop_defs_written (node);
  GHashTableIter iter;
  gpointer symbol;

  g_hash_table_iter_init (&iter, self->same);
  while (g_hash_table_iter_next (&iter, NULL, &symbol))
    if (g_hash_table_contains (written, symbol))
      return FALSE;
  return TRUE;
}

static gboolean
expressions_agree (IhopCountedLoops *self, const IhopNode *a, const IhopNode *b)
{
  const IhopNode *left = ihop_increment_is_change (a) ? ihop_increment_bare (a->child[0]) : NULL, *other;
  gint64 counted, advanced;

  if (is_count (self, a, &counted))
    return ihop_increment_of (b, self->at, &advanced, &other) && advanced == counted && sets_nothing (self, b);
  /* A variable of the iteration's own is set. */
  return left && left->kind == IHOP_REF && g_hash_table_contains (self->same, left->symbol)
         && ihop_agreement_is_same (self, a, b) && ihop_unrepeatable_part (self->same, a) == NULL
         && (a->kind == IHOP_UNARY || ihop_agreement_is_steady (self, a->child[1]));
}

static gboolean agree (IhopCountedLoops *self, const IhopNode *a, const IhopNode *b);

static gboolean
loops_agree (IhopCountedLoops *self, const IhopNode *a, const IhopNode *b)
{
  IhopCounting first = ihop_counting_of (self->facts, self->function, a);
  IhopCounting second = ihop_counting_of (self->facts, self->function, b);

  g_clear_pointer (&first.why, ihop_message_unref);
  g_clear_pointer (&second.why, ihop_message_unref);
  if (a->kind != IHOP_FOR || b->kind != IHOP_FOR || !first.is_plain || !second.is_plain
      || first.iterator == NULL || second.iterator == NULL || first.lower == NULL
      || second.lower == NULL || first.bound == NULL || first.relation != second.relation || first.step != second.step
      || !ihop_agreement_is_tame (self, first.iterator) || !ihop_agreement_is_tame (self, second.iterator)
      || !ihop_type_equal (first.iterator->type, second.iterator->type)
      || !ihop_agreement_is_same (self, first.lower, second.lower) || !ihop_agreement_is_steady (self, first.lower))
    return FALSE;
  ihop_agreement_pair (self, first.iterator, second.iterator);
  return ihop_agreement_is_same (self, first.bound, second.bound) && ihop_agreement_is_steady (self, first.bound)
         && agree (self, a->child[3], b->child[3]);
}

static gboolean
items_agree (IhopCountedLoops *self, const IhopNode *a, const IhopNode *b)
{
  if (a->kind != b->kind)
    return FALSE;
  switch (a->kind)
    {
    case IHOP_VARIABLE:
      return variables_agree (self, a, b);
    case IHOP_EXPRESSION:
      return expressions_agree (self, ihop_node_strip (a->child[0], FALSE),
                                ihop_node_strip (b->child[0], FALSE));
    case IHOP_IF:
      return ihop_agreement_is_same (self, a->child[0], b->child[0]) && ihop_agreement_is_steady (self, a->child[0])
             && agree (self, a->child[1], b->child[1]) && agree (self, a->child[2], b->child[2]);
    case IHOP_FOR:
      return loops_agree (self, a, b);
    default:
      return FALSE;
    }
}

/* It leaves the place alone, and everything that the first loop knows, too. */
static gboolean
is_beside (const IhopCountedLoops *self, const IhopNode *item)
{
  g_autoptr (GHashTable) written = ihop_defs_written (item);

  return !g_hash_table_contains (written, self->at) && sets_nothing (self, item);
}

gboolean
ihop_agreement_holds (IhopCountedLoops *self, const GPtrArray *as, guint a, const GPtrArray *bs, guint b)
{
  for (; a < as->len; a++, b++)
    {
      while (b < bs->len && !items_agree (self, as->pdata[a], bs->pdata[b]))
        if (!is_beside (self, bs->pdata[b++]))
          return FALSE;
      if (b == bs->len)
        return FALSE;
    }
  for (; b < bs->len; b++)
    if (!is_beside (self, bs->pdata[b]))
      return FALSE;
  return TRUE;
}

static gboolean
agree (IhopCountedLoops *self, const IhopNode *a, const IhopNode *b)
{
  g_autoptr (GPtrArray) as = g_ptr_array_new (), bs = g_ptr_array_new ();

  ihop_agreement_items (a, as);
  ihop_agreement_items (b, bs);
  return ihop_agreement_holds (self, as, 0, bs, 0);
}
