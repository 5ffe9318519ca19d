#include "simt/calls/stack.h"
#include "simt/calls/copy.h"
#include "simt/calls/frame_layout.h"
#include "simt/calls/inline.h"
#include "simt/lower/flow_build.h"
#include "simt/ptx/construct.h"
#include "simt/ptx/read.h"

enum { STACK_SIZE = 32 * 1024 };

/* The kernel, or a shared function, before it is put into the result. */
typedef struct
{
  guint node;
  IhopPtxFunction *function;
  IhopFlow *flow;          /* of the function: for what lives over its calls */
  IhopFrameLayout layout;  /* the kernel's variables are no part of it */
  gsize saved, size;       /* bytes: where registers are kept, and the whole frame */
  const char *entry, *leave;
  IhopPtxTargets returns;  /* where its calls stand */
} Host;

typedef struct
{
  const IhopCallGraph *graph;
  GPtrArray *hosts; /* Host; 0 is the kernel */
  GHashTable *sizes; /* of all hosts' variables, by name: bytes */
  IhopPtxFunction *to;
  guint frame, limit; /* registers: the lane's frame, and where the stack ends */
  GError *error;
} Stack;

static const IhopPtxInstruction *
instruction_at (const IhopPtxFunction *function, guint i)
{
  return &g_array_index (function->instructions, IhopPtxInstruction, i);
}

static gboolean
is_kernel (const Host *host)
{
  return host->node == 0;
}

static Host *
host_of (const Stack *stack, guint node)
{
  for (guint i = 0; i < stack->hosts->len; i++)
    if (((Host *) stack->hosts->pdata[i])->node == node)
      return stack->hosts->pdata[i];
  return NULL;
}

static void
fail (Stack *stack, const IhopPtxInstruction *call, const char *what)
{
  if (stack->error == NULL)
    stack->error = g_error_new (IHOP_PTX_ERROR, IHOP_PTX_ERROR_TEXT, "PTX line %u: %s", call->line, what);
}

/* --- who may be called ------------------------------------------------------------------------ */

static gboolean
is_shared_call (const Stack *stack, const IhopPtxInstruction *instruction)
{
  return ihop_call_is_indirect (instruction) || ihop_call_function (stack->graph->module, instruction) != NULL;
}

static gboolean
may_call (const Stack *stack, const IhopPtxInstruction *call, guint node)
{
  const IhopCallNode *callee = ihop_call_graph_node (stack->graph, node);

  return ihop_call_is_indirect (call) ? callee->is_pointed_at
                                      : callee->function == ihop_call_function (stack->graph->module, call);
}

/* May the call come back into the function that makes it? */
static gboolean
comes_back (const Stack *stack, const Host *host, const IhopPtxInstruction *call)
{
  for (guint i = 1; i < stack->graph->nodes->len; i++)
    if (may_call (stack, call, i)
        && (i == host->node || ihop_bits_has (&ihop_call_graph_node (stack->graph, i)->reaches, host->node)))
      return TRUE;
  return FALSE;
}

/* --- registers that live over a call ---------------------------------------------------------- */

static gsize
register_size (const IhopPtxFunction *function, guint reg)
{
  return MAX (ihop_ptx_type_size (g_array_index (function->registers, IhopPtxRegister, reg).type), 8);
}

static void
remove_register (guint reg, gpointer data)
{
  ihop_bits_remove (data, reg);
}

static IhopBits
live_over (const Stack *stack, const Host *host, guint at)
{
  IhopBits live = ihop_bits_new (host->function->registers->len);

  if (!comes_back (stack, host, instruction_at (host->function, at)))
    return live;
  for (guint i = 0; i < host->flow->n_blocks; i++)
    if (host->flow->blocks[i].first <= at && at < host->flow->blocks[i].end)
      ihop_flow_live_before (host->flow, i, at + 1, &live);
  ihop_flow_sets (instruction_at (host->function, at), remove_register, &live);
  return live;
}

static gsize
saved_size (const Stack *stack, const Host *host)
{
  gsize most = 0;

  for (guint i = 0; i < host->function->instructions->len; i++)
    {
      if (!is_shared_call (stack, instruction_at (host->function, i)))
        continue;
      IhopBits live = live_over (stack, host, i);
      gsize size = 0;
      IHOP_BITS_EACH (reg, &live)
        size += register_size (host->function, reg);
      most = MAX (most, size);
      ihop_bits_clear (&live);
    }
  return most;
}

