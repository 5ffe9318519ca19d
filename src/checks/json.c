#include "base/json.h"
#include "checks/finds.h"

static void
put_place (JsonBuilder *json, const IhopFoundPlace *place, const char *kernel)
{
  json_builder_begin_object (json);
  ihop_json_put_text (json, "function", kernel);
  ihop_json_put_text (json, "instruction", *place->text ? place->text : NULL);
  ihop_json_put_text (json, "file", *place->file ? place->file : NULL);
  ihop_json_put_int (json, "line", place->source_line);
  ihop_json_put_int (json, "ptx_line", place->line);
  if (place->has_block)
    ihop_json_put_numbers (json, "block", place->block, 3);
  if (place->has_thread)
    ihop_json_put_numbers (json, "thread", place->thread, 3);
  json_builder_end_object (json);
}

/* Who has asked for it. */
static void
put_made (JsonBuilder *json, const IhopCheckFound *found)
{
  if (found->made_by == NULL)
    return;
  ihop_json_begin_object (json, "allocated");
  ihop_json_put_text (json, "function", found->made_by);
  ihop_json_put_text (json, "file", found->made_file);
  ihop_json_put_int (json, "line", found->made_line);
  json_builder_end_object (json);
}

static void
put_memory (JsonBuilder *json, const IhopCheckFound *found)
{
  const IhopFind *find = &found->find;
  static const char *const spaces[] = { "global", "shared", "local", "constant", "host" };

  if (find->size == 0)
    return;
  ihop_json_begin_object (json, "memory");
  ihop_json_put_text (json, "space", spaces[MIN (find->space, G_N_ELEMENTS (spaces) - 1)]);
  ihop_json_put_text (json, "name", *find->name ? find->name : NULL);
  ihop_json_put_int (json, "allocation", find->allocation);
  ihop_json_put_int (json, "size", find->size);
  ihop_json_put_int (json, "offset", find->offset);
  ihop_json_put_int (json, "bytes", find->bytes);
  put_made (json, found);
  json_builder_end_object (json);
}

/* What memory holds in the one order, and in the other, as hexadecimal digits. */
static void
put_values (JsonBuilder *json, const IhopFind *find)
{
  g_auto (GStrv) values = g_strsplit (find->text, " ", 2);

  if (values[0] == NULL || values[1] == NULL)
    return;
  ihop_json_begin_array (json, "values");
  json_builder_add_string_value (json, values[0]);
  json_builder_add_string_value (json, values[1]);
  json_builder_end_array (json);
}

static void
put_found (JsonBuilder *json, const IhopCheckFound *found)
{
  const IhopCheckRow *row = ihop_check_row (found->find.kind);
  g_autoptr (IhopMessage) sentence = ihop_check_sentence (&found->find);

  json_builder_begin_object (json);
  ihop_json_put_text (json, "id", row->id);
  ihop_json_put_text (json, "kind", row->word);
  ihop_json_put_text (json, "severity", row->is_note ? "note" : "error");
  ihop_json_put_message (json, "message", sentence);
  ihop_json_begin_array (json, "places");
  for (guint i = 0; i < found->find.n_places; i++)
    if (found->kernels[i][0])
      put_place (json, &found->find.places[i], found->kernels[i]);
  json_builder_end_array (json);
  put_memory (json, found);
  put_values (json, &found->find);
  json_builder_end_object (json);
}

char *
ihop_checks_to_json (const IhopChecks *checks)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();

  json_builder_begin_object (json);
  ihop_json_put_int (json, "version", 1);
  ihop_json_begin_array (json, "findings");
  for (guint i = 0; i < checks->found->len; i++)
    put_found (json, checks->found->pdata[i]);
  json_builder_end_array (json);
  json_builder_end_object (json);
  return ihop_json_finish (g_steal_pointer (&json));
}
