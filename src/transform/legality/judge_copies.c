/* Whether what is said to be a copy computes what its original computes.
 *
 * A step says where each node comes from, and what the old iterators hold there. Neither is believed: everything in the
 * new code that has an effect has to be, part by part, an old operation in which values stand in the place of
 * variables. Sums are compared as sums, since "i + 1 - 1" is tidied to "i". */
#include "transform/legality/judge_copies.h"
#include "transform/build/query.h"
#include "transform/legality/judge_arithmetic.h"
#include "transform/legality/judge_unreachable.h"

typedef struct
{
  IhopJudge *judge;
  const IhopValues *values; /* of the operation as a whole */
  const IhopScopLoop *loop; /* around the old operation; or NULL */
} Copy;

static gboolean same (Copy *self, const IhopNode *now, const IhopNode *old);

/* --- values ---------------------------------------------------------------------------------- */

/* Whether a conversion of integers gives what it is given. A sum without a sign may have wrapped before. */
static gboolean
keeps_value (const IhopNode *cast)
{
  const IhopNode *operand = ihop_node_strip (cast->child[0], FALSE);
  const IhopType *from = ihop_type_strip (operand->type), *to = ihop_type_strip (cast->type);

  if (!ihop_type_is_integer (from) || !ihop_type_is_integer (to) || ihop_type_is_bool (to))
    return FALSE;
  if (from->is_signed)
    return to->is_signed && to->size >= from->size;
  return to->size > from->size ? operand->kind != IHOP_BINARY && operand->kind != IHOP_UNARY
                               : to->size == from->size && !to->is_signed;
}

/* An expression without what its value does not depend on. */
static const IhopNode *
bare (const IhopNode *node)
{
  node = ihop_node_strip (node, FALSE);
  while (node->kind == IHOP_CAST && !(node->flags & IHOP_NODE_CONSTANT) && keeps_value (node))
    node = ihop_node_strip (node->child[0], FALSE);
  return node;
}

static const IhopSymbol *
symbol_of (const IhopNode *node)
{
  return node->kind == IHOP_REF ? node->symbol : NULL;
}

/* Iterators around have the values that the instances tell (judge_instances.c); a variable of the old code's own is another
 * one of the new code's. What else holds another value is a mistake. */
static gboolean
may_stand (const Copy *self, const IhopSymbol *symbol, const IhopNode *value)
{
  const IhopSymbol *other = symbol_of (bare (value));

  for (const IhopScopLoop *loop = self->loop; loop; loop = loop->parent)
    if (loop->counting.iterator == symbol)
      return TRUE;
  return other
         && (other == symbol
             || (g_hash_table_contains (self->judge->old.declared, symbol)
                 && g_hash_table_contains (self->judge->new.declared, other)
                 && ihop_type_equal (other->type, symbol->type)));
}

/* --- sums ------------------------------------------------------------------------------------ */

typedef enum
{
  OLD,  /* of the old code: values stand in the place of its variables */
  NEW
} Side;

typedef struct
{
  const IhopNode *node;
  Side side;
  gint64 factor;
} Term;

typedef struct
{
  GArray *terms; /* of Term */
  gint64 constant;
  guint64 width;  /* bytes: of the narrowest type in which something is worked out */
  gboolean wraps; /* something is worked out in a type without a sign */
} Sum;

static const IhopNode *
value_of (const Copy *self, const IhopNode *node, Side side)
{
  return side == OLD ? ihop_values_find (self->values, symbol_of (node)) : NULL;
}

static void
add_term (Sum *sum, const IhopNode *node, Side side, gint64 factor)
{
  const IhopSymbol *symbol = symbol_of (node);

  for (guint i = 0; symbol && i < sum->terms->len; i++)
    {
      Term *term = &g_array_index (sum->terms, Term, i);
      if (symbol_of (term->node) != symbol)
        continue;
      term->factor += factor;
      return;
    }
  Term term = { node, side, factor };
  g_array_append_val (sum->terms, term);
}

