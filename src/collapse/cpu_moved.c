/* A loop's body in a function of its own, where arrays are pointers: what asks for an array's type is written as
 * its answer; what only the array can answer stays where the array is. */
#include "collapse/cpu.h"
#include "gpugen/emit/languages.h"
#include "ir/print.h"

static gboolean
look_for_outer_size (const IhopNode *node, gpointer data)
{
  gpointer *search = data; /* the body, and what is found */
  GHashTable *declared = search[0];
  gboolean asks = node->kind == IHOP_SIZEOF && !(node->flags & IHOP_NODE_CONSTANT);

  if (node->kind == IHOP_VARIABLE)
    g_hash_table_add (declared, node->symbol);
  if (search[2] && node->kind == IHOP_REF && !g_hash_table_contains (declared, node->symbol))
    search[1] = (gpointer) node;
  if (node->kind == IHOP_UNARY && node->op == IHOP_OP_ADDRESS)
    {
      const IhopNode *operand = ihop_node_strip (node->child[0], TRUE);
      if (operand->kind == IHOP_REF && !g_hash_table_contains (declared, operand->symbol)
          && ihop_type_strip (operand->symbol->type)->kind == IHOP_TYPE_ARRAY)
        search[1] = (gpointer) node;
    }
  if (asks && node->child[0])
    {
      gpointer inside[3] = { declared, NULL, (gpointer) node };
      ihop_node_walk (node->child[0], look_for_outer_size, inside);
      if (inside[1])
        search[1] = inside[1];
    }
  return search[1] == NULL;
}

gboolean
ihop_cpu_needs_arrays (const IhopNode *body)
{
  g_autoptr (GHashTable) declared = g_hash_table_new (NULL, NULL);
  gpointer search[3] = { declared, NULL, NULL };

  ihop_node_walk (body, look_for_outer_size, search);
  return search[1] != NULL;
}

static char *text_in_function (const IhopNode *node, gpointer data);

static char *
moved_text (const IhopNode *node, gpointer data)
{
  return ihop_language_text (node, text_in_function, data);
}

static char *
text_in_function (const IhopNode *node, gpointer data)
{
  const IhopPrinter printer = { .replace = moved_text };

  return ihop_print_node (node, &printer);
}

char *
ihop_cpu_moved_text (const IhopNode *body)
{
  return text_in_function (body, NULL);
}
