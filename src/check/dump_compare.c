/* Two dumps beside each other, number by number. */
#include "check/dump.h"
#include "check/leaves.h"
#include <math.h>
#include <string.h>

/* A record's elements, and what each is made of. */
typedef struct
{
  const IhopDumpRecord *record;
  GArray *leaves; /* of IhopLeaf */
  gsize size;     /* bytes of an element */
} Elements;

static const IhopType *
type_of (const char *label, GHashTable *types)
{
  const IhopType *type = types ? g_hash_table_lookup (types, label) : NULL;
  const char *colon = strrchr (label, ':');

  if (type == NULL && types && colon)
    type = g_hash_table_lookup (types, colon + 1);
  return type ? ihop_type_strip (type) : NULL;
}

/* Of an unknown type, or one that does not fit the record, the elements are bytes. */
static Elements
elements_of (const IhopDumpRecord *record, GHashTable *types)
{
  const IhopType *type = type_of (record->label, types);
  gboolean fits = type && type->size && record->bytes % type->size == 0;

  return (Elements){ record, ihop_leaves_of (fits ? type : NULL), fits ? type->size : 1 };
}

/* "[3][4]" of a flat index, when the extents fit the number of elements. */
static char *
index_text (const Elements *elements, gsize index)
{
  const GArray *extents = elements->record->extents;
  GString *text = g_string_new (NULL);
  guint64 below = 1;

  for (guint i = 0; i < extents->len; i++)
    below *= g_array_index (extents, guint64, i);
  if (extents->len == 0 || below != elements->record->bytes / elements->size)
    {
      g_string_append_printf (text, " at element %" G_GSIZE_FORMAT, index);
      return g_string_free (text, FALSE);
    }
  for (guint i = 0; i < extents->len; i++)
    {
      below /= MAX (g_array_index (extents, guint64, i), 1);
      g_string_append_printf (text, "[%" G_GUINT64_FORMAT "]", index / MAX (below, 1));
      index %= MAX (below, 1);
    }
  return g_string_free (text, FALSE);
}

/* The largest magnitude of a leaf in all elements: differences are measured against it. */
static double
scale_of (const Elements *elements, const IhopLeaf *leaf)
{
  double largest = 0;

  for (gsize at = leaf->offset; at < elements->record->bytes; at += elements->size)
    for (gsize i = 0; i < leaf->count; i++)
      {
        double value = fabs (ihop_leaf_real (leaf, elements->record->data + at + i * leaf->size));
        if (isfinite (value) && value > largest)
          largest = value;
      }
  return largest;
}

typedef struct
{
  const IhopLeaf *leaf;
  double scale, spread; /* the leaf's largest magnitude; how far rounding moves it */
} Measure;

/* Not NaN against a number, not infinity against anything else. */
static gboolean
is_within (IhopTolerance *tolerance, const Measure *measure, double a, double b, const char *label)
{
  double error = measure->scale > 0 ? fabs (a - b) / measure->scale : G_MAXDOUBLE;

  if (tolerance == NULL || tolerance->relative <= 0)
    return FALSE;
  if (isnan (a) && isnan (b))
    error = 0;
  if (!(error <= tolerance->relative) && !(fabs (a - b) <= IHOP_ROUNDING_FACTOR * measure->spread))
    return FALSE;
  tolerance->within++;
  if (error >= tolerance->largest)
    {
      tolerance->largest = error;
      tolerance->where = label;
    }
  return TRUE;
}

/* Where two elements differ too much. */
typedef struct
{
  gsize element, index; /* in the record; in the leaf */
  const IhopLeaf *leaf;
  gsize count;          /* elements that differ */
} Difference;

static gboolean
leaf_differs (const Elements *a, const char *x, const char *y, const Measure *measure, IhopTolerance *tolerance, gsize *index)
{
  const IhopLeaf *leaf = measure->leaf;

  for (gsize i = 0; i < leaf->count; i++)
    {
      const char *p = x + leaf->offset + i * leaf->size, *q = y + leaf->offset + i * leaf->size;
      if (ihop_leaf_is_equal (leaf, p, q)
          || (leaf->kind == IHOP_LEAF_REAL
              && is_within (tolerance, measure, ihop_leaf_real (leaf, p), ihop_leaf_real (leaf, q), a->record->label)))
        continue;
      *index = i;
      return TRUE;
    }
  return FALSE;
}

static void
compare_element (const Elements *a, const char *other, gsize element, const GArray *measures, IhopTolerance *tolerance,
                 Difference *found)
{
  const char *x = a->record->data + element * a->size, *y = other + element * a->size;
  gsize index;

  if (memcmp (x, y, a->size) == 0)
    return;
  for (guint i = 0; i < measures->len; i++)
    {
      const Measure *measure = &g_array_index (measures, Measure, i);
      if (!leaf_differs (a, x, y, measure, tolerance, &index))
        continue;
      if (found->count++ == 0)
        *found = (Difference){ element, index, measure->leaf, 1 };
      return;
    }
}

