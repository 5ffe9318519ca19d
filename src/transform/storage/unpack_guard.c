/* Loops, and statements under conditions, that may not run: the condition under which one does, written so that it can be asked in front of it. */
#include "transform/storage/unpack_guard.h"
#include "analysis/memory/certain_evaluation.h"
#include "analysis/memory/definitions.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/make.h"
#include "transform/build/replace.h"

static gboolean
names_any (const IhopNode *node, GHashTable *symbols)
{
  if (node->kind == IHOP_REF && g_hash_table_contains (symbols, node->symbol))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && names_any (node->child[i], symbols))
      return TRUE;
  return FALSE;
}

/* Whether all that an expression reads from memory is kept in variables by now. */
static gboolean
is_kept (const IhopUnpack *self, const IhopNode *node)
{
  if (g_hash_table_contains (self->news, node))
    return TRUE;
  if (node->kind == IHOP_MEMBER || node->kind == IHOP_INDEX
      || (node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF))
    return FALSE;
  if (node->kind == IHOP_REF && node->symbol->kind <= IHOP_SYMBOL_PARAMETER
      && !ihop_defs_is_tame (self->step->facts, self->function, node->symbol))
    return FALSE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && !is_kept (self, node->child[i]))
      return FALSE;
  return TRUE;
}

/* The variable that a loop begins by setting, and to what. */
static const IhopNode *
first_value (const IhopNode *loop, IhopSymbol **iterator)
{
  const IhopNode *first = loop->kind == IHOP_FOR ? loop->child[0] : NULL;

  if (first && first->kind == IHOP_DECLARATION && first->n_children == 1
      && first->child[0]->n_children)
    {
      *iterator = first->child[0]->symbol;
      return first->child[0]->child[0];
    }
  if (first == NULL || first->kind != IHOP_EXPRESSION)
    return NULL;
  const IhopNode *set = ihop_node_strip (first->child[0], TRUE);
  const IhopNode *left = set->kind == IHOP_ASSIGN && set->op == IHOP_OP_NONE
                           ? ihop_node_strip (set->child[0], TRUE) : NULL;
  if (left == NULL || left->kind != IHOP_REF)
    return NULL;
  *iterator = left->symbol;
  return set->child[1];
}

/* Of an "if" it is the negation that lets the code run: nothing but its second branch reads the path. */
static gboolean
is_negated (const IhopNode *statement, const IhopUnpackPath *path)
{
  g_autoptr (GPtrArray) found = statement->kind == IHOP_IF && statement->n_children > 2 && statement->child[2]
                                  ? ihop_unpack_references (statement->child[1], path) : NULL;

  return found && found->len == 0;
}

/* The code that a loop, or a condition, leads to. NULL: both branches of an "if" read the path. */
static const IhopNode *
code_under (const IhopNode *statement, const IhopUnpackPath *path)
{
  if (statement->kind != IHOP_IF)
    return ihop_loop_body (statement);
  if (is_negated (statement, path))
    return statement->child[2];
  g_autoptr (GPtrArray) found = statement->n_children > 2 && statement->child[2] ? ihop_unpack_references (statement->child[2], path) : NULL;
  return found && found->len ? NULL : statement->child[1];
}

/* The condition of a loop as it is when the loop starts, or of an "if". NULL: it has none that can be repeated. */
static const IhopNode *
first_condition (const IhopNode *loop)
{
  IhopSymbol *iterator = NULL;
  gboolean is_for = loop->kind == IHOP_FOR, sets_first = is_for && loop->child[0];
  const IhopNode *first = first_value (loop, &iterator);
  const IhopNode *condition = is_for ? loop->child[1] : loop->kind == IHOP_WHILE || loop->kind == IHOP_IF ? loop->child[0] : NULL;

  if (condition == NULL || ihop_node_effect (condition))
    return NULL;
  return !sets_first || (first && !ihop_node_effect (first) && ihop_type_equal (iterator->type, first->type)) ? condition : NULL;
}

/* "y < h" for a loop from 0: "0 < h", with what is kept in variables by now. */
static const IhopNode *
at_start (IhopUnpack *self, const IhopNode *loop, const IhopNode *condition)
{
  IhopSymbol *iterator = NULL;
  const IhopNode *first = first_value (loop, &iterator);
  const IhopNode *kept = ihop_replace_nodes (self->build, condition, self->news);

  return ihop_copy (self->build, kept, first ? ihop_values_new (self->build, iterator, first) : NULL);
}

