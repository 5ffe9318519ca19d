/* Parameters have the names of the owner's variables, so that the body stands as written. */
#include "gpugen/emit/kernel_params.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/effects.h"
#include "analysis/memory/lvalue.h"
#include "ir/expression.h"
#include "gpugen/emit/printing.h"
#include "gpugen/emit/shape.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/plan.h"
#include <string.h>

const IhopReduction *
ihop_kernel_reduction_of (const IhopKernel *kernel, const IhopSymbol *symbol)
{
  for (guint i = 0; kernel->reductions && i < kernel->reductions->len; i++)
    {
      const IhopReduction *reduction = kernel->reductions->pdata[i];
      if (reduction->symbol == symbol && !reduction->is_element)
        return reduction;
    }
  return NULL;
}

const IhopPrivate *
ihop_kernel_last_of (const IhopKernel *kernel, const IhopSymbol *symbol)
{
  for (guint i = 0; kernel->last_values && i < kernel->last_values->len; i++)
    {
      const IhopPrivate *last = kernel->last_values->pdata[i];
      if (last->symbol == symbol)
        return last;
    }
  return NULL;
}

char *
ihop_kernel_pointer_name (const IhopKernel *kernel, const IhopSymbol *symbol)
{
  if (ihop_kernel_reduction_of (kernel, symbol))
    return g_strconcat (symbol->name, "_total", NULL);
  if (ihop_kernel_last_of (kernel, symbol))
    return g_strconcat (symbol->name, "_last", NULL);
  return g_strdup (symbol->name);
}

static void
add_value (IhopKernelParams *params, const IhopSymbol *symbol)
{
  IhopType type = *symbol->type;

  g_autofree char *spelling = ihop_type_spelling (symbol, symbol->type);

  type.qualifiers &= ~(IHOP_RESTRICT | IHOP_VOLATILE);
  if (spelling)
    type.name = spelling;
  g_ptr_array_add (params->declarations, ihop_type_declare (&type, symbol->name));
  g_ptr_array_add (params->names, g_strdup (symbol->name));
  g_ptr_array_add (params->arguments, g_strdup (symbol->name));
}

/* ---- const ---- */

typedef struct
{
  const IhopSymbol *symbol;
  gboolean found;          /* a pointer that may be written through is made of it */
} HandedOn;

static gboolean
may_write_through (const IhopType *type)
{
  const IhopType *pointer = ihop_type_strip (type);

  return (pointer->kind == IHOP_TYPE_POINTER || pointer->kind == IHOP_TYPE_ARRAY)
         && !(ihop_type_element (pointer->target, NULL)->qualifiers & IHOP_CONST);
}

static void
look_at_value (HandedOn *handed, const IhopType *type, const IhopNode *value)
{
  if (value == NULL || !may_write_through (type))
    return;
  const IhopSymbol *root = ihop_defs_root (value);
  handed->found |= root ? root == handed->symbol : ihop_expression_mentions (value, handed->symbol);
}

static gboolean
visit_pointer (const IhopNode *node, gpointer data)
{
  HandedOn *handed = data;

  if (node->kind == IHOP_VARIABLE)
    look_at_value (handed, node->symbol->type, node->child[0]);
  else if (node->kind == IHOP_ASSIGN)
    look_at_value (handed, node->type, node->child[1]);
  for (guint i = 1; node->kind == IHOP_CALL && i < node->n_children; i++)
    look_at_value (handed, node->child[i]->type, node->child[i]);
  return !handed->found;
}

gboolean
ihop_kernel_param_is_const (const IhopKernel *kernel, const IhopKernelParam *param)
{
  HandedOn handed = { param->symbol, FALSE };

  for (guint i = 0; param->is_const && i < kernel->statements->len; i++)
    ihop_node_walk (kernel->statements->pdata[i], visit_pointer, &handed);
  return param->is_const && !handed.found;
}

/* ---- the list ---- */

/* Each device variable is an allocation of its own, so pointers to two of them never meet: unless
 * one of them comes twice. */
static gboolean
is_alone (const IhopKernel *kernel, const IhopDeviceVariable *variable)
{
  guint times = 0, pointers = 0;

  for (guint i = 0; i < kernel->params->len; i++)
    {
      const IhopKernelParam *param = kernel->params->pdata[i];
      times += param->variable == variable;
      pointers += param->variable != NULL;
    }
  return times == 1 && pointers > 1;
}

/* Compilers may keep over a fence what they have read by a pointer that is said to be the only one. */
static gboolean
is_exchanged (const IhopKernel *kernel, const IhopSymbol *symbol)
{
  return kernel->tree && g_hash_table_contains (kernel->tree->exchanged, symbol);
}

static gboolean asks_for_null (const IhopPlan *plan, const IhopKernel *kernel, const IhopKernelParam *param);

/* A call of a device version: whether the version's kernels and calls ask for what is handed over there. */
static gboolean
version_asks_for_null (const IhopPlan *plan, const IhopKernel *call, const IhopKernelParam *param)
{
  const IhopDeviceVariable *handed = NULL;

  for (guint i = 0; i < call->params->len; i++)
    if (call->params->pdata[i] == param)
      handed = g_array_index (call->version->handed, IhopHanded, i).variable;
  for (guint list = 0; list < 2; list++)
    {
      const GPtrArray *kernels = list ? plan->calls : plan->kernels;
      for (guint i = 0; i < kernels->len; i++)
        {
          const IhopKernelParam *inner = ihop_kernel_param (kernels->pdata[i], handed->symbol);
          if (inner && inner->variable == handed && asks_for_null (plan, kernels->pdata[i], inner))
            return TRUE;
        }
    }
  return FALSE;
}