/* --- hosts ------------------------------------------------------------------------------------ */

static void
host_free (gpointer data)
{
  Host *host = data;

  g_clear_pointer (&host->flow, ihop_flow_free);
  g_clear_pointer (&host->function, ihop_ptx_function_free);
  ihop_frame_layout_clear (&host->layout);
  g_free (host);
}

/* The engine's own functions find their arguments in variables: those stay. */
static GHashTable *
arguments_of_services (const Stack *stack, const IhopPtxFunction *function)
{
  GHashTable *names = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < function->instructions->len; i++)
    {
      const IhopPtxInstruction *call = instruction_at (function, i);
      if (ihop_call_target (call) == NULL || is_shared_call (stack, call))
        continue;
      for (guint k = 0; k < call->n_operands; k++)
        for (guint n = 0; n < call->operands[k].n_items; n++)
          g_hash_table_add (names, (gpointer) call->operands[k].items[n].name);
    }
  return names;
}

static void
lay_out (const Stack *stack, Host *host)
{
  g_autoptr (GHashTable) staying = arguments_of_services (stack, host->function);
  GArray *variables = host->function->variables;

  host->layout = ihop_frame_layout_new ();
  for (guint i = 0; i < variables->len; i++)
    g_hash_table_insert (stack->sizes, (gpointer) g_array_index (variables, IhopPtxVariable, i).name,
                         GSIZE_TO_POINTER (g_array_index (variables, IhopPtxVariable, i).size));
  if (is_kernel (host))
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
static gboolean
add_host (Stack *stack, guint node, IhopPtxFunction *function, GError **error)
{
  Host *host = g_new0 (Host, 1);

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

/* --- places in frames ------------------------------------------------------------------------- */

static IhopPtxOperand
in_frame (const Stack *stack, gsize offset)
{
  return ihop_copy_address (ihop_copy_register (stack->frame), offset);
}

static void
into_local_space (IhopPtxInstruction *instruction)
{
  for (guint i = 0; i < instruction->n_parts; i++)
    if (g_str_has_prefix (instruction->parts[i], "param"))
      instruction->parts[i] = g_intern_static_string ("local");
}

/* A variable's address as a value: the frame's and where it lies in it. */
static IhopPtxOperand
address_value (Stack *stack, const IhopPtxInstruction *like, gsize offset)
{
  guint reg = ihop_copy_new_register (stack->to, "u64");
  const IhopPtxOperand operands[]
    = { ihop_copy_register (reg), ihop_copy_register (stack->frame), ihop_copy_integer (offset) };

  ihop_copy_add (stack->to, like, "add.u64", 3, operands);
  return ihop_copy_register (reg);
}

static void
find_in_frame (Stack *stack, const Host *host, IhopPtxInstruction *instruction)
{
  gsize offset;

  for (guint i = 0; i < instruction->n_operands; i++)
    {
      IhopPtxOperand *operand = &instruction->operands[i];
      IhopPtxOperand *base = operand->kind == IHOP_PTX_ADDRESS && operand->n_items == 1 ? &operand->items[0] : operand;
      if (base->kind != IHOP_PTX_SYMBOL || !ihop_frame_layout_find (&host->layout, base->name, &offset))
        continue;
      offset += base->offset;
      if (base == operand)
        {
          *operand = address_value (stack, instruction, offset);
          continue;
        }
      *base = ihop_copy_register (stack->frame);
      operand->offset += offset;
      into_local_space (instruction);
    }
}

/* --- a call ----------------------------------------------------------------------------------- */

/* Keeps what lives over the call in the frame, or takes it back. */
static void
move_registers (Stack *stack, const Host *host, const IhopCopy *copy, const IhopPtxInstruction *call, const IhopBits *live,
                gboolean is_saved)
{
  gsize at = host->saved;

  IHOP_BITS_EACH (reg, live)
    {
      IhopPtxType type = g_array_index (host->function->registers, IhopPtxRegister, reg).type;
      IhopPtxOperand value = ihop_copy_register (reg + copy->first_register), place = in_frame (stack, at);
      g_autofree char *text = g_strdup_printf ("%s.local.b%u", is_saved ? "st" : "ld",
                                               type.kind == 'p' ? 32 : type.bits * type.lanes);
      IhopPtxOperand number = type.kind == 'p' ? ihop_copy_register (ihop_copy_new_register (stack->to, "u32")) : value;
      const IhopPtxOperand chosen[] = { number, ihop_copy_integer (1), ihop_copy_integer (0), value };
      const IhopPtxOperand moved[] = { is_saved ? place : number, is_saved ? number : place };
      const IhopPtxOperand asked[] = { value, number, ihop_copy_integer (0) };
      if (type.kind == 'p' && is_saved)
        ihop_copy_add (stack->to, call, "selp.u32", 4, chosen);
      ihop_copy_add (stack->to, call, text, 2, moved);
      if (type.kind == 'p' && !is_saved)
        ihop_copy_add (stack->to, call, "setp.ne.u32", 3, asked);
      at += register_size (host->function, reg);
    }
}

/* Bytes of a variable of the caller, to or from the frame of what it calls. */
static void
move_bytes (Stack *stack, const Host *host, const IhopPtxInstruction *call, const char *name, const IhopPtxVariable *variable,
            gsize there, gboolean is_sent)
{
  gsize here, bytes;
  gboolean is_framed = ihop_frame_layout_find (&host->layout, name, &here);

  for (gsize at = 0; at < variable->size; at += bytes)
    {
      bytes = 8;
      while (bytes > variable->size - at || bytes > variable->align)
        bytes /= 2;
      guint reg = ihop_copy_new_register (stack->to, bytes == 8 ? "b64" : "b32");
      IhopPtxOperand mine = is_framed ? in_frame (stack, here + at) : ihop_copy_address (ihop_copy_symbol (name), at);
      IhopPtxOperand theirs = in_frame (stack, host->size + there + at);
      const IhopPtxOperand loaded[] = { ihop_copy_register (reg), is_sent ? mine : theirs };
      const IhopPtxOperand stored[] = { is_sent ? theirs : mine, ihop_copy_register (reg) };
      g_autofree char *load = g_strdup_printf ("ld.%s.b%u", is_sent && !is_framed ? "param" : "local", (guint) bytes * 8);
      g_autofree char *store = g_strdup_printf ("st.%s.b%u", !is_sent && !is_framed ? "param" : "local", (guint) bytes * 8);
      ihop_copy_add (stack->to, call, load, 2, loaded);
      ihop_copy_add (stack->to, call, store, 2, stored);
    }
}

/* The caller's variables for arguments or results, in the result's names. */
static void
move_all (Stack *stack, const Host *host, const IhopPtxInstruction *call, const IhopPtxOperand *list, const GArray *formal,
          const IhopFrameLayout *layout, gboolean is_sent)
{
  gsize there;

  for (guint i = 0; i < formal->len; i++)
    {
      const IhopPtxVariable *variable = &g_array_index (formal, IhopPtxVariable, i);
      if (ihop_frame_layout_find (layout, variable->name, &there))
        move_bytes (stack, host, call, list->items[i].name, variable, there, is_sent);
    }
}

static void
move_frame (Stack *stack, const Host *host, const IhopPtxInstruction *call, const char *text)
{
  const IhopPtxOperand operands[]
    = { ihop_copy_register (stack->frame), ihop_copy_register (stack->frame), ihop_copy_integer (host->size) };

  ihop_copy_add (stack->to, call, text, 3, operands);
}

static gboolean
fits (const Stack *stack, const IhopPtxOperand *list, const GArray *formal)
{
  if (formal->len != (list ? list->n_items : 0))
    return FALSE;
  for (guint i = 0; i < formal->len; i++)
    if (list->items[i].kind != IHOP_PTX_SYMBOL
        || GPOINTER_TO_SIZE (g_hash_table_lookup (stack->sizes, list->items[i].name)) != g_array_index (formal, IhopPtxVariable, i).size)
      return FALSE;
  return TRUE;
}

/* What a call gives, and where its results go; NULL: nothing. */
static const IhopPtxOperand *
arguments_of (const IhopPtxInstruction *call)
{
  guint at = ihop_flow_n_results (call) + 1;

  return at < call->n_operands && call->operands[at].kind == IHOP_PTX_LIST ? &call->operands[at] : NULL;
}

static const IhopPtxOperand *
results_of (const IhopPtxInstruction *call)
{
  return ihop_flow_n_results (call) ? &call->operands[0] : NULL;
}

/* Jumps to the function; its number among the places to return to is left in the new frame. */
static void
enter (Stack *stack, Host *callee, const IhopPtxInstruction *call, const char *back)
{
  guint number = ihop_copy_new_register (stack->to, "u32");
  const IhopPtxOperand set[] = { ihop_copy_register (number), ihop_copy_integer (callee->returns.labels->len) };
  const IhopPtxOperand kept[] = { in_frame (stack, 0), ihop_copy_register (number) };
  const IhopPtxOperand target = ihop_copy_symbol (callee->entry);

  g_ptr_array_add (callee->returns.labels, (gpointer) back);
  ihop_copy_add (stack->to, call, "mov.u32", 2, set);
  ihop_copy_add (stack->to, call, "st.local.u32", 2, kept);
  ihop_copy_add (stack->to, call, "bra", 1, &target);
}

/* Behind a test of the pointer, for one function that it may hold. */
static void
enter_if (Stack *stack, Host *callee, const IhopPtxInstruction *call, const IhopPtxOperand *pointer, const char *back)
{
  guint differs = ihop_copy_new_register (stack->to, "pred");
  const char *other = ihop_copy_fresh ("other");
  const IhopPtxOperand target = ihop_copy_symbol (other);
  const IhopPtxOperand asked[] = { ihop_copy_register (differs), *pointer,
                                   ihop_copy_integer (ihop_ptx_function_value (stack->graph->module, callee->function->name)) };

  ihop_copy_add (stack->to, call, "setp.ne.u64", 3, asked);
  ihop_copy_add_guarded (stack->to, call, differs, FALSE, "bra", 1, &target);
  enter (stack, callee, call, back);
  ihop_copy_label_here (stack->to, other);
}

/* One of those that the call may be of: its parameters say how arguments lie. */
static Host *
example_of (Stack *stack, const IhopPtxInstruction *call)
{
  for (guint i = 1; i < stack->graph->nodes->len; i++)
    {
      Host *callee = host_of (stack, i);
      if (callee && may_call (stack, call, i) && fits (stack, arguments_of (call), callee->function->params)
          && fits (stack, results_of (call), callee->function->results))
        return callee;
    }
  return NULL;
}

static gboolean
lies_alike (const Host *a, const Host *b)
{
  const GArray *of_a[] = { a->function->params, a->function->results };
  const GArray *of_b[] = { b->function->params, b->function->results };

  for (guint k = 0; k < 2; k++)
    {
      if (of_a[k]->len != of_b[k]->len)
        return FALSE;
      for (guint i = 0; i < of_a[k]->len; i++)
        {
          const IhopPtxVariable *x = &g_array_index (of_a[k], IhopPtxVariable, i);
          const IhopPtxVariable *y = &g_array_index (of_b[k], IhopPtxVariable, i);
          if (x->size != y->size || x->align != y->align)
            return FALSE;
        }
    }
  return TRUE;
}

static void
enter_all (Stack *stack, const IhopPtxInstruction *call, const Host *example, const char *back)
{
  if (!ihop_call_is_indirect (call))
    {
      enter (stack, host_of (stack, example->node), call, back);
      return;
    }
  for (guint i = 1; i < stack->graph->nodes->len; i++)
    {
      Host *callee = host_of (stack, i);
      if (callee && may_call (stack, call, i) && lies_alike (callee, example))
        enter_if (stack, callee, call, ihop_call_target (call), back);
    }
  ihop_copy_add (stack->to, call, "trap", 0, NULL); /* the pointer is of none of them */
}

static void
call (Stack *stack, const Host *host, const IhopCopy *copy, guint at)
{
  IhopPtxInstruction call = ihop_copy_instruction (copy, instruction_at (host->function, at));
  const Host *example = example_of (stack, instruction_at (host->function, at));
  const char *back = ihop_copy_fresh ("back"), *end = ihop_copy_fresh ("behind");
  const IhopPtxOperand over = ihop_copy_symbol (end);

  if (example == NULL)
    {
      fail (stack, &call, "the call fits no function that it could be of");
      return;
    }
  IhopBits live = live_over (stack, host, at);
  if (call.guard >= 0)
    ihop_copy_add_guarded (stack->to, &call, call.guard, !call.is_guard_negated, "bra", 1, &over);
  move_registers (stack, host, copy, &call, &live, TRUE);
  move_all (stack, host, &call, arguments_of (&call), example->function->params, &example->layout, TRUE);
  move_frame (stack, host, &call, "add.u64");
  enter_all (stack, &call, example, back);
  ihop_copy_label_here (stack->to, back);
  move_frame (stack, host, &call, "sub.u64");
  move_all (stack, host, &call, results_of (&call), example->function->results, &example->layout, FALSE);
  move_registers (stack, host, copy, &call, &live, FALSE);
  ihop_copy_label_here (stack->to, end);
  ihop_bits_clear (&live);
}

/* --- the whole -------------------------------------------------------------------------------- */

/* The kernel begins with an empty stack. */
static void
begin_kernel (Stack *stack, const IhopPtxInstruction *like)
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
begin_shared (Stack *stack, const Host *host, const IhopPtxInstruction *like)
{
  guint is_full = ihop_copy_new_register (stack->to, "pred");
  const IhopPtxOperand end = address_value (stack, like, host->size);
  const IhopPtxOperand asked[] = { ihop_copy_register (is_full), end, ihop_copy_register (stack->limit) };

  ihop_copy_add (stack->to, like, "setp.gt.u64", 3, asked);
  ihop_copy_add_guarded (stack->to, like, is_full, FALSE, "trap.stack", 0, NULL);
}

static void
copy_one (Stack *stack, const Host *host, const IhopCopy *copy, guint at)
{
  const IhopPtxInstruction *from = instruction_at (host->function, at);
  const IhopPtxOperand leave = ihop_copy_symbol (host->leave);

  if (is_shared_call (stack, from))
    {
      call (stack, host, copy, at);
      return;
    }
  if (g_str_equal (from->opcode, "ret") && !is_kernel (host))
    {
      gint guard = from->guard < 0 ? -1 : from->guard + (gint) copy->first_register;
      ihop_copy_add_guarded (stack->to, from, guard, from->is_guard_negated, "bra", 1, &leave);
      return;
    }
  IhopPtxInstruction new = ihop_copy_instruction (copy, from);
  find_in_frame (stack, host, &new);
  g_array_append_val (stack->to->instructions, new);
}

static void
copy_host (Stack *stack, const Host *host)
{
  g_autoptr (GHashTable) names = g_hash_table_new (NULL, NULL);
  const IhopPtxInstruction *first = instruction_at (host->function, 0);
  IhopCopy copy = ihop_copy_begin (stack->to, host->function, names);

  ihop_copy_label_here (stack->to, host->entry);
  if (is_kernel (host))
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
add_returns (Stack *stack, const Host *host)
{
  const IhopPtxInstruction *like = instruction_at (host->function, host->function->instructions->len - 1);
  guint number = ihop_copy_new_register (stack->to, "u32");
  const IhopPtxOperand loaded[] = { ihop_copy_register (number), in_frame (stack, 0) };
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
add_hosts (Stack *stack, IhopPtxFunction *kernel, GError **error)
{
  if (!add_host (stack, 0, kernel, error))
    return FALSE;
  for (guint i = 1; i < stack->graph->nodes->len; i++)
    if (ihop_call_graph_node (stack->graph, i)->is_shared
        && !add_host (stack, i, ihop_calls_inline (stack->graph, i, error), error))
      return FALSE;
  return TRUE;
}

static void
build (Stack *stack)
{
  stack->frame = ihop_copy_new_register (stack->to, "u64");
  stack->limit = ihop_copy_new_register (stack->to, "u64");
  for (guint i = 0; i < stack->hosts->len; i++)
    copy_host (stack, stack->hosts->pdata[i]);
  for (guint i = 0; i < stack->hosts->len; i++)
    {
      Host *host = stack->hosts->pdata[i];
      if (!is_kernel (host))
        add_returns (stack, host);
      g_array_append_val (stack->to->targets, host->returns); /* owns the labels now */
    }
}

IhopPtxFunction *
ihop_calls_stack (const IhopCallGraph *graph, IhopPtxFunction *kernel, GError **error)
{
  Stack stack = { .graph = graph, .hosts = g_ptr_array_new_with_free_func (host_free), .to = new_result (kernel) };

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
