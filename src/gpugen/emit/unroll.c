#include "gpugen/emit/unroll.h"
#include "gpugen/plan/plan.h"
#include "ir/expression.h"
#include <string.h>

/* Whether the variable is a subscript, or, in shared memory, in one, of an array in this memory. */
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
      use->found |= use->memory == IHOP_ROLE_SHARED ? ihop_expression_mentions (subscript, use->iterator)
                                                    : subscript->kind == IHOP_REF && subscript->symbol == use->iterator;
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

/* A loop that does nothing but go round another one, which is unrolled as a whole. */
static gboolean
is_around_registers (const IhopBody *body, const IhopNode *loop)
{
  const IhopNode *inner = ihop_loop_body (loop);

  while (inner->kind == IHOP_BLOCK && inner->n_children == 1)
    inner = inner->child[0];
  return inner->kind == IHOP_FOR && chooses_in (body, inner, IHOP_ROLE_REGISTERS);
}

const char *
ihop_tree_text_unroll (IhopBody *body, const IhopNode *node)
{
  if (body->kernel->tree == NULL || body->print->dialect == IHOP_DIALECT_EMULATED || own_iterator (node) == NULL || !can_be_unrolled (node))
    return NULL;
  if (chooses_in (body, node, IHOP_ROLE_REGISTERS))
    return "unroll";
  return is_around_registers (body, node) && chooses_in (body, node, IHOP_ROLE_SHARED) ? "unroll 8" : NULL;
}
