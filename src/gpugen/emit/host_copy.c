/* Allocation, copies and frees as statements. */
#include "ir/expression.h"
#include "gpugen/emit/host_copy.h"
#include "gpugen/emit/code_layout.h"
#include "gpugen/emit/named_sizes.h"
#include "gpugen/emit/printing.h"
#include "gpugen/emit/shape.h"
#include "gpugen/plan/plan.h"
#include <string.h>

char *
ihop_text_comment (const char *indent, const char *text)
{
  GString *out = g_string_new (indent);
  gsize width = strlen (indent) + 3, column = width;
  g_auto (GStrv) words = g_strsplit (text, " ", -1);

  if (words[0] && g_str_equal (words[0], "the"))
    words[0][0] = 'T';
  g_string_append (out, "/*");
  for (guint i = 0; words[i]; i++)
    {
      gsize length = strlen (words[i]);
      if (column + length + 1 > 97 && i > 0)
        {
          g_string_append_printf (out, "\n%s *", indent);
          column = width;
        }
      g_string_append_printf (out, " %s", words[i]);
      column += length + 1;
    }
  g_string_append (out, " */\n");
  return g_string_free (out, FALSE);
}

static char *
checked (IhopPrint *print, const char *indent, const char *call)
{
  g_autofree char *text = g_strdup_printf ("IHOP_CUDA (%s);\n", call);

  print->helpers |= IHOP_HELPER_CHECK;
  char *laid_out = ihop_layout_text (&print->layout, indent, text);
  const char *last = g_strrstr (laid_out, ", cudaMemcpy");
  if (last == NULL || strlen (laid_out) <= 100 || strchr (laid_out, '\n')[1])
    return laid_out;
  g_autofree char *below = ihop_layout_indent (&print->layout, indent, 2);
  g_autofree char *head = g_strndup (laid_out, last + 1 - laid_out);
  g_autofree char *tail = g_strdup (last + 2);
  g_free (laid_out);
  return g_strdup_printf ("%s\n%s%s", head, below, tail);
}

static char *
bytes_of (IhopPrint *print, const IhopDeviceVariable *variable)
{
  const char *name = ihop_named_size (print, variable);
  char *bytes = name ? g_strdup (name) : ihop_shape_bytes (ihop_printing_shape (print, variable));

  ihop_printing_note_sizes (print, bytes);
  return bytes;
}

char *
ihop_host_allocate (IhopPrint *print, const IhopDeviceVariable *variable, const char *indent)
{
  g_autofree char *bytes = bytes_of (print, variable);
  gboolean managed = print->plan->mode == IHOP_TRANSFERS_MANAGED;
  g_autofree char *call
    = g_strdup_printf ("%s ((void **) &%s, %s)", managed ? "ihop_managed" : "cudaMalloc",
                       variable->name, bytes);

  print->helpers |= managed ? IHOP_HELPER_MANAGED : 0;
  return checked (print, indent, call);
}

char *
ihop_host_free (IhopPrint *print, const IhopDeviceVariable *variable, const char *indent)
{
  g_autofree char *call = g_strdup_printf ("cudaFree (%s)", variable->name);

  return checked (print, indent, call);
}

static const char *
direction (gboolean to_device)
{
  return to_device ? "cudaMemcpyHostToDevice" : "cudaMemcpyDeviceToHost";
}

/* The host's side of a whole copy: scalars by their address. */
static char *
host_side (const IhopDeviceVariable *variable)
{
  return variable->rank == 0 ? g_strconcat ("&", variable->symbol->name, NULL)
                             : g_strdup (variable->symbol->name);
}

/* Under the variable's condition. */
static char *
copied_bytes (IhopPrint *print, const IhopDeviceVariable *variable)
{
  if (variable->bare == NULL || ihop_named_size (print, variable))
    return bytes_of (print, variable);
  g_autofree char *element = ihop_shape_element_type (ihop_printing_shape (print, variable));
  g_autofree char *size = ihop_shape_size (variable->bare);
  ihop_printing_note_sizes (print, size);
  return g_strdup_printf ("%s * sizeof (%s)", size, element);
}

