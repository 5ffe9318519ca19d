#include "gui/linked_view.h"
#include "gui/text.h"
#include "gui/view_lines.h"
#include "gui/widgets.h"

typedef struct
{
  IhopDocument *document;
  IhopShadedView *view;
  guint file;
  GArray *lines;           /* of guint; of a product */
  GByteArray *tints;       /* one a line of the product, none of them lit */
  gboolean is_busy;        /* the cursor is moved by us */
} Linked;

static Linked *
linked_of (IhopShadedView *view)
{
  return g_object_get_data (G_OBJECT (view), "ihop-linked");
}

static void
linked_free (gpointer data)
{
  Linked *self = data;

  g_array_unref (self->lines);
  g_byte_array_unref (self->tints);
  g_free (self);
}

static Linked *
linked_new (IhopShadedView *view, IhopDocument *document)
{
  Linked *self = g_new0 (Linked, 1);

  self->view = view;
  self->document = document;
  self->lines = g_array_new (FALSE, FALSE, sizeof (guint));
  self->tints = g_byte_array_new ();
  g_object_set_data_full (G_OBJECT (view), "ihop-linked", self, linked_free);
  return self;
}

/* ---- the product ---- */

/* The line of the source that a line of the product (from 1) was made of. */
static guint
source_of (const Linked *self, guint line)
{
  return line >= 1 && line <= self->lines->len ? g_array_index (self->lines, guint, line - 1) : 0;
}

static void
scroll_to (Linked *self, guint line)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view));
  GtkTextIter at;

  self->is_busy = TRUE;
  gtk_text_buffer_get_iter_at_line (buffer, &at, (int) line - 1);
  gtk_text_buffer_place_cursor (buffer, &at);
  gtk_text_view_scroll_to_mark (GTK_TEXT_VIEW (self->view), gtk_text_buffer_get_insert (buffer), 0, TRUE, 0, 0.2);
  self->is_busy = FALSE;
}

/* What was made of these lines of the source; gives the first. Who does not see it hears of it. */
static guint
light (Linked *self, guint first, guint last)
{
  g_autoptr (GByteArray) lit = g_byte_array_sized_new (self->tints->len);
  g_autoptr (GString) said = g_string_new (NULL);
  guint found = 0;

  g_byte_array_append (lit, self->tints->data, self->tints->len);
  for (guint i = 1; first && i <= lit->len; i++)
    {
      guint source = source_of (self, i);
      if (source < first || source > last)
        continue;
      lit->data[i - 1] |= IHOP_TINT_LIT;
      found = found ? found : i;
      if (said->len < 60)
        g_string_append_printf (said, "%s%u", said->len ? ", " : "", i);
    }
  ihop_shaded_view_tint (self->view, lit->data, lit->len);
  g_autofree char *text = found == 0      ? g_strdup ("")
                          : first == last ? g_strdup_printf (_ ("Made of line %u of the source: %s"), first, said->str)
                                          : g_strdup_printf (_ ("Made of lines %u to %u of the source: %s"), first, last, said->str);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  return found;
}

/* What is chosen in the source. */
static guint
light_chosen (Linked *self)
{
  guint file, second, line = ihop_document_pointed (self->document, &file, &second);
  const IhopSelection *selection = ihop_document_selection (self->document);

  if (line && file == self->file)
    return light (self, line, line);
  return selection->file == self->file && selection->address ? light (self, selection->first_line, selection->last_line)
                                                             : light (self, 0, 0);
}

static void
hovered (Linked *self)
{
  guint file, line = ihop_document_hovered (self->document, &file);

  if (line && file == self->file)
    light (self, line, line);
  else
    light_chosen (self);
}

static void
chosen (Linked *self)
{
  guint line = self->is_busy ? 0 : light_chosen (self);

  if (line)
    scroll_to (self, line);
}

static void
cursor_moved (Linked *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view));
  GtkTextIter at;

  if (self->is_busy)
    return;
  gtk_text_buffer_get_iter_at_mark (buffer, &at, gtk_text_buffer_get_insert (buffer));
  guint source = source_of (self, (guint) gtk_text_iter_get_line (&at) + 1);
  self->is_busy = TRUE;
  if (source)
    {
      ihop_document_point (self->document, self->file, source, 0);
      light (self, source, source);
    }
  self->is_busy = FALSE;
}

static void
pointer_moved (GtkEventControllerMotion *motion, double x, double y, Linked *self)
{
  ihop_document_hover (self->document, self->file, source_of (self, ihop_shaded_view_line_at (self->view, y)));
}

