/* Types of new code. */
#include "transform/build/make_type.h"
#include "transform/build/query.h"

const IhopType *
ihop_type_pointer_to (IhopBuild *build, const IhopType *target)
{
  IhopType *pointer = ihop_pool_alloc (build->pool, sizeof *pointer);

  pointer->kind = IHOP_TYPE_POINTER;
  pointer->target = target;
  pointer->size = pointer->align = sizeof (void *);
  return pointer;
}

const IhopType *
ihop_type_array_of (IhopBuild *build, const IhopType *element, const IhopNode *count)
{
  IhopType *type = ihop_pool_alloc (build->pool, sizeof *type);
  gint64 constant;

  type->kind = IHOP_TYPE_ARRAY;
  type->target = element;
  type->align = element->align;
  type->count_expr = count;
  type->has_count = ihop_constant_of (count, &constant);
  if (type->has_count)
    {
      type->count = (guint64) constant;
      type->size = type->count * element->size;
    }
  return type;
}

const IhopType *
ihop_type_unqualified (IhopBuild *build, const IhopType *type)
{
  if (type->qualifiers == 0)
    return type;

  IhopType *plain = ihop_pool_alloc (build->pool, sizeof *plain);

  *plain = *type;
  plain->qualifiers = 0;
  return plain;
}

const IhopType *
ihop_type_unqualified_elements (IhopBuild *build, const IhopType *type)
{
  if (ihop_type_strip (type)->kind != IHOP_TYPE_ARRAY)
    return ihop_type_unqualified (build, type);

  IhopType *array = ihop_pool_alloc (build->pool, sizeof *array);

  *array = *ihop_type_strip (type);
  array->target = ihop_type_unqualified_elements (build, array->target);
  return array;
}
