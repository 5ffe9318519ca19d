#include "check/leaves.h"
#include <string.h>

/* More members than a person writes: a table that is better compared as bytes. */
#define MOST_LEAVES 512

static void
clear_leaf (gpointer leaf)
{
  g_free (((IhopLeaf *) leaf)->path);
}

static void
add_leaf (GArray *leaves, IhopLeafKind kind, gsize offset, gsize size, gsize count, gboolean is_signed, const char *path)
{
  IhopLeaf leaf = { kind, offset, size, count, is_signed, g_strdup (path) };

  g_array_append_val (leaves, leaf);
}

static void add_leaves (GArray *leaves, const IhopType *type, gsize offset, const char *path);

/* Of numbers one leaf for all; of structs the leaves of each. */
static void
add_array (GArray *leaves, const IhopType *type, gsize offset, const char *path)
{
  gsize each = ihop_type_strip (type->target)->size, count = each ? type->size / each : 0;
  guint first = leaves->len;

  if (count == 0)
    return;
  add_leaves (leaves, type->target, offset, path);
  if (leaves->len == first + 1 && g_array_index (leaves, IhopLeaf, first).size * g_array_index (leaves, IhopLeaf, first).count == each)
    {
      g_array_index (leaves, IhopLeaf, first).count *= count;
      return;
    }
  g_array_set_size (leaves, first);
  for (gsize i = 0; i < count && leaves->len <= MOST_LEAVES; i++)
    {
      g_autofree char *element = g_strdup_printf ("%s[%" G_GSIZE_FORMAT "]", path, i);
      add_leaves (leaves, type->target, offset + i * each, element);
    }
}

static void
add_field (GArray *leaves, const IhopType *record, const IhopSymbol *field, gsize offset, const char *path)
{
  gsize size = MIN (ihop_type_strip (field->type)->size, record->size - field->offset);
  g_autofree char *member = g_strdup_printf ("%s%s%s", path, field->name ? "." : "", field->name ? field->name : "");

  if (field->bit_width)
    add_leaf (leaves, IHOP_LEAF_BYTES, offset + field->offset, size, 1, FALSE, member);
  else
    add_leaves (leaves, field->type, offset + field->offset, member);
}

/* Of a union nobody knows which member it holds. */
static void
add_record (GArray *leaves, const IhopType *type, gsize offset, const char *path)
{
  if (type->is_union || type->fields == NULL)
    {
      add_leaf (leaves, IHOP_LEAF_BYTES, offset, type->size, 1, FALSE, path);
      return;
    }
  for (guint i = 0; i < type->n_fields && leaves->len <= MOST_LEAVES; i++)
    add_field (leaves, type, type->fields[i], offset, path);
}

static gboolean
is_plain_real (gsize size)
{
  return size == sizeof (float) || size == sizeof (double);
}

static void
add_leaves (GArray *leaves, const IhopType *type, gsize offset, const char *path)
{
  type = ihop_type_strip (type);
  if (type->kind == IHOP_TYPE_ARRAY)
    add_array (leaves, type, offset, path);
  else if (type->kind == IHOP_TYPE_RECORD)
    add_record (leaves, type, offset, path);
  else if (type->kind == IHOP_TYPE_FLOATING && is_plain_real (type->size))
    add_leaf (leaves, IHOP_LEAF_REAL, offset, type->size, 1, TRUE, path);
  else if (type->kind == IHOP_TYPE_COMPLEX && is_plain_real (type->size / 2))
    add_leaf (leaves, IHOP_LEAF_REAL, offset, type->size / 2, 2, TRUE, path);
  else if (type->kind == IHOP_TYPE_INTEGER && type->size <= 8)
    add_leaf (leaves, IHOP_LEAF_INTEGER, offset, type->size, 1, type->is_signed, path);
  else if (type->kind == IHOP_TYPE_POINTER)
    add_leaf (leaves, IHOP_LEAF_ADDRESS, offset, type->size, 1, FALSE, path);
  else
    add_leaf (leaves, IHOP_LEAF_BYTES, offset, type->size, 1, FALSE, path);
}

GArray *
ihop_leaves_of (const IhopType *type)
{
  GArray *leaves = g_array_new (FALSE, FALSE, sizeof (IhopLeaf));

  g_array_set_clear_func (leaves, clear_leaf);
  if (type)
    add_leaves (leaves, type, 0, "");
  else
    add_leaf (leaves, IHOP_LEAF_BYTES, 0, 1, 1, FALSE, "");
  if (leaves->len > MOST_LEAVES)
    {
      g_array_set_size (leaves, 0);
      add_leaf (leaves, IHOP_LEAF_BYTES, 0, ihop_type_strip (type)->size, 1, FALSE, "");
    }
  return leaves;
}

double
ihop_leaf_real (const IhopLeaf *leaf, const char *data)
{
  float single;
  double number;

  if (leaf->size == sizeof single)
    {
      memcpy (&single, data, sizeof single);
      return single;
    }
  memcpy (&number, data, sizeof number);
  return number;
}

static gboolean
is_null (const char *bytes, gsize size)
{
  for (gsize i = 0; i < size; i++)
    if (bytes[i])
      return FALSE;
  return TRUE;
}

/* Every program, and every run, has its own addresses. */
gboolean
ihop_leaf_is_equal (const IhopLeaf *leaf, const char *a, const char *b)
{
  return memcmp (a, b, leaf->size) == 0
         || (leaf->kind == IHOP_LEAF_ADDRESS && is_null (a, leaf->size) == is_null (b, leaf->size));
}

static char *
integer_text (const IhopLeaf *leaf, const char *data)
{
  guint64 bits = 0;
  guint shift = (guint) (8 * (8 - leaf->size));

  memcpy (&bits, data, leaf->size);
  gint64 number = leaf->is_signed ? (gint64) (bits << shift) >> shift : (gint64) bits;
  return g_strdup_printf ("%" G_GINT64_FORMAT, number);
}

char *
ihop_leaf_text (const IhopLeaf *leaf, const char *data)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (leaf->kind == IHOP_LEAF_REAL)
    return g_strdup (g_ascii_dtostr (buffer, sizeof buffer, ihop_leaf_real (leaf, data)));
  if (leaf->kind == IHOP_LEAF_INTEGER)
    return integer_text (leaf, data);
  if (leaf->kind == IHOP_LEAF_ADDRESS)
    return g_strdup (is_null (data, leaf->size) ? "NULL" : "an address");
  GString *text = g_string_new ("bytes");
  for (gsize i = 0; i < MIN (leaf->size, 8); i++)
    g_string_append_printf (text, " %02x", (guchar) data[i]);
  return g_string_free (text, FALSE);
}

gboolean
ihop_leaves_have_float (const IhopType *type)
{
  g_autoptr (GArray) leaves = ihop_leaves_of (type);

  for (guint i = 0; i < leaves->len; i++)
    {
      const IhopLeaf *leaf = &g_array_index (leaves, IhopLeaf, i);
      if (leaf->kind == IHOP_LEAF_REAL && leaf->size == sizeof (float))
        return TRUE;
    }
  return FALSE;
}
