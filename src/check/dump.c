#include "check/dump.h"
#include <string.h>

static void
record_free (gpointer data)
{
  IhopDumpRecord *record = data;

  g_free (record->label);
  g_free (record->hash);
  g_array_unref (record->extents);
  g_free (record);
}

/* "LABEL BYTES EXTENT… [#HASH]"; NULL: no such line. */
static IhopDumpRecord *
record_from_line (const char *line, gsize length)
{
  g_autofree char *copy = g_strndup (line, length);
  g_auto (GStrv) words = g_strsplit (copy, " ", -1);
  guint64 value;

  if (words[0] == NULL || words[1] == NULL
      || !g_ascii_string_to_unsigned (words[1], 10, 0, G_MAXSIZE / 2, &value, NULL))
    return NULL;
  IhopDumpRecord *record = g_new0 (IhopDumpRecord, 1);
  record->label = g_strdup (words[0]);
  record->bytes = value;
  record->extents = g_array_new (FALSE, FALSE, sizeof (guint64));
  for (guint i = 2; words[i]; i++)
    if (words[i][0] == '#')
      record->hash = g_strdup (words[i]);
    else
      {
        value = g_ascii_strtoull (words[i], NULL, 10);
        g_array_append_val (record->extents, value);
      }
  return record;
}

static void
read_records (IhopDump *dump, gsize length)
{
  const char *at = dump->text, *end = dump->text + length;

  while (at < end)
    {
      const char *newline = memchr (at, '\n', (gsize) (end - at));
      IhopDumpRecord *record = newline ? record_from_line (at, (gsize) (newline - at)) : NULL;
      gsize bytes = record && record->hash == NULL ? record->bytes : 0;
      if (record)
        g_ptr_array_add (dump->records, record);
      if (record == NULL || bytes > (gsize) (end - newline - 1))
        {
          dump->is_broken = TRUE;
          if (record)
            g_ptr_array_set_size (dump->records, (int) dump->records->len - 1);
          return;
        }
      record->data = newline + 1;
      at = newline + 1 + bytes;
    }
}

IhopDump *
ihop_dump_read (const char *path)
{
  IhopDump *dump = g_new0 (IhopDump, 1);
  gsize length = 0;

  dump->records = g_ptr_array_new_with_free_func (record_free);
  if (g_file_get_contents (path, &dump->text, &length, NULL))
    read_records (dump, length);
  return dump;
}

void
ihop_dump_free (IhopDump *dump)
{
  if (dump == NULL)
    return;
  g_ptr_array_unref (dump->records);
  g_free (dump->text);
  g_free (dump);
}
