#include "gui/source_gutter.h"
#include "gui/text.h"

struct _IhopSourceGutter
{
  GtkSourceGutterRendererText parent_instance;
  GHashTable *by_line;     /* line → const IhopLoopView *, the outermost that starts there */
  const GPtrArray *loops;  /* where they are from; only to be compared */
  guint n_shown;
  IhopGutterClicked clicked;
  gpointer data;
};

G_DEFINE_FINAL_TYPE (IhopSourceGutter, ihop_source_gutter, GTK_SOURCE_TYPE_GUTTER_RENDERER_TEXT)

static const IhopLoopView *
loop_in (IhopSourceGutter *self, guint line)
{
  return g_hash_table_lookup (self->by_line, GUINT_TO_POINTER (line + 1));
}

static void
query_data (GtkSourceGutterRenderer *renderer, GtkSourceGutterLines *lines, guint line)
{
  const IhopLoopView *loop = loop_in (IHOP_SOURCE_GUTTER (renderer), line);
  g_autofree char *markup = NULL;

  if (loop)
    markup = g_strdup_printf ("<span color=\"%s\" weight=\"bold\">%s</span>",
                              ihop_text_verdict_color (loop->verdict, ihop_text_is_dark ()),
                              ihop_text_verdict_symbol (loop->verdict));
  gtk_source_gutter_renderer_text_set_markup (GTK_SOURCE_GUTTER_RENDERER_TEXT (renderer),
                                              markup ? markup : " ", -1);
}

static gboolean
query_activatable (GtkSourceGutterRenderer *renderer, GtkTextIter *iter, GdkRectangle *area)
{
  return loop_in (IHOP_SOURCE_GUTTER (renderer), (guint) gtk_text_iter_get_line (iter)) != NULL;
}

static void
activate (GtkSourceGutterRenderer *renderer, GtkTextIter *iter, GdkRectangle *area, guint button,
          GdkModifierType state, int n_presses)
{
  IhopSourceGutter *self = IHOP_SOURCE_GUTTER (renderer);

  self->clicked (loop_in (self, (guint) gtk_text_iter_get_line (iter)), area, self->data);
}

static void
ihop_source_gutter_finalize (GObject *object)
{
  g_hash_table_unref (IHOP_SOURCE_GUTTER (object)->by_line);
  G_OBJECT_CLASS (ihop_source_gutter_parent_class)->finalize (object);
}

static void
ihop_source_gutter_class_init (IhopSourceGutterClass *class)
{
  GtkSourceGutterRendererClass *renderer = GTK_SOURCE_GUTTER_RENDERER_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = ihop_source_gutter_finalize;
  renderer->query_data = query_data;
  renderer->query_activatable = query_activatable;
  renderer->activate = activate;
}

static void
ihop_source_gutter_init (IhopSourceGutter *self)
{
  int width = 0, height = 0;

  self->by_line = g_hash_table_new (NULL, NULL);
  gtk_source_gutter_renderer_set_alignment_mode (GTK_SOURCE_GUTTER_RENDERER (self),
                                                 GTK_SOURCE_GUTTER_RENDERER_ALIGNMENT_MODE_FIRST);
  gtk_source_gutter_renderer_set_xpad (GTK_SOURCE_GUTTER_RENDERER (self), 4);
  gtk_source_gutter_renderer_text_measure (GTK_SOURCE_GUTTER_RENDERER_TEXT (self), "✗?", &width,
                                           &height);
  gtk_widget_set_size_request (GTK_WIDGET (self), MAX (width, 18), -1);
}

GtkSourceGutterRenderer *
ihop_source_gutter_new (IhopGutterClicked clicked, gpointer data)
{
  IhopSourceGutter *self = g_object_new (IHOP_TYPE_SOURCE_GUTTER, NULL);

  self->clicked = clicked;
  self->data = data;
  return GTK_SOURCE_GUTTER_RENDERER (self);
}

void
ihop_source_gutter_show (IhopSourceGutter *self, const GPtrArray *loops)
{
  if (loops == NULL || loops != self->loops)
    {
      g_hash_table_remove_all (self->by_line);
      self->n_shown = 0;
    }
  self->loops = loops;
  for (; loops && self->n_shown < loops->len; self->n_shown++)
    {
      const IhopLoopView *loop = loops->pdata[self->n_shown];
      if (!g_hash_table_contains (self->by_line, GUINT_TO_POINTER (loop->line)))
        g_hash_table_insert (self->by_line, GUINT_TO_POINTER (loop->line), (gpointer) loop);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
