/* Variables outside of functions that functions called by kernels read. On the device there are none:
 * such a function gets them as further parameters, from whoever calls it there. */
#include "gpugen/emit/device_globals.h"
#include "gpugen/emit/flat_parameters.h"
#include "analysis/program/callgraph.h"
#include "ir/expression.h"
#include "gpugen/emit/printing.h"
#include "gpugen/emit/shape.h"
#include "gpugen/plan/plan.h"
#include <string.h>

typedef struct
{
  const IhopKernel *kernel;
  GPtrArray *globals;
  GHashTable *seen;        /* of const IhopFunction * */
} Find;

static void find_in (Find *find, const IhopFunction *function);

static gboolean
visit (const IhopNode *node, gpointer data)
{
  Find *find = data;

  if (node->kind != IHOP_REF)
    return TRUE;
  if (node->symbol->kind == IHOP_SYMBOL_VARIABLE && node->symbol->storage != IHOP_STORAGE_AUTO
      && !g_ptr_array_find (find->globals, node->symbol, NULL))
    g_ptr_array_add (find->globals, node->symbol);
  for (guint i = 0; node->symbol->kind == IHOP_SYMBOL_FUNCTION && i < find->kernel->callees->len; i++)
    {
      const IhopFunction *callee = find->kernel->callees->pdata[i];
      if (callee->symbol == node->symbol)
        find_in (find, callee);
    }
  return TRUE;
}

static void
find_in (Find *find, const IhopFunction *function)
{
  if (g_hash_table_add (find->seen, (gpointer) function))
    ihop_node_walk (function->body, visit, find);
}

GPtrArray *
ihop_device_globals (const IhopKernel *kernel, const IhopFunction *callee)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Find find = { kernel, g_ptr_array_new (), seen };

  find_in (&find, callee);
  return find.globals;
}

/* ---- names ---------------------------------------------------------------------------- */

typedef struct
{
  const IhopSymbol *global;
  gboolean found;
} Clash;

static gboolean
look_for_name (const IhopNode *node, gpointer data)
{
  Clash *clash = data;

  clash->found |= node->kind == IHOP_VARIABLE
                  && strcmp (node->symbol->name, clash->global->name) == 0;
  return !clash->found;
}

static gboolean
is_hidden_in (const IhopFunction *function, const IhopSymbol *global)
{
  Clash clash = { global, FALSE };

  for (guint i = 0; i < function->n_params; i++)
    clash.found |= strcmp (function->params[i]->name, global->name) == 0;
  ihop_node_walk (function->body, look_for_name, &clash);
  return clash.found;
}

/* Anything but an element: as a pointer it would be another thing ("sizeof table"). */
static gboolean
is_stray (const IhopNode *node, const IhopSymbol *global, gboolean subscripted)
{
  gboolean is_array = node->type && ihop_type_strip (node->type)->kind == IHOP_TYPE_ARRAY;

  if (node->kind == IHOP_REF)
    return node->symbol == global && is_array && !subscripted;
  if (node->kind == IHOP_SIZEOF)
    return ihop_expression_mentions (node, global);
  if (node->kind == IHOP_INDEX && is_array && !subscripted && ihop_expression_mentions (node, global))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i]
        && is_stray (node->child[i], global,
                     (node->kind == IHOP_INDEX && i == 0)
                       || (subscripted && (node->kind == IHOP_PAREN || node->kind == IHOP_CAST))))
      return TRUE;
  return FALSE;
}

static IhopMessage *
refuse_global (const IhopKernel *kernel, const IhopFunction *callee, const IhopSymbol *global)
{
  const IhopKernelParam *param = NULL;

  for (guint i = 0; i < kernel->params->len && param == NULL; i++)
    if (((const IhopKernelParam *) kernel->params->pdata[i])->symbol == global)
      param = kernel->params->pdata[i];
  if (param == NULL || param->passing == IHOP_PASS_SCALAR)
    return ihop_message (param ? N_ ("%s reads the global %s, which changes on the device")
                               : N_ ("%s reads the global %s, which cannot be passed to it"),
                         callee->symbol->name, global->name);
  if (is_hidden_in (callee, global) || is_hidden_in (kernel->function, global))
    return ihop_message ("%s reads the global %s, and another variable has that name", callee->symbol->name, global->name);
  if (is_stray (callee->body, global, FALSE))
    return ihop_message ("%s uses the global %s as a whole", callee->symbol->name, global->name);
  return NULL;
}