static void
pointer_left (GtkEventControllerMotion *motion, Linked *self)
{
  ihop_document_hover (self->document, self->file, 0);
}

/* For as long as the view: what is connected goes with it. */
static void
listen (Linked *self, const char *signal, void (*heard) (Linked *self))
{
  GClosure *closure = g_cclosure_new_swap (G_CALLBACK (heard), self, NULL);

  g_object_watch_closure (G_OBJECT (self->view), closure);
  g_signal_connect_closure (self->document, signal, closure, FALSE);
}

static void
add_pointer (Linked *self, GCallback moved)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();

  g_signal_connect (motion, "motion", moved, self);
  g_signal_connect (motion, "leave", G_CALLBACK (pointer_left), self);
  gtk_widget_add_controller (GTK_WIDGET (self->view), motion);
}

void
ihop_linked_view_attach (IhopShadedView *view, IhopDocument *document)
{
  Linked *self = linked_new (view, document);

  ihop_shaded_view_follow_style (view);
  listen (self, "hovered", hovered);
  listen (self, "pointed", chosen);
  listen (self, "selection", chosen);
  g_signal_connect_swapped (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), "notify::cursor-position",
                            G_CALLBACK (cursor_moved), self);
  add_pointer (self, G_CALLBACK (pointer_moved));
}

static gboolean
starts_with (Linked *self, guint line, const char *what, gboolean is_all)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view));
  GtkTextIter start, end;

  gtk_text_buffer_get_iter_at_line (buffer, &start, (int) line - 1);
  end = start;
  if (!gtk_text_iter_ends_line (&end))
    gtk_text_iter_forward_to_line_end (&end);
  g_autofree char *text = gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
  return is_all ? g_str_equal (text, what) : g_str_has_prefix (text, what);
}

/* All of a kernel has its colour, to the brace that ends it. */
static void
tint_kernels (Linked *self)
{
  for (guint i = 1; i <= self->tints->len; i++)
    {
      guint8 tint = self->tints->data[i - 1];
      if (tint == 0 || !starts_with (self, i, "__global__", FALSE))
        continue;
      for (; i <= self->tints->len && !starts_with (self, i, "}", TRUE); i++)
        self->tints->data[i - 1] = tint;
      if (i <= self->tints->len)
        self->tints->data[i - 1] = tint;
    }
}

void
ihop_linked_view_show (IhopShadedView *view, guint file, const GArray *lines, const GByteArray *kernels)
{
  Linked *self = linked_of (view);

  self->file = file;
  g_array_set_size (self->lines, 0);
  g_byte_array_set_size (self->tints, 0);
  if (lines)
    g_array_append_vals (self->lines, lines->data, lines->len);
  for (guint i = 0; i < self->lines->len; i++)
    {
      guint source = g_array_index (self->lines, guint, i);
      guint8 tint = source && kernels && source <= kernels->len ? kernels->data[source - 1] : 0;
      g_byte_array_append (self->tints, &tint, 1);
    }
  tint_kernels (self);
  guint line = light_chosen (self);
  scroll_to (self, line ? line : ihop_view_lines_first_kernel (GTK_TEXT_VIEW (self->view)));
}

/* ---- the source ---- */

static void
source_linked (Linked *self)
{
  const GByteArray *tints = ihop_document_tints (self->document, self->file);

  ihop_shaded_view_tint (self->view, tints ? tints->data : NULL, tints ? tints->len : 0);
}

static void
source_hovered (Linked *self)
{
  guint file, line = ihop_document_hovered (self->document, &file);

  ihop_shaded_view_set (self->view, IHOP_BAND_HOVERED, file == self->file ? line : 0, line);
}

static void
source_pointer_moved (GtkEventControllerMotion *motion, double x, double y, Linked *self)
{
  const GByteArray *tints = ihop_document_tints (self->document, self->file);
  guint line = ihop_shaded_view_line_at (self->view, y);

  ihop_document_hover (self->document, self->file, tints && line <= tints->len && tints->data[line - 1] ? line : 0);
}

void
ihop_linked_source_attach (IhopShadedView *view, IhopDocument *document)
{
  Linked *self = linked_new (view, document);

  listen (self, "linked", source_linked);
  listen (self, "hovered", source_hovered);
  add_pointer (self, G_CALLBACK (source_pointer_moved));
}

void
ihop_linked_source_show (IhopShadedView *view, guint file)
{
  linked_of (view)->file = file;
  source_linked (linked_of (view));
}
