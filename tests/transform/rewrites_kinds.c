/* The kinds of arbitrary rewrites: what steps do, without asking when it may be done, and what only a mistake
 * does. */
#include "rewrites.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/query.h"

static const IhopType integer_types[] = {
  { .kind = IHOP_TYPE_INTEGER, .name = "unsigned char", .size = 1, .align = 1 },
  { .kind = IHOP_TYPE_INTEGER, .name = "short", .size = 2, .align = 2, .is_signed = TRUE },
  { .kind = IHOP_TYPE_INTEGER, .name = "unsigned int", .size = 4, .align = 4 },
  { .kind = IHOP_TYPE_INTEGER, .name = "int", .size = 4, .align = 4, .is_signed = TRUE },
};
enum
{
  N_INTEGER_TYPES = G_N_ELEMENTS (integer_types),
  INT_TYPE = N_INTEGER_TYPES - 1,
  UNSIGNED_TYPE = INT_TYPE - 1
};

/* --- what there is ----------------------------------------------------------------------------- */

/* The function's own declarations and its end stay where they are. */
static gboolean
is_body (const IhopNode *node)
{
  return node->kind == IHOP_BLOCK && node->n_children
         && node->child[node->n_children - 1]->kind == IHOP_RETURN;
}

static gboolean
is_block (const IhopNode *node)
{
  return node->kind == IHOP_BLOCK && node->n_children > 1 && !is_body (node);
}

static gboolean
is_long_block (const IhopNode *node)
{
  return is_block (node) && node->n_children > 2;
}

static gboolean
is_counting (const IhopNode *node)
{
  RewriteHead head;

  return rewrite_head (node, &head) && node->child[3]->kind == IHOP_BLOCK;
}

static gboolean
is_for_of_two (const IhopNode *node)
{
  return is_counting (node) && node->child[3]->n_children > 1;
}

static const IhopNode *
inner_loop (const IhopNode *loop)
{
  const IhopNode *body = loop->child[3];

  for (guint i = 0; i < body->n_children; i++)
    if (is_counting (body->child[i]))
      return body->child[i];
  return NULL;
}

static gboolean
has_inner_loop (const IhopNode *node)
{
  return is_counting (node) && inner_loop (node);
}

static gboolean
holds_loop (const IhopNode *node)
{
  if (node->kind == IHOP_BLOCK && node->n_children > 1)
    for (guint i = 0; i < node->n_children; i++)
      if (is_counting (node->child[i]))
        return TRUE;
  return FALSE;
}

static guint
count_loops (const IhopNode *block)
{
  guint n = 0;

  for (guint i = 0; i < block->n_children; i++)
    n += is_counting (block->child[i]);
  return n;
}

static gboolean
holds_two_loops (const IhopNode *node)
{
  return node->kind == IHOP_BLOCK && count_loops (node) > 1;
}

static gboolean
is_if (const IhopNode *node)
{
  return node->kind == IHOP_IF;
}

static gboolean
is_element (const IhopNode *node)
{
  return node->kind == IHOP_INDEX && ihop_type_is_integer (node->child[1]->type);
}

static gboolean
is_variable (const IhopNode *node)
{
  return node->kind == IHOP_REF && node->symbol->kind == IHOP_SYMBOL_VARIABLE
         && !ihop_type_is_integer (node->type);
}

static gboolean
is_arithmetic (const IhopNode *node)
{
  return (node->kind == IHOP_BINARY && node->op >= IHOP_OP_ADD && node->op <= IHOP_OP_MUL
          && !ihop_type_is_integer (node->type))
         || (node->kind == IHOP_ASSIGN && (node->op == IHOP_OP_ADD || node->op == IHOP_OP_SUB)
             && !ihop_type_is_integer (node->type));
}

/* An operation, a subscript or a conversion that has an integer for its last operand. */
static gboolean
holds_integer (const IhopNode *node)
{
  const IhopNode *last = node->n_children ? node->child[node->n_children - 1] : NULL;

  return (node->kind == IHOP_BINARY || node->kind == IHOP_INDEX || node->kind == IHOP_CAST)
         && ihop_type_is_integer (last->type) && (node->kind != IHOP_BINARY || node->op <= IHOP_OP_MOD);
}

static gboolean
makes_floating (const IhopNode *node)
{
  return node->kind == IHOP_CAST && ihop_type_is_floating (node->type) && ihop_type_is_integer (node->child[0]->type);
}

static gboolean
is_conversion (const IhopNode *node)
{
  return node->kind == IHOP_CAST && ihop_type_is_integer (node->type) && ihop_type_is_integer (node->child[0]->type)
         && !(node->flags & IHOP_NODE_CONSTANT);
}

