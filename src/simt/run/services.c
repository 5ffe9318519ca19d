/* What kernels call of a card's library. Arguments and result are 64 bits wide; the frame is the
 * warp's, the lane its number. */
#include "simt/run/frame.h"
#include "simt/run/schedule.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__thread gboolean ihop_schedule_is_tried;

/* One "%…" of a format, with its end; star arguments are read from the values. */
static const char *
print_one (const char *format, const guint8 **values, guint *offset, GString *out)
{
  const char *end = format + 1 + strspn (format + 1, "-+ #0123456789.*hlzjt");
  g_autofree char *one = g_strndup (format, end + 1 - format);
  gboolean is_wide = memchr (format, 'l', end - format) || memchr (format, 'z', end - format)
                     || memchr (format, 'j', end - format) || strchr ("eEfFgGaApsn", *end);
  guint size = is_wide && *end ? 8 : 4;
  guint64 wide = 0;
  double real;

  if (*end == '%' || *end == '\0')
    {
      g_string_append_c (out, '%');
      return *end ? end + 1 : end;
    }
  *offset = (*offset + size - 1) / size * size;
  memcpy (&wide, *values + *offset, size);
  memcpy (&real, &wide, sizeof real);
  *offset += size;
  if (strchr ("eEfFgGaA", *end))
    g_string_append_printf (out, one, real);
  else if (*end == 's')
    g_string_append_printf (out, one, wide ? (const char *) (gsize) wide : "(null)");
  else if (*end == 'p')
    g_string_append_printf (out, "%p", (gpointer) (gsize) wide);
  else if (is_wide)
    g_string_append_printf (out, one, wide);
  else
    g_string_append_printf (out, one, (guint) wide);
  return end + 1;
}

/* vprintf (format, values): values lie packed, each aligned to its size. */
static guint64
print (IhopWarpFrame *frame, guint lane, guint64 format, guint64 values)
{
  g_autoptr (GString) out = g_string_new (NULL);
  const guint8 *at = (const guint8 *) (gsize) values;
  guint offset = 0;

  for (const char *c = (const char *) (gsize) format; *c;)
    if (*c == '%')
      c = print_one (c, &at, &offset, out);
    else
      g_string_append_c (out, *c++);
  if (!ihop_schedule_is_tried)
    {
      fwrite (out->str, 1, out->len, stdout);
      fflush (stdout);
    }
  return out->len;
}

static guint64
allocate (IhopWarpFrame *frame, guint lane, guint64 size)
{
  return (gsize) malloc (size);
}

static guint64
give_back (IhopWarpFrame *frame, guint lane, guint64 place)
{
  free ((gpointer) (gsize) place);
  return 0;
}

/* The run ends as on a card: the message, then an error of the launch. */
static guint64
fail (IhopWarpFrame *frame, guint lane, guint64 message, guint64 file, guint64 line, guint64 function, guint64 width)
{
  guint thread = 32 * frame->warp + lane, row = thread / frame->shape[0];
  const guint32 *block = ihop_warp_place (frame);

  if (ihop_schedule_is_tried)
    return 0;
  fprintf (stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", (const char *) (gsize) file,
           (guint) line, (const char *) (gsize) function, block[0], block[1], block[2],
           thread % frame->shape[0], row % frame->shape[1], row / frame->shape[1], (const char *) (gsize) message);
  return 0;
}

/* The bit that is the offset-th one set from base on, downwards if offset is below 0 ("PTX ISA", fns). */
static guint64
find_nth_set (IhopWarpFrame *frame, guint lane, guint64 mask, guint64 base, guint64 offset)
{
  gint step = (gint32) offset < 0 ? -1 : 1, left = ABS ((gint32) offset);

  if (left == 0)
    return base < 32 && (mask >> base & 1) ? base : G_MAXUINT32;
  for (gint bit = (gint32) base; bit >= 0 && bit < 32; bit += step)
    if ((mask >> bit & 1) && --left == 0)
      return bit;
  return G_MAXUINT32;
}

const IhopWarpService ihop_warp_services[] = { { "fns", find_nth_set }, { "vprintf", print },
                                               { "malloc", allocate },
                                               { "free", give_back },
                                               { "__assertfail", fail },
                                               { NULL, NULL } };

const IhopWarpService *
ihop_warp_service (const char *name)
{
  const IhopWarpService *const tables[] = { ihop_warp_services, ihop_warp_math, ihop_warp_children, ihop_warp_mbarriers };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (const IhopWarpService *row = tables[i]; row->name; row++)
      if (g_str_equal (row->name, name))
        return row;
  return NULL;
}
