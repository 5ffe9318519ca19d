/* A call of a function that stands once: arguments into the frame behind the caller's, the jump, and what comes back. */
#include "simt/calls/stack_call.h"
#include "simt/calls/copy.h"
#include "simt/ptx/construct.h"
#include "simt/ptx/read.h"

static void
fail (IhopStack *stack, const IhopPtxInstruction *call, const char *what)
{
  if (stack->error == NULL)
    stack->error = g_error_new (IHOP_PTX_ERROR, IHOP_PTX_ERROR_TEXT, "PTX line %u: %s", call->line, what);
}

/* --- places in frames ------------------------------------------------------------------------- */

IhopPtxOperand
ihop_stack_in_frame (const IhopStack *stack, gsize offset)
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
IhopPtxOperand
ihop_stack_address_value (IhopStack *stack, const IhopPtxInstruction *like, gsize offset)
{
  guint reg = ihop_copy_new_register (stack->to, "u64");
  const IhopPtxOperand operands[]
    = { ihop_copy_register (reg), ihop_copy_register (stack->frame), ihop_copy_integer (offset) };

  ihop_copy_add (stack->to, like, "add.u64", 3, operands);
  return ihop_copy_register (reg);
}

void
ihop_stack_find_in_frame (IhopStack *stack, const IhopStackHost *host, IhopPtxInstruction *instruction)
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
          *operand = ihop_stack_address_value (stack, instruction, offset);
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
move_registers (IhopStack *stack, const IhopStackHost *host, const IhopCopy *copy, const IhopPtxInstruction *call, const IhopBits *live,
                gboolean is_saved)
{
  gsize at = host->saved;

  IHOP_BITS_EACH (reg, live)
    {
      IhopPtxType type = g_array_index (host->function->registers, IhopPtxRegister, reg).type;
      IhopPtxOperand value = ihop_copy_register (reg + copy->first_register), place = ihop_stack_in_frame (stack, at);
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
      at += ihop_stack_register_size (host->function, reg);
    }
}

/* Bytes of a variable of the caller, to or from the frame of what it calls. */
static void
move_bytes (IhopStack *stack, const IhopStackHost *host, const IhopPtxInstruction *call, const char *name, const IhopPtxVariable *variable,
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
      IhopPtxOperand mine = is_framed ? ihop_stack_in_frame (stack, here + at) : ihop_copy_address (ihop_copy_symbol (name), at);
      IhopPtxOperand theirs = ihop_stack_in_frame (stack, host->size + there + at);
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
move_all (IhopStack *stack, const IhopStackHost *host, const IhopPtxInstruction *call, const IhopPtxOperand *list, const GArray *formal,
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
move_frame (IhopStack *stack, const IhopStackHost *host, const IhopPtxInstruction *call, const char *text)
{
  const IhopPtxOperand operands[]
    = { ihop_copy_register (stack->frame), ihop_copy_register (stack->frame), ihop_copy_integer (host->size) };

  ihop_copy_add (stack->to, call, text, 3, operands);
}

static gboolean
fits (const IhopStack *stack, const IhopPtxOperand *list, const GArray *formal)
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
enter (IhopStack *stack, IhopStackHost *callee, const IhopPtxInstruction *call, const char *back)
{
  guint number = ihop_copy_new_register (stack->to, "u32");
  const IhopPtxOperand set[] = { ihop_copy_register (number), ihop_copy_integer (callee->returns.labels->len) };
  const IhopPtxOperand kept[] = { ihop_stack_in_frame (stack, 0), ihop_copy_register (number) };
  const IhopPtxOperand target = ihop_copy_symbol (callee->entry);

  g_ptr_array_add (callee->returns.labels, (gpointer) back);
  ihop_copy_add (stack->to, call, "mov.u32", 2, set);
  ihop_copy_add (stack->to, call, "st.local.u32", 2, kept);
  ihop_copy_add (stack->to, call, "bra", 1, &target);
}

/* Behind a test of the pointer, for one function that it may hold. */
static void
enter_if (IhopStack *stack, IhopStackHost *callee, const IhopPtxInstruction *call, const IhopPtxOperand *pointer, const char *back)
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
static IhopStackHost *
example_of (IhopStack *stack, const IhopPtxInstruction *call)
{
  for (guint i = 1; i < stack->graph->nodes->len; i++)
    {
      IhopStackHost *callee = ihop_stack_host (stack, i);
      if (callee && ihop_stack_may_call (stack, call, i) && fits (stack, arguments_of (call), callee->function->params)
          && fits (stack, results_of (call), callee->function->results))
        return callee;
    }
  return NULL;
}

static gboolean
lies_alike (const IhopStackHost *a, const IhopStackHost *b)
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
enter_all (IhopStack *stack, const IhopPtxInstruction *call, const IhopStackHost *example, const char *back)
{
  if (!ihop_call_is_indirect (call))
    {
      enter (stack, ihop_stack_host (stack, example->node), call, back);
      return;
    }
  for (guint i = 1; i < stack->graph->nodes->len; i++)
    {
      IhopStackHost *callee = ihop_stack_host (stack, i);
      if (callee && ihop_stack_may_call (stack, call, i) && lies_alike (callee, example))
        enter_if (stack, callee, call, ihop_call_target (call), back);
    }
  ihop_copy_add (stack->to, call, "trap", 0, NULL); /* the pointer is of none of them */
}

void
ihop_stack_call (IhopStack *stack, const IhopStackHost *host, const IhopCopy *copy, guint at)
{
  IhopPtxInstruction call = ihop_copy_instruction (copy, ihop_stack_instruction (host->function, at));
  const IhopStackHost *example = example_of (stack, ihop_stack_instruction (host->function, at));
  const char *back = ihop_copy_fresh ("back"), *end = ihop_copy_fresh ("behind");
  const IhopPtxOperand over = ihop_copy_symbol (end);

  if (example == NULL)
    {
      fail (stack, &call, "the call fits no function that it could be of");
      return;
    }
  IhopBits live = ihop_stack_live_over (stack, host, at);
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
