/* A loop that fills places which two loops before it have counted out. See compaction.h. */
#include "analysis/dependence/compaction.h"
#include "analysis/dependence/agreement.h"
#include "analysis/dependence/increment.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/effects.h"
#include "analysis/program/facts_private.h"

/* --- the three loops --------------------------------------------------------------------------- */

static gboolean
may_write (const IhopCountedLoops *self, const IhopNode *node, const IhopSymbol *array)
{
  return (ihop_touch_of (self->facts, self->function, node, array)
          & (IHOP_TOUCH_WRITE | IHOP_TOUCH_FREE)) != 0;
}

/* The last statement before number "at" that may write the array, which must be a loop; *at becomes its
 * number. */
static const IhopNode *
writer_before (const IhopCountedLoops *self, guint *at, const IhopSymbol *array)
{
  while (*at > 0)
    {
      const IhopNode *node = self->block->child[--*at];
      if (may_write (self, node, array))
        return node->kind == IHOP_FOR ? node : NULL;
    }
  return NULL;
}

static gboolean
find_block (IhopCountedLoops *self)
{
  g_autoptr (GPtrArray) path = ihop_defs_path (self->facts, self->function, self->loop[2]);

  self->block = path && path->len > 1 ? path->pdata[path->len - 2] : NULL;
  if (self->block == NULL || self->block->kind != IHOP_BLOCK)
    return FALSE;
  while (self->block->child[self->last] != self->loop[2])
    self->last++;
  self->first = self->last;
  return TRUE;
}

/* "A[s]" with the iterator of loop number i; the array. */
static const IhopSymbol *
own_element (const IhopCountedLoops *self, const IhopNode *node, guint i)
{
  node = ihop_increment_bare (node);
  if (node->kind != IHOP_INDEX || !ihop_increment_is_of (node->child[1], self->counting[i].iterator))
    return NULL;
  const IhopNode *base = ihop_increment_bare (node->child[0]);
  return base->kind == IHOP_REF && ihop_type_strip (base->symbol->type)->kind == IHOP_TYPE_ARRAY
           ? base->symbol : NULL;
}

/* Both sides of "left = right"; with another operator than "=" of "left OP= right". */
static const IhopNode *
assignment (const IhopNode *item, IhopOperator op)
{
  const IhopNode *node = item->kind == IHOP_EXPRESSION ? ihop_node_strip (item->child[0], FALSE)
                                                       : NULL;

  return node && node->kind == IHOP_ASSIGN && node->op == op ? node : NULL;
}

/* Where an iteration starts: "int at = from[s]" or "at = from[s]", before all else. */
static gboolean
read_start (IhopCountedLoops *self, const IhopNode *item)
{
  const IhopNode *assign = assignment (item, IHOP_OP_NONE), *value = NULL;

  if (item->kind == IHOP_VARIABLE && item->symbol == self->at)
    value = item->child[0];
  else if (assign && ihop_increment_is_of (assign->child[0], self->at))
    value = assign->child[1];
  self->from = value ? own_element (self, value, 2) : NULL;
  return self->from != NULL;
}

/* { from[s] = k; k += count[s]; } */
static gboolean
read_sums (IhopCountedLoops *self)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();

  ihop_agreement_items (self->loop[1]->child[3], items);
  if (items->len != 2)
    return FALSE;
  const IhopNode *keep = assignment (items->pdata[0], IHOP_OP_NONE);
  const IhopNode *add = assignment (items->pdata[1], IHOP_OP_ADD);
  const IhopNode *set = assignment (items->pdata[1], IHOP_OP_NONE);
  const IhopNode *counter = keep ? ihop_increment_bare (keep->child[1]) : NULL, *amount = add ? add->child[1] : NULL;
  if (keep == NULL || counter->kind != IHOP_REF || !ihop_agreement_is_tame (self, counter->symbol)
      || own_element (self, keep->child[0], 1) != self->from)
    return FALSE;
  if (set && ihop_increment_bare (set->child[1])->kind == IHOP_BINARY && ihop_increment_bare (set->child[1])->op == IHOP_OP_ADD
      && ihop_increment_is_of (ihop_increment_bare (set->child[1])->child[0], counter->symbol))
    amount = ihop_increment_bare (set->child[1])->child[1];
  self->count = amount ? own_element (self, amount, 1) : NULL;
  return self->count && self->count != self->from
         && ihop_increment_is_of ((add ? add : set)->child[0], counter->symbol)
         && counter->symbol != self->at
         && ihop_type_equal (ihop_type_strip (counter->symbol->type),
                             ihop_type_strip (self->at->type));
}

/* Arrays of what the place is, which does not wrap around: if it has no sign it has 64 bits, more than
 * anybody counts. */
