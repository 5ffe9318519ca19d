#include "simt/check/readers.h"

/* More cells than these are not kept. */
enum { MOST = 1 << 20, MOST_WRITERS = 4 };

/* By cell: GArray of IhopCellAccess, one for each piece of work; writes: one for each thread. */
static GHashTable *all, *writers;

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
    {
      IhopCellAccess *one = &g_array_index (list, IhopCellAccess, i);
      if (ihop_clock_at (one->stamp).work != ihop_clock_at (access.stamp).work)
        continue;
      if (one->scope && !access.scope)
        *one = access; /* which races with more */
      return;
    }
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
      gboolean is_open = !ihop_order_has (look, thread, with->stamp, with->thread);
      races = is_open && !ihop_order_is_excused (look, *with);
      if (races || (!is_open && ihop_order_is_covered (look, thread, *with)))
        g_array_remove_index_fast (list, i - 1);
    }
  if (list && list->len == 0)
    g_hash_table_remove (all, cell);
  return races;
}

/* --- writes ----------------------------------------------------------------------------------- */

guint
ihop_writers_number (void)
{
  return writers ? g_hash_table_size (writers) : 0;
}

/* Is whoever is ordered behind the second one, or excused with it, so with the first one? They are of one block, and the second is
 * the later one. */
static gboolean
gives_way (IhopCellAccess first, IhopCellAccess second)
{
  IhopAtWork who = ihop_clock_at (second.stamp), other = ihop_clock_at (first.stamp);

  return first.scope >= second.scope && other.work == who.work && other.block == who.block;
}

/* Those that everybody is ordered behind are forgotten, and those of the same thread that the access stands for. */
static void
thin_out (const IhopLook *look, GArray *list, IhopCellAccess access)
{
  for (guint i = list->len; i > 0; i--)
    {
      IhopCellAccess one = g_array_index (list, IhopCellAccess, i - 1);
      if ((one.thread == access.thread && gives_way (one, access)) || ihop_order_is_past (look, one.stamp))
        g_array_remove_index_fast (list, i - 1);
    }
}

/* There is no room: it takes the place of an earlier one of its block, which is as good for all who know of whole blocks alone;
 * or of one that races with less. */
static void
squeeze_in (GArray *list, IhopCellAccess access)
{
  IhopCellAccess *found = NULL;

  for (guint i = 0; i < list->len; i++)
    {
      IhopCellAccess *one = &g_array_index (list, IhopCellAccess, i);
      if (gives_way (*one, access))
        {
          *one = access;
          return;
        }
      found = one->scope > access.scope ? one : found;
    }
  if (found)
    *found = access;
}

void
ihop_writers_keep (const IhopLook *look, const IhopCell *cell, IhopCellAccess access)
{
  if (writers == NULL)
    writers = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  GArray *list = g_hash_table_lookup (writers, cell);
  if (list == NULL && g_hash_table_size (writers) >= MOST)
    return;
  if (list == NULL)
    {
      list = g_array_sized_new (FALSE, FALSE, sizeof access, 2);
      g_hash_table_insert (writers, (gpointer) cell, list);
    }
  thin_out (look, list, access);
  if (list->len < MOST_WRITERS)
    g_array_append_val (list, access);
  else
    squeeze_in (list, access);
}

void
ihop_writers_cover (const IhopLook *look, const IhopCell *cell, guint thread)
{
  GArray *list = writers ? g_hash_table_lookup (writers, cell) : NULL;

  for (guint i = list ? list->len : 0; i > 0; i--)
    if (ihop_order_is_covered (look, thread, g_array_index (list, IhopCellAccess, i - 1)))
      g_array_remove_index_fast (list, i - 1);
}

gboolean
ihop_writers_race (const IhopLook *look, const IhopCell *cell, guint thread, IhopCellAccess *with)
{
  GArray *list = writers ? g_hash_table_lookup (writers, cell) : NULL;

  for (guint i = 0; list && i < list->len; i++)
    {
      *with = g_array_index (list, IhopCellAccess, i);
      if (!ihop_order_has (look, thread, with->stamp, with->thread) && !ihop_order_is_excused (look, *with))
        return TRUE;
    }
  return FALSE;
}
