#include "simt/calls/stack_hosts.h"
#include "simt/calls/copy.h"
#include "simt/lower/flow_build.h"

const IhopPtxInstruction *
ihop_stack_instruction (const IhopPtxFunction *function, guint i)
{
  return &g_array_index (function->instructions, IhopPtxInstruction, i);
}

gboolean
ihop_stack_is_kernel (const IhopStackHost *host)
{
  return host->node == 0;
}

IhopStackHost *
ihop_stack_host (const IhopStack *stack, guint node)
{
  for (guint i = 0; i < stack->hosts->len; i++)
    if (((IhopStackHost *) stack->hosts->pdata[i])->node == node)
      return stack->hosts->pdata[i];
  return NULL;
}

/* --- who may be called ------------------------------------------------------------------------ */

gboolean
ihop_stack_is_shared_call (const IhopStack *stack, const IhopPtxInstruction *instruction)
{
  return ihop_call_is_indirect (instruction) || ihop_call_function (stack->graph->module, instruction) != NULL;
}

gboolean
ihop_stack_may_call (const IhopStack *stack, const IhopPtxInstruction *call, guint node)
{
  const IhopCallNode *callee = ihop_call_graph_node (stack->graph, node);

  return ihop_call_is_indirect (call) ? callee->is_pointed_at
                                      : callee->function == ihop_call_function (stack->graph->module, call);
}

/* May the call come back into the function that makes it? */
static gboolean
comes_back (const IhopStack *stack, const IhopStackHost *host, const IhopPtxInstruction *call)
{
  for (guint i = 1; i < stack->graph->nodes->len; i++)
    if (ihop_stack_may_call (stack, call, i)
        && (i == host->node || ihop_bits_has (&ihop_call_graph_node (stack->graph, i)->reaches, host->node)))
      return TRUE;
  return FALSE;
}

/* --- registers that live over a call ---------------------------------------------------------- */

gsize
ihop_stack_register_size (const IhopPtxFunction *function, guint reg)
{
  return MAX (ihop_ptx_type_size (g_array_index (function->registers, IhopPtxRegister, reg).type), 8);
}

static void
remove_register (guint reg, gpointer data)
{
  ihop_bits_remove (data, reg);
}

IhopBits
ihop_stack_live_over (const IhopStack *stack, const IhopStackHost *host, guint at)
{
  IhopBits live = ihop_bits_new (host->function->registers->len);

  if (!comes_back (stack, host, ihop_stack_instruction (host->function, at)))
    return live;
  for (guint i = 0; i < host->flow->n_blocks; i++)
    if (host->flow->blocks[i].first <= at && at < host->flow->blocks[i].end)
      ihop_flow_live_before (host->flow, i, at + 1, &live);
  ihop_flow_sets (ihop_stack_instruction (host->function, at), remove_register, &live);
  return live;
}

static gsize
saved_size (const IhopStack *stack, const IhopStackHost *host)
{
  gsize most = 0;

  for (guint i = 0; i < host->function->instructions->len; i++)
    {
      if (!ihop_stack_is_shared_call (stack, ihop_stack_instruction (host->function, i)))
        continue;
      IhopBits live = ihop_stack_live_over (stack, host, i);
      gsize size = 0;
      IHOP_BITS_EACH (reg, &live)
        size += ihop_stack_register_size (host->function, reg);
      most = MAX (most, size);
      ihop_bits_clear (&live);
    }
  return most;
}

/* --- hosts ------------------------------------------------------------------------------------ */

void
ihop_stack_host_free (gpointer data)
{
  IhopStackHost *host = data;

  g_clear_pointer (&host->flow, ihop_flow_free);
  g_clear_pointer (&host->function, ihop_ptx_function_free);
  ihop_frame_layout_clear (&host->layout);
  g_free (host);
}

/* The engine's own functions find their arguments in variables: those stay. */
static GHashTable *
arguments_of_services (const IhopStack *stack, const IhopPtxFunction *function)
{
  GHashTable *names = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < function->instructions->len; i++)
    {
      const IhopPtxInstruction *call = ihop_stack_instruction (function, i);
      if (ihop_call_target (call) == NULL || ihop_stack_is_shared_call (stack, call))
        continue;
      for (guint k = 0; k < call->n_operands; k++)
        for (guint n = 0; n < call->operands[k].n_items; n++)
          g_hash_table_add (names, (gpointer) call->operands[k].items[n].name);
    }
  return names;
}

static void
lay_out (const IhopStack *stack, IhopStackHost *host)
{
  g_autoptr (GHashTable) staying = arguments_of_services (stack, host->function);
  GArray *variables = host->function->variables;

  host->layout = ihop_frame_layout_new ();
  for (guint i = 0; i < variables->len; i++)
    g_hash_table_insert (stack->sizes, (gpointer) g_array_index (variables, IhopPtxVariable, i).name,
                         GSIZE_TO_POINTER (g_array_index (variables, IhopPtxVariable, i).size));
  if (ihop_stack_is_kernel (host))
    return;
  ihop_frame_layout_signature (&host->layout, host->function->params, host->function->results);
  for (guint i = variables->len; i-- > 0;)
    {
      const IhopPtxVariable *variable = &g_array_index (variables, IhopPtxVariable, i);
      if (variable->space == IHOP_PTX_SPACE_SHARED || g_hash_table_contains (staying, variable->name))
        continue;
      ihop_frame_layout_add (&host->layout, variable->name, variable->size, variable->align);
      g_array_remove_index (variables, i);
    }
  host->saved = ihop_frame_layout_add (&host->layout, NULL, saved_size (stack, host), 16);
  host->size = (host->layout.size + 15) / 16 * 16;
}

/* Takes the function. */
gboolean
ihop_stack_add_host (IhopStack *stack, guint node, IhopPtxFunction *function, GError **error)
{
  IhopStackHost *host = g_new0 (IhopStackHost, 1);

  host->node = node;
  host->function = function;
  host->entry = ihop_copy_fresh ("entry");
  host->leave = ihop_copy_fresh ("leave");
  host->returns = (IhopPtxTargets){ ihop_copy_fresh ("returns"), g_ptr_array_new () };
  g_ptr_array_add (stack->hosts, host);
  host->flow = function ? ihop_flow_new (function, NULL, error) : NULL;
  if (host->flow == NULL)
    return FALSE;
  lay_out (stack, host);
  return TRUE;
}
