/* canonicalize: a counting loop becomes "for (i = first; i < last; i++)", however it was written.
 *
 * Proved by the text. The analysis says of a counting loop (analysis/verdict/loops.h) that nothing but its step changes
 * the iterator, and that the loop does not change its bound; so step and comparison may stand in the head. What the
 * iterator holds at each place, and after the loop, stays: the first value is what was assigned right before, or is
 * kept in a variable. Other parts of the head go in front of the loop and to the end of its body; they do not mention
 * the iterator. */
#include "analysis/memory/definitions.h"
#include "analysis/memory/lvalue.h"
#include "analysis/scop/counted_loop.h"
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/jump_removal.h"
#include "transform/build/loop_pragma.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/make_type.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/build/replace.h"
#include "transform/legality/entry_value.h"
#include "transform/legality/invariance.h"
#include "transform/text/canonicalize_pointer.h"

typedef struct
{
  IhopTransformStep *step;
  IhopBuild *build;
  const IhopLoopName *name;
  const IhopNode *loop;
  IhopCounting counting;
  const IhopNode *setter;  /* "i = 0;" right before: it goes into the head */
  gboolean moves_declaration; /* … or "int i = 0;", of an iterator that nobody else uses */
  const IhopNode *lower;   /* what may be written into the head; NULL: it is kept in a variable */
  GPtrArray *first_parts, *step_parts; /* of const IhopNode *: what else the head does */
} Canonical;

/* Takes why. */
static gboolean
refuse_for (const Canonical *self, IhopMessage *why)
{
  g_autoptr (IhopMessage) own = why;

  ihop_diag_remedy (ihop_refuse (self->step, IHOP_T_HEADER, self->loop, "%s cannot be said as "
                                 "for (i = first; i < last; i++): %s", self->name->address, own),
                    "write it as for (i = first; i < bound; i += step)");
  return FALSE;
}
#define refuse_head(self, ...) refuse_for (self, ihop_message (__VA_ARGS__))

static gboolean
is_plain_value (const IhopNode *node)
{
  return ihop_node_effect (node) == NULL && ihop_may_fault (node) == NULL;
}

/* --- the first value ------------------------------------------------------------------------- */

/* "i = 3;": the value, which does not depend on i. */
static const IhopNode *
assigned (const IhopNode *statement, const IhopSymbol *iterator)
{
  const IhopNode *assign
    = statement->kind == IHOP_EXPRESSION ? ihop_node_strip (statement->child[0], FALSE) : NULL;

  if (assign == NULL || assign->kind != IHOP_ASSIGN || assign->op != IHOP_OP_NONE)
    return NULL;
  const IhopNode *left = ihop_node_strip (assign->child[0], TRUE);
  return left->kind == IHOP_REF && left->symbol == iterator
             && !ihop_mentions (assign->child[1], iterator)
           ? assign->child[1] : NULL;
}

/* "int n = 8, i = 3;": the last value of a declaration, if it can be said again. */
static const IhopNode *
declared (const IhopNode *statement, const IhopSymbol *iterator)
{
  if (statement->kind != IHOP_DECLARATION || statement->n_children == 0)
    return NULL;
  const IhopNode *last = statement->child[statement->n_children - 1];
  return last->symbol == iterator && last->child[0] && iterator->storage == IHOP_STORAGE_AUTO
             && is_plain_value (last->child[0])
           ? last->child[0] : NULL;
}

/* Nobody else has a use for it: it may be declared in the head. */
static gboolean
is_loops_own (const Canonical *self, const IhopNode *declaration)
{
  const IhopSymbol *iterator = self->counting.iterator;
  g_autoptr (GPtrArray) all = ihop_mentions_of (self->name->function->body, iterator);
  g_autoptr (GPtrArray) own = ihop_mentions_of (self->loop, iterator);

  return declaration->kind == IHOP_DECLARATION && declaration->n_children == 1
         && declaration->text == NULL && declaration->spelling == NULL && all->len == own->len
         && iterator->storage == IHOP_STORAGE_AUTO
         && !ihop_defs_has_labels (self->step->facts, self->name->function);
}

/* Whether there is more than white space between two statements: comments, marks. */
static gboolean
stand_apart (const IhopNode *before, const IhopNode *behind)
{
  const IhopRange a = before->range, b = behind->range;

  if (a.source == NULL || a.source != b.source || a.end > b.begin)
    return TRUE;
  for (gsize at = a.end; at < b.begin; at++)
    if (!g_ascii_isspace (a.source->text[at]))
      return TRUE;
  return FALSE;
}

