/* A loop that fills places which two loops before it have counted out. See compaction.h. */
#include "analysis/dependence/compaction.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/effects.h"
#include "analysis/memory/invariance.h"
#include "analysis/program/facts_private.h"
#include <string.h>

enum { MOST_STEP = 1 << 20 };

typedef struct
{
  IhopFacts *facts;
  const IhopFunction *function;
  const IhopNode *loop[3];        /* that counts, that adds up, that fills */
  IhopCounting counting[3];
  const IhopNode *block;          /* where they stand: statements number first … last */
  guint first, last;
  const IhopSymbol *at;           /* the place, in the last loop */
  const IhopSymbol *from, *count; /* arrays: where iterations start, how far they get */
  GHashTable *same;               /* variable of the first loop → that of the last one */
} Counted;

/* --- advances -------------------------------------------------------------------------------- */

static const IhopNode *
bare (const IhopNode *node)
{
  return ihop_node_strip (node, TRUE);
}

static gboolean
is_symbol (const IhopNode *node, const IhopSymbol *symbol)
{
  node = bare (node);
  return node->kind == IHOP_REF && node->symbol == symbol;
}

static gboolean
constant_of (const IhopNode *node, gint64 *value)
{
  node = bare (node);
  *value = node->integer;
  return node->flags & IHOP_NODE_CONSTANT && ihop_type_is_integer (node->type);
}

/* k++, k += 2, k = k + 2 */
static gboolean
is_advance (const IhopNode *node, const IhopSymbol *counter, gint64 *by)
{
  const IhopNode *amount = NULL;

  *by = 1;
  if (node->kind == IHOP_UNARY)
    return node->op == IHOP_OP_PRE_INC || node->op == IHOP_OP_POST_INC;
  if (node->op == IHOP_OP_ADD)
    amount = node->child[1];
  const IhopNode *sum = bare (node->child[1]);
  if (node->op == IHOP_OP_NONE && sum->kind == IHOP_BINARY && sum->op == IHOP_OP_ADD)
    amount = is_symbol (sum->child[0], counter)   ? sum->child[1]
             : is_symbol (sum->child[1], counter) ? sum->child[0]
                                                  : NULL;
  return amount && constant_of (amount, by) && *by > 0 && *by <= MOST_STEP;
}

static gboolean
is_change (const IhopNode *node)
{
  return node->kind == IHOP_ASSIGN || (node->kind == IHOP_UNARY && node->op >= IHOP_OP_PRE_INC);
}

static gboolean
add_advances (const IhopNode *node, const IhopSymbol *counter, gboolean sure, gint64 *sum,
              const IhopNode **other)
{
  gboolean chooses = node->kind == IHOP_CONDITIONAL
                     || (node->kind == IHOP_BINARY
                         && (node->op == IHOP_OP_LAND || node->op == IHOP_OP_LOR));
  gint64 by = 0;

  if ((is_change (node) && is_symbol (node->child[0], counter)
       && (!sure || !is_advance (node, counter, &by)))
      || node->kind == IHOP_OPAQUE_EXPR)
    {
      *other = node;
      return FALSE;
    }
  *sum += by;
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i]
        && !add_advances (node->child[i], counter,
                          sure && node->kind != IHOP_SIZEOF && !(chooses && i > 0), sum, other))
      return FALSE;
  return TRUE;
}

gboolean
ihop_compaction_increment (const IhopNode *expression, const IhopSymbol *counter, gint64 *sum, const IhopNode **other)
{
  *sum = 0;
  return add_advances (expression, counter, TRUE, sum, other);
}

/* --- two pieces of code that decide alike ------------------------------------------------------- */

/* The statements of a body one by one, each variable that is declared by itself. */
static void
add_items (const IhopNode *node, GPtrArray *into)
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
    add_items (node->child[i], into);
}

static const IhopSymbol *
counterpart (const Counted *self, const IhopSymbol *symbol)
{
  const IhopSymbol *other = g_hash_table_lookup (self->same, symbol);

  return other ? other : symbol;
}

