/* Elements that a loop adds up into, while it reads other elements of the same array: no compiler may keep such a sum in a
 * register, since it can't tell that the loads are of other elements. The step scalar-replace proves it. */
#include "advise/ideas.h"
#include "ir/expression.h"
#include "ir/roles.h"
#include "transform/build/body.h"
#include "transform/build/query.h"

#define MOST_LOOPS 32

/* The loop's only statement, an assignment to an element that the loop leaves where it is. NULL: it is something else. */
static const IhopNode *
update_of (const IhopNode *loop)
{
  g_autoptr (GPtrArray) statements = ihop_body_statements (ihop_loop_body (loop));
  const IhopNode *only = statements->len == 1 ? statements->pdata[0] : NULL;
  const IhopNode *assign = only && only->kind == IHOP_EXPRESSION ? ihop_node_strip (only->child[0], FALSE) : NULL;
  const IhopNode *target = assign && assign->kind == IHOP_ASSIGN ? ihop_node_strip (assign->child[0], FALSE) : NULL;
  const IhopSymbol *iterator = ihop_loop_iterator (loop);

  return target && target->kind == IHOP_INDEX && iterator && !ihop_mentions (target, iterator) ? assign : NULL;
}

static const IhopNode *
base_of (const IhopNode *element)
{
  while (element->kind == IHOP_INDEX)
    element = ihop_node_strip (element->child[0], TRUE);
  return element;
}

typedef struct
{
  const IhopNode *element;
  gboolean reads_it, reads_others;
} Reads;

static gboolean
look_at_read (const IhopNode *node, gpointer data)
{
  Reads *reads = data;

  if (node->kind != IHOP_INDEX)
    return TRUE;
  if (ihop_expression_equal (node, reads->element))
    reads->reads_it = TRUE;
  else
    reads->reads_others |= base_of (node)->symbol == base_of (reads->element)->symbol;
  return TRUE;
}

/* The array that the loop adds up into an element of; NULL: a compiler needs no help here. */
static const char *
array_of_sum (const IhopNode *loop)
{
  const IhopNode *update = loop->kind == IHOP_FOR ? update_of (loop) : NULL;
  Reads reads = { .element = update ? ihop_node_strip (update->child[0], FALSE) : NULL };

  if (update == NULL || base_of (reads.element)->kind != IHOP_REF)
    return NULL;
  ihop_node_walk (update->child[1], look_at_read, &reads);
  reads.reads_it |= update->op != IHOP_OP_NONE;
  return reads.reads_it && reads.reads_others ? base_of (reads.element)->symbol->name : NULL;
}

static gboolean
is_in_thread (IhopSearching *search, IhopState *state, const IhopLoopName *name)
{
  const IhopTree *tree = state->tree;
  const IhopLoop *loop = name->parent ? ihop_loops_find (ihop_state_facts (search, state), tree, name->parent) : NULL;

  return loop && (loop->verdict == IHOP_PARALLEL || is_in_thread (search, state, loop->name));
}

void
ihop_idea_accumulate (IhopSearching *search, IhopState **state)
{
  guint tried = 0;

  for (guint i = 0; i < (*state)->names->len && tried < MOST_LOOPS; i++)
    {
      const IhopLoopName *name = (*state)->names->pdata[i];
      const char *array = array_of_sum (name->loop);
      if (array == NULL || ihop_role_in (name->function->body, name->loop).role != IHOP_ROLE_NONE || !ihop_worth_covers (name->function, &search->plan) || !is_in_thread (search, *state, name))
        continue;
      g_autofree char *step = g_strdup_printf ("scalar-replace %s %s", name->address, array);
      tried++;
      ihop_searching_extend (search, 1);
      ihop_state_try (search, state, step);
    }
}