static gboolean
converts_operands (const IhopNode *node)
{
  gboolean found = FALSE;

  if (node->kind != IHOP_CAST && (node->kind != IHOP_BINARY || node->op > IHOP_OP_XOR))
    return FALSE;
  for (guint i = 0; i < node->n_children; i++)
    found |= is_conversion (ihop_node_strip (node->child[i], FALSE));
  return found;
}

static gboolean
is_assignment (const IhopNode *node)
{
  return node->kind == IHOP_EXPRESSION && node->child[0]->kind == IHOP_ASSIGN
         && !ihop_type_is_integer (node->child[0]->type);
}

static guint
place_of (const IhopNode *block, gboolean (*is) (const IhopNode *node))
{
  guint i = 0;

  while (!is (block->child[i]))
    i++;
  return i;
}

/* --- statements -------------------------------------------------------------------------------- */

static gboolean
swap (Rewriter *self)
{
  const IhopNode *block = rewrite_pick (self, rewrite_find (self, is_block));

  if (block == NULL)
    return FALSE;
  GPtrArray *children = rewrite_children (block);
  guint i = (guint) rewrite_any (self, 0, (int) children->len - 2);
  gpointer first = children->pdata[i];
  children->pdata[i] = children->pdata[i + 1];
  children->pdata[i + 1] = first;
  rewrite_put (self, block, rewrite_block (self, block, children));
  return TRUE;
}

static gboolean
shuffle (Rewriter *self)
{
  const IhopNode *block = rewrite_pick (self, rewrite_find (self, is_long_block));

  if (block == NULL)
    return FALSE;
  GPtrArray *children = rewrite_children (block);
  for (guint i = children->len - 1; i > 0; i--)
    {
      guint k = (guint) rewrite_any (self, 0, (int) i);
      gpointer one = children->pdata[i];
      children->pdata[i] = children->pdata[k];
      children->pdata[k] = one;
    }
  rewrite_put (self, block, rewrite_block (self, block, children));
  return TRUE;
}

/* A statement beside a loop goes into it. */
static gboolean
into (Rewriter *self)
{
  const IhopNode *block = rewrite_pick (self, rewrite_find (self, holds_loop));

  if (block == NULL)
    return FALSE;
  GPtrArray *children = rewrite_children (block);
  guint at = place_of (block, is_counting), from = at > 0 && (at + 1 == children->len || rewrite_chance (self, 0.5))
                                                     ? at - 1 : at + 1;
  const IhopNode *loop = children->pdata[at], *moved = children->pdata[from];
  GPtrArray *inside = rewrite_children (loop->child[3]);
  g_ptr_array_insert (inside, rewrite_chance (self, 0.5) ? 0 : (int) inside->len, (gpointer) moved);
  IhopNode *now = rewrite_again (self, loop);
  now->child[3] = rewrite_block (self, loop->child[3], inside);
  children->pdata[at] = now;
  g_ptr_array_remove_index (children, from);
  rewrite_put (self, block, rewrite_block (self, block, children));
  return TRUE;
}

static gboolean
out_of (Rewriter *self)
{
  const IhopNode *loop = rewrite_pick (self, rewrite_find (self, is_for_of_two));

  if (loop == NULL)
    return FALSE;
  GPtrArray *inside = rewrite_children (loop->child[3]), *around = g_ptr_array_new ();
  const IhopNode *moved = g_ptr_array_steal_index (inside, (guint) rewrite_any (self, 0, (int) inside->len - 1));
  IhopNode *now = rewrite_again (self, loop);
  now->child[3] = rewrite_block (self, loop->child[3], inside);
  g_ptr_array_add (around, now);
  g_ptr_array_insert (around, rewrite_any (self, 0, 1), (gpointer) moved);
  rewrite_put (self, loop, ihop_make_body (self->build, around));
  return TRUE;
}

static gboolean
elsewhere (Rewriter *self)
{
  const IhopNode *from = rewrite_pick (self, rewrite_find (self, is_block));

  if (from == NULL)
    return FALSE;
  GPtrArray *children = rewrite_children (from);
  const IhopNode *moved = g_ptr_array_steal_index (children, (guint) rewrite_any (self, 0, (int) children->len - 1));
  rewrite_put (self, from, rewrite_block (self, from, children));
  const IhopNode *to = rewrite_pick (self, rewrite_find (self, is_block));
  if (to == NULL)
    return FALSE;
  GPtrArray *there = rewrite_children (to);
  g_ptr_array_insert (there, rewrite_any (self, 0, (int) there->len), (gpointer) moved);
  rewrite_put (self, to, rewrite_block (self, to, there));
  return TRUE;
}

static gboolean
drop (Rewriter *self)
{
  const IhopNode *block = rewrite_pick (self, rewrite_find (self, is_block));

  if (block == NULL)
    return FALSE;
  GPtrArray *children = rewrite_children (block);
  g_ptr_array_remove_index (children, (guint) rewrite_any (self, 0, (int) children->len - 1));
  rewrite_put (self, block, rewrite_block (self, block, children));
  return TRUE;
}