/* The same expression, of each loop's own variables. */
static gboolean
is_same (const Counted *self, const IhopNode *a, const IhopNode *b)
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
    if (!is_same (self, a->child[i], b->child[i]))
      return FALSE;
  return a->n_children > 0 || a->kind == IHOP_REF;
}

/* Its value is the same from the first loop to the last, but for variables of an iteration's own. */
static gboolean
is_steady (const Counted *self, const IhopNode *value)
{
  if (ihop_unrepeatable (self->same, value))
    return FALSE;
  for (guint i = self->first; i <= self->last; i++)
    if (ihop_unsteady (self->facts, self->function, self->block->child[i], self->same, value))
      return FALSE;
  return TRUE;
}

static void
pair (Counted *self, const IhopSymbol *a, const IhopSymbol *b)
{
  g_hash_table_insert (self->same, (gpointer) a, (gpointer) b);
}

static gboolean
is_tame (const Counted *self, const IhopSymbol *symbol)
{
  return ihop_defs_is_tame (self->facts, self->function, symbol);
}

static gboolean
variables_agree (Counted *self, const IhopNode *a, const IhopNode *b)
{
  if (strcmp (a->symbol->name, b->symbol->name) != 0 || !is_tame (self, a->symbol)
      || !is_tame (self, b->symbol) || !ihop_type_equal (a->symbol->type, b->symbol->type)
      || ihop_type_strip (a->symbol->type)->kind == IHOP_TYPE_POINTER)
    return FALSE;
  if ((a->child[0] || b->child[0])
      && (a->child[0] == NULL || b->child[0] == NULL || !is_same (self, a->child[0], b->child[0])
          || !is_steady (self, a->child[0])))
    return FALSE;
  pair (self, a->symbol, b->symbol);
  return TRUE;
}

/* "count[s] += 1" in the first loop, and how much. */
static gboolean
is_count (const Counted *self, const IhopNode *node, gint64 *by)
{
  const IhopNode *place = is_change (node) ? bare (node->child[0]) : node;

  *by = 1;
  if (place->kind != IHOP_INDEX || !is_symbol (place->child[0], self->count)
      || !is_symbol (place->child[1], self->counting[0].iterator))
    return FALSE;
  if (node->kind == IHOP_UNARY)
    return node->op == IHOP_OP_PRE_INC || node->op == IHOP_OP_POST_INC;
  return node->op == IHOP_OP_ADD && constant_of (node->child[1], by) && *by > 0 && *by <= MOST_STEP;
}

/* It sets nothing that the first loop knows. */
static gboolean
sets_nothing (const Counted *self, const IhopNode *node)
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
expressions_agree (Counted *self, const IhopNode *a, const IhopNode *b)
{
  const IhopNode *left = is_change (a) ? bare (a->child[0]) : NULL, *other;
  gint64 counted, advanced;

  if (is_count (self, a, &counted))
    return ihop_compaction_increment (b, self->at, &advanced, &other) && advanced == counted && sets_nothing (self, b);
  /* A variable of the iteration's own is set. */
  return left && left->kind == IHOP_REF && g_hash_table_contains (self->same, left->symbol)
         && is_same (self, a, b) && ihop_unrepeatable (self->same, a) == NULL
         && (a->kind == IHOP_UNARY || is_steady (self, a->child[1]));
}

static gboolean agree (Counted *self, const IhopNode *a, const IhopNode *b);

static gboolean
loops_agree (Counted *self, const IhopNode *a, const IhopNode *b)
{
  IhopCounting first = ihop_counting_of (self->facts, self->function, a);
  IhopCounting second = ihop_counting_of (self->facts, self->function, b);

  g_clear_pointer (&first.why, ihop_message_unref);
  g_clear_pointer (&second.why, ihop_message_unref);
  if (a->kind != IHOP_FOR || b->kind != IHOP_FOR || !first.is_plain || !second.is_plain
      || first.iterator == NULL || second.iterator == NULL || first.lower == NULL
      || second.lower == NULL || first.bound == NULL || first.relation != second.relation || first.step != second.step
      || !is_tame (self, first.iterator) || !is_tame (self, second.iterator)
      || !ihop_type_equal (first.iterator->type, second.iterator->type)
      || !is_same (self, first.lower, second.lower) || !is_steady (self, first.lower))
    return FALSE;
  pair (self, first.iterator, second.iterator);
  return is_same (self, first.bound, second.bound) && is_steady (self, first.bound)
         && agree (self, a->child[3], b->child[3]);
}

