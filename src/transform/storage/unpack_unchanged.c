/* Whether running code leaves the value of a path as it is: its variables, and the memory of each member, element and
 * pointer on the way. */
#include "transform/storage/unpack_unchanged.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/mod_ref.h"
#include "transform/build/query.h"

typedef struct
{
  IhopUnpack *self;
  const IhopNode *place;   /* a member or element on the way */
  GPtrArray *risks;
  gboolean changes;
} Keep;

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
ihop_unpack_is_sibling_member (const IhopNode *written, const IhopNode *place)
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

/* The pointer that a place is an element behind: "a" of "a[i].x", "im->data" of "im->data[i]". */
static const IhopNode *
pointer_behind (const IhopNode *place)
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

/* "s->a[0]", where s->a[i] is set: a test would only ever say that they overlap. */
static gboolean
is_behind_same (const IhopNode *place, const IhopNode *pointer)
{
  const IhopNode *own = pointer_behind (place);

  return own && pointer && ihop_same_expression (own, pointer);
}

static void
found_change (const IhopNode *stored, gpointer data)
{
  Keep *keep = data;
  const IhopNode *pointer = stored ? pointer_behind (stored) : NULL;

  if (stored && ihop_unpack_is_sibling_member (stored, keep->place))
    return;
  if (pointer == NULL || keep->risks == NULL || is_behind_same (keep->place, pointer))
    {
      keep->changes = TRUE;
      return;
    }
  IhopUnpackRisk *risk = g_new0 (IhopUnpackRisk, 1);
  *risk = (IhopUnpackRisk){ keep->place, pointer };
  g_ptr_array_add (keep->risks, risk);
}

static gboolean
keeps_place (IhopUnpack *self, const IhopNode *code, const IhopNode *place, GPtrArray *risks)
{
  Keep keep = { self, place, risks, FALSE };

  ihop_touch_each_change (self->step->facts, self->function, code, place, found_change, &keep);
  return !keep.changes;
}

static gboolean
keeps_symbol (IhopUnpack *self, const IhopNode *code, const IhopSymbol *symbol)
{
  g_autoptr (GHashTable) declared = ihop_defs_declared (code);

  return !g_hash_table_contains (declared, symbol)
         && !ihop_defs_may_change (self->step->facts, self->function, code, symbol);
}

/* A path is read from its end to its root; what is a variable's own place is looked at as such. */
static gboolean
keeps (IhopUnpack *self, const IhopNode *code, const IhopNode *node, GPtrArray *risks)
{
  gboolean is_place = node->kind == IHOP_MEMBER || node->kind == IHOP_INDEX
                      || (node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF);
  gboolean is_array = node->type && ihop_type_strip (node->type)->kind == IHOP_TYPE_ARRAY;

  if (node->kind == IHOP_REF && ihop_type_strip (node->type)->kind != IHOP_TYPE_RECORD && !is_array
      && !keeps_symbol (self, code, node->symbol))
    return FALSE;
  if (node->kind == IHOP_REF && (ihop_type_strip (node->type)->kind == IHOP_TYPE_RECORD || is_array))
    {
      g_autoptr (GHashTable) declared = ihop_defs_declared (code);
      if (g_hash_table_contains (declared, node->symbol))
        return FALSE;
    }
  if (is_place && !is_array && !keeps_place (self, code, node, risks))
    return FALSE;
  for (guint i = 0; i < node->n_children; i++)
    if (!keeps (self, code, node->child[i], risks))
      return FALSE;
  return TRUE;
}

gboolean
ihop_unpack_leaves_unchanged (IhopUnpack *self, const IhopNode *code, const IhopUnpackPath *path,
                              GPtrArray *risks)
{
  return keeps (self, code, path->node, risks);
}