static gboolean
twice (Rewriter *self)
{
  const IhopNode *block = rewrite_pick (self, rewrite_find (self, is_block));

  if (block == NULL)
    return FALSE;
  GPtrArray *children = rewrite_children (block);
  guint i = (guint) rewrite_any (self, 0, (int) children->len - 1);
  const IhopNode *copy = rewrite_with (self, children->pdata[i], NULL, NULL);
  if (copy->kind == IHOP_DECLARATION)
    {
      GPtrArray *alone = g_ptr_array_new ();
      g_ptr_array_add (alone, (gpointer) copy);
      copy = ihop_make_body (self->build, alone);
    }
  g_ptr_array_insert (children, rewrite_any (self, (int) i + 1, (int) children->len), (gpointer) copy);
  rewrite_put (self, block, rewrite_block (self, block, children));
  return TRUE;
}

/* --- loops ------------------------------------------------------------------------------------- */

static gboolean
interchange (Rewriter *self)
{
  const IhopNode *outer = rewrite_pick (self, rewrite_find (self, has_inner_loop));

  if (outer == NULL)
    return FALSE;
  const IhopNode *inner = inner_loop (outer);
  IhopNode *a = rewrite_again (self, outer), *b = rewrite_again (self, inner);
  for (guint i = 0; i < 3; i++)
    {
      a->child[i] = inner->child[i];
      b->child[i] = outer->child[i];
    }
  GPtrArray *body = rewrite_children (outer->child[3]);
  guint at;
  g_ptr_array_find (body, inner, &at);
  body->pdata[at] = b;
  a->child[3] = rewrite_block (self, outer->child[3], body);
  rewrite_put (self, outer, a);
  return TRUE;
}

static const IhopNode *
any_loop (Rewriter *self, RewriteHead *head)
{
  const IhopNode *loop = rewrite_pick (self, rewrite_find (self, is_counting));

  return loop && rewrite_head (loop, head) ? loop : NULL;
}

static gboolean
reverse (Rewriter *self)
{
  RewriteHead head;
  const IhopNode *loop = any_loop (self, &head);

  if (loop == NULL)
    return FALSE;
  gint64 off = head.relation == IHOP_OP_LT ? -1 : head.relation == IHOP_OP_GT ? 1 : 0;
  const IhopNode *first = ihop_make_plus (self->build, head.bound, off);
  head.bound = head.lower;
  head.lower = first;
  head.relation = head.step > 0 ? IHOP_OP_GE : IHOP_OP_LE;
  head.step = -head.step;
  rewrite_put (self, loop, rewrite_loop (self, loop, &head, loop->child[3]));
  return TRUE;
}

static gboolean
bounds (Rewriter *self)
{
  RewriteHead head;
  const IhopNode *loop = any_loop (self, &head);
  int by = rewrite_chance (self, 0.5) ? 1 : -1;

  if (loop == NULL)
    return FALSE;
  if (rewrite_chance (self, 0.5))
    head.lower = ihop_make_plus (self->build, head.lower, by);
  else
    head.bound = ihop_make_plus (self->build, head.bound, by);
  rewrite_put (self, loop, rewrite_loop (self, loop, &head, loop->child[3]));
  return TRUE;
}

/* The relation, or the step. */
static gboolean
counting (Rewriter *self)
{
  RewriteHead head;
  const IhopNode *loop = any_loop (self, &head);

  if (loop == NULL)
    return FALSE;
  if (rewrite_chance (self, 0.5))
    head.relation = head.relation == IHOP_OP_LT   ? IHOP_OP_LE
                    : head.relation == IHOP_OP_LE ? IHOP_OP_LT
                    : head.relation == IHOP_OP_GT ? IHOP_OP_GE
                                                  : IHOP_OP_GT;
  else
    head.step = 2 * head.step;
  rewrite_put (self, loop, rewrite_loop (self, loop, &head, loop->child[3]));
  return TRUE;
}

static gboolean
fuse (Rewriter *self)
{
  const IhopNode *block = rewrite_pick (self, rewrite_find (self, holds_two_loops));
  RewriteHead one, other;

  if (block == NULL)
    return FALSE;
  GPtrArray *children = rewrite_children (block);
  guint i = place_of (block, is_counting), k = i + 1;
  while (!is_counting (children->pdata[k]))
    k++;
  const IhopNode *first = children->pdata[i], *second = children->pdata[k];
  rewrite_head (first, &one);
  rewrite_head (second, &other);
  int by = rewrite_chance (self, 0.7) ? 0 : rewrite_any (self, -2, 2);
  const IhopNode *value = ihop_make_plus (self->build, ihop_make_ref (self->build, one.iterator), by);
  GPtrArray *body = rewrite_children (first->child[3]);
  const IhopNode *more = one.iterator == other.iterator && by == 0
                           ? second->child[3]
                           : rewrite_with (self, second->child[3], other.iterator, value);
  ihop_append_body (body, more);
  IhopNode *now = rewrite_again (self, first);
  now->child[3] = rewrite_block (self, first->child[3], body);
  if (rewrite_chance (self, 0.2))
    now->child[1] = second->child[1];
  children->pdata[i] = now;
  g_ptr_array_remove_index (children, k);
  rewrite_put (self, block, rewrite_block (self, block, children));
  return TRUE;
}