static gboolean
items_agree (Counted *self, const IhopNode *a, const IhopNode *b)
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
      return is_same (self, a->child[0], b->child[0]) && is_steady (self, a->child[0])
             && agree (self, a->child[1], b->child[1]) && agree (self, a->child[2], b->child[2]);
    case IHOP_FOR:
      return loops_agree (self, a, b);
    default:
      return FALSE;
    }
}

/* It leaves the place alone, and everything that the first loop knows, too. */
static gboolean
is_beside (const Counted *self, const IhopNode *item)
{
  g_autoptr (GHashTable) written = ihop_defs_written (item);

  return !g_hash_table_contains (written, self->at) && sets_nothing (self, item);
}

/* Everything in "as" is done by "bs" in the same order; what "bs" do beside it does not matter. */
static gboolean
lists_agree (Counted *self, const GPtrArray *as, guint a, const GPtrArray *bs, guint b)
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
agree (Counted *self, const IhopNode *a, const IhopNode *b)
{
  g_autoptr (GPtrArray) as = g_ptr_array_new (), bs = g_ptr_array_new ();

  add_items (a, as);
  add_items (b, bs);
  return lists_agree (self, as, 0, bs, 0);
}

/* --- the three loops --------------------------------------------------------------------------- */

static gboolean
may_write (const Counted *self, const IhopNode *node, const IhopSymbol *array)
{
  return (ihop_touch_of (self->facts, self->function, node, array)
          & (IHOP_TOUCH_WRITE | IHOP_TOUCH_FREE)) != 0;
}

/* The last statement before number "at" that may write the array, which must be a loop; *at becomes its
 * number. */
static const IhopNode *
writer_before (const Counted *self, guint *at, const IhopSymbol *array)
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
find_block (Counted *self)
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
own_element (const Counted *self, const IhopNode *node, guint i)
{
  node = bare (node);
  if (node->kind != IHOP_INDEX || !is_symbol (node->child[1], self->counting[i].iterator))
    return NULL;
  const IhopNode *base = bare (node->child[0]);
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
read_start (Counted *self, const IhopNode *item)
{
  const IhopNode *assign = assignment (item, IHOP_OP_NONE), *value = NULL;

  if (item->kind == IHOP_VARIABLE && item->symbol == self->at)
    value = item->child[0];
  else if (assign && is_symbol (assign->child[0], self->at))
    value = assign->child[1];
  self->from = value ? own_element (self, value, 2) : NULL;
  return self->from != NULL;
}

/* { from[s] = k; k += count[s]; } */
static gboolean
read_sums (Counted *self)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();

  add_items (self->loop[1]->child[3], items);
  if (items->len != 2)
    return FALSE;
  const IhopNode *keep = assignment (items->pdata[0], IHOP_OP_NONE);
  const IhopNode *add = assignment (items->pdata[1], IHOP_OP_ADD);
  const IhopNode *set = assignment (items->pdata[1], IHOP_OP_NONE);
  const IhopNode *counter = keep ? bare (keep->child[1]) : NULL, *amount = add ? add->child[1] : NULL;
  if (keep == NULL || counter->kind != IHOP_REF || !is_tame (self, counter->symbol)
      || own_element (self, keep->child[0], 1) != self->from)
    return FALSE;
  if (set && bare (set->child[1])->kind == IHOP_BINARY && bare (set->child[1])->op == IHOP_OP_ADD
      && is_symbol (bare (set->child[1])->child[0], counter->symbol))
    amount = bare (set->child[1])->child[1];
  self->count = amount ? own_element (self, amount, 1) : NULL;
  return self->count && self->count != self->from
         && is_symbol ((add ? add : set)->child[0], counter->symbol)
         && counter->symbol != self->at
         && ihop_type_equal (ihop_type_strip (counter->symbol->type),
                             ihop_type_strip (self->at->type));
}

