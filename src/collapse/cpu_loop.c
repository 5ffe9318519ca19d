/* Loops as OpenMP wants them. */
#include "collapse/cpu.h"
#include "ir/query.h"

typedef struct
{
  const IhopSymbol *symbol;
  gboolean found;
} Mention;

static gboolean
visit_mention (const IhopNode *node, gpointer data)
{
  Mention *mention = data;

  mention->found |= node->symbol == mention->symbol && node->kind == IHOP_REF;
  return !mention->found;
}

gboolean
ihop_cpu_mentions (const IhopNode *node, const IhopSymbol *symbol)
{
  Mention mention = { symbol, FALSE };

  if (node)
    ihop_node_walk (node, visit_mention, &mention);
  return mention.found;
}

static const IhopNode *
expression_of (const IhopNode *node)
{
  if (node && node->kind == IHOP_EXPRESSION)
    node = node->child[0];
  return node ? ihop_node_strip (node, FALSE) : NULL;
}

static const IhopSymbol *
started (const IhopNode *init)
{
  if (init && init->kind == IHOP_DECLARATION)
    return init->n_children == 1 && init->child[0]->child[0] ? init->child[0]->symbol : NULL;
  init = expression_of (init);
  if (init == NULL || init->kind != IHOP_ASSIGN || init->op != IHOP_OP_NONE)
    return NULL;
  const IhopNode *left = ihop_node_strip (init->child[0], FALSE);
  return left->kind == IHOP_REF ? left->symbol : NULL;
}

static gboolean
is_test (const IhopNode *test, const IhopSymbol *iterator)
{
  test = test ? ihop_node_strip (test, TRUE) : NULL;
  if (test == NULL || test->kind != IHOP_BINARY || test->op < IHOP_OP_LT || test->op > IHOP_OP_GE)
    return FALSE;
  return ihop_node_is_ref (test->child[0], iterator)
         ? !ihop_cpu_mentions (test->child[1], iterator)
         : ihop_node_is_ref (test->child[1], iterator) && !ihop_cpu_mentions (test->child[0], iterator);
}

static gboolean
is_step (const IhopNode *step, const IhopSymbol *iterator)
{
  step = expression_of (step);
  if (step == NULL)
    return FALSE;
  if (step->kind == IHOP_UNARY && step->op >= IHOP_OP_PRE_INC)
    return ihop_node_is_ref (step->child[0], iterator);
  if (step->kind != IHOP_ASSIGN || !ihop_node_is_ref (step->child[0], iterator))
    return FALSE;
  if (step->op == IHOP_OP_ADD || step->op == IHOP_OP_SUB)
    return !ihop_cpu_mentions (step->child[1], iterator);
  const IhopNode *sum = ihop_node_strip (step->child[1], TRUE);
  return step->op == IHOP_OP_NONE && sum->kind == IHOP_BINARY
         && (sum->op == IHOP_OP_ADD || sum->op == IHOP_OP_SUB) && ihop_node_is_ref (sum->child[0], iterator);
}

/* Whether every value of the bound is one of the iterator's type, too. */
static gboolean
fits (const IhopNode *bound, const IhopType *type)
{
  const IhopType *own = ihop_type_strip (bound->type);

  if (bound->flags & IHOP_NODE_CONSTANT)
    return bound->integer >= 0 ? type->size > 4 || bound->integer >> (8 * type->size - type->is_signed) == 0
                               : own->is_signed && type->is_signed
                                   && bound->integer >= -((gint64) 1 << (8 * MIN (type->size, 4) - 1));
  return own->is_signed == type->is_signed ? own->size <= type->size
                                           : type->is_signed && own->size < type->size;
}

static gboolean
starts_at_least_at_zero (const IhopNode *init)
{
  const IhopNode *first = init->kind == IHOP_DECLARATION ? init->child[0]->child[0]
                                                         : expression_of (init)->child[1];

  first = ihop_node_strip (first, TRUE);
  return first->flags & IHOP_NODE_CONSTANT && first->integer >= 0;
}

/* Compilers of OpenMP convert the bound to the iterator's type; C converts both to one that may be
 * another. That comes to the same where the bound's values are the iterator's, too, or where C takes the
 * iterator's type; and for "int i = 0; i < n" with an n of type size_t, as a larger n would overflow i. */
static gboolean
compares_alike (const IhopNode *test, const IhopNode *init, const IhopSymbol *iterator)
{
  test = ihop_node_strip (test, TRUE);
  gboolean on_the_left = ihop_node_is_ref (test->child[0], iterator);
  const IhopNode *converted = test->child[on_the_left];
  const IhopNode *bound = ihop_node_strip (converted, TRUE);
  const IhopType *type = ihop_type_strip (iterator->type), *own = ihop_type_strip (bound->type);
  const IhopType *common = ihop_type_strip (converted->type);
  gboolean up = on_the_left == (test->op == IHOP_OP_LT || test->op == IHOP_OP_LE);

  if (own->kind != IHOP_TYPE_INTEGER || common->kind != IHOP_TYPE_INTEGER)
    return FALSE;
  if (common->is_signed == type->is_signed && common->size == type->size)
    return TRUE;
  if (common->is_signed || !type->is_signed)
    return fits (bound, type);
  return up && own->size >= type->size && starts_at_least_at_zero (init);
}

gboolean
ihop_cpu_is_canonical (const IhopNode *loop)
{
  const IhopSymbol *iterator;

  if (loop->kind != IHOP_FOR || loop->child[0] == NULL)
    return FALSE;
  iterator = started (loop->child[0]);
  return iterator && ihop_type_is_integer (iterator->type) && is_test (loop->child[1], iterator)
         && is_step (loop->child[2], iterator)
         && compares_alike (loop->child[1], loop->child[0], iterator);
}

gboolean
ihop_cpu_declares (const IhopNode *loop)
{
  return loop->kind == IHOP_FOR && loop->child[0] && loop->child[0]->kind == IHOP_DECLARATION;
}

char *
ihop_cpu_header (const IhopNode *loop)
{
  const IhopNode *body = ihop_loop_body (loop);
  IhopRange range = { loop->range.source, loop->range.begin, body->range.begin };
  char *text;

  if (!ihop_range_is_known (loop->range) || !ihop_range_is_known (body->range)
      || loop->range.source != body->range.source)
    return NULL;
  text = ihop_range_text (range);
  return g_strchomp (text);
}
