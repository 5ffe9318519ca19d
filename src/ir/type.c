/* Questions about types. How they are written stands in declare.c. */
#include "ir/tree.h"

const IhopType *
ihop_type_strip (const IhopType *type)
{
  while (type && type->target && (type->kind == IHOP_TYPE_NAMED || type->kind == IHOP_TYPE_ENUM))
    type = type->target;
  return type;
}

/* Qualifiers gathered through typedefs: "typedef const int T; volatile T x". */
static IhopQualifiers
type_qualifiers (const IhopType *type)
{
  IhopQualifiers all = type->qualifiers;

  while (type->kind == IHOP_TYPE_NAMED && type->target)
    {
      type = type->target;
      all |= type->qualifiers;
    }
  return all;
}

static gboolean
node_same (const IhopNode *a, const IhopNode *b)
{
  if (a == b)
    return TRUE;
  if (a == NULL || b == NULL || a->kind != b->kind || a->op != b->op || a->symbol != b->symbol
      || a->integer != b->integer || a->number != b->number || a->n_children != b->n_children
      || a->kind >= IHOP_OPAQUE_EXPR || a->kind == IHOP_CALL)
    return FALSE;
  for (guint i = 0; i < a->n_children; i++)
    if (!node_same (a->child[i], b->child[i]))
      return FALSE;
  return TRUE;
}

static gboolean type_same (const IhopType *a, const IhopType *b);

static gboolean
type_same_target (const IhopType *a, const IhopType *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  return type_qualifiers (a) == type_qualifiers (b) && type_same (a, b);
}

static gboolean
type_same_function (const IhopType *a, const IhopType *b)
{
  if (a->n_params != b->n_params || a->is_variadic != b->is_variadic
      || a->has_prototype != b->has_prototype)
    return FALSE;
  for (guint i = 0; i < a->n_params; i++)
    if (!type_same (a->params[i], b->params[i]))
      return FALSE;
  return type_same_target (a->target, b->target);
}

static gboolean
type_same_array (const IhopType *a, const IhopType *b)
{
  if (a->has_count != b->has_count || (a->has_count && a->count != b->count))
    return FALSE;
  if (!a->has_count && !node_same (a->count_expr, b->count_expr))
    return FALSE;
  return type_same_target (a->target, b->target);
}

/* Without the outermost qualifiers. Records are the same when they are one definition. */
static gboolean
type_same (const IhopType *a, const IhopType *b)
{
  if (a == b)
    return TRUE;
  while (a->kind == IHOP_TYPE_NAMED && a->target)
    a = a->target;
  while (b->kind == IHOP_TYPE_NAMED && b->target)
    b = b->target;
  if (a == b)
    return TRUE;
  if (a->kind != b->kind || a->size != b->size)
    return FALSE;
  switch (a->kind)
    {
    case IHOP_TYPE_POINTER:
      return type_same_target (a->target, b->target);
    case IHOP_TYPE_ARRAY:
      return type_same_array (a, b);
    case IHOP_TYPE_FUNCTION:
      return type_same_function (a, b);
    case IHOP_TYPE_RECORD:
      if (a->fields || b->fields || a->name == NULL || b->name == NULL)
        return a->fields == b->fields && a->fields != NULL;
      break;
    case IHOP_TYPE_ENUM:
      if (a->name == NULL || b->name == NULL)
        return FALSE;
      break;
    default:
      break;
    }
  return g_strcmp0 (a->name, b->name) == 0;
}

gboolean
ihop_type_equal (const IhopType *a, const IhopType *b)
{
  return a && b ? type_same (a, b) : a == b;
}

gboolean
ihop_type_is_integer (const IhopType *type)
{
  type = ihop_type_strip (type);
  return type && (type->kind == IHOP_TYPE_INTEGER || type->kind == IHOP_TYPE_ENUM);
}

gboolean
ihop_type_is_bool (const IhopType *type)
{
  return type->name && (strcmp (type->name, "_Bool") == 0 || strcmp (type->name, "bool") == 0);
}

gboolean
ihop_type_is_floating (const IhopType *type)
{
  type = ihop_type_strip (type);
  return type && type->kind == IHOP_TYPE_FLOATING;
}

