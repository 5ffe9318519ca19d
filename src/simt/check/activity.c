#include "simt/check/activity.h"

static GPtrArray *all; /* IhopActivityInfo, by number */

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
  *begin = ihop_clock_step ();
  *quiet = ihop_streams_begin (kept->issue, *begin);
  return all->len - 1;
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

const IhopActivityInfo *
ihop_activity_of (guint issue)
{
  for (guint i = all ? all->len : 0; i > 0; i--)
    if (ihop_activity_info (i - 1)->issue == issue)
      return ihop_activity_info (i - 1);
  return NULL;
}