/* What stands right before the loop, marks aside. */
static void
read_before (Canonical *self)
{
  const IhopNode *block;
  guint at;

  if (!ihop_sibling_of (self->name->function, self->loop, &block, &at))
    return;
  while (at > 0 && ihop_is_mark (block->child[at - 1]))
    at--;
  const IhopNode *before = at ? block->child[at - 1] : NULL;
  if (before == NULL)
    return;
  self->lower = assigned (before, self->counting.iterator);
  if (self->lower && ihop_node_effect (self->lower) == NULL && !stand_apart (before, self->loop))
    self->setter = before;
  else if (self->lower == NULL)
    {
      self->lower = declared (before, self->counting.iterator);
      self->moves_declaration
        = self->lower && is_loops_own (self, before) && !stand_apart (before, self->loop);
      self->setter = self->moves_declaration ? before : NULL;
    }
  else if (!is_plain_value (self->lower))
    self->lower = NULL;
  if (self->lower == NULL)
    self->lower = ihop_entry_value (self->step, self->name->function, self->loop,
                                    self->counting.iterator);
}

/* --- other parts of the head ----------------------------------------------------------------- */

static gboolean
takes_turn (const Canonical *self, const IhopNode *part)
{
  IhopArgument culprit;

  if (self->counting.lower == NULL)
    return TRUE;
  return ihop_node_effect (self->counting.lower) == NULL
         && !ihop_defs_may_change_value (self->step->facts, self->name->function, part,
                                         self->counting.lower, &culprit);
}

static gboolean
is_own_part (const Canonical *self, const IhopNode *node)
{
  const IhopNode *assign = ihop_node_strip (node, FALSE);

  return node == self->counting.update || assign == self->counting.update
         || ihop_defs_target (assign) == self->counting.iterator;
}

static gboolean
add_part (Canonical *self, const IhopNode *part, GPtrArray *into)
{
  if (ihop_mentions (part, self->counting.iterator) || !takes_turn (self, part))
    return refuse_head (self, "parts of its head depend on each other");
  g_ptr_array_add (into, (gpointer) (part->kind == IHOP_VARIABLE
                                       ? part : ihop_make_statement (self->build, part)));
  return TRUE;
}

static gboolean
read_parts (Canonical *self, const IhopNode *node, GPtrArray *into)
{
  if (node == NULL || node->kind == IHOP_EMPTY || is_own_part (self, node))
    return TRUE;
  if (node->kind == IHOP_EXPRESSION)
    return read_parts (self, node->child[0], into);
  node = ihop_node_strip (node, FALSE);
  if (node->kind == IHOP_BINARY && node->op == IHOP_OP_COMMA)
    return read_parts (self, node->child[0], into) && read_parts (self, node->child[1], into);
  if (node->kind != IHOP_DECLARATION)
    return add_part (self, node, into);
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i]->symbol != self->counting.iterator
        && (node->spelling || node->text || !add_part (self, node->child[i], into)))
      return node->spelling || node->text ? refuse_head (self, "its head declares a type") : FALSE;
  return TRUE;
}

static gboolean
read_head (Canonical *self)
{
  const IhopNode *loop = self->loop;

  if (loop->kind != IHOP_FOR)
    return TRUE;
  if (!read_parts (self, loop->child[0], self->first_parts)
      || !read_parts (self, loop->child[2], self->step_parts))
    return FALSE;
  return self->step_parts->len == 0 || ihop_require_no_jumps (self->step, ihop_loop_body (loop));
}

/* --- building -------------------------------------------------------------------------------- */

static gboolean
is_signed (const IhopNode *node)
{
  const IhopType *type = ihop_type_strip (ihop_node_strip (node, TRUE)->type);

  return type->kind == IHOP_TYPE_INTEGER && type->is_signed;
}

/* "i + ahead < bound" with i alone on the left: the relation is changed where that does it, as
 * "bound - ahead" could overflow where the owner's sum did not. NULL after a refusal. */
