#include "base/sarif.h"
#include "checks/finds.h"

/* The first place that a source has; NULL: none. */
static const IhopFoundPlace *
place_with_line (const IhopFind *find)
{
  for (guint i = 0; i < find->n_places; i++)
    if (find->places[i].source_line)
      return &find->places[i];
  return NULL;
}

/* The sentence, and what memory it is about. */
static IhopMessage *
message_of (const IhopCheckFound *found)
{
  g_autoptr (IhopMessage) sentence = ihop_check_sentence (&found->find);
  g_autofree char *memory = ihop_check_memory (found);

  return *memory ? ihop_message ("%s (%s)", sentence, memory) : g_steal_pointer (&sentence);
}

static void
add_found (IhopSarif *sarif, const IhopCheckFound *found)
{
  const IhopFind *find = &found->find;
  const IhopCheckRow *row = ihop_check_row (find->kind);
  const IhopFoundPlace *first = place_with_line (find);

  ihop_sarif_add (sarif, row->id, row->is_note ? "note" : "error", message_of (found), first ? first->file : NULL,
                  first ? first->source_line : 0, 0);
  for (guint i = 0; i < find->n_places; i++)
    {
      const IhopFoundPlace *place = &find->places[i];
      g_autofree char *who = ihop_check_place (place, found->kernels[i]);
      if (found->kernels[i][0])
        ihop_sarif_relate (sarif, ihop_message_word (who), place->source_line ? place->file : NULL, place->source_line);
    }
}

char *
ihop_checks_to_sarif (const IhopChecks *checks)
{
  IhopSarif *sarif = ihop_sarif_new ();

  for (guint i = 0; i < checks->found->len; i++)
    add_found (sarif, checks->found->pdata[i]);
  return ihop_sarif_finish (sarif);
}
