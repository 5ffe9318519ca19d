#include "simt/calls/copy.h"
#include <string.h>

/* --- names ------------------------------------------------------------------------------------ */

/* No PTX name holds an apostrophe, and no number is given twice. */
const char *
ihop_copy_fresh (const char *stem)
{
  static gint count;
  g_autofree char *name = g_strdup_printf ("%.*s''%u", (int) strcspn (stem, "'"), stem, (guint) g_atomic_int_add (&count, 1));

  return g_intern_string (name);
}

const char *
ihop_copy_name (const IhopCopy *copy, const char *name)
{
  const char *other = name ? g_hash_table_lookup (copy->names, name) : NULL;

  return other ? other : name;
}

void
ihop_copy_label_here (IhopPtxFunction *function, const char *name)
{
  IhopPtxLabel label = { name, function->instructions->len };

  g_array_append_val (function->labels, label);
}

void
ihop_copy_labels (const IhopCopy *copy, const IhopPtxFunction *from, guint at)
{
  for (guint i = 0; i < from->labels->len; i++)
    {
      const IhopPtxLabel *label = &g_array_index (from->labels, IhopPtxLabel, i);
      if (label->at == at)
        ihop_copy_label_here (copy->to, ihop_copy_name (copy, label->name));
    }
}

static void
rename_fresh (IhopCopy *copy, const char *name)
{
  g_hash_table_insert (copy->names, (gpointer) name, (gpointer) ihop_copy_fresh (name));
}

/* --- the start of a copy ---------------------------------------------------------------------- */

/* Shared memory is the block's: one variable, however often the function is copied. */
static void
copy_variable (IhopCopy *copy, const IhopPtxVariable *variable)
{
  IhopPtxVariable new = *variable;

  if (new.init)
    g_byte_array_ref (new.init);
  if (new.relocations)
    g_array_ref (new.relocations);
  if (variable->space == IHOP_PTX_SPACE_SHARED)
    {
      if (ihop_ptx_variable_find (copy->to->variables, variable->name))
        return;
    }
  else
    {
      rename_fresh (copy, variable->name);
      new.name = ihop_copy_name (copy, variable->name);
    }
  g_array_append_val (copy->to->variables, new);
}

static void
copy_targets (IhopCopy *copy, const IhopPtxTargets *targets)
{
  IhopPtxTargets new = { NULL, g_ptr_array_new () };

  rename_fresh (copy, targets->name);
  new.name = ihop_copy_name (copy, targets->name);
  for (guint i = 0; i < targets->labels->len; i++)
    g_ptr_array_add (new.labels, (gpointer) ihop_copy_name (copy, targets->labels->pdata[i]));
  g_array_append_val (copy->to->targets, new);
}

IhopCopy
ihop_copy_begin (IhopPtxFunction *to, const IhopPtxFunction *from, GHashTable *names)
{
  IhopCopy copy = { to, to->registers->len, names };

  g_array_append_vals (to->registers, from->registers->data, from->registers->len);
  for (guint i = 0; i < from->labels->len; i++)
    rename_fresh (&copy, g_array_index (from->labels, IhopPtxLabel, i).name);
  for (guint i = 0; i < from->targets->len; i++)
    copy_targets (&copy, &g_array_index (from->targets, IhopPtxTargets, i));
  for (guint i = 0; i < from->variables->len; i++)
    copy_variable (&copy, &g_array_index (from->variables, IhopPtxVariable, i));
  return copy;
}

/* --- instructions ----------------------------------------------------------------------------- */

IhopPtxOperand
ihop_copy_operand (const IhopPtxOperand *operand)
{
  IhopPtxOperand new = *operand;

  new.items = g_memdup2 (operand->items, operand->n_items * sizeof *operand->items);
  for (guint i = 0; i < operand->n_items; i++)
    new.items[i] = ihop_copy_operand (&operand->items[i]);
  return new;
}

static void
move_operand (const IhopCopy *copy, IhopPtxOperand *operand)
{
  if (operand->kind == IHOP_PTX_REGISTER)
    operand->reg += copy->first_register;
  else if (operand->kind == IHOP_PTX_SYMBOL)
    operand->name = ihop_copy_name (copy, operand->name);
  for (guint i = 0; i < operand->n_items; i++)
    move_operand (copy, &operand->items[i]);
}

IhopPtxInstruction
ihop_copy_instruction (const IhopCopy *copy, const IhopPtxInstruction *instruction)
{
  IhopPtxInstruction new = *instruction;

  new.guard = instruction->guard < 0 ? -1 : instruction->guard + (gint) copy->first_register;
  new.operands = g_new (IhopPtxOperand, MAX (instruction->n_operands, 1));
  for (guint i = 0; i < instruction->n_operands; i++)
    {
      new.operands[i] = ihop_copy_operand (&instruction->operands[i]);
      move_operand (copy, &new.operands[i]);
    }
  return new;
}

guint
ihop_copy_new_register (IhopPtxFunction *function, const char *type)
{
  IhopPtxRegister new = { .name = "call" };

  ihop_ptx_type_parse (type, &new.type);
  if (g_str_equal (type, "pred"))
    new.type = (IhopPtxType){ 'p', 1, 1 };
  g_array_append_val (function->registers, new);
  return function->registers->len - 1;
}

IhopPtxOperand
ihop_copy_register (guint reg)
{
  return (IhopPtxOperand){ .kind = IHOP_PTX_REGISTER, .reg = reg };
}

IhopPtxOperand
ihop_copy_integer (guint64 bits)
{
  return (IhopPtxOperand){ .kind = IHOP_PTX_INTEGER, .bits = bits };
}

IhopPtxOperand
ihop_copy_symbol (const char *name)
{
  return (IhopPtxOperand){ .kind = IHOP_PTX_SYMBOL, .name = name };
}

IhopPtxOperand
ihop_copy_address (IhopPtxOperand base, gint64 offset)
{
  return (IhopPtxOperand){ .kind = IHOP_PTX_ADDRESS, .offset = offset, .items = g_memdup2 (&base, sizeof base), .n_items = 1 };
}

void
ihop_copy_add_guarded (IhopPtxFunction *function, const IhopPtxInstruction *like, gint guard, gboolean is_negated,
                       const char *text, guint n, const IhopPtxOperand *operands)
{
  g_auto (GStrv) words = g_strsplit (text, ".", IHOP_PTX_PARTS);
  IhopPtxInstruction new = { .line = like->line, .file = like->file, .source_line = like->source_line,
                             .guard = guard, .is_guard_negated = is_negated, .n_operands = n };

  new.opcode = g_intern_string (words[0]);
  for (guint i = 1; words[i]; i++)
    new.parts[new.n_parts++] = g_intern_string (words[i]);
  new.operands = g_memdup2 (operands, n * sizeof *operands);
  g_array_append_val (function->instructions, new);
}

void
ihop_copy_add (IhopPtxFunction *function, const IhopPtxInstruction *like, const char *text, guint n,
               const IhopPtxOperand *operands)
{
  ihop_copy_add_guarded (function, like, -1, FALSE, text, n, operands);
}