static const IhopNode *
settle_ahead (Canonical *self, IhopOperator *relation)
{
  IhopBuild *build = self->build;
  const IhopNode *bound = self->counting.bound;
  gint64 ahead = self->counting.ahead, value;
  gboolean closes = (ahead == 1 && *relation == IHOP_OP_GT) || (ahead == -1 && *relation == IHOP_OP_LT);
  gboolean opens = (ahead == 1 && *relation == IHOP_OP_LE) || (ahead == -1 && *relation == IHOP_OP_GE);

  if (ahead == 0)
    return bound;
  if (!ihop_type_strip (self->counting.iterator->type)->is_signed
      || !(is_signed (bound) || ihop_constant_of (bound, &value)))
    return refuse_head (self, "what it compares may wrap around"), NULL;
  if (closes)
    *relation = ahead > 0 ? IHOP_OP_GE : IHOP_OP_LE;
  if (opens)
    *relation = ahead > 0 ? IHOP_OP_LT : IHOP_OP_GT;
  if (closes || opens)
    return bound;
  if (ihop_constant_of (bound, &value) && ABS (value) < G_MAXINT32 / 2)
    return ihop_make_integer (build, value - ahead);
  if (ihop_type_strip (ihop_node_strip (bound, TRUE)->type)->size >= 8)
    return refuse_head (self, "its bound may wrap around where what is compared is taken apart"), NULL;
  return ihop_make_plus (build, ihop_make_cast (build, &ihop_type_long, bound), -ahead);
}

/* "i < n && i < m". NULL after a refusal. */
static const IhopNode *
settle_bound (Canonical *self, IhopOperator *relation)
{
  const IhopCounting *c = &self->counting;

  *relation = c->relation;
  if (c->also_bound == NULL)
    return settle_ahead (self, relation);
  if (c->also_relation != c->relation || !is_plain_value (c->bound) || !is_plain_value (c->also_bound)
      || !ihop_type_equal (ihop_type_strip (ihop_node_strip (c->bound, TRUE)->type),
                           ihop_type_strip (ihop_node_strip (c->also_bound, TRUE)->type)))
    return refuse_head (self, "its two bounds are not compared alike"), NULL;
  return c->step > 0 ? ihop_make_min (self->build, c->bound, c->also_bound)
                     : ihop_make_max (self->build, c->bound, c->also_bound);
}

/* The statement of the body that steps the iterator; NULL: the head does. */
static const IhopNode *
step_in_body (const Canonical *self)
{
  g_autoptr (GPtrArray) path = ihop_node_path (ihop_loop_body (self->loop), self->counting.update);
  const IhopNode *statement = path && path->len >= 2 ? path->pdata[path->len - 2] : NULL;

  return statement && statement->kind == IHOP_EXPRESSION ? statement : NULL;
}

/* NULL after a refusal. */
static const IhopNode *
new_body (Canonical *self)
{
  const IhopNode *body = ihop_loop_body (self->loop), *step = step_in_body (self);

  if (step)
    {
      g_autoptr (GHashTable) news = g_hash_table_new (NULL, NULL);
      g_hash_table_insert (news, (gpointer) step, NULL);
      return step == body ? ihop_make_body (self->build, g_ptr_array_new ())
                          : ihop_replace_nodes (self->build, body, news);
    }
  if (self->step_parts->len == 0)
    return body;
  GPtrArray *all = g_ptr_array_new ();
  for (guint i = 0; body->kind == IHOP_BLOCK && i < body->n_children; i++)
    g_ptr_array_add (all, (gpointer) body->child[i]);
  if (body->kind != IHOP_BLOCK)
    g_ptr_array_add (all, (gpointer) body);
  for (guint i = 0; i < self->step_parts->len; i++)
    {
      if (!ihop_require_nameable (self->step, body, self->step_parts->pdata[i]))
        {
          g_ptr_array_unref (all);
          return NULL;
        }
      g_ptr_array_add (all, self->step_parts->pdata[i]);
    }
  return ihop_make_body (self->build, all);
}

/* The first value can be asked for again: it does nothing, and the loop does not change it. */
static gboolean
is_steady (const Canonical *self, const IhopNode *lower)
{
  IhopArgument culprit;

  return ihop_node_effect (lower) == NULL
         && !ihop_defs_may_change_value (self->step->facts, self->name->function, ihop_loop_body (self->loop), lower, &culprit);
}

/* "int i_first = i;" where nothing better is known, and "int i_first = k++;", which is to happen once. */
static const IhopNode *
first_value (Canonical *self, GPtrArray *news)
{
  IhopBuild *build = self->build;
  IhopSymbol *iterator = self->counting.iterator;
  const IhopNode *lower = self->counting.lower && self->loop->kind == IHOP_FOR ? self->counting.lower
                                                                                : self->lower;

  if (lower == NULL || !is_steady (self, lower))
    {
      g_autofree char *name = g_strconcat (iterator->name, "_first", NULL);
      IhopSymbol *first = ihop_make_variable (build, iterator, NULL, name);
      ihop_append (news, ihop_make_declaration (build, first, lower ? lower : ihop_make_ref (build, iterator)));
      lower = ihop_make_ref (build, first);
    }
  return self->counting.steps_first ? ihop_make_plus (build, lower, self->counting.step) : lower;
}