static gboolean
distribute (Rewriter *self)
{
  const IhopNode *loop = rewrite_pick (self, rewrite_find (self, is_for_of_two));

  if (loop == NULL)
    return FALSE;
  GPtrArray *first = rewrite_children (loop->child[3]), *second = g_ptr_array_new ();
  for (int n = rewrite_any (self, 1, (int) first->len - 1); n > 0; n--)
    g_ptr_array_insert (second, 0, g_ptr_array_steal_index (first, first->len - 1));
  IhopNode *one = rewrite_again (self, loop), *other = rewrite_again (self, loop);
  one->child[3] = rewrite_block (self, loop->child[3], first);
  other->child[3] = rewrite_block (self, loop->child[3], second);
  GPtrArray *both = g_ptr_array_new ();
  g_ptr_array_add (both, one);
  g_ptr_array_insert (both, rewrite_chance (self, 0.8) ? 1 : 0, (gpointer) rewrite_with (self, other, NULL, NULL));
  rewrite_put (self, loop, ihop_make_body (self->build, both));
  return TRUE;
}

/* i + k for i, and the bounds with it: one of them, both, or neither. */
static gboolean
shift (Rewriter *self)
{
  RewriteHead head;
  const IhopNode *loop = any_loop (self, &head);
  int by = rewrite_any (self, 1, 2) * (rewrite_chance (self, 0.5) ? 1 : -1);
  gboolean right = rewrite_chance (self, 0.6);

  if (loop == NULL)
    return FALSE;
  const IhopNode *value = ihop_make_plus (self->build, ihop_make_ref (self->build, head.iterator), -by);
  const IhopNode *body = rewrite_with (self, loop->child[3], head.iterator, value);
  if (right || rewrite_chance (self, 0.3))
    head.lower = ihop_make_plus (self->build, head.lower, by);
  if (right || rewrite_chance (self, 0.3))
    head.bound = ihop_make_plus (self->build, head.bound, by);
  rewrite_put (self, loop, rewrite_loop (self, loop, &head, body));
  return TRUE;
}

static gboolean
skew (Rewriter *self)
{
  const IhopNode *outer = rewrite_pick (self, rewrite_find (self, has_inner_loop));
  RewriteHead around, head;

  if (outer == NULL || !rewrite_head (outer, &around) || !rewrite_head (inner_loop (outer), &head))
    return FALSE;
  IhopBuild *build = self->build;
  const IhopNode *inner = inner_loop (outer), *i = ihop_make_ref (build, around.iterator);
  const IhopNode *value = ihop_make_binary (build, IHOP_OP_SUB, ihop_make_ref (build, head.iterator), i);
  const IhopNode *body = rewrite_with (self, inner->child[3], head.iterator, value);
  head.lower = ihop_make_binary (build, IHOP_OP_ADD, head.lower, i);
  if (rewrite_chance (self, 0.8))
    head.bound = ihop_make_binary (build, IHOP_OP_ADD, head.bound, i);
  rewrite_put (self, inner, rewrite_loop (self, inner, &head, body));
  return TRUE;
}

/* Four iterations at a time; now and then the last ones go too far. */
static gboolean
strips (Rewriter *self)
{
  RewriteHead head;
  const IhopNode *loop = any_loop (self, &head);

  if (loop == NULL || head.step != 1 || head.relation != IHOP_OP_LT)
    return FALSE;
  IhopBuild *build = self->build;
  RewriteHead strip = head;
  strip.iterator = ihop_make_variable (build, head.iterator, head.iterator->type, "strip");
  strip.declared = TRUE;
  strip.step = 4;
  const IhopNode *end = ihop_make_plus (build, ihop_make_ref (build, strip.iterator), rewrite_chance (self, 0.8) ? 4 : 3);
  head.lower = ihop_make_ref (build, strip.iterator);
  head.bound = rewrite_chance (self, 0.7) ? ihop_make_min (build, end, head.bound) : end;
  GPtrArray *body = g_ptr_array_new ();
  g_ptr_array_add (body, (gpointer) rewrite_loop (self, loop, &head, loop->child[3]));
  const IhopNode *now
    = ihop_make_for (build, loop, strip.iterator, TRUE, strip.lower, strip.relation, strip.bound, 4,
                     ihop_make_body (build, body));
  rewrite_put (self, loop, now);
  return TRUE;
}

