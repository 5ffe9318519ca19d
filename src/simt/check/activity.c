#include "simt/check/activity.h"

static GPtrArray *all; /* IhopActivityInfo, by number */

guint
ihop_activity_begin (const IhopActivityInfo *info, guint32 *quiet)
{
  if (all == NULL)
    all = g_ptr_array_new ();
  g_ptr_array_add (all, g_memdup2 (info, sizeof *info));
  g_array_ref (info->sites);
  g_array_ref (info->checks);
  *quiet = ihop_clock_step ();
  return all->len - 1;
}

const IhopActivityInfo *
ihop_activity_info (guint activity)
{
  return all->pdata[activity];
}
