/* One iteration of a kernel's outermost loop as a function.
 *
 * OpenMP moves the body of a parallel loop into a function that gets everything by pointers: gcc
 * then no longer sees that two arrays are different ones, and gives up vectors and loop orders that
 * it finds in the original (syr2k: half as fast). A function of ours whose parameters are
 * "restrict" tells it again. They are what the device's kernel has: the plan made sure that what is
 * written and what else is touched do not overlap. */
#include "collapse/cpu.h"
#include "gpugen/emit/code_layout.h"
#include "gpugen/emit/kernel_params.h"
#include "gpugen/emit/printing.h"
#include "gpugen/emit/shape.h"
#include <string.h>

typedef struct
{
  GPtrArray *declarations, *arguments;
} List;

static void
add (List *list, char *declaration, const char *argument)
{
  g_ptr_array_add (list->declarations, declaration);
  g_ptr_array_add (list->arguments, g_strdup (argument));
}

static void
add_scalar (List *list, const IhopSymbol *symbol)
{
  IhopType type = *symbol->type;
  g_autofree char *spelling = ihop_type_spelling (symbol, symbol->type);

  type.qualifiers = 0;
  if (spelling)
    type.name = spelling;
  add (list, ihop_type_declare (&type, symbol->name), symbol->name);
}

/* A pointer to rows is given without const: C has no implicit way from T (*)[N] to it. */
static void
add_array (IhopPrint *print, List *list, const IhopKernel *kernel, const IhopKernelParam *param)
{
  IhopDeviceShape shape = *ihop_printing_shape (print, param->variable);

  shape.is_flat = FALSE;
  char *text = ihop_shape_declare (&shape, param->symbol->name,
                                   ihop_kernel_param_is_const (kernel, param) && shape.rank < 2, TRUE);
  GString *plain = g_string_new (text);
  g_string_replace (plain, "__restrict__", "restrict", 0);
  g_free (text);
  add (list, g_string_free (plain, FALSE), param->symbol->name);
}

/* Scalars first: the extents of arrays may be among them. */
static void
fill (IhopPrint *print, const IhopKernel *kernel, guint place, guint axis, List *list)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < kernel->n_axes; i++)
    if ((i < place || i == axis) && g_hash_table_add (seen, kernel->axes[i].iterator))
      add_scalar (list, kernel->axes[i].iterator);
  for (guint i = 0; i < kernel->params->len; i++)
    {
      const IhopKernelParam *param = kernel->params->pdata[i];
      const IhopDeviceShape *shape
        = param->variable ? ihop_printing_shape (print, param->variable) : NULL;
      for (guint s = 0; shape && s < shape->symbols->len; s++)
        if (g_hash_table_add (seen, shape->symbols->pdata[s]))
          add_scalar (list, shape->symbols->pdata[s]);
      if (shape == NULL && g_hash_table_add (seen, param->symbol))
        add_scalar (list, param->symbol);
    }
  for (guint i = 0; i < kernel->params->len; i++)
    {
      const IhopKernelParam *param = kernel->params->pdata[i];
      if (param->variable && param->variable->rank > 0)
        add_array (print, list, kernel, param);
    }
}

static void
append_locals (const IhopKernel *kernel, guint place, guint axis, GString *out,
               const char *indent)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();
  const char *before = NULL;

  for (guint i = 0; i < kernel->n_axes; i++)
    {
      gboolean own = ihop_cpu_declares (kernel->axes[i].loop);
      if (g_hash_table_add (seen, kernel->axes[i].iterator) && i >= place && i != axis
          && !own)
        g_ptr_array_add (symbols, kernel->axes[i].iterator);
    }
  for (guint i = 0; kernel->privates && i < kernel->privates->len; i++)
    if (g_hash_table_add (seen, kernel->privates->pdata[i]))
      g_ptr_array_add (symbols, kernel->privates->pdata[i]);
  for (guint i = 0; i < symbols->len; i++)
    {
      const IhopSymbol *symbol = symbols->pdata[i];
      IhopType type = *symbol->type;
      g_autofree char *spelling = ihop_type_spelling (symbol, symbol->type);
      type.qualifiers = 0;
      if (spelling)
        type.name = spelling;
      g_autofree char *declaration = ihop_type_declare (&type, symbol->name);
      if (before && type.name && g_str_equal (before, type.name) && ihop_type_is_scalar (&type))
        g_string_append_printf (out, ", %s", symbol->name);
      else
        g_string_append_printf (out, "%s%s%s", before ? ";\n" : "", indent, declaration);
      before = type.name && ihop_type_is_scalar (&type) ? g_intern_string (type.name) : "";
    }
  g_string_append (out, symbols->len > 0 ? ";\n\n" : "");
}

char *
ihop_cpu_function (IhopPrint *print, const IhopKernel *kernel, guint place, guint axis,
                   const char *body, char **call)
{
  List list = { g_ptr_array_new_with_free_func (g_free), g_ptr_array_new_with_free_func (g_free) };
  const char *space = print->layout.space_call ? " " : "";
  g_autofree char *indent = ihop_layout_indent (&print->layout, "", 1);
  g_autofree char *head = g_strdup_printf ("static void %s%s", kernel->name, space);
  g_autofree char *called = g_strdup_printf ("%s%s", kernel->name, space);

  fill (print, kernel, place, axis, &list);
  g_autofree char *declared = ihop_text_list (head, list.declarations, 0);
  g_ptr_array_add (list.arguments, NULL);
  g_autofree char *arguments = g_strjoinv (", ", (char **) list.arguments->pdata);
  GString *out = g_string_new (NULL);
  g_string_append_printf (out, "/* Line %u of %s: one %s. */\n%s\n{\n",
                          ihop_range_line (((const IhopNode *)
                                              kernel->statements->pdata[0])->place),
                          kernel->function->symbol->name, kernel->axes[axis].iterator->name,
                          declared);
  append_locals (kernel, place, axis, out, indent);
  g_string_append_printf (out, "%s\n}\n\n", body);
  *call = g_strdup_printf ("%s(%s);", called, arguments);
  g_ptr_array_unref (list.declarations);
  g_ptr_array_unref (list.arguments);
  return g_string_free (out, FALSE);
}
