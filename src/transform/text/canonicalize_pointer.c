/* Loops that a pointer counts. The elements between it and its end are counted instead, and it moves in the body, for the
 * step induction to say it by the counter.
 *
 * Proved by the text: every iteration moves the pointer by the same number of elements, the loop does not change the
 * end, and pointers that are compared, and equal at last, point into one array (C17 6.5.8, 6.5.6: their difference then is
 * the number of elements between them). */
#include "transform/text/canonicalize_pointer.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/lvalue.h"
#include "analysis/scop/counted_loop.h"
#include "transform/build/body.h"
#include "transform/build/finish.h"
#include "transform/build/jump_removal.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/make_type.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/build/replace.h"
#include "transform/legality/entry_value.h"
#include "transform/legality/invariance.h"
#include "transform/text/substitute_element.h"

typedef struct
{
  IhopTransformStep *step;
  IhopBuild *build;
  const IhopLoopName *name;
  const IhopNode *loop, *body;
  IhopSymbol *pointer;
  const IhopNode *end;     /* what it is compared with */
  IhopOperator relation;   /* LT or NE */
  gint64 way;              /* elements an iteration */
  gboolean moves_in_head;
  const IhopNode *first;   /* what it is at first, of what the loop does not change; NULL: not known */
} Moving;

/* --- the head --------------------------------------------------------------------------------- */

static IhopSymbol *
own_pointer (IhopFacts *facts, const IhopFunction *function, const IhopNode *node)
{
  node = ihop_node_strip (node, TRUE);

  const IhopSymbol *symbol = node->kind == IHOP_REF ? node->symbol : NULL;
  const IhopType *type = symbol && symbol->kind <= IHOP_SYMBOL_PARAMETER ? ihop_type_strip (symbol->type) : NULL;
  if (type == NULL || type->kind != IHOP_TYPE_POINTER || symbol->is_global || symbol->storage != IHOP_STORAGE_AUTO
      || ihop_type_is_volatile (symbol->type) || ihop_type_strip (type->target)->size == 0
      || !ihop_defs_is_tame (facts, function, symbol))
    return NULL;
  return (IhopSymbol *) symbol;
}

/* "p < end", "end != p" … */
static gboolean
read_test (Moving *self, IhopFacts *facts, const IhopFunction *function)
{
  const IhopNode *test = self->loop->kind == IHOP_FOR ? self->loop->child[1]
                         : self->loop->kind == IHOP_WHILE ? self->loop->child[0] : NULL;

  test = test ? ihop_node_strip (test, TRUE) : NULL;
  if (test == NULL || test->kind != IHOP_BINARY)
    return FALSE;
  for (guint i = 0; i < 2 && self->pointer == NULL; i++)
    {
      IhopSymbol *symbol = own_pointer (facts, function, test->child[i]);
      gboolean is_below = test->op == (i ? IHOP_OP_GT : IHOP_OP_LT) || test->op == IHOP_OP_NE;
      if (symbol == NULL || !is_below || !ihop_writes (self->loop, symbol))
        continue;
      self->pointer = symbol;
      self->end = test->child[1 - i];
      self->relation = test->op == IHOP_OP_NE ? IHOP_OP_NE : IHOP_OP_LT;
    }
  return self->pointer != NULL;
}

gboolean
ihop_counts_with_pointer (IhopFacts *facts, const IhopFunction *function, const IhopNode *loop)
{
  Moving self = { .loop = loop };

  return read_test (&self, facts, function);
}

static void
refuse (const Moving *self, const char *why)
{
  g_autoptr (IhopMessage) own = ihop_message (why, self->pointer->name);

  ihop_refuse (self->step, IHOP_T_HEADER, self->loop, "%s cannot be said as for (i = first; i < last; i++): %s",
               self->name->address, own);
}

/* --- how it moves ----------------------------------------------------------------------------- */