const IhopNode *
ihop_unpack_runs (IhopUnpack *self, const IhopNode *loop)
{
  const IhopNode *condition = first_condition (loop);

  return condition ? at_start (self, loop, condition) : NULL;
}

static gboolean
look_for_way_out (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= node->kind == IHOP_CALL || node->kind == IHOP_OPAQUE || node->kind == IHOP_OPAQUE_EXPR;
  return !*found;
}

static gboolean
is_guarding (const IhopNode *statement)
{
  return statement->kind == IHOP_FOR || statement->kind == IHOP_IF;
}

/* The loop, or "if", that all of a body's reads of the path are in, reached whenever the body runs: before it there
 * are only plain statements. NULL: none. */
static const IhopNode *
reached_statement (const IhopNode *body, const IhopUnpackPath *path)
{
  const IhopNode *loop = NULL;
  gboolean leaves = FALSE;

  if (body->kind != IHOP_BLOCK)
    return is_guarding (body) ? body : NULL;
  for (guint i = 0; i < body->n_children; i++)
    {
      const IhopNode *child = body->child[i];
      g_autoptr (GPtrArray) found = ihop_unpack_references (child, path);
      if (found->len && (loop || leaves || !is_guarding (child)))
        return NULL;
      if (found->len)
        loop = child;
      leaves |= child->kind != IHOP_DECLARATION && child->kind != IHOP_EXPRESSION
                && child->kind != IHOP_PRAGMA;
      ihop_node_walk (child, look_for_way_out, &leaves);
    }
  return loop;
}

static const IhopNode *guard_through (IhopUnpack *self, const IhopNode *loop, const IhopUnpackPath *path,
                                      GHashTable *changing);

/* "changing": what the outermost loop writes, before which the guard stands. */
static const IhopNode *
inner_guard (IhopUnpack *self, const IhopNode *loop, const IhopUnpackPath *path, GHashTable *changing)
{
  const IhopNode *inner = reached_statement (code_under (loop, path), path);
  const IhopNode *condition = inner ? first_condition (inner) : NULL;
  IhopSymbol *iterator = NULL;
  const IhopNode *first = inner ? first_value (inner, &iterator) : NULL;

  if (condition == NULL || (first && (names_any (first, changing) || !is_kept (self, first))) || !is_kept (self, condition))
    return NULL;
  g_autoptr (GHashTable) others = g_hash_table_new (NULL, NULL);
  GHashTableIter each;
  gpointer symbol;
  g_hash_table_iter_init (&each, changing);
  while (g_hash_table_iter_next (&each, &symbol, NULL))
    if (symbol != iterator)
      g_hash_table_add (others, symbol);
  return names_any (condition, others) ? NULL : guard_through (self, inner, path, changing);
}

/* The one address that reading the path follows; NULL: none, or several. */
static const IhopNode *
only_address (const IhopNode *node)
{
  const IhopNode *address = ihop_address_followed (node);

  for (guint i = 0; i < node->n_children; i++)
    {
      const IhopNode *other = only_address (node->child[i]);
      if (other && address)
        return NULL;
      address = other ? other : address;
    }
  return address;
}

static const IhopNode *
guard_through (IhopUnpack *self, const IhopNode *loop, const IhopUnpackPath *path, GHashTable *changing)
{
  IhopEvaluationSearch search = { self->step->facts, self->function, only_address (path->node), path->node, FALSE };
  const IhopNode *condition = first_condition (loop), *code = condition ? code_under (loop, path) : NULL;

  if (code == NULL)
    return NULL;
  const IhopNode *holds = at_start (self, loop, condition), *runs = is_negated (loop, path) ? ihop_make_not (self->build, holds) : holds;
  if (ihop_evaluation_in_statement (&search, code) == IHOP_EVALUATED_FOUND)
    return runs;
  const IhopNode *more = inner_guard (self, loop, path, changing);
  return more ? ihop_make_binary (self->build, IHOP_OP_LAND, runs, more) : NULL;
}

const IhopNode *
ihop_unpack_guard (IhopUnpack *self, const IhopNode *loop, const IhopUnpackPath *path)
{
  g_autoptr (GHashTable) changing = ihop_defs_written (loop);

  return guard_through (self, loop, path, changing);
}