/* A number, with numbers in the place of variables; it wraps as sums of them do. */
static gboolean
constant_of (Copy *self, const IhopNode *node, Side side, gint64 *number)
{
  node = bare (node);
  const IhopNode *value = value_of (self, node, side);
  gint64 a, b;

  if (value)
    return may_stand (self, node->symbol, value) && constant_of (self, value, NEW, number);
  if (ihop_constant_of (node, number))
    return TRUE;
  if (node->kind == IHOP_UNARY && node->op == IHOP_OP_NEG && constant_of (self, node->child[0], side, &a))
    {
      *number = (gint64) (0 - (guint64) a);
      return TRUE;
    }
  if (node->kind != IHOP_BINARY
      || (node->op != IHOP_OP_ADD && node->op != IHOP_OP_SUB && node->op != IHOP_OP_MUL)
      || !constant_of (self, node->child[0], side, &a) || !constant_of (self, node->child[1], side, &b))
    return FALSE;
  *number = (gint64) (node->op == IHOP_OP_ADD   ? (guint64) a + (guint64) b
                      : node->op == IHOP_OP_SUB ? (guint64) a - (guint64) b
                                                : (guint64) a * (guint64) b);
  return TRUE;
}

static void
note_arithmetic (Sum *sum, const IhopNode *node)
{
  gint64 number;

  if ((node->kind != IHOP_BINARY && node->kind != IHOP_UNARY) || ihop_constant_of (node, &number))
    return;
  IhopArithmetic arithmetic = ihop_arithmetic_of (node);
  sum->width = MIN (sum->width, arithmetic.size);
  sum->wraps |= !arithmetic.is_signed;
}

/* FALSE: a variable has a value that it cannot have. */
static gboolean
add (Copy *self, Sum *sum, const IhopNode *node, Side side, gint64 factor)
{
  node = bare (node);
  const IhopNode *value = value_of (self, node, side);
  gint64 number;

  note_arithmetic (sum, node);
  if (constant_of (self, node, side, &number))
    sum->constant = (gint64) ((guint64) sum->constant + (guint64) factor * (guint64) number);
  else if (value)
    return may_stand (self, node->symbol, value) && add (self, sum, value, NEW, factor);
  else if (node->kind == IHOP_BINARY && (node->op == IHOP_OP_ADD || node->op == IHOP_OP_SUB))
    return add (self, sum, node->child[0], side, factor)
           && add (self, sum, node->child[1], side, node->op == IHOP_OP_ADD ? factor : -factor);
  else if (node->kind == IHOP_UNARY && node->op == IHOP_OP_NEG)
    return add (self, sum, node->child[0], side, -factor);
  else if (node->kind == IHOP_BINARY && node->op == IHOP_OP_MUL && constant_of (self, node->child[0], side, &number))
    return add (self, sum, node->child[1], side, factor * number);
  else if (node->kind == IHOP_BINARY && node->op == IHOP_OP_MUL && constant_of (self, node->child[1], side, &number))
    return add (self, sum, node->child[0], side, factor * number);
  else
    add_term (sum, node, side, factor);
  return TRUE;
}

static gboolean
same_term (Copy *self, const Term *now, const Term *old)
{
  if (now->factor != old->factor)
    return FALSE;
  return old->side == NEW ? ihop_same_expression (now->node, old->node) : same (self, now->node, old->node);
}

static gboolean
take (Copy *self, const Term *now, GArray *terms)
{
  for (guint i = 0; i < terms->len; i++)
    if (same_term (self, now, &g_array_index (terms, Term, i)))
      {
        g_array_remove_index_fast (terms, i);
        return TRUE;
      }
  return now->factor == 0;
}

static gboolean
is_nothing (const GArray *terms)
{
  for (guint i = 0; i < terms->len; i++)
    if (g_array_index (terms, Term, i).factor)
      return FALSE;
  return TRUE;
}