/* What an integer is converted from, by the owner or by the language. */
static const IhopNode *
unconverted (const IhopNode *node)
{
  while (node->kind == IHOP_PAREN
         || (node->kind == IHOP_CAST && ihop_type_is_integer (node->type) && ihop_type_is_integer (node->child[0]->type)))
    node = node->child[0];
  return node;
}

/* Conversions of a variable that a copy needed are lost again; now and then all that the language makes by itself,
 * which changes no text, but what the nodes say of it. */
static void
lose_conversions (Rewriter *self, const IhopSymbol *symbol)
{
  g_autoptr (GPtrArray) casts = rewrite_find (self, is_conversion);
  gboolean implicit_too = rewrite_chance (self, 0.5);

  for (guint i = 0; i < casts->len; i++)
    {
      const IhopNode *cast = casts->pdata[i], *inner = unconverted (cast);
      if ((inner->kind == IHOP_REF && inner->symbol == symbol) || (implicit_too && (cast->flags & IHOP_NODE_IMPLICIT)))
        rewrite_put (self, cast, inner);
    }
}

/* The nodes say that a variable is of another type than it is. */
static gboolean
mislabel (const IhopNode *node, gpointer data)
{
  const IhopSymbol *const *both = data;

  if (node->kind == IHOP_REF && node->symbol == both[0])
    ((IhopNode *) node)->type = both[1]->type;
  return TRUE;
}

/* A loop between two numbers may count without a sign, and all others are refused before their bodies are looked at. */
static const IhopType *
any_counting_type (Rewriter *self, const RewriteHead *head)
{
  gint64 number;
  gboolean between_numbers = ihop_constant_of (head->lower, &number) && ihop_constant_of (head->bound, &number);

  if (rewrite_chance (self, 0.5))
    return integer_types + (between_numbers ? UNSIGNED_TYPE : INT_TYPE);
  return integer_types + rewrite_any (self, 0, N_INTEGER_TYPES - 1);
}

/* The same iterations, counted in another type. */
static gboolean
retype (Rewriter *self)
{
  RewriteHead head;
  const IhopNode *loop = any_loop (self, &head);

  if (loop == NULL || !head.declared)
    return FALSE;
  IhopSymbol *old = head.iterator;
  head.iterator = ihop_make_variable (self->build, old, any_counting_type (self, &head), "other");
  const IhopNode *body
    = rewrite_with (self, loop->child[3], old, ihop_make_ref (self->build, head.iterator));
  rewrite_put (self, loop, rewrite_loop (self, loop, &head, body));
  if (rewrite_chance (self, 0.5))
    lose_conversions (self, head.iterator);
  const IhopSymbol *both[] = { head.iterator, old };
  if (rewrite_chance (self, 0.3))
    ihop_node_walk (self->body, mislabel, both);
  return TRUE;
}

static gboolean
peel (Rewriter *self)
{
  RewriteHead head;
  const IhopNode *loop = any_loop (self, &head);

  if (loop == NULL || head.step != 1 || !head.declared)
    return FALSE;
  IhopBuild *build = self->build;
  GPtrArray *both = g_ptr_array_new ();
  const IhopNode *first = rewrite_with (self, loop->child[3], head.iterator, head.lower);
  if (rewrite_chance (self, 0.7))
    first = ihop_make_if (build, ihop_make_relation (build, head.relation, head.lower, head.bound), first, NULL);
  head.lower = ihop_make_plus (build, head.lower, rewrite_chance (self, 0.85) ? 1 : 0);
  g_ptr_array_add (both, (gpointer) first);
  g_ptr_array_insert (both, rewrite_chance (self, 0.85) ? 1 : 0,
                      (gpointer) rewrite_loop (self, loop, &head, loop->child[3]));
  rewrite_put (self, loop, ihop_make_body (build, both));
  return TRUE;
}

/* Two iterations in one, and what is left over; or not. */
static gboolean
unroll (Rewriter *self)
{
  RewriteHead head;
  const IhopNode *loop = any_loop (self, &head);

  if (loop == NULL || head.step != 1 || head.relation != IHOP_OP_LT)
    return FALSE;
  IhopBuild *build = self->build;
  const IhopNode *i = ihop_make_ref (build, head.iterator);
  GPtrArray *body = rewrite_children (loop->child[3]);
  const IhopNode *next
    = rewrite_with (self, loop->child[3], head.iterator, ihop_make_plus (build, i, rewrite_chance (self, 0.9) ? 1 : 2));
  if (rewrite_chance (self, 0.5))
    next = ihop_make_if (build, ihop_make_relation (build, IHOP_OP_LT, ihop_make_plus (build, i, 1), head.bound),
                         next, NULL);
  g_ptr_array_insert (body, rewrite_chance (self, 0.9) ? (int) body->len : 0, (gpointer) next);
  head.step = 2;
  rewrite_put (self, loop, rewrite_loop (self, loop, &head, rewrite_block (self, loop->child[3], body)));
  return TRUE;
}

