/* Values that hold addresses: every program, and every run, has its own. */
#include "check/addresses.h"
#include <string.h>

static gboolean
is_null (const char *bytes, gsize size)
{
  for (gsize i = 0; i < size; i++)
    if (bytes[i])
      return FALSE;
  return TRUE;
}

gboolean
ihop_addresses_apart_equal (const IhopType *type, const char *a, const char *b)
{
  type = ihop_type_strip (type);
  if (memcmp (a, b, type->size) == 0)
    return TRUE;
  if (type->kind == IHOP_TYPE_POINTER)
    return is_null (a, type->size) == is_null (b, type->size);
  if (!ihop_type_holds_pointer (type))
    return FALSE;
  if (type->kind == IHOP_TYPE_ARRAY)
    {
      gsize size = ihop_type_strip (type->target)->size;
      for (gsize at = 0; size && at + size <= type->size; at += size)
        if (!ihop_addresses_apart_equal (type->target, a + at, b + at))
          return FALSE;
      return size > 0;
    }
  if (type->kind != IHOP_TYPE_RECORD || type->fields == NULL)
    return FALSE;
  /* Of a union nobody knows which member it holds: it may be the address. */
  for (guint i = 0; i < type->n_fields && !type->is_union; i++)
    {
      const IhopSymbol *field = type->fields[i];
      gsize bytes = MIN (ihop_type_strip (field->type)->size, type->size - field->offset);
      if (field->bit_width && memcmp (a + field->offset, b + field->offset, bytes) != 0)
        return FALSE;
      if (!field->bit_width
          && !ihop_addresses_apart_equal (field->type, a + field->offset, b + field->offset))
        return FALSE;
    }
  return TRUE;
}
