/* Which words differ, in a block of lines that differ. Each line is compared with the one that it was most like: a loop that
 * was put around others moves them to other lines, and in further, but changes nothing else in them. */
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

/* How far [from, to) can be moved back: what is new begins one word earlier if the word before it is its last one, too. */
static guint
most_back (const Words *words, const gboolean *common, guint from, guint to)
{
  char **word = (char **) words->words->pdata;
  guint by = 0;

  while (!begins_line (words, from - by) && common[from - by - 1] && g_str_equal (word[from - by - 1], word[to - by - 1]))
    by++;
  return by;
}

/* "for i" is in "for ii for i" twice, and "j - 1" in "j - i - 1". What is new is to begin where a line begins, or with an
 * operator, if it can. */
static void
slide (const Words *words, gboolean *common, guint from, guint to)
{
  guint most = most_back (words, common, from, to), by = 0;

  if (begins_line (words, from - most))
    by = most;
  else
    while (by < most && strchr ("+-*/%", *(const char *) words->words->pdata[from - by]) == NULL)
      by++;
  if (!begins_line (words, from - by) && strchr ("+-*/%", *(const char *) words->words->pdata[from - by]) == NULL)
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

/* ---- lines that are alike ---- */

/* Words that differ from those of one line to those of another are marked. */
static void
compare_lines (const Words *a, const Words *b, GArray *left_spans, GArray *right_spans)
{
  guint n = a->words->len, m = b->words->len;
  g_autofree gboolean *in_a = g_new0 (gboolean, n + 1), *in_b = g_new0 (gboolean, m + 1);

  if (!ihop_diff_common ((char **) a->words->pdata, n, (char **) b->words->pdata, m, in_a, in_b))
    return;
  slide_all (a, in_a);
  slide_all (b, in_b);
  add_spans (a, in_a, left_spans);
  add_spans (b, in_b, right_spans);
}

/* 0: nothing in common, 1: the same words. */
static double
likeness (const Words *a, const Words *b)
{
  guint n = a->words->len, m = b->words->len, common = 0;
  g_autofree gboolean *in_a = g_new0 (gboolean, n + 1), *in_b = g_new0 (gboolean, m + 1);

  if (n + m == 0 || !ihop_diff_common ((char **) a->words->pdata, n, (char **) b->words->pdata, m, in_a, in_b))
    return 0;
  for (guint i = 0; i < n; i++)
    common += in_a[i];
  return 2.0 * common / (n + m);
}

/* Two lines with less in common than this are two lines. */
static const double ALIKE = 0.5;

/* The pairs that are most like each other together, in order: best[i][k] of the lines behind i and k. */
static double *
best_pairs (const GArray *a, const GArray *b)
{
  guint n = a->len, m = b->len;
  double *best = g_new0 (double, (n + 1) * (m + 1));

  for (guint i = n; i-- > 0;)
    for (guint k = m; k-- > 0;)
      {
        double pair = likeness (&g_array_index (a, Words, i), &g_array_index (b, Words, k));
        double *at = &best[i * (m + 1) + k];
        *at = MAX (at[1], at[m + 1]);
        if (pair >= ALIKE)
          *at = MAX (*at, at[m + 2] + pair);
      }
  return best;
}

static void
add_all (const Words *words, GArray *spans)
{
  g_autofree gboolean *none = g_new0 (gboolean, words->words->len + 1);

  add_spans (words, none, spans);
}

static void
compare_pairs (const GArray *a, const GArray *b, GArray *left_spans, GArray *right_spans)
{
  g_autofree double *best = best_pairs (a, b);
  guint n = a->len, m = b->len, i = 0, k = 0;

  while (i < n || k < m)
    {
      const double *at = &best[i * (m + 1) + k];
      if (i < n && (k == m || at[0] == at[m + 1]))
        add_all (&g_array_index (a, Words, i++), left_spans);
      else if (k < m && (i == n || at[0] == at[1]))
        add_all (&g_array_index (b, Words, k++), right_spans);
      else
        compare_lines (&g_array_index (a, Words, i++), &g_array_index (b, Words, k++), left_spans, right_spans);
    }
}

static void
clear_words (gpointer words)
{
  words_free (words);
}

static GArray *
lines_new (void)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (Words));

  g_array_set_clear_func (lines, clear_words);
  return lines;
}

static void
add_line (GArray *lines, const char *line, guint number)
{
  Words words = words_new ();

  add_words (&words, line, number);
  g_array_append_val (lines, words);
}

/* Rows [from, to) differ. Of large blocks each line would have to be held against too many; and what is new as a whole needs
 * no marks. */
static void
compare_block (char **left, char **right, const GArray *rows, guint from, guint to, GArray *left_spans, GArray *right_spans)
{
  enum { MOST_PAIRS = 10000 };
  g_autoptr (GArray) a = lines_new (), b = lines_new ();

  for (guint i = from; i < to; i++)
    {
      const IhopDiffRow *row = &g_array_index (rows, IhopDiffRow, i);
      if (row->left)
        add_line (a, left[row->left - 1], row->left);
      if (row->right)
        add_line (b, right[row->right - 1], row->right);
    }
  if (a->len && b->len && a->len * b->len <= MOST_PAIRS)
    compare_pairs (a, b, left_spans, right_spans);
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
