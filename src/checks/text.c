/* The page that a person reads: each find with its places, the way compilers say it. */
#include "checks/finds.h"

char *
ihop_check_place (const IhopFoundPlace *place, const char *kernel)
{
  GString *text = g_string_new (kernel);

  if (*place->text)
    g_string_append_printf (text, ": %s", place->text);
  if (place->has_block)
    g_string_append_printf (text, ", block (%u, %u, %u)", place->block[0], place->block[1], place->block[2]);
  if (place->has_thread)
    g_string_append_printf (text, ", thread (%u, %u, %u)", place->thread[0], place->thread[1], place->thread[2]);
  return g_string_free (text, FALSE);
}

static void
add_place (GString *text, const IhopFoundPlace *place, const char *kernel)
{
  g_autofree char *who = ihop_check_place (place, kernel);

  g_string_append_printf (text, "    %s", who);
  if (place->source_line)
    g_string_append_printf (text, ", %s:%u", place->file, place->source_line);
  else if (place->line)
    g_string_append_printf (text, ", PTX line %u", place->line);
  g_string_append_c (text, '\n');
}

/* What memory holds in the one order, and in the other. */
static void
add_values (GString *text, const IhopFind *find)
{
  g_auto (GStrv) values = g_strsplit (find->text, " ", 2);

  if (values[0] && values[1])
    g_string_append_printf (text, "    0x%s or 0x%s\n", values[0], values[1]);
}

static void
add_found (GString *text, const IhopCheckFound *found)
{
  const IhopFind *find = &found->find;
  const IhopCheckRow *row = ihop_check_row (find->kind);
  g_autoptr (IhopMessage) sentence = ihop_check_sentence (find);
  g_autofree char *memory = ihop_check_memory (found);
  const IhopFoundPlace *first = &find->places[0];

  if (find->n_places && first->source_line)
    g_string_append_printf (text, "%s:%u: ", first->file, first->source_line);
  g_string_append_printf (text, "%s: %s [%s]\n", row->is_note ? "note" : "error", ihop_message_text (sentence), row->id);
  for (guint i = 0; i < find->n_places; i++)
    if (found->kernels[i][0])
      add_place (text, &find->places[i], found->kernels[i]);
  if (*memory)
    g_string_append_printf (text, "    %s\n", memory);
  add_values (text, find);
}

char *
ihop_checks_to_text (const IhopChecks *checks)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < checks->found->len; i++)
    add_found (text, checks->found->pdata[i]);
  return g_string_free (text, FALSE);
}
