/* What a module is made of, empty. */
#include "simt/ptx/construct.h"

static void
variable_clear (gpointer data)
{
  IhopPtxVariable *variable = data;

  g_clear_pointer (&variable->init, g_byte_array_unref);
  g_clear_pointer (&variable->relocations, g_array_unref);
}

static void
operand_clear (IhopPtxOperand *operand)
{
  for (guint i = 0; i < operand->n_items; i++)
    operand_clear (&operand->items[i]);
  g_free (operand->items);
}

void
ihop_ptx_instruction_clear (gpointer data)
{
  IhopPtxInstruction *instruction = data;

  for (guint i = 0; i < instruction->n_operands; i++)
    operand_clear (&instruction->operands[i]);
  g_free (instruction->operands);
}

static void
targets_clear (gpointer data)
{
  g_ptr_array_unref (((IhopPtxTargets *) data)->labels);
}

GArray *
ihop_ptx_variables_new (void)
{
  GArray *variables = g_array_new (FALSE, TRUE, sizeof (IhopPtxVariable));

  g_array_set_clear_func (variables, variable_clear);
  return variables;
}

IhopPtxFunction *
ihop_ptx_function_new (const char *name, gboolean is_entry)
{
  IhopPtxFunction *function = g_new0 (IhopPtxFunction, 1);

  function->name = name;
  function->is_entry = is_entry;
  function->results = ihop_ptx_variables_new ();
  function->params = ihop_ptx_variables_new ();
  function->variables = ihop_ptx_variables_new ();
  function->registers = g_array_new (FALSE, TRUE, sizeof (IhopPtxRegister));
  function->instructions = g_array_new (FALSE, TRUE, sizeof (IhopPtxInstruction));
  g_array_set_clear_func (function->instructions, ihop_ptx_instruction_clear);
  function->labels = g_array_new (FALSE, TRUE, sizeof (IhopPtxLabel));
  function->targets = g_array_new (FALSE, TRUE, sizeof (IhopPtxTargets));
  g_array_set_clear_func (function->targets, targets_clear);
  return function;
}
