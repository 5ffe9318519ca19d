#include "gpugen/memory/readable_size.h"
#include "analysis/memory/certain_evaluation.h"
#include "analysis/memory/certain_read.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/unchanged_value.h"
#include "analysis/verdict/loops.h"
#include "gpugen/kernel/mapped_nest.h"
#include "ir/condition.h"
#include "ir/null_test.h"
#include "ir/query.h"

typedef struct
{
  IhopFacts *facts;
  const IhopFunction *function;
  const IhopNode *statement; /* in front of this one; NULL: … */
  const IhopNode *block;     /* … of child "at" of a block */
  guint at;
  GPtrArray *tested;       /* of const IhopSymbol *: pointers that a condition around has found to lead somewhere */
  GPtrArray *holding;      /* of const IhopNode *: conditions around that hold */
} Place;

static gboolean is_readable (Place *place, const IhopNode *node);

/* Adds what is no null pointer where the condition is true, or, unless "holds", false. */
static void
add_tested (Place *place, const IhopNode *condition, gboolean holds)
{
  const IhopNode *plain = ihop_node_strip (condition, TRUE);
  const IhopSymbol *pointer = ihop_null_test_of (plain, holds);

  if (pointer)
    g_ptr_array_add (place->tested, (gpointer) pointer);
  for (guint i = 0; plain->kind == IHOP_BINARY && plain->op == (holds ? IHOP_OP_LAND : IHOP_OP_LOR) && i < 2; i++)
    add_tested (place, plain->child[i], holds);
}

static gboolean
is_readable_if (Place *place, const IhopNode *node, const IhopNode *condition, gboolean holds)
{
  guint before = place->tested->len;

  add_tested (place, condition, holds);
  if (holds)
    g_ptr_array_add (place->holding, (gpointer) condition);
  gboolean readable = is_readable (place, node);
  g_ptr_array_set_size (place->tested, before);
  g_ptr_array_set_size (place->holding, place->holding->len - (holds ? 1 : 0));
  return readable;
}

/* ---- loops that run under a condition ---- */

static gboolean
is_known (const Place *place, const IhopNode *condition)
{
  for (guint i = 0; i < place->holding->len; i++)
    if (ihop_expression_implies (place->holding->pdata[i], condition))
      return TRUE;
  return FALSE;
}