static char *
copy_all (IhopPrint *print, const IhopDeviceVariable *variable, gboolean to_device,
          const char *indent)
{
  g_autofree char *bytes = copied_bytes (print, variable);
  g_autofree char *host = host_side (variable);
  g_autofree char *call
    = g_strdup_printf ("cudaMemcpy (%s, %s, %s, %s)", to_device ? variable->name : host,
                       to_device ? host : variable->name, bytes, direction (to_device));

  return checked (print, indent, call);
}

char *
ihop_host_copy_all (IhopPrint *print, const IhopDeviceVariable *variable, gboolean to_device,
                    const char *indent)
{
  g_autofree char *inner = ihop_layout_indent (&print->layout, indent, variable->when ? 1 : 0);
  g_autofree char *copy = copy_all (print, variable, to_device, inner);
  GString *text = g_string_new (NULL);

  g_autofree char *when = variable->when ? ihop_wide_text (variable->when, IHOP_WIDE_CONDITION) : NULL;
  if (when)
    ihop_layout_append (&print->layout, text, indent, "if (%s)\n", when);
  g_string_append (text, copy);
  return g_string_free (text, FALSE);
}

/* ---- Parts -------------------------------------------------------------------------- */

typedef struct
{
  IhopPrint *print;
  const IhopTransfer *transfer;
  const IhopDeviceShape *shape;
  guint contiguous;        /* from this dimension on, the box spans all of the array */
} Part;

static gboolean
is_zero (const IhopNode *node)
{
  gint64 number;

  return ihop_expression_is_number (node, &number) && number == 0;
}

static gboolean
spans (const IhopBox *box, const IhopDeviceVariable *variable, guint dimension)
{
  return is_zero (box->lower[dimension]) && ihop_expression_equal (box->count[dimension], variable->extents[dimension]);
}

static char *
count_text (Part *part, guint dimension)
{
  const IhopNode *count = part->transfer->box->count[dimension];
  gint64 number;

  if (ihop_expression_is_number (count, &number) && number >= 0)
    return ihop_text_of (count);
  if (spans (part->transfer->box, part->transfer->variable, dimension)
      && ihop_shape_is_constant (part->shape, dimension))
    return ihop_text_of_operand (count, IHOP_OP_MUL, 1);
  char *size = ihop_shape_size (count);
  ihop_printing_note_sizes (part->print, size);
  return size;
}

/* Bytes of a stretch that starts in "dimension" and spans everything below. */
static char *
stretch_bytes (Part *part, guint dimension)
{
  g_autofree char *element = ihop_shape_element_type (part->shape);
  g_autofree char *count = count_text (part, dimension);
  g_autofree char *stride = ihop_shape_stride (part->shape, dimension);

  if (stride)
    return g_strdup_printf ("sizeof (%s) * %s * %s", element, stride, count);
  return g_strdup_printf ("sizeof (%s) * %s", element, count);
}

/* The address of the box's first element; loops add their counters "ihop_0" to outer subscripts. */
static char *
side_text (Part *part, const char *name, guint loops)
{
  const IhopBox *box = part->transfer->box;
  g_autoptr (GPtrArray) subscripts = g_ptr_array_new_with_free_func (g_free);

  gboolean at_start = loops == 0;
  for (guint d = 0; d < part->shape->rank; d++)
    at_start &= is_zero (box->lower[d]);
  if (at_start)
    return g_strdup (name);
  for (guint d = 0; d < part->shape->rank; d++)
    {
      g_autofree char *lower = ihop_wide_text_of_operand (box->lower[d], IHOP_WIDE_SIZE, IHOP_OP_ADD, 0);
      gboolean zero = is_zero (box->lower[d]);
      if (d < loops)
        g_ptr_array_add (subscripts, zero ? g_strdup_printf ("ihop_%u", d)
                                          : g_strdup_printf ("%s + ihop_%u", lower, d));
      else
        g_ptr_array_add (subscripts, g_strdup (lower));
    }
  const IhopDeviceShape *shape = part->shape;
  IhopDeviceShape as_host = *shape;
  gboolean is_host = !g_str_equal (name, part->transfer->variable->name);
  as_host.is_flat = shape->is_flat && !is_host; /* C knows arrays of variable length */
  g_autofree char *element = ihop_shape_element (&as_host, name,
                                                 (const char *const *) subscripts->pdata,
                                                 subscripts->len);
  return g_strdup_printf ("&%s", element);
}

