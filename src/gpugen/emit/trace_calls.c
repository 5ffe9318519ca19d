/* What an emulated program tells its runtime so that it can work out the fewest bytes that copies
 * would have to move (ihop_emu_report.h). Whole boxes count, as they do for the copies. */
#include "gpugen/emit/trace_calls.h"
#include "gpugen/emit/code_layout.h"
#include "gpugen/emit/device_versions.h"
#include "gpugen/emit/insertions.h"
#include "gpugen/emit/printing.h"
#include "gpugen/emit/shape.h"
#include "gpugen/plan/plan.h"
#include "gpugen/transfer/motion.h"
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

/* What is forgotten is told to every emulated program (ihop_emu_host.h). */
static guint16
told_of (const IhopPrint *print, guint16 event)
{
  if (print->dialect != IHOP_DIALECT_EMULATED)
    return 0;
  return print->options->bounds ? event : event & IHOP_EVENT_FORGET;
}

static gboolean
is_wanted (const IhopPrint *print)
{
  return print->options->bounds && print->dialect == IHOP_DIALECT_EMULATED;
}

static char *
box_bytes (IhopPrint *print, const IhopDeviceVariable *variable, const IhopBox *box)
{
  const IhopDeviceShape *shape = ihop_printing_shape (print, variable);
  g_autofree char *element = ihop_shape_element_type (shape);
  g_autoptr (GString) text = g_string_new (NULL);

  if (box == NULL || box->rank == 0 || box->rank != shape->rank)
    {
      char *bytes = ihop_shape_bytes (shape);
      ihop_printing_note_sizes (print, bytes);
      return bytes;
    }
  for (guint d = 0; d < box->rank; d++)
    {
      g_autofree char *size = ihop_shape_size (box->count[d]);
      ihop_printing_note_sizes (print, size);
      g_string_append_printf (text, "%s * ", size);
    }
  g_string_append_printf (text, "sizeof (%s)", element);
  return g_strdup (text->str);
}

/* A number of bytes for a part: of the box, less the one that does not travel with it; none where the
 * variable's condition fails. */
static char *
part_bytes (IhopPrint *print, const IhopTransferTrace *trace, const IhopBox *box)
{
  g_autofree char *when = trace->variable->when ? ihop_wide_text (trace->variable->when, IHOP_WIDE_CONDITION) : NULL;
  g_autofree char *all = box_bytes (print, trace->variable, box);
  g_autofree char *less = trace->without ? box_bytes (print, trace->variable, trace->without) : NULL;
  g_autofree char *bytes = less ? g_strdup_printf ("%s - %s", all, less) : g_strdup (all);

  return when ? g_strdup_printf ("%s ? %s : 0", when, bytes) : g_steal_pointer (&bytes);
}

static void
append_event (IhopPrint *print, GString *out, const IhopTransferTrace *trace, guint16 event,
              const char *indent)
{
  static const struct { guint16 event; const char *name; } names[] = {
    { IHOP_EVENT_HOST_READ, "host_reads" },     { IHOP_EVENT_DEVICE_READ, "device_reads" },
    { IHOP_EVENT_FORGET, "forgets" },           { IHOP_EVENT_HOST_FILL, "host_fills" },
    { IHOP_EVENT_DEVICE_FILL, "device_fills" }, { IHOP_EVENT_HOST_WRITE, "host_writes" },
    { IHOP_EVENT_DEVICE_WRITE, "device_writes" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (told_of (print, event) & names[i].event)
      ihop_layout_append (&print->layout, out, indent, "ihop_emu_%s (%d, %u);\n", names[i].name,
                          ihop_event_number (print, trace->variable), trace->piece);
}

/* All of it stands before the launch: kernels do not copy, so the order of copies is the same. */
char *
ihop_events_of_kernel (IhopPrint *print, const IhopKernel *kernel, const char *indent)
{
  const GPtrArray *trace = print->plan->traces;
  GString *out = g_string_new (NULL);

  for (guint i = 0; is_wanted (print) && trace && i < trace->len; i++)
    {
      const IhopTransferTrace *t = trace->pdata[i];
      for (guint k = 0; k < t->events->len && ihop_printing_keeps (print, t->variable); k++)
        {
          const IhopTraceEvent *e = &g_array_index (t->events, IhopTraceEvent, k);
          if (e->kernel == kernel)
            append_event (print, out, t, e->event, indent);
        }
    }
  return g_string_free (out, FALSE);
}

char *
ihop_trace_of_pointer_swap (IhopPrint *print, const IhopPointerSwap *swap, const char *indent)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; is_wanted (print) && i + 1 < swap->variables->len; i++)
    ihop_layout_append (&print->layout, out, indent, "ihop_emu_swap (%d, %d);\n",
                        ihop_event_number (print, swap->variables->pdata[i]),
                        ihop_event_number (print, swap->variables->pdata[i + 1]));
  for (guint i = 0; is_wanted (print) && i < swap->variables->len; i++)
    {
      const IhopDeviceVariable *variable = swap->variables->pdata[i];
      ihop_layout_append (&print->layout, out, indent, "ihop_emu_var_device (%d, %s);\n",
                          ihop_event_number (print, variable), variable->name);
    }
  return g_string_free (out, FALSE);
}

