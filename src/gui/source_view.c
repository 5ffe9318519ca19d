#include "gui/source_view.h"
#include "gui/source_gutter.h"
#include "gui/text.h"

#define IHOP_TYPE_SOURCE_VIEW (ihop_source_view_get_type ())
G_DECLARE_FINAL_TYPE (IhopSourceView, ihop_source_view, IHOP, SOURCE_VIEW, GtkBox)

struct _IhopSourceView
{
  GtkBox parent_instance;
  IhopDocument *document;
  GtkSourceView *view;
  GtkSourceBuffer *buffer;
  IhopSourceGutter *gutter;
  GtkTextTag *shade, *point, *error;
  IhopDiags *diags;        /* whose lines are underlined; only to be compared */
  guint file;
  gboolean is_filling;     /* the buffer changes by us, not by the owner's typing */
  gboolean is_following;   /* the cursor moves by us */
  guint typing;            /* source: the owner has stopped typing for a moment */
  guint redrawing;         /* source: see redraw */
  guint moving;            /* source: the cursor has moved */
};

G_DEFINE_FINAL_TYPE (IhopSourceView, ihop_source_view, GTK_TYPE_BOX)

#define PAUSE 350 /* ms without a key: time to look at what was typed */

/* ---- colours ---- */

static void
set_colors (IhopSourceView *self)
{
  gboolean is_dark = ihop_text_is_dark ();
  GtkSourceStyleScheme *scheme = gtk_source_style_scheme_manager_get_scheme (
    gtk_source_style_scheme_manager_get_default (), is_dark ? "Adwaita-dark" : "Adwaita");

  gtk_source_buffer_set_style_scheme (self->buffer, scheme);
  g_object_set (self->shade, "paragraph-background", is_dark ? "#20344f" : "#dcebfb", NULL);
  g_object_set (self->point, "paragraph-background", is_dark ? "#553a1a" : "#fde8c4", NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self->gutter));
}

/* ---- lines ---- */

static void
tag_lines (IhopSourceView *self, GtkTextTag *tag, guint first, guint last)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  GtkTextIter start, end;

  for (guint line = first; line <= last; line++)
    {
      if (!gtk_text_buffer_get_iter_at_line (buffer, &start, (int) line - 1))
        return;
      end = start;
      gtk_text_iter_forward_line (&end);
      gtk_text_buffer_apply_tag (buffer, tag, &start, &end);
    }
}

static void untag (IhopSourceView *self, GtkTextTag *tag);

/* GTK 4.8 may keep drawing a line as it was before it was tagged (the one below the cursor's): once more
 * when everything has come to rest. */
static gboolean
redraw (gpointer data)
{
  IhopSourceView *self = data;
  const IhopSelection *selection = ihop_document_selection (self->document);

  self->redrawing = 0;
  if (selection->first_line && (selection->address || selection->function == NULL))
    {
      untag (self, self->shade);
      tag_lines (self, self->shade, selection->first_line, selection->last_line);
    }
  return G_SOURCE_REMOVE;
}

static void
untag (IhopSourceView *self, GtkTextTag *tag)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (self->buffer), &start, &end);
  gtk_text_buffer_remove_tag (GTK_TEXT_BUFFER (self->buffer), tag, &start, &end);
}

static void
scroll_to (IhopSourceView *self, guint line)
{
  GtkTextIter iter;
  GtkTextMark *mark = gtk_text_buffer_get_mark (GTK_TEXT_BUFFER (self->buffer), "ihop-scroll");

  gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (self->buffer), &iter, (int) line - 1);
  if (mark)
    gtk_text_buffer_move_mark (GTK_TEXT_BUFFER (self->buffer), mark, &iter);
  else
    mark = gtk_text_buffer_create_mark (GTK_TEXT_BUFFER (self->buffer), "ihop-scroll", &iter, TRUE);
  gtk_text_view_scroll_to_mark (GTK_TEXT_VIEW (self->view), mark, 0.15, FALSE, 0, 0.3);
}

/* ---- filling ---- */

static void
set_text (IhopSourceView *self, const char *text)
{
  GtkTextIter start, end, at;

  gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (self->buffer), &start, &end);
  g_autofree char *old
    = gtk_text_buffer_get_text (GTK_TEXT_BUFFER (self->buffer), &start, &end, TRUE);
  if (g_str_equal (old, text))
    return;
  gtk_text_buffer_get_iter_at_mark (GTK_TEXT_BUFFER (self->buffer), &at,
                                    gtk_text_buffer_get_insert (GTK_TEXT_BUFFER (self->buffer)));
  int line = gtk_text_iter_get_line (&at);
  self->is_filling = TRUE;
  gtk_source_buffer_set_highlight_syntax (self->buffer, TRUE);
  gtk_text_buffer_set_text (GTK_TEXT_BUFFER (self->buffer), text, -1);
  gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (self->buffer), &at, line);
  gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (self->buffer), &at);
  self->is_filling = FALSE;
}

