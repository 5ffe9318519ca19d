#include "project/diff.h"
#include <string.h>

#define MOST_EDITS 1500

typedef struct
{
  char *const *left, *const *right;
  guint n, m;              /* of the part that differs at all: without what is the same at both ends */
  guint first;             /* so many are the same at the beginning */
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

/* Sets first, n and m. */
static void
leave_out_ends (Texts *texts, guint n, guint m)
{
  guint least = MIN (n, m), last = 0;

  while (texts->first < least && same (texts, 0, 0))
    texts->first++;
  while (last < least - texts->first && strcmp (texts->left[n - 1 - last], texts->right[m - 1 - last]) == 0)
    last++;
  texts->n = n - texts->first - last;
  texts->m = m - texts->first - last;
}

gboolean
ihop_diff_common (char *const *left, guint n, char *const *right, guint m, gboolean *in_left, gboolean *in_right)
{
  Texts texts = { .left = left, .right = right };

  leave_out_ends (&texts, n, m);
  for (guint i = 0; i < texts.first; i++)
    in_left[i] = in_right[i] = TRUE;
  for (guint i = n - texts.first - texts.n; i > 0; i--)
    in_left[n - i] = in_right[m - i] = TRUE;
  g_autoptr (GPtrArray) trace = walk (&texts);
  if (trace == NULL)
    return FALSE;
  mark_kept (&texts, trace, in_left + texts.first, in_right + texts.first);
  return TRUE;
}

static void
add (GArray *rows, IhopDiffKind kind, guint left, guint right)
{
  IhopDiffRow row = { kind, left, right };

  g_array_append_val (rows, row);
}

GArray *
ihop_diff_lines (const char *left, const char *right)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (IhopDiffRow));
  guint n, m, x = 0, y = 0;
  g_auto (GStrv) a = lines_of (left, &n);
  g_auto (GStrv) b = lines_of (right, &m);
  g_autofree gboolean *in_left = g_new0 (gboolean, n + 1), *in_right = g_new0 (gboolean, m + 1);

  ihop_diff_common (a, n, b, m, in_left, in_right);
  while (x < n || y < m)
    {
      gboolean gone = x < n && !in_left[x], come = y < m && !in_right[y];
      IhopDiffKind kind = gone && come ? IHOP_DIFF_CHANGED
                          : gone       ? IHOP_DIFF_REMOVED
                          : come       ? IHOP_DIFF_ADDED
                                       : IHOP_DIFF_SAME;
      gboolean has_left = gone || !come, has_right = come || !gone;
      add (rows, kind, has_left ? x + 1 : 0, has_right ? y + 1 : 0);
      x += has_left;
      y += has_right;
    }
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