gboolean
ihop_type_is_scalar (const IhopType *type)
{
  type = ihop_type_strip (type);
  return type
         && (type->kind == IHOP_TYPE_INTEGER || type->kind == IHOP_TYPE_FLOATING
             || type->kind == IHOP_TYPE_COMPLEX || type->kind == IHOP_TYPE_ENUM
             || type->kind == IHOP_TYPE_POINTER);
}

/* Looks into arrays and records, not behind pointers, so that it ends. */
gboolean
ihop_type_is_volatile (const IhopType *type)
{
  if (type == NULL)
    return FALSE;
  if (type_qualifiers (type) & IHOP_VOLATILE)
    return TRUE;
  type = ihop_type_strip (type);
  if (type->qualifiers & IHOP_VOLATILE)
    return TRUE;
  if (type->kind == IHOP_TYPE_ARRAY)
    return ihop_type_is_volatile (type->target);
  if (type->kind == IHOP_TYPE_RECORD && type->fields)
    for (guint i = 0; i < type->n_fields; i++)
      if (ihop_type_is_volatile (type->fields[i]->type))
        return TRUE;
  return FALSE;
}

gboolean
ihop_type_is_variable_length (const IhopType *type)
{
  for (type = ihop_type_strip (type); type; type = ihop_type_strip (type->target))
    {
      if (type->kind == IHOP_TYPE_ARRAY && !type->has_count && type->count_expr)
        return TRUE;
      if (type->kind != IHOP_TYPE_ARRAY && type->kind != IHOP_TYPE_POINTER)
        return FALSE;
    }
  return FALSE;
}

gboolean
ihop_type_is_folded (const IhopType *type)
{
  for (; type && (type->kind == IHOP_TYPE_ARRAY || type->kind == IHOP_TYPE_POINTER); type = type->target)
    if (type->kind == IHOP_TYPE_ARRAY && type->is_folded)
      return TRUE;
  return FALSE;
}

gboolean
ihop_type_holds_pointer (const IhopType *type)
{
  type = ihop_type_strip (type);
  if (type == NULL)
    return FALSE;
  switch (type->kind)
    {
    case IHOP_TYPE_POINTER:
    case IHOP_TYPE_OTHER: /* we do not know: say the safe thing */
      return TRUE;
    case IHOP_TYPE_ARRAY:
      return ihop_type_holds_pointer (type->target);
    case IHOP_TYPE_RECORD:
      for (guint i = 0; type->fields && i < type->n_fields; i++)
        if (ihop_type_holds_pointer (type->fields[i]->type))
          return TRUE;
      return type->fields == NULL;
    default:
      return FALSE;
    }
}

gboolean
ihop_type_is_open_ended (const IhopType *type)
{
  type = ihop_type_strip (type);
  if (type == NULL || type->kind != IHOP_TYPE_RECORD || type->fields == NULL || type->n_fields == 0)
    return FALSE;
  const IhopType *last = ihop_type_strip (type->fields[type->n_fields - 1]->type);

  return last && last->kind == IHOP_TYPE_ARRAY ? !last->has_count || last->count <= 1 : ihop_type_is_open_ended (last);
}

const IhopType *
ihop_type_element (const IhopType *type, guint *rank)
{
  guint levels = 0;

  for (const IhopType *array = ihop_type_strip (type); array && array->kind == IHOP_TYPE_ARRAY;
       array = ihop_type_strip (type))
    {
      type = array->target;
      levels++;
    }
  if (rank)
    *rank = levels;
  return type;
}

const IhopSymbol *
ihop_type_field (const IhopType *record, guint i)
{
  for (guint k = 0; record->fields && k < record->n_fields; k++)
    {
      const IhopSymbol *field = record->fields[k];
      if (field->name[0] == '\0' && ihop_type_strip (field->type)->kind != IHOP_TYPE_RECORD)
        continue;
      if (i-- == 0)
        return field;
    }
  return NULL;
}

const IhopType *
ihop_type_place (const IhopType *aggregate, guint i)
{
  const IhopType *type = ihop_type_strip (aggregate);
  const IhopSymbol *field = type && type->kind == IHOP_TYPE_RECORD ? ihop_type_field (type, i) : NULL;

  if (type && type->kind == IHOP_TYPE_ARRAY)
    return type->target;
  return field ? field->type : NULL;
}