static gboolean
are_wide (const IhopCountedLoops *self)
{
  const IhopType *type = ihop_type_strip (self->at->type);
  const IhopSymbol *arrays[] = { self->from, self->count };

  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    {
      const IhopType *array = ihop_type_strip (arrays[i]->type);
      if (!ihop_type_equal (ihop_type_strip (array->target), type)
          || ihop_type_is_volatile (array->target) || ihop_type_is_volatile (arrays[i]->type))
        return FALSE;
    }
  return type->kind == IHOP_TYPE_INTEGER && type->size <= 8
         && type->size >= (type->is_signed ? 4u : 8u);
}

static gboolean
find_jump (const IhopNode *node, gpointer found)
{
  if (node->kind == IHOP_CASE || node->kind == IHOP_BREAK || node->kind == IHOP_CONTINUE
      || ihop_node_jumps (node) || node->kind == IHOP_RETURN || node->kind == IHOP_SWITCH
      || node->kind == IHOP_OPAQUE || node->kind == IHOP_OPAQUE_EXPR)
    *(gboolean *) found = TRUE;
  return !*(gboolean *) found;
}

/* Loop number i counts as the last one does: to each iteration of one belongs one of the other. */
static gboolean
counts_alike (IhopCountedLoops *self, guint i)
{
  IhopCounting *counting = &self->counting[i], *last = &self->counting[2];

  *counting = ihop_counting_of (self->facts, self->function, self->loop[i]);
  g_clear_pointer (&counting->why, ihop_message_unref);
  return self->loop[i]->kind == IHOP_FOR && counting->iterator && counting->is_plain
         && counting->lower && counting->bound && ihop_agreement_is_tame (self, counting->iterator)
         && counting->relation == last->relation && counting->step == last->step
         && ihop_type_equal (counting->iterator->type, last->iterator->type)
         && ihop_agreement_is_same (self, counting->lower, last->lower)
         && ihop_agreement_is_same (self, counting->bound, last->bound);
}

/* The loop that adds up, and the one that counts. */
static gboolean
find_loops (IhopCountedLoops *self)
{
  self->loop[1] = writer_before (self, &self->first, self->from);
  if (self->loop[1] == NULL || !counts_alike (self, 1) || !read_sums (self))
    return FALSE;
  self->loop[0] = writer_before (self, &self->first, self->count);
  return self->loop[0] && counts_alike (self, 0) && ihop_agreement_is_steady (self, self->counting[0].lower)
         && ihop_agreement_is_steady (self, self->counting[0].bound);
}

/* A variable that is declared before the place starts. */
static gboolean
is_before_start (const IhopCountedLoops *self, const IhopNode *item)
{
  return item->kind == IHOP_VARIABLE
         && (item->child[0] == NULL
             || (item->symbol != self->at && ihop_node_effect (item->child[0]) == NULL));
}

static gboolean
is_counted (IhopCountedLoops *self)
{
  g_autoptr (GPtrArray) counts = g_ptr_array_new (), fills = g_ptr_array_new ();
  gboolean jumps = FALSE;
  gint64 zero = 1;
  guint start = 0;

  if (!ihop_agreement_is_tame (self, self->at) || !find_block (self) || !counts_alike (self, 2))
    return FALSE;
  ihop_agreement_items (ihop_loop_body (self->loop[2]), fills);
  while (start < fills->len && !read_start (self, fills->pdata[start])
         && is_before_start (self, fills->pdata[start]))
    start++;
  if (start == fills->len || self->from == NULL || !find_loops (self) || !are_wide (self)
      || may_write (self, self->loop[2], self->from))
    return FALSE;
  for (guint i = self->first; i <= self->last; i++)
    ihop_node_walk (self->block->child[i], find_jump, &jumps);
  if (jumps || ihop_defs_has_labels (self->facts, self->function))
    return FALSE;
  ihop_agreement_items (ihop_loop_body (self->loop[0]), counts);
  const IhopNode *clear = counts->len ? assignment (counts->pdata[0], IHOP_OP_NONE) : NULL;
  if (clear == NULL || own_element (self, clear->child[0], 0) != self->count
      || !ihop_increment_constant (clear->child[1], &zero) || zero != 0)
    return FALSE;
  ihop_agreement_pair (self, self->counting[0].iterator, self->counting[2].iterator);
  return ihop_agreement_holds (self, counts, 1, fills, start + 1);
}

/* Asked once a loop and place. */
static gboolean
knows_counted (IhopScop *scop, const IhopSymbol *at)
{
  GHashTable *loops
    = ihop_facts_cache (scop->facts, "counted", (GDestroyNotify) g_hash_table_unref);
  GHashTable *places = g_hash_table_lookup (loops, scop->root);
  gpointer known;

  if (places == NULL)
    {
      places = g_hash_table_new (NULL, NULL);
      g_hash_table_insert (loops, (gpointer) scop->root, places);
    }
  if (!g_hash_table_lookup_extended (places, at, NULL, &known))
    {
      IhopCountedLoops self = { .facts = scop->facts, .function = scop->function, .at = at,
                       .loop = { NULL, NULL, scop->root },
                       .same = g_hash_table_new (NULL, NULL) };
      known = GINT_TO_POINTER (is_counted (&self));
      g_hash_table_unref (self.same);
      g_hash_table_insert (places, (gpointer) at, known);
    }
  return GPOINTER_TO_INT (known);
}

