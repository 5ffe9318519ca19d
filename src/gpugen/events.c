/* What an emulated program tells its runtime so that it can work out the fewest bytes that copies
 * would have to move (ihop_emu_report.h). Whole boxes count, as they do for the copies. */
#include "gpugen/printing.h"
#include <string.h>

int
ihop_event_number (const IhopPrint *print, const IhopDeviceVariable *variable)
{
  const GPtrArray *variables = print->plan->variables;

  for (guint i = 0; i < variables->len; i++)
    {
      const IhopDeviceVariable *other = variables->pdata[i];
      if (other->function == variable->function && other->symbol == variable->symbol)
        return (int) i;
    }
  return 0;
}

static gboolean
is_wanted (const IhopPrint *print)
{
  return print->options->bounds && print->dialect == IHOP_DIALECT_EMULATED;
}

static char *
box_bytes (IhopPrint *print, const IhopDeviceVariable *variable, const IhopBox *box)
{
  const IhopShape *shape = ihop_printing_shape (print, variable);
  g_autofree char *element = ihop_shape_element_type (shape);
  g_autoptr (GString) text = g_string_new (NULL);

  if (box == NULL || box->rank == 0 || box->rank != shape->rank)
    {
      char *bytes = ihop_shape_bytes (shape);
      print->helpers |= strstr (bytes, "ihop_size") ? IHOP_HELPER_SIZE : 0;
      return bytes;
    }
  print->helpers |= IHOP_HELPER_SIZE;
  for (guint d = 0; d < box->rank; d++)
    g_string_append_printf (text, "ihop_size (%s) * ", box->count[d]);
  g_string_append_printf (text, "sizeof (%s)", element);
  return g_strdup (text->str);
}

static void
append_event (IhopPrint *print, GString *out, const IhopKernelParam *param, const char *event,
              const IhopBox *box, const char *indent)
{
  g_autofree char *bytes = box_bytes (print, param->variable, box);

  ihop_layout_append (&print->layout, out, indent, "%s (%d, %s);\n", event,
                      ihop_event_number (print, param->variable), bytes);
}

char *
ihop_events_before_kernel (IhopPrint *print, const IhopKernel *kernel, const char *indent)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; is_wanted (print) && i < kernel->params->len; i++)
    {
      const IhopKernelParam *param = kernel->params->pdata[i];
      const IhopFootprint *footprint = param->footprint;
      if (param->variable && footprint && footprint->is_read && footprint->is_exposed)
        append_event (print, out, param, "ihop_emu_device_reads", footprint->read, indent);
    }
  return g_string_free (out, FALSE);
}

char *
ihop_events_after_kernel (IhopPrint *print, const IhopKernel *kernel, const char *indent)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; is_wanted (print) && i < kernel->params->len; i++)
    {
      const IhopKernelParam *param = kernel->params->pdata[i];
      const IhopFootprint *footprint = param->footprint;
      if (param->variable && footprint && footprint->is_written)
        append_event (print, out, param, "ihop_emu_device_writes", footprint->written, indent);
    }
  return g_string_free (out, FALSE);
}

/* Memory that somebody may look at after the function. */
static gboolean
outlives (const IhopDeviceVariable *variable)
{
  const IhopSymbol *symbol = variable->symbol;

  return symbol->is_global || symbol->storage == IHOP_STORAGE_STATIC
         || (symbol->kind == IHOP_SYMBOL_PARAMETER && variable->rank > 0);
}

static void
add_life (IhopPrint *print, IhopPoints *points, const IhopDeviceVariable *variable)
{
  int number = ihop_event_number (print, variable);
  g_autofree char *indent
    = ihop_points_indent (points, variable->function, &variable->allocate);
  g_autofree char *bytes = box_bytes (print, variable, NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  ihop_layout_append (&print->layout, text, indent,
                      "ihop_emu_var (%d, \"%s\");\nihop_emu_var_bytes (%d, %s);\n"
                      "ihop_emu_var_device (%d, %s);\nihop_emu_host_writes (%d);\n",
                      number, variable->symbol->name, number, bytes, number, variable->name,
                      number);
  ihop_points_add (points, variable->function, &variable->allocate, text->str);
  for (guint i = 0; i < variable->frees->len; i++)
    {
      const IhopPoint *point = variable->frees->pdata[i];
      g_autofree char *at = ihop_points_indent (points, variable->function, point);
      g_string_truncate (text, 0);
      if (outlives (variable))
        ihop_layout_append (&print->layout, text, at, "ihop_emu_host_reads (%d);\n", number);
      ihop_layout_append (&print->layout, text, at, "ihop_emu_var_dies (%d);\n", number);
      ihop_points_add (points, variable->function, point, text->str);
    }
}

void
ihop_events_add (IhopPrint *print, IhopPoints *points)
{
  for (guint i = 0; i < print->plan->variables->len; i++)
    add_life (print, points, print->plan->variables->pdata[i]);
}
