#include "analysis/memory/stored_places.h"
#include "analysis/memory/effective_types.h"

/* More kinds than this are as good as anything: such a function is a whole program. */
#define MOST_KINDS 48

IhopStoredPlaces *
ihop_stored_places_new (void)
{
  IhopStoredPlaces *stored = g_new0 (IhopStoredPlaces, 1);

  stored->places = g_ptr_array_new ();
  return stored;
}

void
ihop_stored_places_free (IhopStoredPlaces *stored)
{
  g_ptr_array_unref (stored->places);
  g_free (stored);
}

static void
give_up (IhopStoredPlaces *stored)
{
  stored->is_open = TRUE;
  g_ptr_array_set_size (stored->places, 0);
}

void
ihop_stored_places_add (IhopStoredPlaces *stored, const IhopNode *place)
{
  if (stored->is_open)
    return;
  for (guint i = 0; i < stored->places->len; i++)
    if (ihop_effective_is_same_kind (stored->places->pdata[i], place))
      return;
  if (stored->places->len == MOST_KINDS || place->type == NULL)
    give_up (stored);
  else
    g_ptr_array_add (stored->places, (gpointer) place);
}

void
ihop_stored_places_include (IhopStoredPlaces *stored, const IhopStoredPlaces *from)
{
  if (from->is_open)
    give_up (stored);
  for (guint i = 0; i < from->places->len; i++)
    ihop_stored_places_add (stored, from->places->pdata[i]);
}

gboolean
ihop_stored_places_equal (const IhopStoredPlaces *a, const IhopStoredPlaces *b)
{
  return a->is_open == b->is_open && a->places->len == b->places->len;
}

gboolean
ihop_stored_places_spare (const IhopFacts *facts, const IhopStoredPlaces *stored, const IhopNode *read)
{
  for (guint i = 0; i < stored->places->len; i++)
    if (!ihop_effective_places_differ (facts, stored->places->pdata[i], read))
      return FALSE;
  return !stored->is_open;
}

gboolean
ihop_stored_places_miss (const IhopFacts *facts, const IhopStoredPlaces *stored, const IhopType *declared)
{
  for (guint i = 0; i < stored->places->len; i++)
    if (!ihop_effective_misses (facts, stored->places->pdata[i], declared))
      return FALSE;
  return !stored->is_open;
}

gboolean
ihop_stored_places_spare_pointers (const IhopFacts *facts, const IhopStoredPlaces *stored)
{
  for (guint i = 0; i < stored->places->len; i++)
    if (!ihop_effective_spares_pointers (facts, ((const IhopNode *) stored->places->pdata[i])->type))
      return FALSE;
  return !stored->is_open;
}
