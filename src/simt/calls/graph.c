#include "simt/calls/graph.h"
#include "simt/lower/flow.h"

/* Copies would make the kernel longer than this, in instructions: then functions that are called from
 * several places are shared. */
enum { MAX_LENGTH = 40000 };

const IhopPtxOperand *
ihop_call_target (const IhopPtxInstruction *instruction)
{
  guint at = ihop_flow_n_results (instruction);

  return g_str_equal (instruction->opcode, "call") && at < instruction->n_operands ? &instruction->operands[at] : NULL;
}

const IhopPtxFunction *
ihop_call_function (const IhopPtxModule *module, const IhopPtxInstruction *instruction)
{
  const IhopPtxOperand *target = ihop_call_target (instruction);
  const IhopPtxFunction *function
    = target && target->kind == IHOP_PTX_SYMBOL ? ihop_ptx_module_function (module, target->name) : NULL;

  return function && function->has_body ? function : NULL;
}

gboolean
ihop_call_is_indirect (const IhopPtxInstruction *instruction)
{
  const IhopPtxOperand *target = ihop_call_target (instruction);

  return target && target->kind == IHOP_PTX_REGISTER;
}

IhopCallNode *
ihop_call_graph_node (const IhopCallGraph *graph, guint i)
{
  return &g_array_index (graph->nodes, IhopCallNode, i);
}

guint
ihop_call_graph_find (const IhopCallGraph *graph, const IhopPtxFunction *function)
{
  for (guint i = 0; i < graph->nodes->len; i++)
    if (ihop_call_graph_node (graph, i)->function == function)
      return i;
  return G_MAXUINT;
}

static const IhopPtxInstruction *
instruction_at (const IhopPtxFunction *function, guint i)
{
  return &g_array_index (function->instructions, IhopPtxInstruction, i);
}

/* --- whose address somebody has --------------------------------------------------------------- */

static void
point_at (GHashTable *pointed, const IhopPtxModule *module, const char *name)
{
  const IhopPtxFunction *function = name ? ihop_ptx_module_function (module, name) : NULL;

  if (function && function->has_body && !function->is_entry)
    g_hash_table_add (pointed, (gpointer) function);
}

static GHashTable *
find_pointed (const IhopPtxModule *module)
{
  GHashTable *pointed = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < module->variables->len; i++)
    {
      const GArray *relocations = g_array_index (module->variables, IhopPtxVariable, i).relocations;
      for (guint k = 0; relocations && k < relocations->len; k++)
        point_at (pointed, module, g_array_index (relocations, IhopPtxRelocation, k).symbol);
    }
  for (guint i = 0; i < module->functions->len; i++)
    {
      const IhopPtxFunction *function = module->functions->pdata[i];
      for (guint k = 0; k < function->instructions->len; k++)
        if (g_str_equal (instruction_at (function, k)->opcode, "mov") && instruction_at (function, k)->n_operands > 1)
          point_at (pointed, module, instruction_at (function, k)->operands[1].name);
    }
  return pointed;
}

/* --- nodes and what they reach ---------------------------------------------------------------- */

static void
add_node (IhopCallGraph *graph, const IhopPtxFunction *function, gboolean is_pointed_at)
{
  guint at = ihop_call_graph_find (graph, function);
  IhopCallNode node = { .function = function };

  if (at == G_MAXUINT)
    {
      at = graph->nodes->len;
      g_array_append_val (graph->nodes, node);
    }
  ihop_call_graph_node (graph, at)->is_pointed_at |= is_pointed_at;
}

/* All that the kernel may call, the array growing as it is walked. */
static void
add_nodes (IhopCallGraph *graph, GHashTable *pointed)
{
  for (guint i = 0; i < graph->nodes->len; i++)
    {
      const IhopPtxFunction *function = ihop_call_graph_node (graph, i)->function;
      for (guint k = 0; k < function->instructions->len; k++)
        {
          const IhopPtxFunction *callee = ihop_call_function (graph->module, instruction_at (function, k));
          GHashTableIter iter;
          gpointer one;
          if (callee)
            {
              add_node (graph, callee, FALSE);
              ihop_call_graph_node (graph, ihop_call_graph_find (graph, callee))->n_calls++;
            }
          if (!ihop_call_is_indirect (instruction_at (function, k)))
            continue;
          ihop_call_graph_node (graph, i)->calls_pointers = TRUE;
          g_hash_table_iter_init (&iter, pointed);
          while (g_hash_table_iter_next (&iter, &one, NULL))
            add_node (graph, one, TRUE);
        }
    }
}