static void
show_file (IhopSourceView *self)
{
  IhopSnapshot *snapshot = ihop_document_snapshot (self->document);

  if (snapshot == NULL || self->file >= ihop_snapshot_n_files (snapshot))
    return;
  IhopSnapshotFile file = ihop_snapshot_file (snapshot, self->file);
  g_autofree char *name = g_path_get_basename (file.path);
  gboolean is_stepped = ihop_session_current (ihop_document_session (self->document))->parent != NULL;

  set_text (self, file.text);
  gtk_text_view_set_editable (GTK_TEXT_VIEW (self->view), !is_stepped);
  ihop_text_name (GTK_WIDGET (self->view), _ ("Source"), name);
}

static void
show_verdicts (IhopSourceView *self)
{
  ihop_source_gutter_show (self->gutter, ihop_document_n_files (self->document)
                                           ? ihop_document_loops (self->document, self->file)
                                           : NULL);
}

/* Lines that Clang refuses are underlined; what it says stands in the list of issues. */
static void
show_errors (IhopSourceView *self)
{
  const IhopDiags *diags = ihop_document_diags (self->document);
  const IhopSession *session = ihop_document_session (self->document);

  if (diags == self->diags)
    return;
  g_clear_pointer (&self->diags, g_ptr_array_unref);
  self->diags = g_ptr_array_ref ((IhopDiags *) diags);
  untag (self, self->error);
  for (guint i = 0; i < diags->len; i++)
    {
      const IhopDiag *diag = diags->pdata[i];
      if (diag->severity == IHOP_ERROR && diag->line
          && g_strcmp0 (ihop_session_path (session, self->file), diag->path) == 0)
        tag_lines (self, self->error, diag->line, diag->line);
    }
}

static void
changed (IhopSourceView *self)
{
  ihop_source_gutter_show (self->gutter, NULL);
  if (self->file >= ihop_document_n_files (self->document))
    self->file = 0;
  g_clear_pointer (&self->diags, g_ptr_array_unref);
  untag (self, self->shade);
  untag (self, self->point);
  show_file (self);
}

static void
analysed (IhopSourceView *self, guint file)
{
  if (file != self->file)
    return;
  show_verdicts (self);
  show_errors (self);
}

/* ---- selection ---- */

static void
go_to_line (IhopSourceView *self, guint line)
{
  GtkTextIter iter;

  self->is_following = TRUE;
  gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (self->buffer), &iter, (int) line - 1);
  gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (self->buffer), &iter);
  scroll_to (self, line);
  self->is_following = FALSE;
}

static void
follow (IhopSourceView *self)
{
  const IhopSelection *selection = ihop_document_selection (self->document);

  if (selection->file != self->file)
    {
      self->file = selection->file;
      ihop_source_gutter_show (self->gutter, NULL);
      show_file (self);
      show_verdicts (self);
      g_clear_pointer (&self->diags, g_ptr_array_unref);
      show_errors (self);
    }
  if (selection->first_line && !self->is_following)
    go_to_line (self, selection->first_line);
  untag (self, self->point);
  untag (self, self->shade);
  if (selection->first_line && (selection->address || selection->function == NULL))
    tag_lines (self, self->shade, selection->first_line, selection->last_line);
  if (self->redrawing == 0)
    self->redrawing = g_timeout_add (120, redraw, self);
}

static void
pointed (IhopSourceView *self)
{
  guint file, second, line = ihop_document_pointed (self->document, &file, &second);

  untag (self, self->point);
  if (file != self->file || line == 0)
    return;
  tag_lines (self, self->point, line, line);
  if (second)
    tag_lines (self, self->point, second, second);
  scroll_to (self, line);
}

/* The innermost loop around the cursor, or the lines that are marked. */
static gboolean
cursor_rests (gpointer data)
{
  IhopSourceView *self = data;
  GtkTextIter start, end;

  self->moving = 0;
  if (ihop_document_n_files (self->document) == 0)
    return G_SOURCE_REMOVE;
  gtk_text_buffer_get_selection_bounds (GTK_TEXT_BUFFER (self->buffer), &start, &end);
  guint first = (guint) gtk_text_iter_get_line (&start) + 1;
  guint last = (guint) gtk_text_iter_get_line (&end) + 1;
  const IhopLoopView *loop = ihop_document_loop_at (self->document, self->file, first);
  self->is_following = TRUE;
  if (first == last && loop)
    ihop_document_select_loop (self->document, self->file, loop->address);
  else
    ihop_document_select_lines (self->document, self->file, first, last);
  self->is_following = FALSE;
  return G_SOURCE_REMOVE;
}