static void
add_birth (IhopPrint *print, IhopPoints *points, const IhopDeviceVariable *variable)
{
  int number = ihop_event_number (print, variable);
  g_autofree char *indent
    = ihop_points_indent (points, variable->function, &variable->allocate);
  g_autoptr (GString) text = g_string_new (NULL);

  ihop_layout_append (&print->layout, text, indent,
                      "ihop_emu_var (%d, \"%s\");\nihop_emu_var_device (%d, %s);\n",
                      number, variable->symbol->name, number, variable->name);
  ihop_points_add (points, variable->function, &variable->allocate, text->str);
}

static void
add_trace (IhopPrint *print, IhopPoints *points, const IhopTransferTrace *trace)
{
  const IhopDeviceVariable *variable = trace->variable;
  int number = ihop_event_number (print, variable);
  g_autofree char *indent
    = ihop_points_indent (points, variable->function, &variable->allocate);
  g_autofree char *in = part_bytes (print, trace, trace->in);
  g_autofree char *out = part_bytes (print, trace, trace->out);
  g_autoptr (GString) text = g_string_new (NULL);

  if (is_wanted (print))
    ihop_layout_append (&print->layout, text, indent, "ihop_emu_part (%d, %u, %s, %s);\n", number,
                        trace->piece, in, out);
  ihop_points_add (points, variable->function, &variable->allocate, text->str);
  for (guint i = 0; i < trace->events->len; i++)
    {
      const IhopTraceEvent *e = &g_array_index (trace->events, IhopTraceEvent, i);
      if (e->kernel)
        continue;
      g_autofree char *at = ihop_points_indent (points, variable->function, &e->at);
      g_string_truncate (text, 0);
      append_event (print, text, trace, e->event, at);
      if (text->len)
        ihop_points_add (points, variable->function, &e->at, text->str);
    }
}

static gboolean
forgets (const IhopTransferTrace *trace)
{
  for (guint i = 0; i < trace->events->len; i++)
    if (g_array_index (trace->events, IhopTraceEvent, i).event & IHOP_EVENT_FORGET)
      return TRUE;
  return FALSE;
}

void
ihop_events_add (IhopPrint *print, IhopPoints *points)
{
  const GPtrArray *trace = print->plan->traces;
  gboolean any = is_wanted (print);

  for (guint i = 0; trace && i < trace->len; i++)
    any |= forgets (trace->pdata[i]);
  if (!any)
    return;
  for (guint i = 0; i < print->plan->variables->len; i++)
    if (ihop_printing_keeps (print, print->plan->variables->pdata[i]))
      add_birth (print, points, print->plan->variables->pdata[i]);
  for (guint i = 0; trace && i < trace->len; i++)
    if (ihop_printing_keeps (print, ((const IhopTransferTrace *) trace->pdata[i])->variable))
      add_trace (print, points, trace->pdata[i]);
}