static gboolean
same_sum (Copy *self, const IhopNode *now, const IhopNode *old)
{
  Sum a = { g_array_new (FALSE, FALSE, sizeof (Term)), 0, G_MAXUINT64, FALSE };
  Sum b = { g_array_new (FALSE, FALSE, sizeof (Term)), 0, ihop_type_strip (bare (old)->type)->size, FALSE };
  gboolean fine = add (self, &a, now, NEW, 1) && add (self, &b, old, OLD, 1) && a.constant == b.constant
                  && a.width >= b.width
                  && (a.wraps == b.wraps || (a.wraps && !ihop_type_strip (bare (old)->type)->is_signed));

  for (guint i = 0; fine && i < a.terms->len; i++)
    fine = take (self, &g_array_index (a.terms, Term, i), b.terms);
  fine = fine && is_nothing (b.terms);
  g_array_unref (a.terms);
  g_array_unref (b.terms);
  return fine;
}

static gboolean
is_sum (const IhopNode *node)
{
  gint64 number;

  if (ihop_constant_of (node, &number))
    return TRUE;
  return (node->kind == IHOP_BINARY
          && (node->op == IHOP_OP_ADD || node->op == IHOP_OP_SUB
              || (node->op == IHOP_OP_MUL
                  && (ihop_constant_of (node->child[0], &number) || ihop_constant_of (node->child[1], &number)))))
         || (node->kind == IHOP_UNARY && node->op == IHOP_OP_NEG);
}

/* --- parts ----------------------------------------------------------------------------------- */

static gboolean
same_symbol (Copy *self, const IhopNode *now, const IhopNode *old)
{
  const IhopNode *value = ihop_values_find (self->values, old->symbol);

  if (value == NULL)
    return now->symbol == old->symbol;
  return symbol_of (bare (value)) == now->symbol && may_stand (self, old->symbol, value);
}

static gboolean
same_parts (Copy *self, const IhopNode *now, const IhopNode *old)
{
  if (now->kind != old->kind || now->op != old->op || now->n_children != old->n_children
      || (now->flags & IHOP_NODE_ARROW) != (old->flags & IHOP_NODE_ARROW) || !ihop_same_arithmetic (now, old) || !same_symbol (self, now, old)
      || (now->kind == IHOP_FLOATING && now->number != old->number)
      || (now->kind == IHOP_STRING && g_strcmp0 (now->text, old->text) != 0)
      || ((now->kind == IHOP_CAST || now->kind == IHOP_COMPOUND) && !ihop_type_equal (now->type, old->type))
      || now->kind == IHOP_OPAQUE || now->kind == IHOP_OPAQUE_EXPR || now->kind == IHOP_SIZEOF)
    return FALSE;
  for (guint i = 0; i < now->n_children; i++)
    if (now->child[i] != old->child[i]
        && (now->child[i] == NULL || old->child[i] == NULL || !same (self, now->child[i], old->child[i])))
      return FALSE;
    else if (now->child[i] && now->child[i] == old->child[i] && !same (self, now->child[i], old->child[i]))
      return FALSE;
  return TRUE;
}

static gboolean
matters (const IhopJudge *judge, const IhopNode *old)
{
  const GPtrArray *accesses = g_hash_table_lookup (judge->old.by_node, old);

  for (guint i = 0; accesses && i < accesses->len; i++)
    if (judge->relevant[((const IhopAccess *) accesses->pdata[i])->id])
      return TRUE;
  return FALSE;
}

/* An access has to be said to be this one where its place in the order is judged. */
static gboolean
is_said_to_be (Copy *self, const IhopNode *now, const IhopNode *old)
{
  const IhopOrigin *origin = ihop_judge_origin (self->judge, now);

  if (!matters (self->judge, old))
    return TRUE;
  return (origin ? origin->before : now) == old
         && ihop_values_agree (origin ? origin->values : NULL, self->values, old);
}

static gboolean
same (Copy *self, const IhopNode *now, const IhopNode *old)
{
  now = ihop_node_strip (now, TRUE);
  old = ihop_node_strip (old, TRUE);
  const IhopNode *value = value_of (self, old, OLD);

  if (now == old)
    return ihop_values_agree (self->values, NULL, old);
  if (value && may_stand (self, old->symbol, value) && ihop_same_expression (bare (now), bare (value)))
    return is_said_to_be (self, now, old);
  if (ihop_type_is_integer (now->type) && ihop_type_is_integer (old->type)
      && (value || is_sum (bare (now)) || is_sum (bare (old))))
    return same_sum (self, now, old);
  return is_said_to_be (self, now, old) && same_parts (self, now, old);
}

