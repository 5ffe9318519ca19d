#include "gpugen/emit/subscript_chain.h"
#include "ir/known_types.h"

/* "*p" is p[0], "*(p + i)" is p[i]: the subscript, and in *base what it is one of. NULL: it is something else. */
static const IhopNode *
pointed_at (const IhopNode *node, const IhopNode **base)
{
  static const IhopNode first = { .kind = IHOP_INTEGER, .flags = IHOP_NODE_CONSTANT, .type = &ihop_type_int, .text = "0" };
  const IhopNode *pointer = node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF ? ihop_node_strip (node->child[0], TRUE) : NULL;

  if (pointer == NULL)
    return NULL;
  if (pointer->kind != IHOP_BINARY)
    {
      *base = pointer;
      return &first;
    }
  guint side = ihop_type_is_integer (pointer->child[0]->type) ? 1 : 0;
  *base = ihop_node_strip (pointer->child[side], TRUE);
  return pointer->op == IHOP_OP_ADD ? pointer->child[1 - side] : NULL;
}

const IhopNode *
ihop_written_chain (const IhopNode *node, GPtrArray *subscripts)
{
  const IhopNode *base = NULL, *subscript;

  for (;; node = base)
    {
      if (node->kind == IHOP_INDEX)
        {
          subscript = node->child[1];
          base = ihop_node_strip (node->child[0], TRUE);
        }
      else
        subscript = pointed_at (node, &base);
      if (subscript == NULL)
        return node->kind == IHOP_REF ? node : NULL;
      g_ptr_array_insert (subscripts, 0, (gpointer) subscript);
    }
}
