/* Where there are more iterations of the block loops than the card starts blocks, a block takes one after the other. An array that is
 * declared in the iteration is another one each time for the program, and the same piece of shared memory on the card: threads that are
 * ahead must not write there what others still read. All else that two iterations touch is apart, as block loops are parallel.
 *
 * The iterations are separated by the fences that stand there already where what comes behind the last fence of one has nothing to do
 * with what comes before the first fence of the next. */
#include "analysis/kernel/races.h"

enum { OPEN_BEFORE = 1, OPEN_BEHIND = 2 };

static guint
openings_of (const IhopRaces *races, GHashTable *openings, const IhopAccess *access)
{
  const IhopThreadNest *nest = ihop_races_nest_of (races, access);
  gpointer known;

  if (!g_hash_table_lookup_extended (openings, nest, NULL, &known))
    {
      guint found = ihop_races_are_fenced (races, nest, FALSE) ? 0 : OPEN_BEFORE;
      known = GUINT_TO_POINTER (found | (ihop_races_are_fenced (races, nest, TRUE) ? 0 : OPEN_BEHIND));
      g_hash_table_insert (openings, (gpointer) nest, known);
    }
  return GPOINTER_TO_UINT (known);
}

gboolean
ihop_races_blocks_follow_freely (const IhopRaces *races)
{
  g_autoptr (GHashTable) openings = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < races->pairs->len; i++)
    {
      const IhopRacePair *pair = races->pairs->pdata[i];
      if (!pair->a->is_local && !pair->b->is_local)
        continue;
      guint a = openings_of (races, openings, pair->a), b = openings_of (races, openings, pair->b);
      if (((a & OPEN_BEHIND) && (b & OPEN_BEFORE)) || ((b & OPEN_BEHIND) && (a & OPEN_BEFORE)))
        return FALSE;
    }
  return TRUE;
}
