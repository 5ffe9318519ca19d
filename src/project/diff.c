#include "project/diff.h"
#include <string.h>

#define MOST_EDITS 1500

typedef struct
{
  char **left, **right;
  guint n, m;              /* lines that differ at all: without what is the same at both ends */
  guint first;             /* lines that are the same at the beginning */
} Texts;

/* A text's last newline begins no line. */
static char **
lines_of (const char *text, guint *n)
{
  char **lines = g_strsplit (text, "\n", -1);

  *n = g_strv_length (lines);
  if (*n && *lines[*n - 1] == '\0')
    (*n)--;
  return lines;
}

static gboolean
same (const Texts *texts, guint x, guint y)
{
  return strcmp (texts->left[texts->first + x], texts->right[texts->first + y]) == 0;
}

/* Myers' greedy walk; the furthest x of each diagonal is kept for every number of edits. NULL: too many. */
static GPtrArray *
walk (const Texts *texts)
{
  GPtrArray *trace = g_ptr_array_new_with_free_func (g_free);
  int n = (int) texts->n, m = (int) texts->m, most = MIN (n + m, MOST_EDITS);
  g_autofree int *furthest = g_new0 (int, 2 * (gsize) most + 3);
  int *at = furthest + most + 1;

  for (int d = 0; d <= most; d++)
    {
      g_ptr_array_add (trace, g_memdup2 (at - d - 1, sizeof (int) * (2 * (gsize) d + 3)));
      for (int k = -d; k <= d; k += 2)
        {
          int x = k == -d || (k != d && at[k - 1] < at[k + 1]) ? at[k + 1] : at[k - 1] + 1;
          while (x < n && x - k < m && same (texts, (guint) x, (guint) (x - k)))
            x++;
          at[k] = x;
          if (x >= n && x - k >= m)
            return trace;
        }
    }
  g_ptr_array_unref (trace);
  return NULL;
}

/* Back from the end: which lines of each side are kept. */
static void
mark_kept (const Texts *texts, const GPtrArray *trace, gboolean *kept_left, gboolean *kept_right)
{
  int x = (int) texts->n, y = (int) texts->m;

  for (int d = (int) trace->len - 1; d >= 0; d--)
    {
      const int *at = (const int *) trace->pdata[d] + d + 1;
      int k = x - y;
      int before = k == -d || (k != d && at[k - 1] < at[k + 1]) ? k + 1 : k - 1;
      int old_x = d ? at[before] : 0, old_y = d ? old_x - before : 0;
      while (x > old_x && y > old_y)
        {
          kept_left[--x] = TRUE;
          kept_right[--y] = TRUE;
        }
      x = old_x;
      y = old_y;
    }
}

static void
add (GArray *rows, IhopDiffKind kind, guint left, guint right)
{
  IhopDiffRow row = { kind, left, right };

  g_array_append_val (rows, row);
}

static void
add_middle (GArray *rows, const Texts *texts, const gboolean *kept_left, const gboolean *kept_right)
{
  guint x = 0, y = 0;

  while (x < texts->n || y < texts->m)
    {
      gboolean gone = x < texts->n && !kept_left[x], come = y < texts->m && !kept_right[y];
      IhopDiffKind kind = gone && come ? IHOP_DIFF_CHANGED
                          : gone       ? IHOP_DIFF_REMOVED
                          : come       ? IHOP_DIFF_ADDED
                                       : IHOP_DIFF_SAME;
      gboolean has_left = gone || !come, has_right = come || !gone;
      add (rows, kind, has_left ? texts->first + x + 1 : 0, has_right ? texts->first + y + 1 : 0);
      x += has_left;
      y += has_right;
    }
}

GArray *
ihop_diff_lines (const char *left, const char *right)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (IhopDiffRow));
  guint n, m, last = 0;
  g_auto (GStrv) a = lines_of (left, &n);
  g_auto (GStrv) b = lines_of (right, &m);
  Texts texts = { .left = a, .right = b };

  while (texts.first < MIN (n, m) && strcmp (a[texts.first], b[texts.first]) == 0)
    texts.first++;
  while (last < MIN (n, m) - texts.first && strcmp (a[n - 1 - last], b[m - 1 - last]) == 0)
    last++;
  texts.n = n - texts.first - last;
  texts.m = m - texts.first - last;
  g_autofree gboolean *kept_left = g_new0 (gboolean, texts.n + 1);
  g_autofree gboolean *kept_right = g_new0 (gboolean, texts.m + 1);
  g_autoptr (GPtrArray) trace = walk (&texts);
  if (trace)
    mark_kept (&texts, trace, kept_left, kept_right);
  for (guint i = 0; i < texts.first; i++)
    add (rows, IHOP_DIFF_SAME, i + 1, i + 1);
  add_middle (rows, &texts, kept_left, kept_right);
  for (guint i = last; i > 0; i--)
    add (rows, IHOP_DIFF_SAME, n - i + 1, m - i + 1);
  return rows;
}

IhopDiffPlace
ihop_diff_place (const char *left, const char *right)
{
  IhopDiffPlace place = { 0, strlen (left), strlen (right) };

  while (left[place.begin] && left[place.begin] == right[place.begin])
    place.begin++;
  while (place.left_end > place.begin && place.right_end > place.begin && left[place.left_end - 1] == right[place.right_end - 1])
    {
      place.left_end--;
      place.right_end--;
    }
  return place;
}