/* Arrays of what the place is, which does not wrap around: if it has no sign it has 64 bits, more than
 * anybody counts. */
static gboolean
are_wide (const Counted *self)
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
counts_alike (Counted *self, guint i)
{
  IhopCounting *counting = &self->counting[i], *last = &self->counting[2];

  *counting = ihop_counting_of (self->facts, self->function, self->loop[i]);
  g_clear_pointer (&counting->why, ihop_message_unref);
  return self->loop[i]->kind == IHOP_FOR && counting->iterator && counting->is_plain
         && counting->lower && counting->bound && is_tame (self, counting->iterator)
         && counting->relation == last->relation && counting->step == last->step
         && ihop_type_equal (counting->iterator->type, last->iterator->type)
         && is_same (self, counting->lower, last->lower)
         && is_same (self, counting->bound, last->bound);
}

/* The loop that adds up, and the one that counts. */
static gboolean
find_loops (Counted *self)
{
  self->loop[1] = writer_before (self, &self->first, self->from);
  if (self->loop[1] == NULL || !counts_alike (self, 1) || !read_sums (self))
    return FALSE;
  self->loop[0] = writer_before (self, &self->first, self->count);
  return self->loop[0] && counts_alike (self, 0) && is_steady (self, self->counting[0].lower)
         && is_steady (self, self->counting[0].bound);
}

/* A variable that is declared before the place starts. */
static gboolean
is_before_start (const Counted *self, const IhopNode *item)
{
  return item->kind == IHOP_VARIABLE
         && (item->child[0] == NULL
             || (item->symbol != self->at && ihop_node_effect (item->child[0]) == NULL));
}

static gboolean
is_counted (Counted *self)
{
  g_autoptr (GPtrArray) counts = g_ptr_array_new (), fills = g_ptr_array_new ();
  gboolean jumps = FALSE;
  gint64 zero = 1;
  guint start = 0;

  if (!is_tame (self, self->at) || !find_block (self) || !counts_alike (self, 2))
    return FALSE;
  add_items (ihop_loop_body (self->loop[2]), fills);
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
  add_items (ihop_loop_body (self->loop[0]), counts);
  const IhopNode *clear = counts->len ? assignment (counts->pdata[0], IHOP_OP_NONE) : NULL;
  if (clear == NULL || own_element (self, clear->child[0], 0) != self->count
      || !constant_of (clear->child[1], &zero) || zero != 0)
    return FALSE;
  pair (self, self->counting[0].iterator, self->counting[2].iterator);
  return lists_agree (self, counts, 1, fills, start + 1);
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
      Counted self = { .facts = scop->facts, .function = scop->function, .at = at,
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
  const IhopNode *node = bare (access->node), *subscript = NULL;

  while (node->kind == IHOP_INDEX || (node->kind == IHOP_MEMBER && !(node->flags & IHOP_NODE_ARROW)))
    {
      subscript = node->kind == IHOP_INDEX ? node->child[1] : NULL;
      node = bare (node->child[0]);
    }
  return node->kind == IHOP_REF && node->symbol == access->ref->root && subscript ? bare (subscript) : NULL;
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
    if (block->child[k]->kind == IHOP_EXPRESSION && ihop_compaction_increment (block->child[k]->child[0], at, &by, &other))
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
      || !ihop_compaction_increment (statement->child[0], at, &by, &other) || by)
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
    return stays_where_it_is (scop, access->ref->root) ? bare (subscript->child[0])->symbol : NULL;
  const IhopNode *place = subscript;
  if (subscript->kind == IHOP_BINARY && subscript->op == IHOP_OP_ADD
      && constant_of (subscript->child[1], &ahead) && ahead >= 0)
    place = bare (subscript->child[0]);
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
