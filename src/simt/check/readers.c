#include "simt/check/readers.h"

/* More cells than these are not kept. */
enum { MOST = 1 << 22 };

static GHashTable *all; /* by cell: GArray of IhopCellAccess, one for each piece of work */

guint
ihop_readers_number (void)
{
  return all ? g_hash_table_size (all) : 0;
}

void
ihop_readers_keep (const IhopCell *cell, IhopCellAccess access)
{
  if (all == NULL)
    all = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  GArray *list = g_hash_table_lookup (all, cell);
  if (list == NULL && g_hash_table_size (all) >= MOST)
    return;
  if (list == NULL)
    {
      list = g_array_sized_new (FALSE, FALSE, sizeof access, 1);
      g_hash_table_insert (all, (gpointer) cell, list);
    }
  for (guint i = 0; i < list->len; i++)
    if (ihop_clock_at (g_array_index (list, IhopCellAccess, i).stamp).work == ihop_clock_at (access.stamp).work)
      return;
  g_array_append_val (list, access);
}

gboolean
ihop_readers_race (const IhopLook *look, const IhopCell *cell, guint thread, IhopCellAccess *with)
{
  GArray *list = all ? g_hash_table_lookup (all, cell) : NULL;
  gboolean races = FALSE;

  for (guint i = list ? list->len : 0; i > 0 && !races; i--)
    {
      *with = g_array_index (list, IhopCellAccess, i - 1);
      races = !ihop_order_has (look, thread, with->stamp, with->thread);
      g_array_remove_index_fast (list, i - 1);
    }
  if (list && list->len == 0)
    g_hash_table_remove (all, cell);
  return races;
}