static gboolean
asks_for_null (const IhopPlan *plan, const IhopKernel *kernel, const IhopKernelParam *param)
{
  if (kernel->kind == IHOP_KERNEL_CALL)
    return version_asks_for_null (plan, kernel, param);
  for (guint i = 0; i < kernel->statements->len; i++)
    if (ihop_address_is_tested (kernel->statements->pdata[i]))
      return TRUE;
  for (guint i = 0; i < kernel->callees->len; i++)
    if (ihop_address_is_tested (((const IhopFunction *) kernel->callees->pdata[i])->body))
      return TRUE;
  return FALSE;
}

/* What a version is handed is null already where the host's pointer is. */
gboolean
ihop_kernel_param_may_be_null (IhopPrint *print, const IhopKernel *kernel, const IhopKernelParam *param)
{
  return ihop_type_strip (param->symbol->type)->kind == IHOP_TYPE_POINTER && !param->variable->is_handed
         && !(print->version && ihop_version_hands (print->version, param->variable))
         && asks_for_null (print->plan, kernel, param);
}

static char *
pointer_argument (IhopPrint *print, const IhopKernel *kernel, const IhopKernelParam *param)
{
  const char *name = param->variable->name;

  if (ihop_kernel_param_may_be_null (print, kernel, param))
    return g_strdup_printf ("%s != NULL ? %s : NULL", param->symbol->name, name);
  return g_strdup (name);
}

static void
add_pointer (IhopPrint *print, IhopKernelParams *params, const IhopKernel *kernel,
             const IhopKernelParam *param)
{
  const IhopDeviceShape *shape = ihop_printing_shape (print, param->variable);
  g_autofree char *name = ihop_kernel_pointer_name (kernel, param->symbol);

  g_ptr_array_add (params->declarations,
                   ihop_shape_declare (shape, name, ihop_kernel_param_is_const (kernel, param),
                                       is_alone (kernel, param->variable) && !is_exchanged (kernel, param->symbol)));
  g_ptr_array_add (params->names, g_strdup (name));
  g_ptr_array_add (params->arguments, pointer_argument (print, kernel, param));
  g_ptr_array_add (params->pointers, g_strdup (param->variable->name));
}

/* Extents of arrays that are seen flat, as far as they are no parameters anyway. */
static void
add_extents (IhopPrint *print, IhopKernelParams *params, const IhopKernel *kernel)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < kernel->params->len; i++)
    {
      const IhopKernelParam *param = kernel->params->pdata[i];
      const IhopDeviceShape *shape
        = param->variable ? ihop_printing_shape (print, param->variable) : NULL;
      for (guint s = 0; shape && shape->is_flat && s < shape->symbols->len; s++)
        if (!ihop_kernel_param (kernel, shape->symbols->pdata[s])
            && g_hash_table_add (seen, shape->symbols->pdata[s]))
          add_value (params, shape->symbols->pdata[s]);
    }
}

char *
ihop_axis_first_name (const IhopAxis *axis)
{
  if (!ihop_expression_mentions (axis->first, axis->iterator))
    return NULL;
  return g_strconcat (axis->iterator->name, "_first", NULL);
}

/* "for (; i < n; i++)" starts from what i holds. */
static void
add_first_values (IhopKernelParams *params, const IhopKernel *kernel)
{
  for (guint i = 0; i < kernel->n_axes; i++)
    {
      char *name = ihop_axis_first_name (&kernel->axes[i]);
      IhopType type = *kernel->axes[i].iterator->type;
      if (name == NULL)
        continue;
      type.qualifiers = 0;
      g_ptr_array_add (params->declarations, ihop_type_declare (&type, name));
      g_ptr_array_add (params->names, name);
      g_ptr_array_add (params->arguments, g_strdup (kernel->axes[i].iterator->name));
    }
}

IhopKernelParams *
ihop_kernel_params_new (IhopPrint *print, const IhopKernel *kernel)
{
  IhopKernelParams *params = g_new0 (IhopKernelParams, 1);

  params->declarations = g_ptr_array_new_with_free_func (g_free);
  params->names = g_ptr_array_new_with_free_func (g_free);
  params->arguments = g_ptr_array_new_with_free_func (g_free);
  params->pointers = g_ptr_array_new_with_free_func (g_free);
  add_first_values (params, kernel);
  add_extents (print, params, kernel);
  for (guint i = 0; i < kernel->params->len; i++)
    {
      const IhopKernelParam *param = kernel->params->pdata[i];
      if (param->variable)
        add_pointer (print, params, kernel, param);
      else
        add_value (params, param->symbol);
    }
  return params;
}

void
ihop_kernel_params_free (IhopKernelParams *params)
{
  if (params == NULL)
    return;
  g_ptr_array_unref (params->declarations);
  g_ptr_array_unref (params->names);
  g_ptr_array_unref (params->arguments);
  g_ptr_array_unref (params->pointers);
  g_free (params);
}

char *
ihop_text_list (const char *head, const GPtrArray *items, guint skip)
{
  GString *text = g_string_new (head);
  gsize column, line = 0;

  g_string_append_c (text, '(');
  column = text->len;
  for (guint i = skip; i < items->len; i++)
    {
      const char *item = items->pdata[i];
      if (i > skip)
        g_string_append_c (text, ',');
      if (i > skip && text->len - line + strlen (item) + 2 > 96)
        {
          line = text->len + 1;
          g_string_append_printf (text, "\n%*s", (int) column, "");
        }
      else if (i > skip)
        g_string_append_c (text, ' ');
      g_string_append (text, item);
    }
  g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}
