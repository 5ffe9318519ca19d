#include "gui/source_margin.h"
#include "gui/text.h"
#include "observe/seen.h"
#include "project/units.h"

#define PAD 4 /* pixels on either side of a text */

#define IHOP_TYPE_SOURCE_MARGIN (ihop_source_margin_get_type ())
G_DECLARE_FINAL_TYPE (IhopSourceMargin, ihop_source_margin, IHOP, SOURCE_MARGIN, GtkSourceGutterRendererText)

struct _IhopSourceMargin
{
  GtkSourceGutterRendererText parent_instance;
  IhopDocument *document;
  GtkWidget *view;
  GHashTable *by_line;     /* line, from 1 → char * */
  guint file;
  gboolean has_said;       /* something, to those who do not see the margin */
};

G_DEFINE_FINAL_TYPE (IhopSourceMargin, ihop_source_margin, GTK_SOURCE_TYPE_GUTTER_RENDERER_TEXT)

/* ---- what is in a line ---- */

/* Takes the text. */
static void
add (IhopSourceMargin *self, guint line, char *text)
{
  const char *before = g_hash_table_lookup (self->by_line, GUINT_TO_POINTER (line));

  if (before)
    {
      char *both = g_strdup_printf ("%s %s", before, text);
      g_free (text);
      text = both;
    }
  g_hash_table_insert (self->by_line, GUINT_TO_POINTER (line), text);
}

static void
add_times (IhopSourceMargin *self)
{
  const GPtrArray *loops = ihop_document_loops (self->document, self->file);

  for (guint i = 0; i < loops->len; i++)
    {
      const IhopLoopView *loop = loops->pdata[i];
      const IhopSeenLoop *seen = ihop_document_seen (self->document, loop);
      if (seen && seen->share >= 0.005)
        add (self, loop->line, g_strdup_printf ("%.0f %%", 100 * seen->share));
    }
}

/* What is copied in a line, and there: as much as is known, "?" for what is not. */
static char *
copied_text (const GArray *copies, const IhopLineCopy *first)
{
  const char *arrow = first->to_device ? "↓" : "↑";
  gboolean is_known = FALSE, is_all = TRUE;
  double sum = 0;

  for (guint i = 0; i < copies->len; i++)
    {
      const IhopLineCopy *copy = &g_array_index (copies, IhopLineCopy, i);
      if (copy->line != first->line || copy->to_device != first->to_device)
        continue;
      is_known |= copy->bytes >= 0;
      is_all &= copy->bytes >= 0;
      sum += MAX (copy->bytes, 0);
    }
  g_autofree char *bytes = is_known ? ihop_units_bytes (sum) : NULL;
  return bytes ? g_strdup_printf ("%s%s%s", arrow, bytes, is_all ? "" : " + ?") : g_strdup_printf ("%s?", arrow);
}

static gboolean
is_first (const GArray *copies, guint at)
{
  const IhopLineCopy *own = &g_array_index (copies, IhopLineCopy, at);

  for (guint i = 0; i < at; i++)
    {
      const IhopLineCopy *copy = &g_array_index (copies, IhopLineCopy, i);
      if (copy->line == own->line && copy->to_device == own->to_device)
        return FALSE;
    }
  return TRUE;
}

static void
add_copies (IhopSourceMargin *self)
{
  const GArray *copies = ihop_document_copies (self->document, self->file);

  for (guint i = 0; copies && i < copies->len; i++)
    {
      const IhopLineCopy *copy = &g_array_index (copies, IhopLineCopy, i);
      if (is_first (copies, i))
        add (self, copy->line, copied_text (copies, copy));
    }
}

/* ---- showing it ---- */

/* As wide as its longest text with what stands beside it; nothing where there is none. */
static void
set_width (IhopSourceMargin *self)
{
  GHashTableIter iter;
  gpointer text;
  int most = 0, width, height;

  g_hash_table_iter_init (&iter, self->by_line);
  while (g_hash_table_iter_next (&iter, NULL, &text))
    {
      gtk_source_gutter_renderer_text_measure (GTK_SOURCE_GUTTER_RENDERER_TEXT (self), text, &width, &height);
      most = MAX (most, width);
    }
  gtk_widget_set_size_request (GTK_WIDGET (self), most + 2 * PAD, -1);
  gtk_widget_set_visible (GTK_WIDGET (self), most > 0);
}

