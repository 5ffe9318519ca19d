#include "gui/source_view.h"
#include "gui/loop_popover.h"
#include "gui/menu.h"
#include "gui/linked_view.h"
#include "gui/shaded_view.h"
#include "gui/source_gutter.h"
#include "gui/source_margin.h"
#include "gui/text.h"
#include "gui/view_lines.h"
#include "gui/widgets.h"
#include <string.h>

#define IHOP_TYPE_SOURCE_VIEW (ihop_source_view_get_type ())
G_DECLARE_FINAL_TYPE (IhopSourceView, ihop_source_view, IHOP, SOURCE_VIEW, GtkBox)

struct _IhopSourceView
{
  GtkBox parent_instance;
  IhopDocument *document;
  IhopShadedView *view;
  GtkWidget *popover;      /* what the gutter says of a loop */
  GtkSourceBuffer *buffer;
  IhopSourceGutter *gutter;
  GtkTextTag *error;
  IhopDiags *diags;        /* whose lines are underlined; only to be compared */
  guint file;
  char *path;              /* of the file whose text is shown; NULL: none */
  gboolean is_filling;     /* the buffer changes by us, not by the owner's typing */
  gboolean is_following;   /* the cursor moves by us */
  guint first_line, last_line; /* what is selected, when it was shown */
  guint typing;            /* source: the owner has stopped typing for a moment */
  char *submitted;         /* what was typed when they last did */
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
  ihop_shaded_view_set_colors (self->view, is_dark ? "#20344f" : "#dcebfb", is_dark ? "#553a1a" : "#fde8c4");
  gtk_widget_queue_draw (GTK_WIDGET (self->gutter));
}

/* ---- bands ---- */

static void
unshade (IhopSourceView *self)
{
  for (guint band = 0; band < IHOP_N_BANDS; band++)
    ihop_shaded_view_set (self->view, band, 0, 0);
}

/* ---- filling ---- */

static void
set_text (IhopSourceView *self, const char *text, gboolean is_same_file)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  GtkTextIter start, end, at;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  g_autofree char *old = gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
  if (g_str_equal (old, text))
    return;
  g_clear_handle_id (&self->typing, g_source_remove);
  ihop_document_set_typing (self->document, FALSE);
  self->is_filling = TRUE;
  gtk_source_buffer_set_highlight_syntax (self->buffer, TRUE);
  if (is_same_file)
    ihop_view_lines_replace (buffer, old, text);
  else
    {
      gtk_text_buffer_set_text (buffer, text, -1);
      gtk_text_buffer_get_start_iter (buffer, &at);
      gtk_text_buffer_place_cursor (buffer, &at);
    }
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

  /* What comes back is what was typed a moment ago: more has been typed since, and will be sent soon. */
  if (self->typing == 0 || g_strcmp0 (self->submitted, file.text) != 0)
    set_text (self, file.text, g_strcmp0 (self->path, file.path) == 0);
  g_free (self->path);
  self->path = g_strdup (file.path);
  ihop_text_name (GTK_WIDGET (self->view), _ ("Source"), name);
  ihop_linked_source_show (self->view, self->file);
  ihop_source_margin_show (GTK_SOURCE_VIEW (self->view), self->file);
}

static void
show_verdicts (IhopSourceView *self)
{
  ihop_source_gutter_show (self->gutter, ihop_document_n_files (self->document)
                                           ? ihop_document_loops (self->document, self->file)
                                           : NULL);
  ihop_widget_set_old (GTK_WIDGET (self->gutter), ihop_document_is_old (self->document));
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
  ihop_view_lines_untag (GTK_TEXT_BUFFER (self->buffer), self->error);
  for (guint i = 0; i < diags->len; i++)
    {
      const IhopDiag *diag = diags->pdata[i];
      if (diag->severity == IHOP_ERROR && diag->line
          && g_strcmp0 (ihop_session_path (session, self->file), diag->path) == 0)
        ihop_view_lines_tag (GTK_TEXT_BUFFER (self->buffer), self->error, diag->line, diag->line);
    }
}

static void
changed (IhopSourceView *self)
{
  ihop_loop_popover_close (self->popover);
  if (self->file >= ihop_document_n_files (self->document))
    self->file = 0;
  g_clear_pointer (&self->diags, g_ptr_array_unref);
  unshade (self);
  show_file (self);
  ihop_source_gutter_show (self->gutter, NULL); /* the loops that are known may stand in other lines now */
  show_verdicts (self);
}

