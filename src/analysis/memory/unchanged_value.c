#include "analysis/memory/unchanged_value.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/mod_ref.h"
#include "ir/query.h"

/* The member that a place lies in, and whose struct: "p->sum" of "p->sum[3]". NULL: none. */
static const IhopNode *
member_of (const IhopNode *place)
{
  const IhopNode *node = ihop_node_strip (place, TRUE);

  while (node->kind == IHOP_INDEX
         && ihop_type_strip (ihop_node_strip (node->child[0], TRUE)->type)->kind == IHOP_TYPE_ARRAY)
    node = ihop_node_strip (node->child[0], TRUE);
  return node->kind == IHOP_MEMBER ? node : NULL;
}

gboolean
ihop_member_is_sibling (const IhopNode *written, const IhopNode *place)
{
  const IhopNode *a = member_of (written), *b = member_of (place);
  const IhopType *record;

  if (a == NULL || b == NULL || a->symbol == b->symbol
      || (a->flags & IHOP_NODE_ARROW) != (b->flags & IHOP_NODE_ARROW)
      || !ihop_same_expression (a->child[0], b->child[0]))
    return FALSE;
  record = ihop_type_strip (a->child[0]->type);
  if (record->kind == IHOP_TYPE_POINTER)
    record = ihop_type_strip (record->target);
  return record->kind == IHOP_TYPE_RECORD && !record->is_union;
}

const IhopNode *
ihop_pointer_behind (const IhopNode *place)
{
  const IhopNode *node = ihop_node_strip (place, TRUE);

  while (node->kind == IHOP_MEMBER && !(node->flags & IHOP_NODE_ARROW))
    node = ihop_node_strip (node->child[0], TRUE);
  if (node->kind != IHOP_INDEX && (node->kind != IHOP_UNARY || node->op != IHOP_OP_DEREF))
    return NULL;
  node = ihop_node_strip (node->child[0], TRUE);
  if (node->type == NULL || ihop_type_strip (node->type)->kind != IHOP_TYPE_POINTER)
    return NULL;
  return node->kind == IHOP_REF || node->kind == IHOP_MEMBER ? node : NULL;
}

typedef struct
{
  IhopFacts *facts;
  const IhopFunction *function;
  const IhopNode *code;
  IhopChangeExcused excused;
  gpointer data;
  const IhopNode *place;   /* a member or element on the way */
  gboolean changes;
} Keep;

static void
found_change (const IhopNode *stored, gpointer data)
{
  Keep *keep = data;
  const IhopNode *pointer = stored ? ihop_pointer_behind (stored) : NULL;

  if (stored && ihop_member_is_sibling (stored, keep->place))
    return;
  keep->changes |= pointer == NULL || keep->excused == NULL || !keep->excused (keep->place, pointer, keep->data);
}

static gboolean
keeps_place (Keep *keep, const IhopNode *place)
{
  keep->place = place;
  ihop_touch_each_change (keep->facts, keep->function, keep->code, place, found_change, keep);
  return !keep->changes;
}

static gboolean
is_declared (const Keep *keep, const IhopSymbol *symbol)
{
  g_autoptr (GHashTable) declared = ihop_defs_declared (keep->code);

  return g_hash_table_contains (declared, symbol);
}

static gboolean
keeps_name (const Keep *keep, const IhopNode *name)
{
  gboolean is_object = ihop_type_strip (name->type)->kind == IHOP_TYPE_RECORD || ihop_type_strip (name->type)->kind == IHOP_TYPE_ARRAY;

  return !is_declared (keep, name->symbol) && (is_object || !ihop_defs_may_change (keep->facts, keep->function, keep->code, name->symbol));
}

/* From its end to its root; what is a variable's own place is looked at as such. */
static gboolean
keeps (Keep *keep, const IhopNode *node)
{
  gboolean is_place = node->kind == IHOP_MEMBER || node->kind == IHOP_INDEX || (node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF);
  gboolean is_array = node->type && ihop_type_strip (node->type)->kind == IHOP_TYPE_ARRAY;

  if ((node->kind == IHOP_REF && !keeps_name (keep, node)) || (is_place && !is_array && !keeps_place (keep, node)))
    return FALSE;
  for (guint i = 0; i < node->n_children; i++)
    if (!keeps (keep, node->child[i]))
      return FALSE;
  return TRUE;
}

gboolean
ihop_value_is_unchanged (IhopFacts *facts, const IhopFunction *function, const IhopNode *code, const IhopNode *value,
                         IhopChangeExcused excused, gpointer data)
{
  Keep keep = { .facts = facts, .function = function, .code = code, .excused = excused, .data = data };

  return keeps (&keep, value);
}
