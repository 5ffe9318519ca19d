/* Questions about a PTX module, and its end. */
#include "simt/ptx/ptx.h"
#include <stdlib.h>
#include <string.h>

void
ihop_ptx_function_free (IhopPtxFunction *function)
{
  g_array_unref (function->results);
  g_array_unref (function->params);
  g_array_unref (function->variables);
  g_array_unref (function->registers);
  g_array_unref (function->instructions);
  g_array_unref (function->labels);
  g_array_unref (function->targets);
  g_free (function);
}

void
ihop_ptx_module_free (IhopPtxModule *module)
{
  if (module == NULL)
    return;
  g_ptr_array_unref (module->functions);
  g_array_unref (module->variables);
  g_ptr_array_unref (module->files);
  g_free (module);
}

IhopPtxFunction *
ihop_ptx_module_function (const IhopPtxModule *module, const char *name)
{
  for (guint i = 0; i < module->functions->len; i++)
    {
      IhopPtxFunction *function = module->functions->pdata[i];
      if (g_str_equal (function->name, name))
        return function;
    }
  return NULL;
}

guint64
ihop_ptx_function_value (const IhopPtxModule *module, const char *name)
{
  for (guint i = 0; i < module->functions->len; i++)
    if (g_str_equal (((const IhopPtxFunction *) module->functions->pdata[i])->name, name))
      return 16 * (i + 1);
  return 0;
}

const IhopPtxFunction *
ihop_ptx_function_of_value (const IhopPtxModule *module, guint64 value)
{
  return value && value % 16 == 0 && value / 16 <= module->functions->len ? module->functions->pdata[value / 16 - 1] : NULL;
}

const IhopPtxVariable *
ihop_ptx_variable_find (const GArray *variables, const char *name)
{
  for (guint i = 0; i < variables->len; i++)
    {
      const IhopPtxVariable *variable = &g_array_index (variables, IhopPtxVariable, i);
      if (g_str_equal (variable->name, name))
        return variable;
    }
  return NULL;
}

const IhopPtxLabel *
ihop_ptx_label_find (const IhopPtxFunction *function, const char *name)
{
  for (guint i = 0; i < function->labels->len; i++)
    {
      const IhopPtxLabel *label = &g_array_index (function->labels, IhopPtxLabel, i);
      if (label->name == name)
        return label;
    }
  return NULL;
}

static gboolean
operand_mentions (const IhopPtxOperand *operand, const char *name)
{
  if (operand->kind == IHOP_PTX_SYMBOL && g_str_equal (operand->name, name))
    return TRUE;
  for (guint i = 0; i < operand->n_items; i++)
    if (operand_mentions (&operand->items[i], name))
      return TRUE;
  return FALSE;
}

gboolean
ihop_ptx_function_mentions (const IhopPtxFunction *function, const char *name)
{
  for (guint i = 0; i < function->instructions->len; i++)
    {
      const IhopPtxInstruction *instruction = &g_array_index (function->instructions, IhopPtxInstruction, i);
      for (guint k = 0; k < instruction->n_operands; k++)
        if (operand_mentions (&instruction->operands[k], name))
          return TRUE;
    }
  return FALSE;
}

gboolean
ihop_ptx_has (const IhopPtxInstruction *instruction, const char *part)
{
  for (guint i = 0; i < instruction->n_parts; i++)
    if (g_str_equal (instruction->parts[i], part))
      return TRUE;
  return FALSE;
}

gboolean
ihop_ptx_type_parse (const char *name, IhopPtxType *type)
{
  static const struct
  {
    const char *name;
    IhopPtxType type;
  } special[] = { { "pred", { 'p', 1, 1 } },    { "f16x2", { 'f', 16, 2 } },
                  { "bf16", { 'h', 16, 1 } },   { "bf16x2", { 'h', 16, 2 } },
                  { "tf32", { 'f', 32, 1 } },   { "texref", { 't', 64, 1 } },
                  { "surfref", { 't', 64, 1 } }, { "samplerref", { 't', 64, 1 } },
                  { "u16x2", { 'u', 16, 2 } },  { "s16x2", { 's', 16, 2 } } };

  for (guint i = 0; i < G_N_ELEMENTS (special); i++)
    if (g_str_equal (name, special[i].name))
      {
        *type = special[i].type;
        return TRUE;
      }
  if (strchr ("busf", name[0]) == NULL || !g_ascii_isdigit (name[1]))
    return FALSE;
  char *end;
  gulong bits = strtoul (name + 1, &end, 10);
  if (*end != '\0' || (bits != 8 && bits != 16 && bits != 32 && bits != 64 && bits != 128))
    return FALSE;
  *type = (IhopPtxType){ name[0], bits, 1 };
  return TRUE;
}

IhopPtxType
ihop_ptx_type (const IhopPtxInstruction *instruction, guint n)
{
  IhopPtxType type;

  for (guint i = 0; i < instruction->n_parts; i++)
    if (ihop_ptx_type_parse (instruction->parts[i], &type) && n-- == 0)
      return type;
  return (IhopPtxType){ 0, 0, 0 };
}

guint
ihop_ptx_type_size (IhopPtxType type)
{
  return MAX (type.bits * type.lanes / 8, 1);
}

IhopPtxSpace
ihop_ptx_space (const IhopPtxInstruction *instruction)
{
  static const struct
  {
    const char *name;
    IhopPtxSpace space;
  } spaces[] = { { "global", IHOP_PTX_SPACE_GLOBAL }, { "shared", IHOP_PTX_SPACE_SHARED },
                 { "shared::cta", IHOP_PTX_SPACE_SHARED }, { "local", IHOP_PTX_SPACE_LOCAL },
                 { "param", IHOP_PTX_SPACE_PARAM }, { "param::entry", IHOP_PTX_SPACE_PARAM },
                 { "param::func", IHOP_PTX_SPACE_PARAM }, { "const", IHOP_PTX_SPACE_CONST } };

  for (guint i = 0; i < instruction->n_parts; i++)
    for (guint k = 0; k < G_N_ELEMENTS (spaces); k++)
      if (g_str_equal (instruction->parts[i], spaces[k].name))
        return spaces[k].space;
  return IHOP_PTX_SPACE_NONE;
}