/* --- expressions ------------------------------------------------------------------------------- */

static gboolean
subscript (Rewriter *self)
{
  const IhopNode *element = rewrite_pick (self, rewrite_find (self, is_element));

  if (element == NULL)
    return FALSE;
  IhopNode *now = rewrite_again (self, element);
  const IhopNode *place = element->child[1];
  if (place->kind == IHOP_BINARY && place->op != IHOP_OP_SUB && rewrite_chance (self, 0.5))
    now->child[1] = place->child[0];
  else
    now->child[1] = ihop_make_plus (self->build, place, rewrite_chance (self, 0.5) ? 1 : -1);
  rewrite_put (self, element, now);
  return TRUE;
}

/* Another variable of the same type. */
static gboolean
exchange (Rewriter *self)
{
  const IhopNode *reference = rewrite_pick (self, rewrite_find (self, is_variable));
  const IhopNode *other = reference;

  for (guint tries = 0; reference && tries < 12; tries++)
    {
      other = rewrite_pick (self, rewrite_find (self, is_variable));
      if (other->symbol != reference->symbol && ihop_type_equal (other->type, reference->type))
        break;
    }
  if (reference == NULL || other->symbol == reference->symbol || !ihop_type_equal (other->type, reference->type))
    return FALSE;
  IhopNode *now = rewrite_again (self, reference);
  now->symbol = other->symbol;
  rewrite_put (self, reference, now);
  return TRUE;
}

static gboolean
negate (Rewriter *self)
{
  const IhopNode *branch = rewrite_pick (self, rewrite_find (self, is_if));

  if (branch == NULL)
    return FALSE;
  const IhopNode *condition = branch->child[0];
  IhopNode *now = rewrite_again (self, branch);
  if (condition->kind == IHOP_BINARY && condition->op >= IHOP_OP_LT && condition->op <= IHOP_OP_GE
      && rewrite_chance (self, 0.5))
    {
      IhopNode *turned = rewrite_again (self, condition);
      turned->op = IHOP_OP_LT + IHOP_OP_GE - condition->op;
      now->child[0] = turned;
    }
  else
    now->child[0] = ihop_make_not (self->build, condition);
  rewrite_put (self, branch, now);
  return TRUE;
}

static gboolean
compares (const IhopNode *node)
{
  const IhopNode *condition = node->kind == IHOP_IF ? node->child[0] : NULL;

  return condition && condition->kind == IHOP_BINARY && condition->op >= IHOP_OP_LT && condition->op <= IHOP_OP_GE;
}

/* An if, under the opposite of its own condition, too. */
static gboolean
guard (Rewriter *self)
{
  const IhopNode *branch = rewrite_pick (self, rewrite_find (self, compares));

  if (branch == NULL)
    return FALSE;
  IhopNode *turned = rewrite_again (self, branch->child[0]);
  turned->op = IHOP_OP_LT + IHOP_OP_GE - turned->op;
  rewrite_put (self, branch, ihop_make_if (self->build, turned, rewrite_with (self, branch, NULL, NULL), NULL));
  return TRUE;
}

static gboolean
unguard (Rewriter *self)
{
  const IhopNode *branch = rewrite_pick (self, rewrite_find (self, is_if));

  if (branch == NULL)
    return FALSE;
  rewrite_put (self, branch, branch->child[2] && rewrite_chance (self, 0.5) ? branch->child[2] : branch->child[1]);
  return TRUE;
}

static gboolean
operation (Rewriter *self)
{
  const IhopNode *node = rewrite_pick (self, rewrite_find (self, is_arithmetic));

  if (node == NULL)
    return FALSE;
  IhopNode *now = rewrite_again (self, node);
  if (node->kind == IHOP_BINARY && node->op != IHOP_OP_MUL && rewrite_chance (self, 0.4))
    {
      now->child[0] = node->child[1];
      now->child[1] = node->child[0];
    }
  now->op = node->op == IHOP_OP_ADD ? IHOP_OP_SUB : IHOP_OP_ADD;
  rewrite_put (self, node, now);
  return TRUE;
}

/* Operands that were converted no longer are. */
static gboolean
convert_back (Rewriter *self)
{
  const IhopNode *node = rewrite_pick (self, rewrite_find (self, converts_operands));

  if (node == NULL)
    return FALSE;
  IhopNode *now = rewrite_again (self, node);
  for (guint i = 0; i < node->n_children; i++)
    now->child[i] = unconverted (node->child[i]);
  rewrite_put (self, node, now);
  return TRUE;
}

