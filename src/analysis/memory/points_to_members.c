#include "analysis/memory/effective_types.h"
#include "analysis/memory/points_to.h"
#include "analysis/memory/points_to_build.h"
#include "analysis/program/facts_private.h"

/* Records of one layout are one: in two files they are two types. */
static guint32
layout_of (const IhopType *record)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_printf (text, "record of %" G_GUINT64_FORMAT ":", record->size);
  for (guint i = 0; i < record->n_fields; i++)
    g_string_append_printf (text, " %" G_GUINT64_FORMAT "+%" G_GUINT64_FORMAT, record->fields[i]->offset,
                            ihop_type_strip (record->fields[i]->type)->size);
  return g_quark_from_string (text->str);
}

static gboolean
has_field (const IhopType *record, const IhopSymbol *field)
{
  for (guint i = 0; record->fields && i < record->n_fields; i++)
    if (record->fields[i] == field)
      return TRUE;
  return FALSE;
}

/* Members of a union are one place, as all are at its first byte. */
static IhopPlaceKey
key_of_field (const IhopFlow *flow, const IhopType *record, const IhopSymbol *field)
{
  if (flow->function || !flow->tells_members || record == NULL || record->kind != IHOP_TYPE_RECORD || field == NULL
      || !has_field (record, field) || field->offset >= G_MAXINT32)
    return IHOP_PLACE_ANY;
  return (IhopPlaceKey){ layout_of (record), (guint32) field->offset };
}

IhopPlaceKey
ihop_flow_place_key (const IhopFlow *flow, const IhopNode *place)
{
  const IhopType *record;

  place = ihop_node_strip (place, TRUE);
  while (place->kind == IHOP_INDEX && ihop_type_strip (place->child[0]->type)->kind == IHOP_TYPE_ARRAY)
    place = ihop_node_strip (place->child[0], TRUE);
  if (place->kind != IHOP_MEMBER)
    return IHOP_PLACE_ANY;
  record = ihop_type_strip (place->child[0]->type);
  if (place->flags & IHOP_NODE_ARROW)
    record = record->target ? ihop_type_strip (record->target) : NULL;
  return key_of_field (flow, record, place->symbol);
}

static gboolean
is_record (const IhopType *type)
{
  type = type ? ihop_type_strip (type) : NULL;
  return type && type->kind == IHOP_TYPE_RECORD;
}

gboolean
ihop_flow_has_members (guint number, gpointer data)
{
  const IhopFlow *flow = data;
  const IhopObject *object = ihop_object (flow->facts, number);

  if (flow->function || !flow->tells_members)
    return FALSE;
  if (object->kind == IHOP_OBJECT_VARIABLE)
    return is_record (ihop_type_element (object->symbol->type, NULL));
  return object->kind == IHOP_OBJECT_SITE || object->kind == IHOP_OBJECT_INSTANCE;
}

/* ---- structs that are copied ---- */

/* "{ n, malloc (…), p }" */
static void
assign_list (IhopFlow *flow, guint to, const IhopNode *list)
{
  const IhopType *record = ihop_type_strip (list->type);

  for (guint i = 0; i < list->n_children; i++)
    {
      const IhopSymbol *field = list->child[i] ? ihop_type_field (record, i) : NULL;
      IhopPlaceKey key = field && ihop_type_is_scalar (field->type) ? key_of_field (flow, record, field) : IHOP_PLACE_ANY;
      if (list->child[i])
        ihop_solver_store_place (flow->solver, to, key, ihop_flow_value (flow, list->child[i]));
    }
}

/* A place that holds a struct: a variable, a member, an element, or what a pointer points to. */
static gboolean
is_held (const IhopNode *value)
{
  return value->kind == IHOP_REF || value->kind == IHOP_MEMBER || value->kind == IHOP_INDEX
         || (value->kind == IHOP_UNARY && value->op == IHOP_OP_DEREF);
}

void
ihop_flow_assign (IhopFlow *flow, guint to, IhopPlaceKey key, const IhopNode *value)
{
  const IhopNode *bare = ihop_node_strip (value, TRUE);
  gboolean is_struct = flow->function == NULL && flow->tells_members && is_record (value->type);

  if (is_struct && bare->kind == IHOP_INIT_LIST && key.layout == 0)
    assign_list (flow, to, bare);
  else if (is_struct && is_held (bare))
    {
      guint copy = ihop_object_number (flow->facts, IHOP_OBJECT_SITE, NULL, bare);
      ihop_flow_value (flow, value);
      ihop_solver_gather (flow->solver, ihop_flow_place_of (flow, bare), copy, NULL);
      ihop_solver_scatter (flow->solver, copy, to);
    }
  else
    ihop_solver_store_place (flow->solver, to, key, ihop_flow_value (flow, value));
}

/* ---- what is no struct any longer ---- */

static const IhopType *
target_of (const IhopType *type)
{
  type = type ? ihop_type_strip (type) : NULL;
  return type && (type->kind == IHOP_TYPE_POINTER || type->kind == IHOP_TYPE_ARRAY) ? ihop_type_strip (type->target) : NULL;
}

/* Another struct is seen in the memory than was there; what comes as "void *" was one, or is new. */
void
ihop_flow_see_cast (IhopFlow *flow, const IhopNode *cast, guint value)
{
  const IhopType *from = target_of (cast->child[0]->type), *to = target_of (cast->type);

  if (from && to && to->kind == IHOP_TYPE_RECORD && from->kind != IHOP_TYPE_VOID
      && (from->kind != IHOP_TYPE_RECORD || layout_of (from) != layout_of (to)))
    ihop_solver_blur (flow->solver, value);
}

/* Bytes are counted: that may lead to any other byte. */
void
ihop_flow_see_sum (IhopFlow *flow, const IhopNode *sum, guint value)
{
  const IhopType *target = target_of (sum->type);

  if (target && target->size <= 1 && target->kind != IHOP_TYPE_FUNCTION && target->kind != IHOP_TYPE_RECORD)
    ihop_solver_blur (flow->solver, value);
}