/* What the head declares beside the iterator is seen in the loop alone. */
static gboolean
add_first_parts (const Canonical *self, GPtrArray *news)
{
  gboolean declares = FALSE;

  for (guint i = 0; i < self->first_parts->len; i++)
    {
      const IhopNode *part = self->first_parts->pdata[i];
      declares |= part->kind == IHOP_VARIABLE;
      g_ptr_array_add (news, (gpointer) (part->kind == IHOP_VARIABLE
                                           ? ihop_make_declaration (self->build, part->symbol,
                                                                    part->child[0])
                                           : part));
    }
  return declares;
}

static IhopRewrite *
finish (Canonical *self, GPtrArray *news, gboolean declares)
{
  const IhopNode *first = self->setter ? self->setter : self->loop, *block;
  guint from = 0, to = 0;

  if (declares)
    {
      IhopNode *whole = ihop_node_new (self->build->pool, IHOP_BLOCK, news->len);
      for (guint i = 0; i < news->len; i++)
        whole->child[i] = news->pdata[i];
      g_ptr_array_set_size (news, 0);
      g_ptr_array_add (news, whole);
    }
  if (self->setter)
    {
      ihop_sibling_of (self->name->function, first, &block, &from);
      ihop_sibling_of (self->name->function, self->loop, &block, &to);
    }
  return ihop_build_finish (self->build, first, to - from + 1, news);
}

static IhopRewrite *
rebuilt (Canonical *self)
{
  IhopBuild *build = self->build;
  const IhopCounting *c = &self->counting;
  IhopOperator relation;
  const IhopNode *bound = settle_bound (self, &relation), *body = bound ? new_body (self) : NULL;

  if (body == NULL)
    return NULL;
  GPtrArray *news = g_ptr_array_new ();
  gboolean declares = add_first_parts (self, news);
  const IhopNode *lower = first_value (self, news);
  ihop_keep_target_marks (build, self->name->function, self->loop, news);
  ihop_append (news, ihop_make_for (build, self->loop, c->iterator, c->declared_here || self->moves_declaration, lower,
                                    relation, bound, c->step, body));
  return finish (self, news, declares);
}

/* --- the step -------------------------------------------------------------------------------- */

static gboolean
read_loop (Canonical *self)
{
  const IhopNode *loop = self->loop;
  gboolean in_head;

  self->counting = ihop_counting_of (self->step->facts, self->name->function, loop);
  if (self->counting.iterator == NULL)
    return refuse_for (self, ihop_message_ref (self->counting.why));
  in_head = loop->kind == IHOP_FOR && self->counting.lower;
  if (in_head && self->counting.is_plain)
    {
      ihop_refuse (self->step, IHOP_T_SHAPE, loop, "%s stands so already", self->name->address);
      return FALSE;
    }
  if (!in_head)
    read_before (self);
  return ihop_require_copyable (self->step, ihop_loop_body (loop)) && read_head (self);
}

static IhopRewrite *
canonicalize_build (IhopTransformStep *step, char **words, guint n)
{
  Canonical self = { .step = step };
  IhopRewrite *rewrite = NULL;

  if (!ihop_args_count (step, n, 1, 1)
      || !(self.name = ihop_args_loop (step, words[0])))
    return NULL;
  if (ihop_counts_with_pointer (step->facts, self.name->function, self.name->loop))
    return ihop_canonicalize_pointer (step, self.name);
  g_autoptr (IhopBuild) build = ihop_build_new (step, self.name->function);
  self.loop = self.name->loop;
  self.build = build;
  self.first_parts = g_ptr_array_new ();
  self.step_parts = g_ptr_array_new ();
  if (read_loop (&self))
    rewrite = rebuilt (&self);
  g_ptr_array_unref (self.first_parts);
  g_ptr_array_unref (self.step_parts);
  ihop_message_unref (self.counting.why);
  return rewrite;
}

const IhopTransform ihop_transform_canonicalize = {
  .name = "canonicalize",
  .usage = "LOOP",
  .summary = N_ ("A loop that counts stands as for (i = first; i < last; i++), whatever its spelling"),
  .kind = IHOP_TRANSFORM_TEXT,
  .build = canonicalize_build,
};