/* An operand is converted to another type first, or no longer is. */
static gboolean
convert (Rewriter *self)
{
  if (rewrite_chance (self, 0.6) && convert_back (self))
    return TRUE;
  const IhopNode *node = rewrite_pick (self, rewrite_find (self, rewrite_chance (self, 0.6) ? makes_floating : holds_integer));
  if (node == NULL)
    return FALSE;
  guint at = node->n_children - 1;
  const IhopNode *operand = node->child[at];
  IhopNode *now = rewrite_again (self, node);
  now->child[at] = ihop_make_cast (self->build, integer_types + rewrite_any (self, 0, N_INTEGER_TYPES - 1), operand);
  rewrite_note (self, now->child[at], operand);
  if (node->kind == IHOP_BINARY && now->child[at]->type->size == node->type->size)
    now->type = now->child[at]->type;
  rewrite_put (self, node, now);
  return TRUE;
}

/* The right sides of two assignments change places. */
static gboolean
sources (Rewriter *self)
{
  const IhopNode *a = rewrite_pick (self, rewrite_find (self, is_assignment));
  const IhopNode *b = rewrite_pick (self, rewrite_find (self, is_assignment));

  if (a == NULL || a == b)
    return FALSE;
  IhopNode *one = rewrite_again (self, a->child[0]), *other = rewrite_again (self, b->child[0]);
  one->child[1] = b->child[0]->child[1];
  other->child[1] = a->child[0]->child[1];
  rewrite_put (self, a->child[0], one);
  rewrite_put (self, b->child[0], other);
  return TRUE;
}

/* --- claims ------------------------------------------------------------------------------------ */

/* Another value of the iterator in one statement, and said to be so. */
static gboolean
values (Rewriter *self)
{
  RewriteHead head;
  const IhopNode *loop = any_loop (self, &head), *body = loop ? loop->child[3] : NULL;

  if (body == NULL || body->n_children == 0)
    return FALSE;
  const IhopNode *statement = body->child[rewrite_any (self, 0, (int) body->n_children - 1)];
  if (!ihop_mentions (statement, head.iterator) || statement->kind == IHOP_DECLARATION)
    return FALSE;
  const IhopNode *value = ihop_make_plus (self->build, ihop_make_ref (self->build, head.iterator),
                                          rewrite_chance (self, 0.5) ? 1 : -1);
  rewrite_put (self, statement, rewrite_with (self, statement, head.iterator, value));
  return TRUE;
}

static void
claim (Rewriter *self, const IhopNode *node, const IhopValues *values)
{
  IhopOrigin *origin = g_hash_table_lookup (self->build->rewrite->origins, node);

  if (origin)
    origin->values = values;
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i])
      claim (self, node->child[i], values);
}

/* A loop's head has moved on, or back; the body stands as it stood, and other values are claimed for it. */
static gboolean
falsely (Rewriter *self)
{
  RewriteHead head;
  const IhopNode *loop = any_loop (self, &head);
  int by = rewrite_chance (self, 0.5) ? 1 : -1;

  if (loop == NULL)
    return FALSE;
  const IhopNode *body = rewrite_with (self, loop->child[3], NULL, NULL);
  const IhopNode *value = ihop_make_plus (self->build, ihop_make_ref (self->build, head.iterator), -by);
  claim (self, body, ihop_values_new (self->build, head.iterator, value));
  head.lower = ihop_make_plus (self->build, head.lower, by);
  head.bound = ihop_make_plus (self->build, head.bound, by);
  rewrite_put (self, loop, rewrite_loop (self, loop, &head, body));
  return TRUE;
}

/* An element of the statement that looks like this one; NULL: there is none. */
static const IhopNode *
element_like (Rewriter *self, const IhopNode *element, const IhopNode *statement)
{
  const IhopNode *body = self->body, *found = NULL;

  self->body = statement;
  g_autoptr (GPtrArray) elements = rewrite_find (self, is_element);
  self->body = body;
  for (guint i = 0; i < elements->len; i++)
    if (ihop_same_expression (element, elements->pdata[i]))
      found = elements->pdata[i];
  return found;
}

/* Two statements change places; an element of the one is said to come from the other, where one looks the same. */
static gboolean
mistaken (Rewriter *self)
{
  const IhopNode *block = rewrite_pick (self, rewrite_find (self, is_block));

  for (guint tries = 0; block && tries < 8; tries++)
    {
      guint i = (guint) rewrite_any (self, 0, (int) block->n_children - 2);
      guint k = (guint) rewrite_any (self, (int) i + 1, (int) block->n_children - 1);
      const IhopNode *first = block->child[i], *second = block->child[k], *body = self->body;
      self->body = first;
      const IhopNode *one = rewrite_pick (self, rewrite_find (self, is_element));
      self->body = body;
      const IhopNode *other = one ? element_like (self, one, second) : NULL;
      if (other == NULL)
        continue;
      GPtrArray *children = rewrite_children (block);
      children->pdata[i] = (gpointer) second;
      children->pdata[k] = (gpointer) first;
      rewrite_put (self, block, rewrite_block (self, block, children));
      rewrite_put (self, one, rewrite_again (self, other));
      rewrite_put (self, other, rewrite_again (self, one));
      return TRUE;
    }
  return FALSE;
}

