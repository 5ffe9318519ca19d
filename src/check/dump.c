#include "check/addresses.h"
#include "check/dump.h"
#include <math.h>
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

/* ---- Comparison ---------------------------------------------------------------------------- */

static const IhopType *
type_of (const char *label, GHashTable *types)
{
  const IhopType *type = types ? g_hash_table_lookup (types, label) : NULL;
  const char *colon = strrchr (label, ':');

  if (type == NULL && types && colon)
    type = g_hash_table_lookup (types, colon + 1);
  return type ? ihop_type_strip (type) : NULL;
}

/* float or double, as which values can be compared with a tolerance. */
static gboolean
is_real (const IhopType *type)
{
  return type && type->kind == IHOP_TYPE_FLOATING && (type->size == 4 || type->size == 8);
}

static double
real_at (const IhopType *type, const char *data)
{
  float single;
  double number;

  if (type->size == 4)
    {
      memcpy (&single, data, sizeof single);
      return single;
    }
  memcpy (&number, data, sizeof number);
  return number;
}

static char *
value_text (const IhopType *type, const char *data, gsize size)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  guint64 bits = 0;
  GString *text;

  if (is_real (type))
    return g_strdup (g_ascii_dtostr (buffer, sizeof buffer, real_at (type, data)));
  if (type && type->kind == IHOP_TYPE_INTEGER && size <= 8)
    {
      memcpy (&bits, data, size);
      guint shift = (guint) (8 * (8 - size));
      gint64 number = type->is_signed ? (gint64) (bits << shift) >> shift : (gint64) bits;
      return g_strdup_printf ("%" G_GINT64_FORMAT, number);
    }
  text = g_string_new ("bytes");
  for (gsize i = 0; i < MIN (size, 8); i++)
    g_string_append_printf (text, " %02x", (guchar) data[i]);
  return g_string_free (text, FALSE);
}

/* "[3][4]" of a flat index, when the extents fit the number of elements. */
static char *
index_text (const IhopDumpRecord *record, gsize index, gsize size)
{
  GString *text = g_string_new (NULL);
  guint64 below = 1;

  for (guint i = 0; i < record->extents->len; i++)
    below *= g_array_index (record->extents, guint64, i);
  if (record->extents->len == 0 || below != record->bytes / size)
    {
      g_string_append_printf (text, " at element %" G_GSIZE_FORMAT, index);
      return g_string_free (text, FALSE);
    }
  for (guint i = 0; i < record->extents->len; i++)
    {
      below /= MAX (g_array_index (record->extents, guint64, i), 1);
      g_string_append_printf (text, "[%" G_GUINT64_FORMAT "]", index / MAX (below, 1));
      index %= MAX (below, 1);
    }
  return g_string_free (text, FALSE);
}

/* The largest magnitude in an array: differences are measured against it. */
static double
scale_of (const IhopDumpRecord *record, const IhopType *type)
{
  double largest = 0;

  for (gsize at = 0; at + type->size <= record->bytes; at += type->size)
    {
      double value = fabs (real_at (type, record->data + at));
      if (isfinite (value) && value > largest)
        largest = value;
    }
  return largest;
}

/* Not NaN against a number, not infinity against anything else. */
static gboolean
is_within (IhopTolerance *tolerance, double scale, double a, double b, const char *label)
{
  double error = scale > 0 ? fabs (a - b) / scale : G_MAXDOUBLE;

  if (tolerance == NULL || tolerance->relative <= 0)
    return FALSE;
  if (isnan (a) && isnan (b))
    error = 0;
  if (!(error <= tolerance->relative) && !(fabs (a - b) <= IHOP_ROUNDING_FACTOR * tolerance->spread))
    return FALSE;
  tolerance->within++;
  if (error >= tolerance->largest)
    {
      tolerance->largest = error;
      tolerance->where = label;
    }
  return TRUE;
}

typedef struct
{
  gsize first, count; /* of elements that differ too much */
} Differences;

static Differences
count_differences (const IhopDumpRecord *a, const IhopDumpRecord *b, const IhopType *type,
                   gsize size, IhopTolerance *tolerance)
{
  Differences found = { 0, 0 };
  double scale = is_real (type) && tolerance && tolerance->relative > 0 ? scale_of (a, type) : 0;

  for (gsize at = 0; at + size <= a->bytes; at += size)
    {
      const char *x = a->data + at, *y = b->data + at;
      if (memcmp (x, y, size) == 0)
        continue;
      if (type && size == type->size && ihop_type_holds_pointer (type)
          && ihop_addresses_apart_equal (type, x, y))
        continue;
      if (is_real (type)
          && is_within (tolerance, scale, real_at (type, x), real_at (type, y), a->label))
        continue;
      if (found.count++ == 0)
        found.first = at / size;
    }
  return found;
}

