#include "gpugen/memory/readable_size.h"
#include "analysis/memory/certain_evaluation.h"
#include "analysis/memory/certain_read.h"
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
  gboolean readable = is_readable (place, node);
  g_ptr_array_set_size (place->tested, before);
  return readable;
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
  return place->statement ? ihop_read_is_certain_before (place->facts, place->function, place->statement, node)
                          : ihop_read_is_certain (place->facts, place->function, place->block, place->at, node);
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
  g_autoptr (GPtrArray) tested = g_ptr_array_new ();
  Place place = { facts, function, NULL, block, at, tested };

  return expression == NULL || is_readable (&place, expression);
}

gboolean
ihop_size_is_readable_before (IhopFacts *facts, const IhopFunction *function, const IhopNode *statement, const IhopNode *expression)
{
  g_autoptr (GPtrArray) tested = g_ptr_array_new ();
  Place place = { facts, function, statement, NULL, 0, tested };

  return expression == NULL || is_readable (&place, expression);
}
