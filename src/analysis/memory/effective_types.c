#include "analysis/memory/effective_types.h"

static gboolean
is_strict (const IhopTree *tree)
{
  gboolean strict = TRUE;

  for (char **flag = tree->flags; flag && *flag; flag++)
    if (g_str_equal (*flag, "-fno-strict-aliasing") || g_str_equal (*flag, "-fstrict-aliasing"))
      strict = g_str_equal (*flag, "-fstrict-aliasing");
  return strict;
}

gboolean
ihop_effective_is_believed (const IhopFacts *facts)
{
  const GPtrArray *trees = ihop_facts_trees (facts);

  for (guint i = 0; i < trees->len; i++)
    if (!is_strict (trees->pdata[i]))
      return FALSE;
  return TRUE;
}

/* The number or pointer type that the rule is believed of; NULL: it is none. */
static const IhopType *
believed (const IhopType *type)
{
  for (const IhopType *named = type; named && named->kind == IHOP_TYPE_NAMED; named = named->target)
    if (named->may_alias)
      return NULL;
  type = type ? ihop_type_strip (type) : NULL;
  if (type == NULL || type->size < 2)
    return NULL;
  return type->kind == IHOP_TYPE_INTEGER || type->kind == IHOP_TYPE_FLOATING || type->kind == IHOP_TYPE_POINTER ? type : NULL;
}

gboolean
ihop_effective_spares_pointers (const IhopFacts *facts, const IhopType *stored)
{
  const IhopType *type = believed (stored);

  return type && type->kind != IHOP_TYPE_POINTER && ihop_effective_is_believed (facts);
}

gboolean
ihop_effective_types_differ (const IhopFacts *facts, const IhopType *stored, const IhopType *read)
{
  const IhopType *a = believed (stored), *b = believed (read);

  if (a == NULL || b == NULL || (a->kind == b->kind && (a->kind == IHOP_TYPE_POINTER || a->size == b->size)))
    return FALSE;
  return ihop_effective_is_believed (facts);
}

static const IhopType *
record_around (const IhopNode *member)
{
  const IhopType *type = ihop_type_strip (member->child[0]->type);

  return member->flags & IHOP_NODE_ARROW ? ihop_type_strip (type->target) : type;
}

static gboolean
may_alias (const IhopType *record)
{
  return record->is_union || record->may_alias;
}

/* Whether a place is a variable, or lies behind a pointer, and in no union on the way there. */
static gboolean
is_plain (const IhopNode *place)
{
  for (;;)
    {
      place = ihop_node_strip (place, TRUE);
      if (place->kind == IHOP_MEMBER)
        {
          if (may_alias (record_around (place)))
            return FALSE;
          if (place->flags & IHOP_NODE_ARROW)
            return TRUE;
        }
      else if (place->kind != IHOP_INDEX || ihop_type_strip (place->child[0]->type)->kind != IHOP_TYPE_ARRAY)
        return place->kind == IHOP_REF || place->kind == IHOP_INDEX
               || (place->kind == IHOP_UNARY && place->op == IHOP_OP_DEREF);
      place = place->child[0];
    }
}

/* The member that a place is, or an element of; NULL: none. */
static const IhopNode *
member_of (const IhopNode *place)
{
  place = ihop_node_strip (place, TRUE);
  while (place->kind == IHOP_INDEX && ihop_type_strip (place->child[0]->type)->kind == IHOP_TYPE_ARRAY)
    place = ihop_node_strip (place->child[0], TRUE);
  return place->kind == IHOP_MEMBER ? place : NULL;
}

static gboolean
are_two_members (const IhopFacts *facts, const IhopNode *a, const IhopNode *b)
{
  const IhopNode *x = member_of (a), *y = member_of (b);

  return x && y && x->symbol != y->symbol && ihop_type_equal (record_around (x), record_around (y)) && ihop_effective_is_believed (facts);
}

gboolean
ihop_effective_places_differ (const IhopFacts *facts, const IhopNode *stored, const IhopNode *read)
{
  return is_plain (stored) && is_plain (read)
         && (ihop_effective_types_differ (facts, stored->type, read->type) || are_two_members (facts, stored, read));
}

gboolean
ihop_effective_misses (const IhopFacts *facts, const IhopNode *place, const IhopType *declared)
{
  return is_plain (place) && ihop_effective_types_differ (facts, place->type, ihop_type_element (declared, NULL));
}

gboolean
ihop_effective_is_same_kind (const IhopNode *a, const IhopNode *b)
{
  const IhopNode *x = member_of (a), *y = member_of (b);

  return (x ? x->symbol : NULL) == (y ? y->symbol : NULL) && is_plain (a) == is_plain (b) && ihop_type_equal (a->type, b->type)
         && (believed (a->type) == NULL) == (believed (b->type) == NULL);
}
