/* PNG and PDF: the SVG drawn by librsvg. */
#include "graph/diagram.h"
#include <cairo-pdf.h>
#include <cairo.h>
#include <librsvg/rsvg.h>
#include <string.h>

/* Sharp on today's screens; a picture of more than this many pixels a side is made coarser. */
static const double SCALE = 2, MOST_PIXELS = 16000;

static cairo_status_t
append (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static cairo_surface_t *
surface_new (IhopPictureFormat format, double width, double height, double scale, GByteArray *bytes)
{
  if (format == IHOP_PICTURE_PDF)
    return cairo_pdf_surface_create_for_stream (append, bytes, width, height);
  return cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) (width * scale + 0.5),
                                     (int) (height * scale + 0.5));
}

GBytes *
ihop_diagram_to_picture (const IhopDiagram *diagram, IhopPictureFormat format, GError **error)
{
  g_autofree char *svg = ihop_diagram_to_svg (diagram);
  RsvgHandle *handle
    = rsvg_handle_new_from_data ((const guint8 *) svg, strlen (svg), error);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  double width, height, scale;

  if (handle == NULL)
    return NULL;
  rsvg_handle_get_intrinsic_size_in_pixels (handle, &width, &height); /* we wrote them */
  scale = MIN (SCALE, MOST_PIXELS / MAX (width, height));
  cairo_surface_t *surface = surface_new (format, width, height, scale, bytes);
  cairo_t *cr = cairo_create (surface);
  const RsvgRectangle whole = { 0, 0, width, height };
  if (format == IHOP_PICTURE_PNG)
    cairo_scale (cr, scale, scale);
  gboolean drawn = rsvg_handle_render_document (handle, cr, &whole, error);
  g_object_unref (handle);
  cairo_destroy (cr);
  if (format == IHOP_PICTURE_PDF)
    cairo_surface_finish (surface);
  if (drawn && format == IHOP_PICTURE_PNG)
    cairo_surface_write_to_png_stream (surface, append, bytes);
  cairo_status_t status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  if (!drawn)
    return NULL;
  if (bytes->len == 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "the picture could not be made: %s",
                   cairo_status_to_string (status));
      return NULL;
    }
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}

static GBytes *
text_bytes (char *text)
{
  return g_bytes_new_take (text, strlen (text));
}

gboolean
ihop_diagram_needs_layout (const char *name)
{
  return g_str_has_suffix (name, ".svg") || g_str_has_suffix (name, ".png")
         || g_str_has_suffix (name, ".pdf");
}

GBytes *
ihop_diagram_to_file_format (const IhopDiagram *diagram, const char *name, GError **error)
{
  if (g_str_has_suffix (name, ".dot"))
    return text_bytes (ihop_diagram_to_dot (diagram));
  if (g_str_has_suffix (name, ".json"))
    return text_bytes (ihop_diagram_to_json (diagram));
  if (g_str_has_suffix (name, ".svg"))
    return text_bytes (ihop_diagram_to_svg (diagram));
  if (g_str_has_suffix (name, ".png"))
    return ihop_diagram_to_picture (diagram, IHOP_PICTURE_PNG, error);
  if (g_str_has_suffix (name, ".pdf"))
    return ihop_diagram_to_picture (diagram, IHOP_PICTURE_PDF, error);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
               "the name must end in .svg, .png, .pdf, .dot or .json");
  return NULL;
}
