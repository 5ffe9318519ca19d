#include "ir/type_overlay.h"
#include "ir/symbol.h"

enum { MOST_ELEMENTS = 64, MOST_SCALARS = 4096 };

/* ---- one scalar ---- */

static gboolean
may_alias (const IhopType *type)
{
  for (; type && type->kind == IHOP_TYPE_NAMED; type = type->target)
    if (type->may_alias)
      return TRUE;
  return FALSE;
}

static IhopScalarKinds
kind_of (const IhopType *type)
{
  const IhopType *plain = ihop_type_strip (type);

  switch (plain->kind)
    {
    case IHOP_TYPE_VOID:
      return IHOP_SCALAR_VOID;
    case IHOP_TYPE_INTEGER:
    case IHOP_TYPE_ENUM:
      if (ihop_type_is_bool (plain))
        return 0;
      return (plain->size > 1 ? IHOP_SCALAR_NUMBER : 0) | (plain->size <= 1 || may_alias (type) ? IHOP_SCALAR_BYTE : 0);
    case IHOP_TYPE_FLOATING:
      return plain->size >= sizeof (gpointer) ? IHOP_SCALAR_WIDE : 0;
    case IHOP_TYPE_COMPLEX:
      return 0;
    default:
      return IHOP_SCALAR_POINTER;
    }
}

/* ---- in order ---- */

typedef gboolean (*EachScalar) (IhopScalarKinds kinds, guint64 offset, gpointer data);

typedef struct
{
  EachScalar each;
  gpointer data;
  guint left;              /* how many scalars are still looked at */
} Walk;

/* FALSE: it was stopped, or there are too many. */
static gboolean
walk_scalars (Walk *walk, const IhopType *type, guint64 offset)
{
  const IhopType *plain = ihop_type_strip (type);

  if (plain->kind == IHOP_TYPE_ARRAY)
    {
      guint64 n = plain->has_count ? MIN (plain->count, MOST_ELEMENTS) : 1;
      for (guint64 i = 0; i < n; i++)
        if (!walk_scalars (walk, plain->target, offset + i * ihop_type_strip (plain->target)->size))
          return FALSE;
      return TRUE;
    }
  if (plain->kind != IHOP_TYPE_RECORD || plain->fields == NULL)
    return walk->left-- > 0 && walk->each (kind_of (type), offset, walk->data);
  for (guint i = 0; i < plain->n_fields; i++)
    if (!walk_scalars (walk, plain->fields[i]->type, offset + plain->fields[i]->offset))
      return FALSE;
  return TRUE;
}

static gboolean
add_kinds (IhopScalarKinds kinds, guint64 offset, gpointer data)
{
  (void) offset;
  *(IhopScalarKinds *) data |= kinds;
  return TRUE;
}

IhopScalarKinds
ihop_type_scalars (const IhopType *type)
{
  IhopScalarKinds all = 0;
  Walk walk = { add_kinds, &all, MOST_SCALARS };

  return walk_scalars (&walk, type, 0) ? all : (IhopScalarKinds) ~0u;
}

/* ---- at one place ---- */

/* The kinds of what lies over the byte at this offset; 0: nothing does. */
static IhopScalarKinds
kinds_at (const IhopType *type, guint64 offset)
{
  const IhopType *plain = ihop_type_strip (type);
  IhopScalarKinds kinds = 0;

  if (plain->kind == IHOP_TYPE_ARRAY)
    {
      guint64 size = ihop_type_strip (plain->target)->size;
      return size ? kinds_at (plain->target, offset % size) : ihop_type_scalars (plain->target);
    }
  if (plain->kind != IHOP_TYPE_RECORD || plain->fields == NULL)
    return kind_of (type);
  for (guint i = 0; i < plain->n_fields; i++)
    {
      const IhopSymbol *field = plain->fields[i];
      guint64 size = ihop_type_strip (field->type)->size;
      if (offset >= field->offset && (size == 0 || offset - field->offset < size))
        kinds |= kinds_at (field->type, offset - field->offset);
    }
  return kinds;
}

typedef struct
{
  const IhopType *other;
  gboolean is_repeated;    /* it goes on after its size */
  IhopScalarKinds first, second;
  gboolean found;
} Overlay;

static gboolean
look_over (IhopScalarKinds kinds, guint64 offset, gpointer data)
{
  Overlay *self = data;
  guint64 size = ihop_type_strip (self->other)->size;
  IhopScalarKinds there = kinds_at (self->other, self->is_repeated && size ? offset % size : offset);

  self->found |= ((kinds & self->first) && (there & self->second)) || ((kinds & self->second) && (there & self->first));
  return !self->found;
}

static gboolean
lies_over (const IhopType *type, const IhopType *other, gboolean is_repeated, IhopScalarKinds first, IhopScalarKinds second)
{
  Overlay overlay = { other, is_repeated, first, second, FALSE };
  Walk walk = { look_over, &overlay, MOST_SCALARS };

  return !walk_scalars (&walk, type, 0) || overlay.found;
}

static gboolean
is_record (const IhopType *type)
{
  return ihop_type_strip (type)->kind == IHOP_TYPE_RECORD;
}

gboolean
ihop_types_overlay (const IhopType *a, const IhopType *b, IhopScalarKinds first, IhopScalarKinds second)
{
  IhopScalarKinds in_a = ihop_type_scalars (a), in_b = ihop_type_scalars (b);
  gboolean is_repeated = !is_record (a) || !is_record (b);

  if (!((in_a & first) && (in_b & second)) && !((in_a & second) && (in_b & first)))
    return FALSE;
  if (ihop_type_equal (ihop_type_strip (a), ihop_type_strip (b)))
    return FALSE;
  return lies_over (a, b, is_repeated, first, second) || lies_over (b, a, is_repeated, first, second);
}