static char *
compare_data (const IhopDumpRecord *a, const IhopDumpRecord *b, guint number, GHashTable *types,
              IhopTolerance *tolerance)
{
  const IhopType *type = type_of (a->label, types);
  gsize size = type && type->size && a->bytes % type->size == 0 ? type->size : 1;

  if (memcmp (a->data, b->data, a->bytes) == 0)
    return NULL;
  Differences found = count_differences (a, b, type, size, tolerance);
  if (found.count == 0)
    return NULL;
  gsize at = found.first * size;
  g_autofree char *index = index_text (a, found.first, size);
  g_autofree char *x = value_text (type, a->data + at, size);
  g_autofree char *y = value_text (type, b->data + at, size);
  return g_strdup_printf ("%s%s (dump %u) is %s and should be %s; %" G_GSIZE_FORMAT
                          " of %" G_GSIZE_FORMAT " differ", a->label, index, number, y, x,
                          found.count, a->bytes / size);
}

static char *
compare_record (const IhopDumpRecord *a, const IhopDumpRecord *b, guint number, GHashTable *types,
                IhopTolerance *tolerance)
{
  if (!g_str_equal (a->label, b->label))
    return g_strdup_printf ("dump %u is of %s and should be of %s", number, b->label, a->label);
  if (a->bytes != b->bytes)
    return g_strdup_printf ("%s (dump %u) has %" G_GSIZE_FORMAT " bytes and should have %"
                            G_GSIZE_FORMAT, a->label, number, b->bytes, a->bytes);
  if (a->hash && b->hash)
    return g_str_equal (a->hash, b->hash) || (tolerance && tolerance->relative > 0)
             ? NULL
             : g_strdup_printf ("%s (dump %u, too large to be kept) differs", a->label, number);
  return compare_data (a, b, number, types, tolerance);
}

/* Values of which rounding moves a thousandth are noise: then only their size says something. */
static double
record_spread (const IhopDumpRecord *a, const IhopDumpRecord *b, const IhopType *type)
{
  double spread = 0;

  if (type == NULL || !is_real (type) || !g_str_equal (a->label, b->label) || a->bytes != b->bytes
      || a->hash || b->hash)
    return 0;
  for (gsize at = 0; at + type->size <= a->bytes; at += type->size)
    {
      double moved = fabs (real_at (type, a->data + at) - real_at (type, b->data + at));
      if (isfinite (moved) && moved > spread)
        spread = moved;
    }
  double scale = scale_of (a, type);
  return spread > 1e-3 * scale ? MAX (spread, scale) : spread;
}

void
ihop_dump_spread (const IhopDump *dump, const IhopDump *moved, GHashTable *types, GArray *spreads)
{
  if (spreads->len < dump->records->len)
    g_array_set_size (spreads, dump->records->len);
  for (guint i = 0; i < MIN (dump->records->len, moved->records->len); i++)
    {
      const IhopDumpRecord *a = dump->records->pdata[i], *b = moved->records->pdata[i];
      double *spread = &g_array_index (spreads, double, i);
      *spread = MAX (*spread, record_spread (a, b, type_of (a->label, types)));
    }
}

char *
ihop_dump_compare (const IhopDump *a, const IhopDump *b, GHashTable *types,
                   IhopTolerance *tolerance)
{
  for (guint i = 0; i < MIN (a->records->len, b->records->len); i++)
    {
      if (tolerance)
        tolerance->spread = tolerance->spreads && i < tolerance->spreads->len
                              ? g_array_index (tolerance->spreads, double, i) : 0;
      char *difference = compare_record (a->records->pdata[i], b->records->pdata[i], i + 1, types,
                                         tolerance);
      if (difference)
        return difference;
    }
  if (a->records->len != b->records->len || a->is_broken != b->is_broken)
    return g_strdup_printf ("%u arrays were written and %u should have been%s", b->records->len,
                            a->records->len, b->is_broken ? "; the last one is cut off" : "");
  return NULL;
}
