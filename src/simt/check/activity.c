#include "simt/check/activity.h"
#include "simt/check/find.h"

static GPtrArray *all; /* IhopActivityInfo, by number */
static guint n_running, first_running;

/* More than these are not looked at. */
enum { MOST_AROUND = 64 };

static IhopActivityInfo *
at (guint activity)
{
  return all->pdata[activity];
}

/* Stamps of work that is done at the same time are mixed. */
static void
note_begin (guint activity)
{
  if (n_running++ == 0)
    first_running = activity;
  for (guint i = first_running; n_running > 1 && i <= activity; i++)
    at (i)->is_mixed = TRUE;
}

void
ihop_activity_end (void)
{
  static gboolean is_told;

  n_running--;
  if (!ihop_clock_is_used_up () || is_told)
    return;
  is_told = TRUE;
  ihop_find_add (&(IhopFind){ .kind = IHOP_FIND_UNSEEN, .n_places = 1, .places = { { .kernel = at (all->len - 1)->name } } });
}

guint
ihop_activity_begin (const IhopActivityInfo *info, guint32 *begin, guint32 *quiet)
{
  IhopActivityInfo *kept = g_memdup2 (info, sizeof *info);

  if (all == NULL)
    all = g_ptr_array_new ();
  g_ptr_array_add (all, kept);
  if (kept->sites)
    g_array_ref (kept->sites);
  if (kept->checks)
    g_array_ref (kept->checks);
  kept->issue = ihop_streams_current ();
  *begin = kept->begin = ihop_clock_step ();
  note_begin (all->len - 1);
  *quiet = ihop_streams_begin (kept->issue, *begin);
  return all->len - 1;
}

guint32
ihop_activity_past (guint32 quiet)
{
  return ihop_streams_number () > 1 ? MIN (quiet, ihop_streams_begin (0, quiet)) : quiet;
}

const IhopActivityInfo *
ihop_activity_info (guint activity)
{
  return all->pdata[activity];
}

gboolean
ihop_activity_is_before (guint first, guint second)
{
  return ihop_streams_are_ordered (ihop_activity_info (first)->issue, ihop_activity_info (second)->issue);
}

guint32
ihop_activity_stamps_before (guint first, guint second, guint32 *from)
{
  guint low = first, high = first + 1;

  if (at (first)->is_mixed || first >= second)
    return 0;
  while (low > 0 && first - low < MOST_AROUND && !at (low - 1)->is_mixed && ihop_activity_is_before (low - 1, second))
    low--;
  while (high < second && high - first < MOST_AROUND && !at (high)->is_mixed && ihop_activity_is_before (high, second))
    high++;
  *from = at (low)->begin + 1;
  return at (high)->begin - at (low)->begin;
}

const IhopActivityInfo *
ihop_activity_of (guint issue)
{
  for (guint i = all ? all->len : 0; i > 0; i--)
    if (ihop_activity_info (i - 1)->issue == issue)
      return ihop_activity_info (i - 1);
  return NULL;
}
