#include "gui/view_lines.h"
#include <string.h>

void
ihop_view_lines_tag (GtkTextBuffer *buffer, GtkTextTag *tag, guint first, guint last)
{
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

void
ihop_view_lines_untag (GtkTextBuffer *buffer, GtkTextTag *tag)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_remove_tag (buffer, tag, &start, &end);
}

static gboolean
is_in_sight (GtkTextView *view, guint line)
{
  GtkTextIter iter;
  GdkRectangle seen;
  int top, height;

  gtk_text_buffer_get_iter_at_line (gtk_text_view_get_buffer (view), &iter, (int) line - 1);
  gtk_text_view_get_line_yrange (view, &iter, &top, &height);
  gtk_text_view_get_visible_rect (view, &seen);
  return top >= seen.y && top + height <= seen.y + seen.height;
}

void
ihop_view_lines_show (GtkTextView *view, guint line, guint last)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  GtkTextMark *mark = gtk_text_buffer_get_mark (buffer, "ihop-scroll");
  GtkTextIter iter;

  if (is_in_sight (view, line) && is_in_sight (view, last))
    return;
  gtk_text_buffer_get_iter_at_line (buffer, &iter, (int) line - 1);
  if (mark)
    gtk_text_buffer_move_mark (buffer, mark, &iter);
  else
    mark = gtk_text_buffer_create_mark (buffer, "ihop-scroll", &iter, TRUE);
  gtk_text_view_scroll_to_mark (view, mark, 0, TRUE, 1, 0.2); /* the line begins at the left */
}

guint
ihop_view_lines_first_kernel (GtkTextView *view)
{
  GtkTextIter at, end;

  gtk_text_buffer_get_start_iter (gtk_text_view_get_buffer (view), &at);
  return gtk_text_iter_forward_search (&at, "__global__", GTK_TEXT_SEARCH_TEXT_ONLY, &at, &end, NULL)
           ? (guint) gtk_text_iter_get_line (&at) + 1
           : 1;
}

void
ihop_view_lines_replace (GtkTextBuffer *buffer, const char *old, const char *text)
{
  glong n_old = g_utf8_strlen (old, -1), n_new = g_utf8_strlen (text, -1), start = 0, end = 0;
  const char *a = old, *b = text;
  GtkTextIter from, to;

  for (; *a && g_utf8_get_char (a) == g_utf8_get_char (b); start++)
    {
      a = g_utf8_next_char (a);
      b = g_utf8_next_char (b);
    }
  const char *c = old + strlen (old), *d = text + strlen (text);
  while (end < MIN (n_old, n_new) - start
         && g_utf8_get_char (g_utf8_prev_char (c)) == g_utf8_get_char (g_utf8_prev_char (d)))
    {
      c = g_utf8_prev_char (c);
      d = g_utf8_prev_char (d);
      end++;
    }
  gtk_text_buffer_get_iter_at_offset (buffer, &from, (int) start);
  gtk_text_buffer_get_iter_at_offset (buffer, &to, (int) (n_old - end));
  gtk_text_buffer_delete (buffer, &from, &to);
  gtk_text_buffer_insert (buffer, &from, b, (int) (d - b));
}
