#include "simt/calls/stack.h"
#include "simt/calls/inline.h"
#include "simt/calls/stack_call.h"
#include "simt/ptx/construct.h"

enum { STACK_SIZE = 32 * 1024 };

/* The kernel begins with an empty stack. */
static void
begin_kernel (IhopStack *stack, const IhopPtxInstruction *like)
{
  const char *name = ihop_copy_fresh ("stack");
  IhopPtxVariable variable = { .name = name, .space = IHOP_PTX_SPACE_LOCAL, .type = { 'b', 8, 1 }, .align = 16, .size = STACK_SIZE };
  IhopPtxOperand start = ihop_copy_symbol (name), end = start;

  end.offset = STACK_SIZE;
  const IhopPtxOperand first[] = { ihop_copy_register (stack->frame), start };
  const IhopPtxOperand last[] = { ihop_copy_register (stack->limit), end };
  g_array_append_val (stack->to->variables, variable);
  ihop_copy_add (stack->to, like, "mov.u64", 2, first);
  ihop_copy_add (stack->to, like, "mov.u64", 2, last);
}

/* A shared function begins with the question whether its frame has room. */
static void
begin_shared (IhopStack *stack, const IhopStackHost *host, const IhopPtxInstruction *like)
{
  guint is_full = ihop_copy_new_register (stack->to, "pred");
  const IhopPtxOperand end = ihop_stack_address_value (stack, like, host->size);
  const IhopPtxOperand asked[] = { ihop_copy_register (is_full), end, ihop_copy_register (stack->limit) };

  ihop_copy_add (stack->to, like, "setp.gt.u64", 3, asked);
  ihop_copy_add_guarded (stack->to, like, is_full, FALSE, "trap.stack", 0, NULL);
}

static void
copy_one (IhopStack *stack, const IhopStackHost *host, const IhopCopy *copy, guint at)
{
  const IhopPtxInstruction *from = ihop_stack_instruction (host->function, at);
  const IhopPtxOperand leave = ihop_copy_symbol (host->leave);

  if (ihop_stack_is_shared_call (stack, from))
    {
      ihop_stack_call (stack, host, copy, at);
      return;
    }
  if (g_str_equal (from->opcode, "ret") && !ihop_stack_is_kernel (host))
    {
      gint guard = from->guard < 0 ? -1 : from->guard + (gint) copy->first_register;
      ihop_copy_add_guarded (stack->to, from, guard, from->is_guard_negated, "bra", 1, &leave);
      return;
    }
  IhopPtxInstruction new = ihop_copy_instruction (copy, from);
  ihop_stack_find_in_frame (stack, host, &new);
  g_array_append_val (stack->to->instructions, new);
}

static void
copy_host (IhopStack *stack, const IhopStackHost *host)
{
  g_autoptr (GHashTable) names = g_hash_table_new (NULL, NULL);
  const IhopPtxInstruction *first = ihop_stack_instruction (host->function, 0);
  IhopCopy copy = ihop_copy_begin (stack->to, host->function, names);

  ihop_copy_label_here (stack->to, host->entry);
  if (ihop_stack_is_kernel (host))
    begin_kernel (stack, first);
  else
    begin_shared (stack, host, first);
  for (guint i = 0; i < host->function->instructions->len && stack->error == NULL; i++)
    {
      ihop_copy_labels (&copy, host->function, i);
      copy_one (stack, host, &copy, i);
    }
}

/* Where shared functions return: only now all places are known. */
static void
add_returns (IhopStack *stack, const IhopStackHost *host)
{
  const IhopPtxInstruction *like = ihop_stack_instruction (host->function, host->function->instructions->len - 1);
  guint number = ihop_copy_new_register (stack->to, "u32");
  const IhopPtxOperand loaded[] = { ihop_copy_register (number), ihop_stack_in_frame (stack, 0) };
  const IhopPtxOperand jump[] = { ihop_copy_register (number), ihop_copy_symbol (host->returns.name) };

  ihop_copy_label_here (stack->to, host->leave);
  if (host->returns.labels->len == 0)
    {
      ihop_copy_add (stack->to, like, "trap", 0, NULL); /* nobody calls it */
      return;
    }
  ihop_copy_add (stack->to, like, "ld.local.u32", 2, loaded);
  ihop_copy_add (stack->to, like, "brx.idx", 2, jump);
}

static IhopPtxFunction *
new_result (const IhopPtxFunction *kernel)
{
  IhopPtxFunction *to = ihop_ptx_function_new (kernel->name, TRUE);

  to->is_visible = kernel->is_visible;
  to->has_body = TRUE;
  to->max_threads = kernel->max_threads;
  g_array_append_vals (to->params, kernel->params->data, kernel->params->len);
  return to;
}

/* All functions that stand once, each with its copies of others in it. */
static gboolean
add_hosts (IhopStack *stack, IhopPtxFunction *kernel, GError **error)
{
  if (!ihop_stack_add_host (stack, 0, kernel, error))
    return FALSE;
  for (guint i = 1; i < stack->graph->nodes->len; i++)
    if (ihop_call_graph_node (stack->graph, i)->is_shared
        && !ihop_stack_add_host (stack, i, ihop_calls_inline (stack->graph, i, error), error))
      return FALSE;
  return TRUE;
}

static void
build (IhopStack *stack)
{
  stack->frame = ihop_copy_new_register (stack->to, "u64");
  stack->limit = ihop_copy_new_register (stack->to, "u64");
  for (guint i = 0; i < stack->hosts->len; i++)
    copy_host (stack, stack->hosts->pdata[i]);
  for (guint i = 0; i < stack->hosts->len; i++)
    {
      IhopStackHost *host = stack->hosts->pdata[i];
      if (!ihop_stack_is_kernel (host))
        add_returns (stack, host);
      g_array_append_val (stack->to->targets, host->returns); /* owns the labels now */
    }
}

IhopPtxFunction *
ihop_calls_stack (const IhopCallGraph *graph, IhopPtxFunction *kernel, GError **error)
{
  IhopStack stack = { .graph = graph, .hosts = g_ptr_array_new_with_free_func (ihop_stack_host_free), .to = new_result (kernel) };

  stack.sizes = g_hash_table_new (NULL, NULL);
  if (add_hosts (&stack, kernel, error))
    build (&stack);
  else
    g_clear_pointer (&stack.to, ihop_ptx_function_free);
  if (stack.error)
    {
      g_clear_pointer (&stack.to, ihop_ptx_function_free);
      g_propagate_error (error, stack.error);
    }
  g_ptr_array_unref (stack.hosts);
  g_hash_table_unref (stack.sizes);
  return stack.to;
}
