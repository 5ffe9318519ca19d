#include "gui/diff_view.h"
#include "gui/widgets.h"
#include "project/diff.h"
#include <string.h>

struct _IhopDiffView
{
  GtkBox parent_instance;
  GtkWidget *titles[2];
  GtkSourceView *views[2];
  GtkTextTag *tags[2], *words[2], *dim[2]; /* lines that differ, and what differs in them */
};

G_DEFINE_FINAL_TYPE (IhopDiffView, ihop_diff_view, GTK_TYPE_BOX)

#define AROUND 3 /* lines that are shown around a change */

static void
set_colors (IhopDiffView *self)
{
  static const char *const colors[2][2] = { { "#fdeaea", "#462022" }, { "#e6f7eb", "#1b3b29" } };
  static const char *const strong[2][2] = { { "#f5b5b5", "#8c2f33" }, { "#a3e0b5", "#2a7547" } };

  for (guint i = 0; i < 2; i++)
    {
      g_object_set (self->tags[i], "paragraph-background", colors[i][ihop_text_is_dark () ? 1 : 0], NULL);
      g_object_set (self->words[i], "background", strong[i][ihop_text_is_dark () ? 1 : 0], NULL);
    }
}

/* ---- rows to text ---- */

static gboolean
is_near_change (const GArray *rows, guint at)
{
  guint from = at > AROUND ? at - AROUND : 0, to = MIN (at + AROUND + 1, rows->len);

  for (guint i = from; i < to; i++)
    if (g_array_index (rows, IhopDiffRow, i).kind != IHOP_DIFF_SAME)
      return TRUE;
  return FALSE;
}

static void
append (IhopDiffView *self, guint side, const char *text, GtkTextTag *tag)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->views[side]));
  GtkTextIter end;

  gtk_text_buffer_get_end_iter (buffer, &end);
  gtk_text_buffer_insert_with_tags (buffer, &end, text, -1, tag, NULL);
}

/* What differs in the line that was just appended, whose text begins behind so many bytes. */
static void
mark_words (IhopDiffView *self, guint side, guint number, const GArray *spans, int before)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->views[side]));
  int line = gtk_text_buffer_get_line_count (buffer) - 2; /* the last one is empty */
  GtkTextIter begin, end;

  for (guint i = 0; i < spans->len; i++)
    {
      const IhopDiffSpan *span = &g_array_index (spans, IhopDiffSpan, i);
      if (span->line != number)
        continue;
      gtk_text_buffer_get_iter_at_line_index (buffer, &begin, line, before + (int) span->begin);
      gtk_text_buffer_get_iter_at_line_index (buffer, &end, line, before + (int) span->end);
      gtk_text_buffer_apply_tag (buffer, self->words[side], &begin, &end);
    }
}

static void
append_line (IhopDiffView *self, guint side, char **lines, guint number, const GArray *spans, gboolean is_changed)
{
  g_autofree char *before = g_strdup_printf ("%5u  ", number);
  g_autofree char *text = number ? g_strdup_printf ("%s%s\n", before, lines[number - 1]) : g_strdup ("\n");

  append (self, side, text, is_changed && number ? self->tags[side] : NULL);
  if (is_changed && number)
    mark_words (self, side, number, spans, (int) strlen (before));
}

static void
fill (IhopDiffView *self, const GArray *rows, char **lines[2], GArray *spans[2])
{
  gboolean skipped = FALSE;

  for (guint i = 0; i < rows->len; i++)
    {
      const IhopDiffRow *row = &g_array_index (rows, IhopDiffRow, i);
      if (!is_near_change (rows, i))
        {
          skipped = TRUE;
          continue;
        }
      for (guint side = 0; skipped && i && side < 2; side++)
        append (self, side, "    ⋮\n", self->dim[side]);
      skipped = FALSE;
      for (guint side = 0; side < 2; side++)
        append_line (self, side, lines[side], side ? row->right : row->left, spans[side], row->kind != IHOP_DIFF_SAME);
    }
}

void
ihop_diff_view_set (IhopDiffView *self, const char *left_title, const char *left,
                    const char *right_title, const char *right)
{
  g_auto (GStrv) a = g_strsplit (left, "\n", -1);
  g_auto (GStrv) b = g_strsplit (right, "\n", -1);
  g_autoptr (GArray) rows = ihop_diff_lines (left, right);
  char **lines[] = { a, b };
  GArray *spans[2];

  gtk_label_set_text (GTK_LABEL (self->titles[0]), left_title);
  gtk_label_set_text (GTK_LABEL (self->titles[1]), right_title);
  ihop_text_name (GTK_WIDGET (self->views[0]), left_title, _ ("Before"));
  ihop_text_name (GTK_WIDGET (self->views[1]), right_title, _ ("After"));
  for (guint i = 0; i < 2; i++)
    gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->views[i])), "", 0);
  ihop_diff_words (left, right, rows, &spans[0], &spans[1]);
  fill (self, rows, lines, spans);
  for (guint i = 0; i < 2; i++)
    g_array_unref (spans[i]);
  if (g_str_equal (left, right))
    append (self, 0, _ ("The texts are the same.\n"), self->dim[0]);
}

/* ---- the widget ---- */

static void
ihop_diff_view_class_init (IhopDiffViewClass *class)
{
}

static void
ihop_diff_view_init (IhopDiffView *self)
{
  GtkWidget *scrolled[2];
  const char *const names[] = { _ ("Before"), _ ("After") };

  gtk_box_set_homogeneous (GTK_BOX (self), TRUE);
  gtk_box_set_spacing (GTK_BOX (self), 1);
  for (guint i = 0; i < 2; i++)
    {
      GtkWidget *side = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
      scrolled[i] = ihop_text_view_new (names[i], &self->views[i]);
      GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->views[i]));
      self->tags[i] = gtk_text_buffer_create_tag (buffer, "changed", NULL);
      self->words[i] = gtk_text_buffer_create_tag (buffer, "word", NULL);
      self->dim[i] = gtk_text_buffer_create_tag (buffer, "dim", "foreground", "#888888", NULL);
      self->titles[i] = gtk_label_new (NULL);
      gtk_label_set_xalign (GTK_LABEL (self->titles[i]), 0);
      gtk_label_set_ellipsize (GTK_LABEL (self->titles[i]), PANGO_ELLIPSIZE_END);
      gtk_widget_add_css_class (self->titles[i], "diff-title");
      gtk_box_append (GTK_BOX (side), self->titles[i]);
      gtk_box_append (GTK_BOX (side), scrolled[i]);
      gtk_box_append (GTK_BOX (self), side);
    }
  /* Both sides have the same number of lines: one adjustment keeps them together. */
  gtk_scrolled_window_set_vadjustment (
    GTK_SCROLLED_WINDOW (scrolled[1]),
    gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled[0])));
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled[0]), GTK_POLICY_AUTOMATIC,
                                  GTK_POLICY_EXTERNAL);
  set_colors (self);
  g_signal_connect_object (gtk_settings_get_default (), "notify::gtk-application-prefer-dark-theme",
                           G_CALLBACK (set_colors), self, G_CONNECT_SWAPPED);
}

GtkWidget *
ihop_diff_view_new (void)
{
  return g_object_new (IHOP_TYPE_DIFF_VIEW, NULL);
}