static void
add_edges (IhopCallGraph *graph, guint i)
{
  IhopCallNode *node = ihop_call_graph_node (graph, i);

  node->reaches = ihop_bits_new (graph->nodes->len);
  for (guint k = 0; k < node->function->instructions->len; k++)
    {
      const IhopPtxFunction *callee = ihop_call_function (graph->module, instruction_at (node->function, k));
      if (callee)
        ihop_bits_add (&node->reaches, ihop_call_graph_find (graph, callee));
    }
  for (guint k = 0; k < graph->nodes->len; k++)
    if (node->calls_pointers && ihop_call_graph_node (graph, k)->is_pointed_at)
      ihop_bits_add (&node->reaches, k);
}

static void
close_reaches (IhopCallGraph *graph)
{
  for (guint via = 0; via < graph->nodes->len; via++)
    for (guint i = 0; i < graph->nodes->len; i++)
      if (ihop_bits_has (&ihop_call_graph_node (graph, i)->reaches, via))
        ihop_bits_unite (&ihop_call_graph_node (graph, i)->reaches, &ihop_call_graph_node (graph, via)->reaches);
}

/* --- what is shared --------------------------------------------------------------------------- */

/* Instructions with all copies in it, or a number beyond MAX_LENGTH. */
static guint64
length_of (const IhopCallGraph *graph, guint i, guint64 *known)
{
  const IhopPtxFunction *function = ihop_call_graph_node (graph, i)->function;
  guint64 length = function->instructions->len;

  if (known[i])
    return known[i];
  for (guint k = 0; k < function->instructions->len && length <= MAX_LENGTH; k++)
    {
      const IhopPtxFunction *callee = ihop_call_function (graph->module, instruction_at (function, k));
      guint at = callee ? ihop_call_graph_find (graph, callee) : i;
      if (callee && !ihop_call_graph_node (graph, at)->is_shared)
        length += length_of (graph, at, known);
    }
  return known[i] = MAX (length, 1);
}

static void
choose_shared (IhopCallGraph *graph)
{
  g_autofree guint64 *known = g_new0 (guint64, graph->nodes->len);

  for (guint i = 1; i < graph->nodes->len; i++)
    {
      IhopCallNode *node = ihop_call_graph_node (graph, i);
      node->is_shared = node->is_pointed_at || ihop_bits_has (&node->reaches, i);
    }
  if (length_of (graph, 0, known) > MAX_LENGTH)
    for (guint i = 1; i < graph->nodes->len; i++)
      ihop_call_graph_node (graph, i)->is_shared |= ihop_call_graph_node (graph, i)->n_calls > 1;
}

static void
node_clear (gpointer data)
{
  ihop_bits_clear (&((IhopCallNode *) data)->reaches);
}

IhopCallGraph *
ihop_call_graph_new (const IhopPtxModule *module, const IhopPtxFunction *kernel)
{
  IhopCallGraph *graph = g_new0 (IhopCallGraph, 1);
  g_autoptr (GHashTable) pointed = find_pointed (module);

  graph->module = module;
  graph->nodes = g_array_new (FALSE, TRUE, sizeof (IhopCallNode));
  g_array_set_clear_func (graph->nodes, node_clear);
  add_node (graph, kernel, FALSE);
  add_nodes (graph, pointed);
  for (guint i = 0; i < graph->nodes->len; i++)
    add_edges (graph, i);
  close_reaches (graph);
  choose_shared (graph);
  return graph;
}

void
ihop_call_graph_free (IhopCallGraph *graph)
{
  g_array_unref (graph->nodes);
  g_free (graph);
}
