#include "gpugen/emit/unroll.h"
#include "gpugen/emit/pairs.h"
#include "gpugen/plan/plan.h"
#include "ir/expression.h"
#include <string.h>

enum { MOST_ELEMENTS = 256 }; /* of shared memory that a loop's unrolled text names: registers that are taken ahead, and the time of compilers */

/* Whether the variable is in a subscript of an array in this memory. */
typedef struct
{
  const IhopKernelTree *tree;
  const IhopSymbol *iterator;
  IhopRole memory;
  gboolean found;
} MemoryUse;

static gboolean
look_for_use (const IhopNode *node, gpointer data)
{
  MemoryUse *use = data;
  const IhopNode *base = node;

  while (base->kind == IHOP_INDEX)
    base = ihop_node_strip (base->child[0], TRUE);
  const IhopKernelArray *array = base != node && base->kind == IHOP_REF ? ihop_kernel_array_of (use->tree, base->symbol) : NULL;
  for (; array && array->memory == use->memory && node->kind == IHOP_INDEX;
       node = ihop_node_strip (node->child[0], TRUE))
    {
      const IhopNode *subscript = ihop_node_strip (node->child[1], TRUE);
      use->found |= ihop_expression_mentions (subscript, use->iterator);
    }
  return !use->found;
}

/* Where a line of the text begins with this node, and the line before says nothing of unrolling. */
static gboolean
can_be_unrolled (const IhopNode *node)
{
  const IhopRange range = node->range;

  if (range.source == NULL)
    return FALSE;
  guint line = ihop_range_text_line (range);
  IhopRange before = { range.source, ihop_source_line_start (range.source, MAX (line, 2) - 1), range.begin };
  g_autofree char *text = ihop_range_text (before);
  const char *last = strrchr (text, '\n');
  return last && last[1 + strspn (last + 1, " \t")] == '\0' && strstr (text, "pragma unroll") == NULL;
}

/* NULL: the loop declares none. */
static const IhopSymbol *
own_iterator (const IhopNode *loop)
{
  const IhopNode *init = loop->kind == IHOP_FOR ? loop->child[0] : NULL;

  return init && init->kind == IHOP_DECLARATION ? init->child[0]->symbol : NULL;
}

static gboolean
chooses_in (const IhopBody *body, const IhopNode *loop, IhopRole memory)
{
  MemoryUse use = { body->kernel->tree, own_iterator (loop), memory, FALSE };

  if (use.iterator)
    ihop_node_walk (ihop_loop_body (loop), look_for_use, &use);
  return use.found;
}

/* What stands in the loop, if that is another loop alone; else NULL. */
static const IhopNode *
only_loop_in (const IhopNode *loop)
{
  const IhopNode *inner = ihop_loop_body (loop);

  while (inner->kind == IHOP_BLOCK && inner->n_children == 1)
    inner = inner->child[0];
  return inner->kind == IHOP_FOR ? inner : NULL;
}

/* Of "for (int r = 0; r < 4; r++)": 4. 0: the bound is no number. */
static guint64
bound_of (const IhopNode *loop)
{
  const IhopNode *condition = loop->child[1] ? ihop_node_strip (loop->child[1], FALSE) : NULL;
  const IhopNode *bound = condition && condition->kind == IHOP_BINARY ? ihop_node_strip (condition->child[1], FALSE) : NULL;

  return bound && bound->kind == IHOP_INTEGER && bound->integer > 0 ? (guint64) bound->integer : 0;
}

typedef struct
{
  const IhopKernelTree *tree;
  guint64 n;
} Elements;

static gboolean
count_element (const IhopNode *node, gpointer data)
{
  Elements *elements = data;
  const IhopNode *base = node;

  while (base->kind == IHOP_INDEX)
    base = ihop_node_strip (base->child[0], TRUE);
  const IhopKernelArray *array = base != node && base->kind == IHOP_REF ? ihop_kernel_array_of (elements->tree, base->symbol) : NULL;
  elements->n += array && array->memory == IHOP_ROLE_SHARED;
  return array == NULL;
}

/* How often elements of shared memory are named in one iteration of a loop around others that are unrolled as a whole; 0: it is not around such. */
static guint64
elements_in (const IhopBody *body, const IhopNode *loop)
{
  const IhopNode *inner = only_loop_in (loop);
  guint64 results = inner && chooses_in (body, inner, IHOP_ROLE_REGISTERS) ? bound_of (inner) : 0;
  Elements elements = { body->kernel->tree, 0 };

  while (results && (inner = only_loop_in (inner)) && chooses_in (body, inner, IHOP_ROLE_REGISTERS))
    results *= bound_of (inner);
  if (results)
    ihop_node_walk (ihop_loop_body (loop), count_element, &elements);
  return results * elements.n;
}

const char *
ihop_tree_text_unroll (IhopBody *body, const IhopNode *node)
{
  if (body->kernel->tree == NULL || body->print->dialect == IHOP_DIALECT_EMULATED || own_iterator (node) == NULL || !can_be_unrolled (node))
    return NULL;
  if (chooses_in (body, node, IHOP_ROLE_REGISTERS))
    return "unroll";
  guint64 elements = chooses_in (body, node, IHOP_ROLE_SHARED) ? elements_in (body, node) : 0;
  if (elements && ihop_text_has_pairs (body->kernel->tree))
    return "unroll 8";
  return elements == 0 ? NULL : 8 * elements <= MOST_ELEMENTS ? "unroll 8" : 2 * elements <= MOST_ELEMENTS ? "unroll 2" : NULL;
}
