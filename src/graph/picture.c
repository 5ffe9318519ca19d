/* PNG and PDF: the SVG drawn by librsvg, which is opened when somebody wants a picture: with all that it stands on it
 * would be most of what a program that draws nothing waits for when it starts. */
#include "graph/diagram.h"
#include <cairo-pdf.h>
#include <cairo.h>
#include <dlfcn.h>
#include <librsvg/rsvg.h>
#include <string.h>

#define RSVG_FUNCTIONS(each)                                                                                          \
  each (rsvg_handle_new_from_data) each (rsvg_handle_get_intrinsic_size_in_pixels) each (rsvg_handle_render_document) \
  each (rsvg_handle_set_stylesheet)
#define CAIRO_FUNCTIONS(each)                                                                                         \
  each (cairo_create) each (cairo_destroy) each (cairo_scale) each (cairo_image_surface_create)                       \
  each (cairo_pdf_surface_create_for_stream) each (cairo_surface_write_to_png_stream) each (cairo_surface_finish)     \
  each (cairo_surface_status) each (cairo_surface_destroy) each (cairo_status_to_string)

/* Their functions under their own names: "draw.cairo_create (…)". */
static struct
{
#define DECLARE(name) __typeof__ (&name) name;
  RSVG_FUNCTIONS (DECLARE)
  CAIRO_FUNCTIONS (DECLARE)
} draw;

/* NULL, or what is missing. */
static gpointer
open_libraries (gpointer data)
{
  void *rsvg = dlopen ("librsvg-2.so.2", RTLD_NOW), *cairo = rsvg ? dlopen ("libcairo.so.2", RTLD_NOW) : NULL;

  if (cairo == NULL)
    return g_strdup (dlerror ());
#define FIND(library, name)                                                                                           \
  if ((draw.name = (__typeof__ (&name)) dlsym (library, #name)) == NULL)                                              \
    return g_strdup (dlerror ());
#define FIND_RSVG(name) FIND (rsvg, name)
#define FIND_CAIRO(name) FIND (cairo, name)
  RSVG_FUNCTIONS (FIND_RSVG)
  CAIRO_FUNCTIONS (FIND_CAIRO)
  return NULL;
}

static gboolean
can_draw (GError **error)
{
  static GOnce once = G_ONCE_INIT;
  const char *missing = g_once (&once, open_libraries, NULL);

  if (missing)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "the picture could not be made: %s", missing);
  return missing == NULL;
}

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
    return draw.cairo_pdf_surface_create_for_stream (append, bytes, width, height);
  return draw.cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) (width * scale + 0.5),
                                          (int) (height * scale + 0.5));
}

GBytes *
ihop_diagram_to_picture (const IhopDiagram *diagram, IhopPictureFormat format, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  double width, height, scale;

  if (!can_draw (error))
    return NULL;
  g_autofree char *svg = ihop_diagram_to_svg (diagram);
  RsvgHandle *handle = draw.rsvg_handle_new_from_data ((const guint8 *) svg, strlen (svg), error);
  if (handle == NULL)
    return NULL;
  draw.rsvg_handle_get_intrinsic_size_in_pixels (handle, &width, &height); /* we wrote them */
  scale = MIN (SCALE, MOST_PIXELS / MAX (width, height));
  cairo_surface_t *surface = surface_new (format, width, height, scale, bytes);
  cairo_t *cr = draw.cairo_create (surface);
  const RsvgRectangle whole = { 0, 0, width, height };
  if (format == IHOP_PICTURE_PNG)
    draw.cairo_scale (cr, scale, scale);
  gboolean drawn = draw.rsvg_handle_render_document (handle, cr, &whole, error);
  g_object_unref (handle);
  draw.cairo_destroy (cr);
  if (format == IHOP_PICTURE_PDF)
    draw.cairo_surface_finish (surface);
  if (drawn && format == IHOP_PICTURE_PNG)
    draw.cairo_surface_write_to_png_stream (surface, append, bytes);
  cairo_status_t status = draw.cairo_surface_status (surface);
  draw.cairo_surface_destroy (surface);
  if (!drawn)
    return NULL;
  if (bytes->len == 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "the picture could not be made: %s",
                   draw.cairo_status_to_string (status));
      return NULL;
    }
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}

/* ---- drawn time and again ---- */

struct _IhopPicture
{
  RsvgHandle *handle;
  double width, height;
};

IhopPicture *
ihop_picture_new (const char *svg, GError **error)
{
  if (!can_draw (error))
    return NULL;
  RsvgHandle *handle = draw.rsvg_handle_new_from_data ((const guint8 *) svg, strlen (svg), error);
  if (handle == NULL)
    return NULL;
  IhopPicture *picture = g_new0 (IhopPicture, 1);
  picture->handle = handle;
  draw.rsvg_handle_get_intrinsic_size_in_pixels (handle, &picture->width, &picture->height);
  return picture;
}

void
ihop_picture_free (IhopPicture *picture)
{
  if (picture == NULL)
    return;
  g_object_unref (picture->handle);
  g_free (picture);
}

void
ihop_picture_style (IhopPicture *picture, const char *css)
{
  g_autoptr (GError) error = NULL;

  if (!draw.rsvg_handle_set_stylesheet (picture->handle, (const guint8 *) css, strlen (css), &error))
    g_error ("our own style sheet: %s", error->message);
}

void
ihop_picture_draw (IhopPicture *picture, cairo_t *cr)
{
  const RsvgRectangle whole = { 0, 0, picture->width, picture->height };

  draw.rsvg_handle_render_document (picture->handle, cr, &whole, NULL); /* what cannot be drawn is not there */
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
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "%s",
               N_ ("the name must end in .svg, .png, .pdf, .dot or .json"));
  return NULL;
}