/* --- references -------------------------------------------------------------------------------- */

/* The first subscript, of the variable itself; NULL: none. */
static const IhopNode *
first_subscript (const IhopAccess *access)
{
  const IhopNode *node = ihop_increment_bare (access->node), *subscript = NULL;

  while (node->kind == IHOP_INDEX || (node->kind == IHOP_MEMBER && !(node->flags & IHOP_NODE_ARROW)))
    {
      subscript = node->kind == IHOP_INDEX ? node->child[1] : NULL;
      node = ihop_increment_bare (node->child[0]);
    }
  return node->kind == IHOP_REF && node->symbol == access->ref->root && subscript ? ihop_increment_bare (subscript) : NULL;
}

static gboolean
stays_where_it_is (const IhopScop *scop, const IhopSymbol *symbol)
{
  return ihop_type_strip (symbol->type)->kind == IHOP_TYPE_ARRAY
         || !ihop_defs_may_change (scop->facts, scop->function, scop->root, symbol);
}

/* How far the statements behind "child" in its block advance the place, whatever happens. */
static gint64
advanced_behind (const IhopNode *block, const IhopNode *child, const IhopSymbol *at)
{
  const IhopNode *other;
  gint64 sum = 0, by;
  guint k = 0;

  while (block->child[k] != child)
    k++;
  for (k++; k < block->n_children; k++)
    if (block->child[k]->kind == IHOP_EXPRESSION && ihop_increment_of (block->child[k]->child[0], at, &by, &other))
      sum += by;
  return sum;
}

/* Whether what runs after the statement that holds "node", in the same iteration, is sure to advance the
 * place beyond "ahead". */
static gboolean
is_passed (const IhopScop *scop, const IhopNode *node, const IhopSymbol *at, gint64 ahead)
{
  g_autoptr (GPtrArray) path = ihop_node_path (ihop_loop_body (scop->root), node);
  guint i = path ? path->len - 1 : 0;
  const IhopNode *other;
  gint64 sum = 0, by;

  while (i > 0 && !ihop_kind_is_statement (((IhopNode *) path->pdata[i])->kind))
    i--;
  const IhopNode *statement = path ? path->pdata[i] : NULL;
  if (statement == NULL || statement->kind != IHOP_EXPRESSION
      || !ihop_increment_of (statement->child[0], at, &by, &other) || by)
    return FALSE;
  for (; i > 0 && sum <= ahead; i--)
    if (((IhopNode *) path->pdata[i - 1])->kind == IHOP_BLOCK)
      sum += advanced_behind (path->pdata[i - 1], path->pdata[i], at);
  return sum > ahead;
}

/* Most subscripts are: that is told without a look at the code. */
static gboolean
is_counted_by_loop (const IhopAccess *access, const IhopSymbol *symbol)
{
  for (const IhopScopLoop *loop = access->statement->loop; loop; loop = loop->parent)
    if (loop->counting.iterator == symbol)
      return TRUE;
  return FALSE;
}

/* The place that a reference means, if it is one that its iteration passes later; NULL: not so. */
static const IhopSymbol *
place_of (const IhopScop *scop, const IhopAccess *access)
{
  const IhopNode *subscript = first_subscript (access);
  gint64 ahead = 0;

  if (subscript == NULL)
    return NULL;
  if (subscript->kind == IHOP_UNARY && subscript->op == IHOP_OP_POST_INC)
    return stays_where_it_is (scop, access->ref->root) ? ihop_increment_bare (subscript->child[0])->symbol : NULL;
  const IhopNode *place = subscript;
  if (subscript->kind == IHOP_BINARY && subscript->op == IHOP_OP_ADD
      && ihop_increment_constant (subscript->child[1], &ahead) && ahead >= 0)
    place = ihop_increment_bare (subscript->child[0]);
  if (place->kind != IHOP_REF || is_counted_by_loop (access, place->symbol)
      || !stays_where_it_is (scop, access->ref->root) || !is_passed (scop, access->node, place->symbol, ahead))
    return NULL;
  return place->symbol;
}

gboolean
ihop_compaction_is_injective (IhopScop *scop, const IhopAccess *a, const IhopAccess *b)
{
  const IhopSymbol *at;

  if (scop->root->kind != IHOP_FOR || a->ref->root != b->ref->root || a->may == IHOP_MAY_CALL
      || b->may == IHOP_MAY_CALL || a->is_loaded || b->is_loaded)
    return FALSE;
  at = place_of (scop, a);
  return at && ihop_type_is_integer (at->type) && at == place_of (scop, b)
         && knows_counted (scop, at);
}