/* "p++", "p += 2" in an expression that is evaluated as a whole; how often: counted. */
static void
find_moves (const Moving *self, const IhopNode *node, gint64 *way, guint *n)
{
  IhopSymbol *symbol;
  gint64 by;

  if (node->kind == IHOP_CONDITIONAL || node->kind == IHOP_SIZEOF
      || (node->kind == IHOP_BINARY && (node->op == IHOP_OP_LAND || node->op == IHOP_OP_LOR)))
    return;
  if (node->kind != IHOP_PAREN && node->kind != IHOP_CAST && ihop_counting_step (node, &symbol, &by) && symbol == self->pointer)
    {
      *way += by;
      ++*n;
      return;
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i])
      find_moves (self, node->child[i], way, n);
}

typedef struct
{
  const IhopSymbol *symbol;
  guint n;
} Writes;

static gboolean
count_write (const IhopNode *node, gpointer data)
{
  Writes *self = data;

  self->n += ihop_defs_target (node) == self->symbol;
  return TRUE;
}

/* Moves and writes in code that each iteration runs once. FALSE: there are other writes than these moves. */
static gboolean
read_moves (const Moving *self, const IhopNode *code, gint64 *way)
{
  Writes writes = { self->pointer, 0 };
  guint n = 0;

  ihop_node_walk (code, count_write, &writes);
  if (writes.n && (code->kind == IHOP_EXPRESSION || code->kind == IHOP_DECLARATION || !ihop_kind_is_statement (code->kind)))
    find_moves (self, code, way, &n);
  return n == writes.n;
}

static gboolean
read_way (Moving *self)
{
  const IhopNode *head = self->loop->kind == IHOP_FOR ? self->loop->child[2] : NULL;
  g_autoptr (GPtrArray) statements = ihop_body_statements (self->body);
  gint64 in_body = 0, in_head = 0;
  gboolean fine = head == NULL || read_moves (self, head, &in_head);

  for (guint i = 0; i < statements->len && fine; i++)
    fine = read_moves (self, statements->pdata[i], &in_body);
  self->moves_in_head = head != NULL;
  self->way = in_body + in_head;
  if (!fine || self->way <= 0 || self->way > G_MAXINT16 || (self->relation == IHOP_OP_NE && self->way != 1))
    refuse (self, N_ ("%s does not move on by the same number of elements in each iteration"));
  else if (ihop_body_continue (self->body))
    refuse (self, N_ ("a continue ends an iteration before %s has moved"));
  else
    return TRUE;
  return FALSE;
}

/* --- how far ---------------------------------------------------------------------------------- */

static gboolean
is_steady (const Moving *self, const IhopNode *value)
{
  IhopArgument culprit;

  return ihop_node_effect (value) == NULL && !ihop_mentions (value, self->pointer)
         && !ihop_defs_may_change_value (self->step->facts, self->name->function, self->loop, value, &culprit);
}

/* What the head sets the pointer to. */
static const IhopNode *
set_in_head (const Moving *self)
{
  const IhopNode *init = self->loop->kind == IHOP_FOR ? self->loop->child[0] : NULL, *value = NULL;

  for (guint i = 0; init && init->kind == IHOP_DECLARATION && i < init->n_children; i++)
    if (init->child[i]->symbol == self->pointer)
      value = init->child[i]->child[0];
  const IhopNode *assign = init && init->kind == IHOP_EXPRESSION ? ihop_node_strip (init->child[0], FALSE) : NULL;
  while (assign && assign->kind == IHOP_BINARY && assign->op == IHOP_OP_COMMA
         && !ihop_writes (assign->child[1], self->pointer))
    assign = ihop_node_strip (assign->child[0], FALSE);
  if (assign && assign->kind == IHOP_BINARY && assign->op == IHOP_OP_COMMA)
    assign = ihop_node_strip (assign->child[1], FALSE);
  if (assign && assign->kind == IHOP_ASSIGN && assign->op == IHOP_OP_NONE && ihop_defs_target (assign) == self->pointer)
    value = assign->child[1];
  return value;
}

static gboolean
is_set_in_head (const Moving *self)
{
  return self->loop->kind == IHOP_FOR && self->loop->child[0] && ihop_writes (self->loop->child[0], self->pointer);
}

static void
read_first (Moving *self)
{
  const IhopNode *value = is_set_in_head (self) ? set_in_head (self)
                                                : ihop_entry_value (self->step, self->name->function, self->loop, self->pointer);

  self->first = value && is_steady (self, value) ? ihop_node_strip (value, TRUE) : NULL;
}