/* "double *u = 0 < n ? p->u : 0;": a declaration that follows it under a condition that holds. */
static gboolean
is_followed_by_declaration (const Place *place, const IhopNode *declaration, const IhopNode *node)
{
  const IhopEvaluationSearch search = { place->facts, place->function, ihop_address_followed (node), NULL, FALSE };

  for (guint i = 0; i < declaration->n_children; i++)
    {
      const IhopNode *variable = declaration->child[i];
      const IhopNode *value = variable->kind == IHOP_VARIABLE && variable->n_children ? ihop_node_strip (variable->child[0], TRUE) : NULL;
      if (value && value->kind == IHOP_CONDITIONAL && value->child[1] && is_known (place, ihop_node_strip (value->child[0], TRUE))
          && ihop_evaluation_in_expression (&search, value->child[1]) == IHOP_EVALUATED_FOUND)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_known_to_run (const Place *place, const IhopNode *loop)
{
  const IhopTree *tree = ihop_facts_tree_of (place->facts, place->function);
  const IhopCounting *counting = ihop_loops_counting (place->facts, tree, loop);
  const IhopNode *runs = counting && counting->iterator && counting->is_plain && counting->lower
                           ? ihop_nest_compare_bound (ihop_facts_pool (place->facts), counting, counting->lower, TRUE) : NULL;

  return runs && is_known (place, runs);
}

static gboolean is_followed_by (const Place *place, const IhopNode *const *statements, guint n, const IhopNode *node);

/* "n > 0 ? p->cells : 0" in front of a loop up to n that follows p. */
static gboolean
is_followed_in (const Place *place, const IhopNode *loop, const IhopNode *node)
{
  const IhopNode *body = ihop_loop_body (loop);

  if (!is_known_to_run (place, loop) || !ihop_value_is_unchanged (place->facts, place->function, loop, ihop_address_followed (node), NULL, NULL))
    return FALSE;
  return ihop_read_is_certain_in_loop (place->facts, place->function, loop, node)
         || (body->kind == IHOP_BLOCK ? is_followed_by (place, (const IhopNode *const *) body->child, body->n_children, node)
                                      : is_followed_by (place, &body, 1, node));
}

static gboolean
is_quiet (const IhopNode *statement)
{
  return statement->kind == IHOP_PRAGMA || (statement->kind == IHOP_DECLARATION && ihop_node_effect (statement) == NULL);
}

/* By the first loop among these statements, if nothing but declarations and pragmas stands in front of it, or by one of those. */
static gboolean
is_followed_by (const Place *place, const IhopNode *const *statements, guint n, const IhopNode *node)
{
  guint i = 0;

  for (; i < n && is_quiet (statements[i]); i++)
    if (is_followed_by_declaration (place, statements[i], node))
      return TRUE;
  return i < n && statements[i]->kind == IHOP_FOR && is_followed_in (place, statements[i], node);
}

/* By a declaration in front of child "at" of a block, with nothing but such in between. */
static gboolean
is_followed_before (const Place *place, const IhopNode *block, guint at, const IhopNode *node)
{
  for (guint i = at; i-- > 0 && is_quiet (block->child[i]);)
    if (is_followed_by_declaration (place, block->child[i], node))
      return TRUE;
  return FALSE;
}

static gboolean
is_followed_if_held (const Place *place, const IhopNode *node)
{
  g_autoptr (GPtrArray) path = place->statement ? ihop_defs_path (place->facts, place->function, place->statement) : NULL;
  const IhopNode *block = path && path->len > 1 ? path->pdata[path->len - 2] : place->block;
  guint at = place->at;

  if (place->holding->len == 0 || block == NULL || block->kind != IHOP_BLOCK)
    return FALSE;
  for (at = place->statement ? 0 : at; place->statement && block->child[at] != place->statement;)
    at++;
  return at <= block->n_children
         && (is_followed_before (place, block, at, node)
             || is_followed_by (place, (const IhopNode *const *) block->child + at, block->n_children - at, node));
}

/* Its address has been tested, or is followed anyway. */
static gboolean
can_be_followed (const Place *place, const IhopNode *node)
{
  const IhopNode *address = ihop_address_followed (node);
  const IhopSymbol *pointer = address ? ihop_node_named (address) : NULL;
  gint64 subscript;

  if (address == NULL || (pointer && g_ptr_array_find (place->tested, pointer, NULL))
      || (node->kind == IHOP_INDEX && !ihop_constant_of (node->child[1], &subscript)))
    return TRUE;
  return is_followed_if_held (place, node)
         || (place->statement ? ihop_read_is_certain_before (place->facts, place->function, place->statement, node)
                              : ihop_read_is_certain (place->facts, place->function, place->block, place->at, node));
}

static gboolean
is_readable (Place *place, const IhopNode *node)
{
  gboolean is_and = node->kind == IHOP_BINARY && node->op == IHOP_OP_LAND, is_or = node->kind == IHOP_BINARY && node->op == IHOP_OP_LOR;

  if (node->kind == IHOP_SIZEOF)
    return TRUE;
  if (is_and || is_or)
    return is_readable (place, node->child[0]) && is_readable_if (place, node->child[1], node->child[0], is_and);
  if (node->kind == IHOP_CONDITIONAL && node->child[1])
    return is_readable (place, node->child[0]) && is_readable_if (place, node->child[1], node->child[0], TRUE)
           && is_readable_if (place, node->child[2], node->child[0], FALSE);
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && !is_readable (place, node->child[i]))
      return FALSE;
  return can_be_followed (place, node);
}

gboolean
ihop_size_is_readable (IhopFacts *facts, const IhopFunction *function, const IhopNode *block, guint at, const IhopNode *expression)
{
  g_autoptr (GPtrArray) tested = g_ptr_array_new (), holding = g_ptr_array_new ();
  Place place = { facts, function, NULL, block, at, tested, holding };

  return expression == NULL || is_readable (&place, expression);
}

gboolean
ihop_size_is_readable_before (IhopFacts *facts, const IhopFunction *function, const IhopNode *statement, const IhopNode *expression)
{
  g_autoptr (GPtrArray) tested = g_ptr_array_new (), holding = g_ptr_array_new ();
  Place place = { facts, function, statement, NULL, 0, tested, holding };

  return expression == NULL || is_readable (&place, expression);
}