static void
cleared (IhopSourceView *self)
{
  ihop_source_gutter_show (self->gutter, NULL);
}

static void
analysed (IhopSourceView *self, guint file)
{
  if (file != self->file)
    return;
  show_verdicts (self);
  show_errors (self);
}

static void
renewed (IhopSourceView *self)
{
  cleared (self);
  analysed (self, self->file);
}

/* ---- selection ---- */

static void
go_to_lines (IhopSourceView *self, guint line, guint last)
{
  GtkTextIter iter;

  self->is_following = TRUE;
  gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (self->buffer), &iter, (int) line - 1);
  gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (self->buffer), &iter);
  ihop_view_lines_show (GTK_TEXT_VIEW (self->view), line, last);
  self->is_following = FALSE;
}

static gboolean
is_cursor_in (IhopSourceView *self, guint first, guint last)
{
  GtkTextIter at;

  gtk_text_buffer_get_iter_at_mark (GTK_TEXT_BUFFER (self->buffer), &at,
                                    gtk_text_buffer_get_insert (GTK_TEXT_BUFFER (self->buffer)));
  guint line = (guint) gtk_text_iter_get_line (&at) + 1;
  return first <= line && line <= last;
}

/* Whoever has selected it wants to see it; what is only found again takes a cursor along that stood in it, and leaves
 * alone one that the owner has moved elsewhere in the meantime. */
static gboolean
takes_cursor (IhopSourceView *self, const IhopSelection *selection)
{
  if (selection->first_line == 0 || self->is_following)
    return FALSE;
  return !selection->is_renewed
         || (is_cursor_in (self, self->first_line, self->last_line)
             && !is_cursor_in (self, selection->first_line, selection->last_line));
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
  if (takes_cursor (self, selection))
    go_to_lines (self, selection->first_line, selection->last_line);
  self->first_line = selection->first_line;
  self->last_line = selection->last_line;
  unshade (self);
  if (selection->first_line && (selection->address || selection->function == NULL))
    ihop_shaded_view_set (self->view, IHOP_BAND_SELECTED, selection->first_line, selection->last_line);
}

static void
pointed (IhopSourceView *self)
{
  guint file, second, line = ihop_document_pointed (self->document, &file, &second);

  gboolean is_here = file == self->file && line != 0;
  ihop_shaded_view_set (self->view, IHOP_BAND_FIRST_SPOT, is_here ? line : 0, line);
  ihop_shaded_view_set (self->view, IHOP_BAND_SECOND_SPOT, is_here ? second : 0, second);
  if (!is_here)
    return;
  ihop_view_lines_show (GTK_TEXT_VIEW (self->view), line, line);
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

/* ---- what the gutter says: what, why, witness, remedies ---- */

/* The place of a line in the gutter, in our coordinates. */
static GdkRectangle
place_of (IhopSourceView *self, guint line)
{
  GtkTextIter iter;
  graphene_rect_t bounds;
  GdkRectangle place = { 0, 0, 1, 1 };
  int top, height, x, y;

  gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (self->buffer), &iter, (int) line - 1);
  gtk_text_view_get_line_yrange (GTK_TEXT_VIEW (self->view), &iter, &top, &height);
  gtk_text_view_buffer_to_window_coords (GTK_TEXT_VIEW (self->view), GTK_TEXT_WINDOW_WIDGET, 0, top, &x, &y);
  if (gtk_widget_compute_bounds (GTK_WIDGET (self->gutter), GTK_WIDGET (self), &bounds))
    place = (GdkRectangle) { (int) bounds.origin.x, CLAMP (y, 0, gtk_widget_get_height (GTK_WIDGET (self))),
                             (int) bounds.size.width, height };
  return place;
}

static void
explain (IhopSourceView *self, const IhopLoopView *loop)
{
  const GdkRectangle place = place_of (self, loop->line);

  ihop_loop_popover_show (self->popover, self->document, loop, &place);
}

static void
gutter_clicked (const IhopLoopView *loop, const GdkRectangle *area, gpointer data)
{
  IhopSourceView *self = data;

  if (loop == NULL)
    return;
  ihop_document_select_loop (self->document, loop->file, loop->address);
  explain (self, loop);
}

static void submit (IhopSourceView *self);

static void
asked (IhopSourceView *self, const char *what)
{
  const IhopSelection *selection = ihop_document_selection (self->document);
  const IhopLoopView *loop = ihop_document_loop (self->document, selection->file, selection->address);

  if (g_str_equal (what, "explain") && loop)
    explain (self, loop);
  else if (g_str_equal (what, "typing") && self->typing)
    submit (self);
}