/* "a + n" behind "a": n. NULL: it is said otherwise. */
static const IhopNode *
count_behind (const Moving *self, const IhopNode *end)
{
  const IhopNode *bare = ihop_node_strip (end, TRUE);
  const IhopNode *number = bare->kind == IHOP_BINARY && bare->op == IHOP_OP_ADD ? ihop_node_strip (bare->child[1], TRUE) : NULL;

  if (bare->kind == IHOP_UNARY && bare->op == IHOP_OP_ADDRESS)
    {
      bare = ihop_node_strip (bare->child[0], FALSE);
      number = bare->kind == IHOP_INDEX ? ihop_node_strip (bare->child[1], TRUE) : NULL;
    }
  if (number == NULL || self->first == NULL || !ihop_type_is_integer (number->type)
      || !ihop_same_expression (ihop_node_strip (bare->child[0], TRUE), self->first)
      || ihop_type_strip (number->type)->size < 4)
    return NULL;
  return number;
}

/* The end as it stands, or what it was set to before the loop. */
static const IhopNode *
count_known (const Moving *self)
{
  const IhopNode *end = ihop_node_strip (self->end, TRUE);
  const IhopNode *number = count_behind (self, end);
  const IhopSymbol *symbol = end->kind == IHOP_REF ? end->symbol : NULL;
  const IhopNode *value = number || symbol == NULL || symbol->is_global || symbol->kind > IHOP_SYMBOL_PARAMETER
                            ? NULL : ihop_entry_value (self->step, self->name->function, self->loop, symbol);

  if (value && is_steady (self, value))
    number = count_behind (self, value);
  return number;
}

/* "p++" or "p += 2" that does nothing else, as "*p++ = 0" does. */
static gboolean
only_moves (const Moving *self, const IhopNode *step)
{
  IhopSymbol *symbol;
  gint64 by;

  return ihop_counting_step (step, &symbol, &by) && symbol == self->pointer;
}

/* A pointer that the head declares, alone, and that only the head moves: it is said by the counter at once. */
static gboolean
is_heads_own (const Moving *self)
{
  const IhopNode *init = self->loop->kind == IHOP_FOR ? self->loop->child[0] : NULL;

  return init && init->kind == IHOP_DECLARATION && init->n_children == 1 && init->spelling == NULL && self->first
         && self->moves_in_head && only_moves (self, self->loop->child[2])
         && ihop_type_holds_unchanged (self->pointer->type, self->first->type)
         && !ihop_writes (self->body, self->pointer);
}

/* In a signed type: no array has more elements than a long counts. */
static const IhopNode *
as_signed (const Moving *self, const IhopNode *number)
{
  return ihop_type_strip (number->type)->is_signed ? number : ihop_make_cast (self->build, &ihop_type_long, number);
}

/* "long p_count = end - p;" in front of the loop, if it cannot be said more simply. */
static const IhopNode *
count_of (const Moving *self, GPtrArray *news)
{
  IhopBuild *build = self->build;
  const IhopNode *number = count_known (self);
  g_autofree char *name = g_strconcat (self->pointer->name, "_count", NULL);

  if (number)
    return as_signed (self, number);
  IhopSymbol *count = ihop_make_variable (build, NULL, &ihop_type_long, name);
  IhopNode *difference = ihop_node_new (build->pool, IHOP_BINARY, 2);
  difference->op = IHOP_OP_SUB;
  difference->type = &ihop_type_long;
  difference->child[0] = ihop_node_strip (self->end, TRUE);
  difference->child[1] = ihop_make_ref (build, self->pointer);
  if (is_heads_own (self))
    difference->child[1] = self->first;
  ihop_append (news, ihop_make_declaration (build, count, difference));
  return ihop_make_ref (build, count);
}

/* --- building --------------------------------------------------------------------------------- */

