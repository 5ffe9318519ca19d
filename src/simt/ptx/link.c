#include "simt/ptx/link.h"
#include "simt/ptx/construct.h"

typedef struct
{
  IhopPtxModule *whole;
  GHashTable *names; /* of the module that is added: its own names → those in the whole */
} Link;

static IhopPtxVariable *
variable_at (const GArray *variables, guint i)
{
  return &g_array_index (variables, IhopPtxVariable, i);
}

static gboolean
is_taken (const IhopPtxModule *module, const char *name)
{
  return ihop_ptx_module_function (module, name) || ihop_ptx_variable_find (module->variables, name);
}

/* --- names that are a module's own ------------------------------------------------------------ */

static void
rename_own (Link *link, const char **name, guint number)
{
  if (!is_taken (link->whole, *name))
    return;
  g_autofree char *new = g_strdup_printf ("%s'of%u", *name, number);
  g_hash_table_insert (link->names, (gpointer) *name, (gpointer) g_intern_string (new));
  *name = g_hash_table_lookup (link->names, *name);
}

static void
rename (const Link *link, const char **name)
{
  const char *new = *name ? g_hash_table_lookup (link->names, *name) : NULL;

  if (new)
    *name = new;
}

static void
rename_operand (const Link *link, IhopPtxOperand *operand)
{
  if (operand->kind == IHOP_PTX_SYMBOL)
    rename (link, &operand->name);
  for (guint i = 0; i < operand->n_items; i++)
    rename_operand (link, &operand->items[i]);
}

static void
rename_uses (const Link *link, IhopPtxModule *module)
{
  for (guint i = 0; i < module->variables->len; i++)
    {
      GArray *relocations = variable_at (module->variables, i)->relocations;
      for (guint k = 0; relocations && k < relocations->len; k++)
        rename (link, &g_array_index (relocations, IhopPtxRelocation, k).symbol);
    }
  for (guint i = 0; i < module->functions->len; i++)
    {
      const GArray *instructions = ((IhopPtxFunction *) module->functions->pdata[i])->instructions;
      for (guint k = 0; k < instructions->len; k++)
        {
          IhopPtxInstruction *instruction = &g_array_index (instructions, IhopPtxInstruction, k);
          for (guint n = 0; n < instruction->n_operands; n++)
            rename_operand (link, &instruction->operands[n]);
        }
    }
}

static void
keep_apart (Link *link, IhopPtxModule *module, guint number)
{
  for (guint i = 0; i < module->functions->len; i++)
    {
      IhopPtxFunction *function = module->functions->pdata[i];
      if (function->has_body && !function->is_visible)
        rename_own (link, &function->name, number);
    }
  for (guint i = 0; i < module->variables->len; i++)
    {
      IhopPtxVariable *variable = variable_at (module->variables, i);
      if (!variable->is_visible && !variable->is_extern)
        rename_own (link, &variable->name, number);
    }
  if (g_hash_table_size (link->names) > 0)
    rename_uses (link, module);
}

/* --- what is added ---------------------------------------------------------------------------- */

static void
add_function (Link *link, IhopPtxFunction *function, guint first_file)
{
  GPtrArray *functions = link->whole->functions;

  for (guint i = 0; i < function->instructions->len; i++)
    {
      IhopPtxInstruction *instruction = &g_array_index (function->instructions, IhopPtxInstruction, i);
      instruction->file += instruction->file ? first_file : 0;
    }
  for (guint i = 0; i < functions->len; i++)
    {
      IhopPtxFunction *old = functions->pdata[i];
      if (old->name != function->name)
        continue;
      gboolean is_better = function->has_body && !old->has_body;
      functions->pdata[i] = is_better ? function : old;
      ihop_ptx_function_free (is_better ? old : function);
      return;
    }
  g_ptr_array_add (functions, function);
}

static void
swap (IhopPtxVariable *a, IhopPtxVariable *b)
{
  IhopPtxVariable kept = *a;

  *a = *b;
  *b = kept;
}

/* FALSE: the whole has it already, and "variable" holds what is not needed. */
static gboolean
add_variable (Link *link, IhopPtxVariable *variable)
{
  GArray *variables = link->whole->variables;

  for (guint i = 0; i < variables->len; i++)
    {
      IhopPtxVariable *old = variable_at (variables, i);
      if (old->name != variable->name)
        continue;
      if (old->is_extern && !variable->is_extern)
        swap (old, variable);
      return FALSE;
    }
  g_array_append_val (variables, *variable);
  return TRUE;
}

static void
add_module (Link *link, IhopPtxModule *module)
{
  guint first_file = link->whole->files->len;

  g_ptr_array_set_free_func (module->functions, NULL);
  for (guint i = 0; i < module->functions->len; i++)
    add_function (link, module->functions->pdata[i], first_file);
  for (guint i = 0; i < module->variables->len; i++)
    if (add_variable (link, variable_at (module->variables, i)))
      *variable_at (module->variables, i) = (IhopPtxVariable){ 0 };
  for (guint i = 0; i < module->files->len; i++)
    g_ptr_array_add (link->whole->files, module->files->pdata[i]);
  link->whole->version = MAX (link->whole->version, module->version);
  link->whole->target = MAX (link->whole->target, module->target);
  ihop_ptx_module_free (module);
}

IhopPtxModule *
ihop_ptx_link (GPtrArray *modules)
{
  Link link = { .whole = modules->pdata[0] };

  for (guint i = 1; i < modules->len; i++)
    {
      link.names = g_hash_table_new (NULL, NULL);
      keep_apart (&link, modules->pdata[i], i);
      add_module (&link, modules->pdata[i]);
      g_hash_table_unref (link.names);
    }
  g_ptr_array_set_free_func (modules, NULL);
  g_ptr_array_unref (modules);
  return link.whole;
}
