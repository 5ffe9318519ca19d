/* Which words differ, in a block of lines that differ. All its lines are compared together: a loop that was put around
 * others moves them to other lines, and in further, but changes nothing else in them. */
#include "project/diff.h"
#include <string.h>

/* The words of a block's lines on one side. */
typedef struct
{
  GPtrArray *words;        /* of char * */
  GArray *places;          /* of IhopDiffSpan: where each stands */
} Words;

static gboolean
is_of_name (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c & 0x80;
}

static void
add_words (Words *words, const char *line, guint number)
{
  for (gsize i = 0; line[i];)
    {
      IhopDiffSpan place = { number, i, i + 1 };
      while (is_of_name (line[i]) && is_of_name (line[place.end]))
        place.end++;
      if (!g_ascii_isspace (line[i]))
        {
          g_ptr_array_add (words->words, g_strndup (line + i, place.end - i));
          g_array_append_val (words->places, place);
        }
      i = place.end;
    }
}

static void
words_free (Words *words)
{
  g_ptr_array_unref (words->words);
  g_array_unref (words->places);
}

static Words
words_new (void)
{
  return (Words) { g_ptr_array_new_with_free_func (g_free), g_array_new (FALSE, FALSE, sizeof (IhopDiffSpan)) };
}

static gboolean
begins_line (const Words *words, guint at)
{
  const IhopDiffSpan *places = (const IhopDiffSpan *) (gpointer) words->places->data;

  return at == 0 || places[at - 1].line != places[at].line;
}

/* "for i" is in "for ii for i" twice. What is new is to begin where a line begins, if it can: [from, to) is new, and so is
 * what lies one word before it if that word is its last one, too. */
static void
slide (const Words *words, gboolean *common, guint from, guint to)
{
  char **word = (char **) words->words->pdata;
  guint by = 0;

  while (!begins_line (words, from - by) && common[from - by - 1] && g_str_equal (word[from - by - 1], word[to - by - 1]))
    by++;
  if (!begins_line (words, from - by))
    return;
  for (guint i = 0; i < by; i++)
    {
      common[from - i - 1] = FALSE;
      common[to - i - 1] = TRUE;
    }
}

static void
slide_all (const Words *words, gboolean *common)
{
  for (guint from = 0, to; from < words->words->len; from = to + 1)
    {
      for (to = from; to < words->words->len && !common[to];)
        to++;
      if (to > from)
        slide (words, common, from, to);
    }
}

/* Neighbours on a line become one span, with the blanks between them. */
static void
add_spans (const Words *words, const gboolean *common, GArray *spans)
{
  for (guint i = 0; i < words->words->len; i++)
    {
      IhopDiffSpan place = g_array_index (words->places, IhopDiffSpan, i);
      IhopDiffSpan *last = spans->len ? &g_array_index (spans, IhopDiffSpan, spans->len - 1) : NULL;
      if (common[i])
        continue;
      if (i && !common[i - 1] && last && last->line == place.line)
        last->end = place.end;
      else
        g_array_append_val (spans, place);
    }
}

/* Rows [from, to) differ. */
static void
compare_block (char **left, char **right, const GArray *rows, guint from, guint to, GArray *left_spans, GArray *right_spans)
{
  Words a = words_new (), b = words_new ();

  for (guint i = from; i < to; i++)
    {
      const IhopDiffRow *row = &g_array_index (rows, IhopDiffRow, i);
      if (row->left)
        add_words (&a, left[row->left - 1], row->left);
      if (row->right)
        add_words (&b, right[row->right - 1], row->right);
    }
  guint n = a.words->len, m = b.words->len;
  g_autofree gboolean *in_a = g_new0 (gboolean, n + 1), *in_b = g_new0 (gboolean, m + 1);
  if (n && m && ihop_diff_common ((char **) a.words->pdata, n, (char **) b.words->pdata, m, in_a, in_b))
    {
      slide_all (&a, in_a);
      slide_all (&b, in_b);
      add_spans (&a, in_a, left_spans);
      add_spans (&b, in_b, right_spans);
    }
  words_free (&a);
  words_free (&b);
}

void
ihop_diff_words (const char *left, const char *right, const GArray *rows, GArray **left_spans, GArray **right_spans)
{
  g_auto (GStrv) a = g_strsplit (left, "\n", -1);
  g_auto (GStrv) b = g_strsplit (right, "\n", -1);

  *left_spans = g_array_new (FALSE, FALSE, sizeof (IhopDiffSpan));
  *right_spans = g_array_new (FALSE, FALSE, sizeof (IhopDiffSpan));
  for (guint from = 0, to; from < rows->len; from = to + 1)
    {
      for (to = from; to < rows->len && g_array_index (rows, IhopDiffRow, to).kind != IHOP_DIFF_SAME;)
        to++;
      if (to > from)
        compare_block (a, b, rows, from, to, *left_spans, *right_spans);
    }
}