/* "first" is the place of the record's first leaf among the spreads of all. */
static GArray *
measures_of (const Elements *elements, const IhopTolerance *tolerance, guint first)
{
  GArray *measures = g_array_new (FALSE, FALSE, sizeof (Measure));
  const GArray *spreads = tolerance ? tolerance->spreads : NULL;
  gboolean is_tolerant = tolerance && tolerance->relative > 0;

  for (guint i = 0; i < elements->leaves->len; i++)
    {
      const IhopLeaf *leaf = &g_array_index (elements->leaves, IhopLeaf, i);
      Measure measure = { leaf, is_tolerant && leaf->kind == IHOP_LEAF_REAL ? scale_of (elements, leaf) : 0,
                          spreads && first + i < spreads->len ? g_array_index (spreads, double, first + i) : 0 };
      g_array_append_val (measures, measure);
    }
  return measures;
}

static char *
difference_text (const Elements *a, const IhopDumpRecord *b, guint number, const Difference *found)
{
  const IhopLeaf *leaf = found->leaf;
  gsize at = found->element * a->size + leaf->offset + found->index * leaf->size;
  g_autofree char *index = index_text (a, found->element);
  g_autofree char *inner = leaf->count > 1 && *leaf->path ? g_strdup_printf ("[%" G_GSIZE_FORMAT "]", found->index) : NULL;
  g_autofree char *x = ihop_leaf_text (leaf, a->record->data + at), *y = ihop_leaf_text (leaf, b->data + at);

  return g_strdup_printf ("%s%s%s%s (dump %u) is %s and should be %s; %" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT " differ",
                          b->label, index, leaf->path, inner ? inner : "", number, y, x, found->count,
                          b->bytes / a->size);
}

static char *
compare_data (const Elements *a, const IhopDumpRecord *b, guint number, guint first, IhopTolerance *tolerance)
{
  if (memcmp (a->record->data, b->data, b->bytes) == 0)
    return NULL;
  g_autoptr (GArray) measures = measures_of (a, tolerance, first);
  Difference found = { 0 };

  for (gsize element = 0; (element + 1) * a->size <= b->bytes; element++)
    compare_element (a, b->data, element, measures, tolerance, &found);
  return found.count ? difference_text (a, b, number, &found) : NULL;
}

static char *
compare_record (const Elements *elements, const IhopDumpRecord *b, guint number, guint first, IhopTolerance *tolerance)
{
  const IhopDumpRecord *a = elements->record;

  if (!g_str_equal (a->label, b->label))
    return g_strdup_printf ("dump %u is of %s and should be of %s", number, b->label, a->label);
  if (a->bytes != b->bytes)
    return g_strdup_printf ("%s (dump %u) has %" G_GSIZE_FORMAT " bytes and should have %"
                            G_GSIZE_FORMAT, a->label, number, b->bytes, a->bytes);
  if (a->hash && b->hash)
    return g_str_equal (a->hash, b->hash) || (tolerance && tolerance->relative > 0)
             ? NULL
             : g_strdup_printf ("%s (dump %u, too large to be kept) differs", a->label, number);
  return compare_data (elements, b, number, first, tolerance);
}

/* Values of which rounding moves a thousandth are noise: then only their size says something. */
static double
leaf_spread (const Elements *a, const IhopDumpRecord *b, const IhopLeaf *leaf)
{
  double spread = 0;

  for (gsize at = leaf->offset; at < b->bytes; at += a->size)
    for (gsize i = 0; i < leaf->count; i++)
      {
        gsize place = at + i * leaf->size;
        double moved = fabs (ihop_leaf_real (leaf, a->record->data + place) - ihop_leaf_real (leaf, b->data + place));
        if (isfinite (moved) && moved > spread)
          spread = moved;
      }
  double scale = scale_of (a, leaf);
  return spread > 1e-3 * scale ? MAX (spread, scale) : spread;
}

static void
spread_record (const Elements *a, const IhopDumpRecord *b, guint first, GArray *spreads)
{
  if (!g_str_equal (a->record->label, b->label) || a->record->bytes != b->bytes || a->record->hash || b->hash)
    return;
  for (guint i = 0; i < a->leaves->len; i++)
    {
      const IhopLeaf *leaf = &g_array_index (a->leaves, IhopLeaf, i);
      double *spread = &g_array_index (spreads, double, first + i);
      if (leaf->kind == IHOP_LEAF_REAL)
        *spread = MAX (*spread, leaf_spread (a, b, leaf));
    }
}

void
ihop_dump_spread (const IhopDump *dump, const IhopDump *moved, GHashTable *types, GArray *spreads)
{
  guint first = 0;

  for (guint i = 0; i < MIN (dump->records->len, moved->records->len); i++)
    {
      Elements elements = elements_of (dump->records->pdata[i], types);
      if (spreads->len < first + elements.leaves->len)
        g_array_set_size (spreads, first + elements.leaves->len);
      spread_record (&elements, moved->records->pdata[i], first, spreads);
      first += elements.leaves->len;
      g_array_unref (elements.leaves);
    }
}

char *
ihop_dump_compare (const IhopDump *a, const IhopDump *b, GHashTable *types,
                   IhopTolerance *tolerance)
{
  guint first = 0;

  for (guint i = 0; i < MIN (a->records->len, b->records->len); i++)
    {
      Elements elements = elements_of (a->records->pdata[i], types);
      char *difference = compare_record (&elements, b->records->pdata[i], i + 1, first, tolerance);
      first += elements.leaves->len;
      g_array_unref (elements.leaves);
      if (difference)
        return difference;
    }
  if (a->records->len != b->records->len || a->is_broken != b->is_broken)
    return g_strdup_printf ("%u arrays were written and %u should have been%s", b->records->len,
                            a->records->len, b->is_broken ? "; the last one is cut off" : "");
  return NULL;
}