/* "p = a, q = b": one statement each. */
static void
add_parts (const Moving *self, const IhopNode *expression, GPtrArray *into)
{
  const IhopNode *bare = ihop_node_strip (expression, FALSE);

  if (bare->kind == IHOP_BINARY && bare->op == IHOP_OP_COMMA)
    {
      add_parts (self, bare->child[0], into);
      add_parts (self, bare->child[1], into);
    }
  else
    ihop_append (into, ihop_make_statement (self->build, bare));
}

static void
add_first (const Moving *self, GPtrArray *news)
{
  const IhopNode *init = self->loop->kind == IHOP_FOR ? self->loop->child[0] : NULL;

  if (init && init->kind == IHOP_EXPRESSION)
    add_parts (self, init->child[0], news);
  else if (init && init->kind == IHOP_DECLARATION)
    ihop_append (news, init);
}

static const IhopNode *
said_by (const Moving *self, IhopSymbol *counter)
{
  g_autoptr (GHashTable) news = g_hash_table_new (NULL, NULL);
  IhopNode *value = ihop_node_new (self->build->pool, IHOP_BINARY, 2);

  value->op = IHOP_OP_ADD;
  value->type = ihop_type_strip (self->pointer->type);
  value->child[0] = self->first;
  value->child[1] = ihop_make_ref (self->build, counter);
  ihop_replace_mentions (news, self->body, self->pointer, value);
  ihop_substitute_elements (self->build, self->body, self->pointer, value, news);
  return ihop_replace_nodes (self->build, self->body, news);
}

static const IhopNode *
new_body (const Moving *self, IhopSymbol *counter)
{
  GPtrArray *all;

  if (is_heads_own (self))
    return said_by (self, counter);
  if (!self->moves_in_head)
    return self->body;
  all = g_ptr_array_new ();
  ihop_append_body (all, self->body);
  add_parts (self, self->loop->child[2], all);
  return ihop_make_body (self->build, all);
}

/* What the head declares is seen in the loop alone. Takes news. */
static GPtrArray *
in_block (const Moving *self, GPtrArray *news)
{
  IhopNode *whole = ihop_node_new (self->build->pool, IHOP_BLOCK, news->len);

  for (guint i = 0; i < news->len; i++)
    whole->child[i] = news->pdata[i];
  g_ptr_array_set_size (news, 0);
  ihop_append (news, whole);
  return news;
}

static IhopRewrite *
built (const Moving *self)
{
  IhopBuild *build = self->build;
  const IhopNode *init = self->loop->kind == IHOP_FOR ? self->loop->child[0] : NULL;
  GPtrArray *news = g_ptr_array_new ();

  if (!is_heads_own (self))
    add_first (self, news);
  const IhopNode *count = count_of (self, news);
  IhopSymbol *counter = ihop_make_iterator (build, NULL, ihop_type_unqualified (build, ihop_type_strip (count->type)), "i",
                                            self->loop);
  if (is_heads_own (self) && !ihop_require_nameable (self->step, self->body, self->first))
    {
      g_ptr_array_unref (news);
      return NULL;
    }
  ihop_keep_target_marks (build, self->name->function, self->loop, news);
  ihop_append (news, ihop_make_for (build, self->loop, counter, TRUE, ihop_make_integer (build, 0), IHOP_OP_LT, count,
                                    self->way, new_body (self, counter)));
  if (init && init->kind == IHOP_DECLARATION && !is_heads_own (self))
    news = in_block (self, news);
  return ihop_build_finish (build, self->loop, 1, news);
}

IhopRewrite *
ihop_canonicalize_pointer (IhopTransformStep *step, const IhopLoopName *name)
{
  Moving self = { .step = step, .name = name, .loop = name->loop, .body = ihop_loop_body (name->loop) };

  if (!read_test (&self, step->facts, name->function) || !read_way (&self))
    return NULL;
  if (!is_steady (&self, self.end) || ihop_defs_has_labels (step->facts, name->function))
    {
      refuse (&self, N_ ("the end that %s runs to may change in the loop"));
      return NULL;
    }
  if (self.moves_in_head && !ihop_require_nameable (step, self.body, self.loop->child[2]))
    return NULL;
  read_first (&self);
  g_autoptr (IhopBuild) build = self.build = ihop_build_new (step, name->function);
  return built (&self);
}