/* A click with the other button means what is below it, unless that is selected already. */
static void
choose_at (GtkWidget *widget, double x, double y, gpointer data)
{
  IhopSourceView *self = data;
  const IhopSelection *selection = ihop_document_selection (self->document);
  GtkTextIter iter;
  int at_x, at_y;

  gtk_text_view_window_to_buffer_coords (GTK_TEXT_VIEW (self->view), GTK_TEXT_WINDOW_WIDGET, (int) x, (int) y,
                                         &at_x, &at_y);
  gtk_text_view_get_iter_at_location (GTK_TEXT_VIEW (self->view), &iter, at_x, at_y);
  guint line = (guint) gtk_text_iter_get_line (&iter) + 1;
  const IhopLoopView *loop = ihop_document_loop_at (self->document, self->file, line);
  if (selection->first_line <= line && line <= selection->last_line)
    return;
  self->is_following = TRUE;
  if (loop)
    ihop_document_select_loop (self->document, self->file, loop->address);
  else
    ihop_document_select_lines (self->document, self->file, line, line);
  self->is_following = FALSE;
}

/* ---- the owner types ---- */

static void
submit (IhopSourceView *self)
{
  GtkTextIter start, end;

  g_clear_handle_id (&self->typing, g_source_remove);
  gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (self->buffer), &start, &end);
  g_free (self->submitted);
  self->submitted = gtk_text_buffer_get_text (GTK_TEXT_BUFFER (self->buffer), &start, &end, TRUE);
  ihop_document_set_typing (self->document, FALSE);
  ihop_document_type (self->document, self->file, self->submitted);
}

static gboolean
typing_rests (gpointer data)
{
  IhopSourceView *self = data;

  self->typing = 0;
  submit (self);
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
  ihop_document_set_typing (self->document, TRUE);
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
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  g_clear_pointer (&self->diags, g_ptr_array_unref);
  g_clear_pointer (&self->submitted, g_free);
  g_clear_pointer (&self->path, g_free);
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
  self->error = gtk_text_buffer_create_tag (GTK_TEXT_BUFFER (self->buffer), "error", "underline",
                                            PANGO_UNDERLINE_ERROR, NULL);
  self->view = IHOP_SHADED_VIEW (ihop_shaded_view_new (self->buffer));
  g_object_unref (self->buffer); /* the view keeps it */
  gtk_source_view_set_show_line_numbers (GTK_SOURCE_VIEW (self->view), TRUE);
  gtk_source_view_set_tab_width (GTK_SOURCE_VIEW (self->view), 8);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (self->view), TRUE);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (self->view), 6);
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "source");
  self->gutter = IHOP_SOURCE_GUTTER (ihop_source_gutter_new (gutter_clicked, self));
  gtk_source_gutter_insert (gtk_source_view_get_gutter (GTK_SOURCE_VIEW (self->view), GTK_TEXT_WINDOW_LEFT),
                            GTK_SOURCE_GUTTER_RENDERER (self->gutter), 10);
  ihop_text_name (GTK_WIDGET (self->view), _ ("Source"), NULL);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->view));
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_widget_set_hexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (self), scrolled);
  self->popover = ihop_loop_popover_new (GTK_WIDGET (self));
  set_colors (self);
}

GtkWidget *
ihop_source_view_new (IhopDocument *document)
{
  IhopSourceView *self = g_object_new (IHOP_TYPE_SOURCE_VIEW, NULL);

  self->document = document;
  ihop_linked_source_attach (self->view, document);
  ihop_source_margin_attach (GTK_SOURCE_VIEW (self->view), document);
  g_signal_connect_object (document, "changed", G_CALLBACK (changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "cleared", G_CALLBACK (cleared), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "analysed", G_CALLBACK (analysed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "renewed", G_CALLBACK (renewed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "selection", G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "pointed", G_CALLBACK (pointed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "focus", G_CALLBACK (asked), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "proposed", G_CALLBACK (ihop_loop_popover_close), self->popover, G_CONNECT_SWAPPED);
  ihop_menu_attach (GTK_WIDGET (self->view), document, IHOP_MENU_LOOP, choose_at, self);
  g_signal_connect_object (self->buffer, "notify::cursor-position", G_CALLBACK (cursor_moved), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->buffer, "changed", G_CALLBACK (typed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_settings_get_default (), "notify::gtk-application-prefer-dark-theme",
                           G_CALLBACK (set_colors), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