static gboolean
is_bare (const IhopNode *node)
{
  return node->kind == IHOP_DECLARATION && node->n_children == 1 && node->child[0]->child[0] == NULL;
}

static gboolean
declares_one (const IhopNode *node)
{
  if (!is_for_of_two (node))
    return FALSE;
  for (guint i = 0; i + 2 < node->child[3]->n_children; i++)
    if (is_bare (node->child[3]->child[i]))
      return TRUE;
  return FALSE;
}

/* A variable of each iteration becomes one of all, and the loop two. */
static gboolean
shared (Rewriter *self)
{
  const IhopNode *loop = rewrite_pick (self, rewrite_find (self, declares_one));

  if (loop == NULL)
    return FALSE;
  GPtrArray *first = rewrite_children (loop->child[3]), *second = g_ptr_array_new (), *all = g_ptr_array_new ();
  guint at = place_of (loop->child[3], is_bare);
  g_ptr_array_add (all, g_ptr_array_steal_index (first, at));
  for (guint n = first->len - MIN (at + 1, first->len - 1); n > 0; n--)
    g_ptr_array_insert (second, 0, g_ptr_array_steal_index (first, first->len - 1));
  IhopNode *one = rewrite_again (self, loop), *other = rewrite_again (self, loop);
  one->child[3] = rewrite_block (self, loop->child[3], first);
  other->child[3] = rewrite_block (self, loop->child[3], second);
  g_ptr_array_add (all, one);
  g_ptr_array_add (all, (gpointer) rewrite_with (self, other, NULL, NULL));
  rewrite_put (self, loop, ihop_make_body (self->build, all));
  return TRUE;
}

static gboolean
is_copied_element (Rewriter *self, const IhopNode *node)
{
  return is_element (node) && g_hash_table_contains (self->build->rewrite->origins, node);
}

/* A loop is shifted as it should be, but one element stands as it stood. */
static gboolean
left (Rewriter *self)
{
  RewriteHead head;
  const IhopNode *loop = any_loop (self, &head);

  if (loop == NULL)
    return FALSE;
  const IhopNode *value = ihop_make_plus (self->build, ihop_make_ref (self->build, head.iterator), -1);
  const IhopNode *body = rewrite_with (self, loop->child[3], head.iterator, value);
  head.lower = ihop_make_plus (self->build, head.lower, 1);
  head.bound = ihop_make_plus (self->build, head.bound, 1);
  rewrite_put (self, loop, rewrite_loop (self, loop, &head, body));
  for (guint tries = 0; tries < 12; tries++)
    {
      const IhopNode *element = rewrite_pick (self, rewrite_find (self, is_element));
      if (element == NULL || !is_copied_element (self, element))
        continue;
      const IhopOrigin *origin = g_hash_table_lookup (self->build->rewrite->origins, element);
      if (!ihop_mentions (origin->before, head.iterator))
        continue;
      rewrite_put (self, element, origin->before);
      return TRUE;
    }
  return FALSE;
}

/* A statement with another variable, which is said to hold the same. */
static gboolean
pretence (Rewriter *self)
{
  for (guint tries = 0; tries < 12; tries++)
    {
      const IhopNode *statement = rewrite_pick (self, rewrite_find (self, is_assignment));
      const IhopNode *one = rewrite_pick (self, rewrite_find (self, is_variable));
      const IhopNode *other = rewrite_pick (self, rewrite_find (self, is_variable));
      if (statement == NULL || one == NULL || one->symbol == other->symbol || !ihop_mentions (statement, one->symbol)
          || !ihop_type_equal (one->type, other->type))
        continue;
      rewrite_put (self, statement,
                   rewrite_with (self, statement, one->symbol, ihop_make_ref (self->build, other->symbol)));
      return TRUE;
    }
  return FALSE;
}

const RewriteKind rewrite_kinds[] = {
  { "swap", swap },
  { "shuffle", shuffle },
  { "into", into },
  { "out", out_of },
  { "elsewhere", elsewhere },
  { "drop", drop },
  { "twice", twice },
  { "interchange", interchange },
  { "reverse", reverse },
  { "bounds", bounds },
  { "counting", counting },
  { "fuse", fuse },
  { "distribute", distribute },
  { "shift", shift },
  { "skew", skew },
  { "strips", strips },
  { "retype", retype },
  { "peel", peel },
  { "unroll", unroll },
  { "subscript", subscript },
  { "exchange", exchange },
  { "negate", negate },
  { "guard", guard },
  { "unguard", unguard },
  { "operation", operation },
  { "convert", convert },
  { "sources", sources },
  { "values", values },
  { "falsely", falsely },
  { "mistaken", mistaken },
  { "shared", shared },
  { "left", left },
  { "pretence", pretence },
  { NULL, NULL },
};