typedef struct
{
  const IhopJudgeSide *side;
  const IhopAccess *found;
} Search;

static gboolean
find_access (const IhopNode *node, gpointer data)
{
  Search *search = data;
  const GPtrArray *accesses = g_hash_table_lookup (search->side->by_node, node);

  if (accesses && search->found == NULL)
    search->found = accesses->pdata[0];
  return search->found == NULL;
}

/* The innermost loop around an old node. */
static const IhopScopLoop *
loop_around (const IhopJudgeSide *side, const IhopNode *node)
{
  Search search = { side, NULL };
  const IhopScopLoop *loop = NULL;

  ihop_node_walk (node, find_access, &search);
  if (search.found)
    return search.found->statement->loop;
  g_autoptr (GPtrArray) path = ihop_node_path (side->root, node);
  for (guint i = path ? path->len : 0; loop == NULL && i-- > 1;)
    if (ihop_kind_is_loop (((const IhopNode *) path->pdata[i - 1])->kind))
      loop = ihop_scop_loop_of (side->scop, path->pdata[i - 1]);
  return loop;
}

gboolean
ihop_judge_is_copy (IhopJudge *judge, const IhopNode *now)
{
  const IhopOrigin *origin = ihop_judge_origin (judge, now);

  if (!g_hash_table_contains (judge->old.nodes, origin ? origin->before : now))
    return FALSE;
  if (origin == NULL)
    return TRUE;
  Copy self = { judge, origin->values, loop_around (&judge->old, origin->before) };
  return same (&self, now, origin->before);
}

/* --- the whole code -------------------------------------------------------------------------- */

typedef struct
{
  IhopJudge *judge;
  const IhopNode *wrong;
} Effects;

static gboolean
does_something (const IhopNode *node)
{
  return node->kind == IHOP_ASSIGN || node->kind == IHOP_CALL || node->kind == IHOP_OPAQUE
         || node->kind == IHOP_OPAQUE_EXPR || (node->kind == IHOP_UNARY && node->op >= IHOP_OP_PRE_INC)
         || (node->kind == IHOP_VARIABLE && node->child[0]);
}

static const IhopSymbol *
target_of (const IhopNode *node)
{
  if (node->kind == IHOP_VARIABLE)
    return node->symbol;
  return node->kind == IHOP_ASSIGN ? symbol_of (ihop_node_strip (node->child[0], TRUE)) : NULL;
}

/* What the iterator of a loop that counts is set to, or stepped by, the sets tell. */
static gboolean
counts (const IhopJudge *judge, const IhopNode *node)
{
  const GPtrArray *loops = judge->new.scop->loops;

  for (guint i = 0; i < loops->len; i++)
    {
      const IhopScopLoop *loop = loops->pdata[i];
      const IhopNode *start = loop->node->kind == IHOP_FOR ? loop->node->child[0] : NULL;
      if (loop->counting.iterator == NULL)
        continue;
      if (loop->counting.update == node
          || (target_of (node) == loop->counting.iterator && ihop_node_holds (start, node)))
        return TRUE;
    }
  return FALSE;
}

static gboolean
check_effect (const IhopNode *node, gpointer data)
{
  Effects *self = data;

  if (self->wrong || !does_something (node) || counts (self->judge, node))
    return self->wrong == NULL;
  if (!ihop_judge_is_copy (self->judge, node) && !ihop_judge_is_unreachable (self->judge, node))
    self->wrong = node;
  return FALSE;
}

gboolean
ihop_judge_copies (IhopJudge *judge)
{
  Effects effects = { judge, NULL };

  ihop_node_walk (judge->new.root, check_effect, &effects);
  if (effects.wrong == NULL)
    return TRUE;
  const IhopOrigin *origin = ihop_judge_origin (judge, effects.wrong);
  return ihop_judge_refuse_unplaced (judge, origin ? origin->before : effects.wrong);
}