static char *
stretch_call (Part *part, guint dimension, guint loops)
{
  const IhopTransfer *transfer = part->transfer;
  g_autofree char *host = side_text (part, transfer->variable->symbol->name, loops);
  g_autofree char *device = side_text (part, transfer->variable->name, loops);
  g_autofree char *bytes = stretch_bytes (part, dimension);

  return g_strdup_printf ("cudaMemcpy (%s, %s, %s, %s)", transfer->to_device ? device : host,
                          transfer->to_device ? host : device, bytes,
                          direction (transfer->to_device));
}

/* Rows counted by "dimension", each a stretch of the next one. */
static char *
rows_call (Part *part, guint dimension)
{
  const IhopTransfer *transfer = part->transfer;
  g_autofree char *host = side_text (part, transfer->variable->symbol->name, dimension);
  g_autofree char *device = side_text (part, transfer->variable->name, dimension);
  g_autofree char *element = ihop_shape_element_type (part->shape);
  g_autofree char *stride = ihop_shape_stride (part->shape, dimension);
  g_autofree char *width = stretch_bytes (part, dimension + 1);
  g_autofree char *rows = count_text (part, dimension);
  g_autofree char *pitch = g_strdup_printf ("sizeof (%s) * %s", element, stride);

  return g_strdup_printf ("cudaMemcpy2D (%s, %s,\n\t\t%s, %s,\n\t\t%s, %s, %s)",
                          transfer->to_device ? device : host, pitch,
                          transfer->to_device ? host : device, pitch, width, rows,
                          direction (transfer->to_device));
}

static char *
part_text (Part *part, const char *indent)
{
  guint rank = part->shape->rank, loops;
  GString *out = g_string_new (NULL);

  part->contiguous = rank;
  while (part->contiguous > 1
         && spans (part->transfer->box, part->transfer->variable, part->contiguous - 1))
    part->contiguous--;
  /* the stretch counts in dimension contiguous - 1; the rows in the one before; loops above */
  guint stretch = part->contiguous - 1;
  loops = stretch > 0 ? stretch - 1 : 0;
  g_autofree char *call = stretch == 0 ? stretch_call (part, 0, 0) : rows_call (part, loops);
  for (guint d = 0; d < loops; d++)
    {
      g_autofree char *at = ihop_layout_indent (&part->print->layout, indent, d);
      g_autofree char *count = count_text (part, d);
      ihop_layout_append (&part->print->layout, out, at,
                          "for (size_t ihop_%u = 0; ihop_%u < %s; ihop_%u++)\n", d, d, count, d);
    }
  g_autofree char *at = ihop_layout_indent (&part->print->layout, indent, loops);
  g_autofree char *copy = checked (part->print, at, call);
  g_string_append (out, copy);
  return g_string_free (out, FALSE);
}

static char *
host_copy (IhopPrint *print, const IhopTransfer *transfer, const char *indent)
{
  g_autofree char *comment
    = transfer->reason ? ihop_text_comment (indent, ihop_message_text (transfer->reason)) : g_strdup ("");
  Part part = { print, transfer, ihop_printing_shape (print, transfer->variable), 0 };
  gboolean whole = transfer->box == NULL;

  if (!whole)
    {
      guint d = 0;
      while (d < part.shape->rank && spans (transfer->box, transfer->variable, d))
        d++;
      whole = d == part.shape->rank;
    }
  g_autofree char *text = whole ? copy_all (print, transfer->variable, transfer->to_device, indent)
                                : part_text (&part, indent);
  return g_strconcat (comment, text, NULL);
}

char *
ihop_host_copies (IhopPrint *print, const IhopTransfer *const *transfers, guint n, const char *indent)
{
  const IhopDeviceVariable *variable = transfers[0]->variable;
  g_autofree char *inner = ihop_layout_indent (&print->layout, indent, variable->when ? 1 : 0);
  GString *text = g_string_new (NULL);

  g_autofree char *when = variable->when ? ihop_wide_text (variable->when, IHOP_WIDE_CONDITION) : NULL;
  if (when)
    ihop_layout_append (&print->layout, text, indent, "if (%s) {\n", when);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *copy = host_copy (print, transfers[i], inner);
      g_string_append (text, copy);
    }
  if (when)
    ihop_layout_append (&print->layout, text, indent, "}\n");
  return g_string_free (text, FALSE);
}
