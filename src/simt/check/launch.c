#include "simt/check/launch.h"
#include "simt/check/sync.h"
#include <string.h>

/* No atomic operations, fences, barriers of warps or of some of them. */
static gboolean
is_plain (const IhopLowerResult *sizes)
{
  gboolean is_plain = !sizes->has_numbered;

  for (guint i = 0; i < sizes->checks->len; i++)
    {
      const char *text = g_array_index (sizes->sites, IhopCountSite, i).text;
      is_plain &= !g_array_index (sizes->checks, IhopCheckSite, i).scope && (text == NULL || strstr (text, "warp") == NULL);
    }
  return is_plain;
}

IhopCheckLaunch *
ihop_check_launch_new (const IhopCheckedLaunch *how, const IhopLowerResult *sizes)
{
  IhopCheckLaunch *launch = g_new0 (IhopCheckLaunch, 1);

  launch->info = (IhopActivityInfo){ .name = g_intern_string (how->kernel), .sites = sizes->sites, .checks = sizes->checks };
  memcpy (launch->info.grid, how->grid, sizeof how->grid);
  memcpy (launch->info.block, how->block, sizeof how->block);
  launch->threads = how->block[0] * how->block[1] * how->block[2];
  launch->n_blocks = (guint64) how->grid[0] * how->grid[1] * how->grid[2];
  launch->shared = sizes->shared_size + how->dynamic_shared;
  launch->local = sizes->local_size;
  launch->has_small_shared = sizes->has_small_shared;
  launch->has_races = ihop_find_has_part ("races");
  launch->has_memory = ihop_find_has_part ("memory");
  launch->params = how->params;
  launch->param_size = sizes->param_size;
  ihop_clock_lock ();
  launch->activity = ihop_activity_begin (&launch->info, &launch->begin, &launch->quiet);
  launch->past = ihop_activity_past (launch->quiet);
  ihop_clock_unlock ();
  launch->is_plain = launch->quiet == launch->begin && is_plain (sizes);
  return launch;
}

void
ihop_check_launch_free (IhopCheckLaunch *launch)
{
  ihop_clock_lock ();
  ihop_sync_forget (launch->activity);
  ihop_activity_end ();
  ihop_clock_unlock ();
  g_free (launch);
}
