#include "gpugen/memory/resolved_size.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/member_values.h"
#include "ir/expression.h"

enum { MOST_DEFINITIONS = 8 };

typedef struct
{
  IhopFacts *facts;
  const IhopFunction *function;
  guint level;             /* definitions that lead here */
  IhopCanSay can_say;      /* names that stay; NULL: none that has a value stays */
  gpointer data;           /* for it */
} Resolution;

/* What a variable is set to, once; NULL: more often, or to what does not keep its value, or is converted. */
static const IhopNode *
value_of (const Resolution *self, const IhopSymbol *symbol)
{
  const IhopNode *value = symbol->kind == IHOP_SYMBOL_VARIABLE && ihop_type_is_integer (symbol->type)
                            ? ihop_defs_kept_value (self->facts, self->function, symbol) : NULL;

  return value && ihop_type_equal (ihop_type_strip (value->type), ihop_type_strip (symbol->type)) ? value : NULL;
}

static const IhopNode *
resolve (const IhopNode *name, gpointer data)
{
  const Resolution *self = data;
  gboolean stays = self->level >= MOST_DEFINITIONS || (self->can_say && self->can_say (name, self->data));
  const IhopNode *value = stays ? NULL : value_of (self, name->symbol);
  Resolution deeper = *self;

  deeper.level++;
  return value ? ihop_expression_exchange (ihop_facts_pool (self->facts), value, resolve, &deeper) : name;
}

const IhopNode *
ihop_size_resolve (IhopFacts *facts, const IhopFunction *function, const IhopNode *size)
{
  Resolution self = { .facts = facts, .function = function };

  return size ? ihop_expression_exchange (ihop_facts_pool (facts), size, resolve, &self) : NULL;
}

const IhopNode *
ihop_size_say (IhopFacts *facts, const IhopFunction *function, const IhopNode *size, IhopCanSay can_say, gpointer data)
{
  Resolution self = { facts, function, 0, can_say, data };
  const IhopNode *said = size ? ihop_expression_exchange (ihop_facts_pool (facts), size, resolve, &self) : NULL;

  return said && can_say (said, data) ? said : NULL;
}

gboolean
ihop_sizes_are_equal (IhopFacts *facts, const IhopFunction *function, const IhopNode *a, const IhopNode *b)
{
  return ihop_expression_equal (a, b)
         || (a && b && ihop_expression_equal (ihop_size_resolve (facts, function, a), ihop_size_resolve (facts, function, b)));
}

const IhopNode *
ihop_size_common (IhopFacts *facts, const IhopFunction *function, const IhopNode *a, const IhopNode *b)
{
  if (a == NULL || b == NULL || ihop_expression_equal (a, b))
    return a ? a : b;
  return ihop_sizes_are_equal (facts, function, a, b) ? ihop_size_resolve (facts, function, a) : NULL;
}

static gboolean
find_memory (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= node->kind == IHOP_CALL || node->kind == IHOP_INDEX || node->kind == IHOP_MEMBER
            || (node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF);
  return !*found;
}

gboolean
ihop_size_reads_memory (const IhopNode *size)
{
  gboolean found = FALSE;

  ihop_node_walk (size, find_memory, &found);
  return found;
}

/* "n <= n", "n < n + 2": numbers are so small that the sum is no other one. */
static gboolean
always_holds (const IhopNode *condition)
{
  const IhopNode *right = condition->kind == IHOP_BINARY ? condition->child[1] : NULL;
  gboolean is_less = right && condition->op == IHOP_OP_LT, is_within = right && (condition->op == IHOP_OP_LE || is_less);
  gint64 more;

  if (is_within && right->kind == IHOP_BINARY && right->op == IHOP_OP_ADD
      && ihop_expression_is_number (right->child[1], &more) && more >= is_less && more < G_MAXINT16)
    return ihop_expression_equal (condition->child[0], right->child[0]);
  return right && !is_less && (is_within || condition->op == IHOP_OP_GE || condition->op == IHOP_OP_EQ)
         && ihop_expression_equal (condition->child[0], right);
}

/* "2000 >= 0". Whether a negative number is one depends on types. */
static gboolean
compares_numbers (const IhopNode *condition, gboolean *holds)
{
  gint64 left, right;

  if (condition->kind != IHOP_BINARY || !ihop_expression_is_number (condition->child[0], &left)
      || !ihop_expression_is_number (condition->child[1], &right) || left < 0 || right < 0)
    return FALSE;
  switch (condition->op)
    {
    case IHOP_OP_LT: *holds = left < right; return TRUE;
    case IHOP_OP_LE: *holds = left <= right; return TRUE;
    case IHOP_OP_GT: *holds = left > right; return TRUE;
    case IHOP_OP_GE: *holds = left >= right; return TRUE;
    default: return FALSE;
    }
}

gboolean
ihop_condition_is_certain (IhopFacts *facts, const IhopFunction *function, const IhopNode *condition, gboolean *holds)
{
  const IhopNode *resolved = ihop_size_resolve (facts, function, condition);
  gint64 number;
  gboolean is_number = ihop_expression_is_number (resolved, &number);

  if (compares_numbers (resolved, holds))
    return TRUE;
  *holds = is_number ? number != 0 : always_holds (resolved);
  return is_number || *holds;
}