IhopMessage *
ihop_device_globals_refuse (const IhopKernel *kernel)
{
  IhopMessage *why = NULL;

  for (guint i = 0; i < kernel->callees->len; i++)
    {
      const IhopFunction *callee = kernel->callees->pdata[i];
      g_autoptr (GPtrArray) globals = ihop_device_globals (kernel, callee);
      for (guint k = 0; k < globals->len && why == NULL; k++)
        why = refuse_global (kernel, callee, globals->pdata[k]);
    }
  return why;
}

/* ---- text ----------------------------------------------------------------------------- */

void
ihop_device_globals_declare (IhopPrint *print, const IhopKernel *kernel, const GPtrArray *globals,
                             GPtrArray *params)
{
  for (guint i = 0; i < globals->len; i++)
    for (guint k = 0; k < kernel->params->len; k++)
      {
        const IhopKernelParam *param = kernel->params->pdata[k];
        if (param->symbol != globals->pdata[i])
          continue;
        IhopType type = *param->symbol->type;
        type.qualifiers = 0;
        g_ptr_array_add (params, param->variable
                                   ? ihop_shape_declare (ihop_printing_shape (print, param->variable),
                                                         param->symbol->name, TRUE, FALSE)
                                   : ihop_type_declare (&type, param->symbol->name));
      }
}

/* What a function on the device is given for an argument. A parameter that is seen flat gets the first element of what the caller
 * does not see so. Takes text. */
static char *
passed_text (const IhopFunction *function, guint number, const IhopNode *argument, char *text)
{
  const IhopNode *value = ihop_node_strip (argument, TRUE);
  const IhopType *type = ihop_type_strip (value->kind == IHOP_REF ? value->symbol->type : value->type);
  g_autofree char *plain = text;
  guint rank = 0;

  if (function == NULL || number >= function->n_params || !ihop_parameter_is_flat (function, function->params[number])
      || ihop_type_is_variable_length (type))
    return g_steal_pointer (&plain);
  ihop_type_element (type->kind == IHOP_TYPE_POINTER ? type->target : type, &rank);
  rank += type->kind == IHOP_TYPE_POINTER ? 1 : 0;
  GString *first = g_string_new ("&");
  g_string_append (first, plain);
  for (guint i = 0; i < rank; i++)
    g_string_append (first, "[0]");
  return g_string_free (first, FALSE);
}

char *
ihop_device_globals_call (IhopPrint *print, const IhopNode *call,
                          char *(*text_of) (const IhopNode *node, gpointer data), gpointer data)
{
  const IhopSymbol *callee = ihop_call_callee (call);
  const GPtrArray *globals = callee ? g_hash_table_lookup (print->device_globals, callee) : NULL;
  const IhopFunction *function = callee ? ihop_tree_function_of (print->plan->tree, callee) : NULL;
  const char *name = callee ? g_hash_table_lookup (print->device_functions, callee) : NULL;
  GString *text;

  if (globals == NULL && (name == NULL || function == NULL || !ihop_function_has_flat_parameter (function)))
    return NULL;
  text = g_string_new (name);
  g_string_append (text, print->layout.space_call ? " (" : "(");
  for (guint i = 1; i < call->n_children; i++)
    {
      g_autofree char *argument = passed_text (function, i - 1, call->child[i], text_of (call->child[i], data));
      g_string_append_printf (text, "%s%s", i > 1 ? ", " : "", argument);
    }
  for (guint i = 0; globals && i < globals->len; i++)
    g_string_append_printf (text, "%s%s", i || call->n_children > 1 ? ", " : "",
                            ((const IhopSymbol *) globals->pdata[i])->name);
  g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}