static void
cursor_moved (IhopSourceView *self)
{
  if (self->is_filling || self->is_following)
    return;
  if (self->moving == 0)
    self->moving = g_timeout_add (60, cursor_rests, self);
}

static void
gutter_clicked (const IhopLoopView *loop, const GdkRectangle *area, gpointer data)
{
  IhopSourceView *self = data;

  if (loop == NULL)
    return;
  ihop_document_select_loop (self->document, loop->file, loop->address);
  ihop_document_focus (self->document, "loop"); /* what, why, witness, remedies */
}

/* ---- the owner types ---- */

static gboolean
typing_rests (gpointer data)
{
  IhopSourceView *self = data;
  GtkTextIter start, end;

  self->typing = 0;
  gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (self->buffer), &start, &end);
  g_autofree char *text
    = gtk_text_buffer_get_text (GTK_TEXT_BUFFER (self->buffer), &start, &end, TRUE);
  ihop_document_edit (self->document, self->file, text);
  return G_SOURCE_REMOVE;
}

static void
typed (IhopSourceView *self)
{
  if (self->is_filling)
    return;
  if (self->typing)
    g_source_remove (self->typing);
  self->typing = g_timeout_add (PAUSE, typing_rests, self);
}

/* ---- the widget ---- */

void
ihop_source_view_focus (GtkWidget *view)
{
  gtk_widget_grab_focus (GTK_WIDGET (IHOP_SOURCE_VIEW (view)->view));
}

static void
ihop_source_view_dispose (GObject *object)
{
  IhopSourceView *self = IHOP_SOURCE_VIEW (object);

  g_clear_handle_id (&self->typing, g_source_remove);
  g_clear_handle_id (&self->moving, g_source_remove);
  g_clear_handle_id (&self->redrawing, g_source_remove);
  g_clear_pointer (&self->diags, g_ptr_array_unref);
  G_OBJECT_CLASS (ihop_source_view_parent_class)->dispose (object);
}

static void
ihop_source_view_class_init (IhopSourceViewClass *class)
{
  G_OBJECT_CLASS (class)->dispose = ihop_source_view_dispose;
}

static void
ihop_source_view_init (IhopSourceView *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkSourceLanguageManager *languages = gtk_source_language_manager_get_default ();

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  self->buffer
    = gtk_source_buffer_new_with_language (gtk_source_language_manager_get_language (languages, "c"));
  gtk_text_buffer_set_enable_undo (GTK_TEXT_BUFFER (self->buffer), FALSE);
  self->shade = gtk_text_buffer_create_tag (GTK_TEXT_BUFFER (self->buffer), "shade", NULL);
  self->point = gtk_text_buffer_create_tag (GTK_TEXT_BUFFER (self->buffer), "point", NULL);
  self->error = gtk_text_buffer_create_tag (GTK_TEXT_BUFFER (self->buffer), "error", "underline",
                                            PANGO_UNDERLINE_ERROR, NULL);
  self->view = GTK_SOURCE_VIEW (gtk_source_view_new_with_buffer (self->buffer));
  g_object_unref (self->buffer); /* the view keeps it */
  gtk_source_view_set_show_line_numbers (self->view, TRUE);
  gtk_source_view_set_tab_width (self->view, 8);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (self->view), TRUE);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (self->view), 6);
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "source");
  self->gutter = IHOP_SOURCE_GUTTER (ihop_source_gutter_new (gutter_clicked, self));
  gtk_source_gutter_insert (gtk_source_view_get_gutter (self->view, GTK_TEXT_WINDOW_LEFT),
                            GTK_SOURCE_GUTTER_RENDERER (self->gutter), 10);
  ihop_text_name (GTK_WIDGET (self->view), _ ("Source"), NULL);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->view));
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_widget_set_hexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (self), scrolled);
  set_colors (self);
}

GtkWidget *
ihop_source_view_new (IhopDocument *document)
{
  IhopSourceView *self = g_object_new (IHOP_TYPE_SOURCE_VIEW, NULL);

  self->document = document;
  g_signal_connect_object (document, "changed", G_CALLBACK (changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "analysed", G_CALLBACK (analysed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "selection", G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "pointed", G_CALLBACK (pointed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->buffer, "notify::cursor-position", G_CALLBACK (cursor_moved), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->buffer, "changed", G_CALLBACK (typed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_settings_get_default (), "notify::gtk-application-prefer-dark-theme",
                           G_CALLBACK (set_colors), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