static int
by_number (gconstpointer a, gconstpointer b)
{
  return (GPOINTER_TO_UINT (a) > GPOINTER_TO_UINT (b)) - (GPOINTER_TO_UINT (a) < GPOINTER_TO_UINT (b));
}

/* For those who do not see the margin. */
static void
describe (IhopSourceMargin *self)
{
  g_autoptr (GString) said = g_string_new (NULL);
  GList *lines = g_list_sort (g_hash_table_get_keys (self->by_line), by_number);

  for (GList *at = lines; at; at = at->next)
    g_string_append_printf (said, _ ("%sline %u: %s"), said->len ? "; " : "", GPOINTER_TO_UINT (at->data),
                            (const char *) g_hash_table_lookup (self->by_line, at->data));
  g_list_free (lines);
  if (said->len == 0 && !self->has_said)
    return;
  self->has_said = said->len > 0;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, said->str, -1);
}

static void
renew (IhopSourceMargin *self)
{
  g_hash_table_remove_all (self->by_line);
  if (self->file < ihop_document_n_files (self->document))
    {
      add_times (self);
      add_copies (self);
    }
  set_width (self);
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
query_data (GtkSourceGutterRenderer *renderer, GtkSourceGutterLines *lines, guint line)
{
  const char *text = g_hash_table_lookup (IHOP_SOURCE_MARGIN (renderer)->by_line, GUINT_TO_POINTER (line + 1));

  gtk_source_gutter_renderer_text_set_text (GTK_SOURCE_GUTTER_RENDERER_TEXT (renderer), text ? text : "", -1);
}

/* ---- the widget ---- */

static void
ihop_source_margin_finalize (GObject *object)
{
  g_hash_table_unref (IHOP_SOURCE_MARGIN (object)->by_line);
  G_OBJECT_CLASS (ihop_source_margin_parent_class)->finalize (object);
}

static void
ihop_source_margin_class_init (IhopSourceMarginClass *class)
{
  G_OBJECT_CLASS (class)->finalize = ihop_source_margin_finalize;
  GTK_SOURCE_GUTTER_RENDERER_CLASS (class)->query_data = query_data;
}

static void
ihop_source_margin_init (IhopSourceMargin *self)
{
  self->by_line = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  gtk_source_gutter_renderer_set_xpad (GTK_SOURCE_GUTTER_RENDERER (self), PAD);
  gtk_source_gutter_renderer_set_alignment_mode (GTK_SOURCE_GUTTER_RENDERER (self),
                                                 GTK_SOURCE_GUTTER_RENDERER_ALIGNMENT_MODE_FIRST);
}

void
ihop_source_margin_attach (GtkSourceView *view, IhopDocument *document)
{
  IhopSourceMargin *self = g_object_new (IHOP_TYPE_SOURCE_MARGIN, NULL);
  static const char *const signals[] = { "observed", "linked", "finished", "cleared" };

  self->document = document;
  self->view = GTK_WIDGET (view);
  g_object_set_data (G_OBJECT (view), "ihop-margin", self);
  gtk_source_gutter_insert (gtk_source_view_get_gutter (view, GTK_TEXT_WINDOW_LEFT), GTK_SOURCE_GUTTER_RENDERER (self), 20);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), _ ("A loop's share of the run that was observed; what is copied to the device (↓) and back (↑)"));
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    g_signal_connect_object (document, signals[i], G_CALLBACK (renew), self, G_CONNECT_SWAPPED);
  set_width (self);
}

void
ihop_source_margin_show (GtkSourceView *view, guint file)
{
  IhopSourceMargin *self = g_object_get_data (G_OBJECT (view), "ihop-margin");

  self->file = file;
  renew (self);
}
