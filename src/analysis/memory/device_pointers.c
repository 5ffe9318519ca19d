/* Pointers that lie in memory: in members, in elements, behind other pointers. Whoever put them there was the host, so they
 * are its addresses, and code on the device that follows one reads what no device can reach. It may copy them from one place
 * in memory to another, and ask whether they are null. All else is taken for following: what a pointer is handed to (a
 * variable, a call, a result, a sum) is not looked at.
 *
 * Structs that the code declares itself hold addresses of the device, as far as it fills them member by member. */
#include "analysis/memory/effects_summary.h"

/* The chain of members and elements that an lvalue is, down to the variable; NULL: it goes through a pointer. */
static const IhopSymbol *
object_of (const IhopNode *node)
{
  node = ihop_node_strip (node, TRUE);
  while (node->kind == IHOP_MEMBER || node->kind == IHOP_INDEX)
    {
      const IhopNode *base = ihop_node_strip (node->child[0], TRUE);
      if (node->flags & IHOP_NODE_ARROW || base->type == NULL || ihop_type_strip (base->type)->kind == IHOP_TYPE_POINTER)
        return NULL;
      node = base;
    }
  return node->kind == IHOP_REF ? node->symbol : NULL;
}

static gboolean
is_record_with_pointers (const IhopNode *node)
{
  const IhopType *type = node->type ? ihop_type_strip (node->type) : NULL;

  return type && type->kind == IHOP_TYPE_RECORD && ihop_type_holds_pointer (type);
}

/* "{ g, 3 }", whose first member is a struct from elsewhere. */
static gboolean
lists_records (const IhopNode *list)
{
  for (guint i = 0; i < list->n_children; i++)
    {
      const IhopNode *element = list->child[i] ? ihop_node_strip (list->child[i], TRUE) : NULL;
      if (element && (element->kind == IHOP_INIT_LIST ? lists_records (element) : is_record_with_pointers (element)))
        return TRUE;
    }
  return FALSE;
}

typedef struct
{
  const IhopSymbol *object;
  gboolean is_declared, is_filled_otherwise;
} Own;

static gboolean
look_at_filling (const IhopNode *node, gpointer data)
{
  Own *own = data;

  if (node->kind == IHOP_VARIABLE && node->symbol == own->object)
    {
      const IhopNode *value = node->child[0] ? ihop_node_strip (node->child[0], TRUE) : NULL;
      own->is_declared = TRUE;
      own->is_filled_otherwise |= value && (value->kind != IHOP_INIT_LIST || lists_records (value));
    }
  gboolean is_whole = node->kind == IHOP_ASSIGN && is_record_with_pointers (node->child[0]);
  gboolean is_named = node->kind == IHOP_UNARY && node->op == IHOP_OP_ADDRESS;
  if ((is_whole || is_named) && object_of (node->child[0]) == own->object)
    own->is_filled_otherwise = TRUE;
  return TRUE;
}

/* Whether the place lies in a struct that the code declares, and fills member by member. */
static gboolean
is_own (const IhopNode *code, const IhopNode *place)
{
  Own own = { .object = object_of (place) };
  const IhopType *type = own.object ? ihop_type_strip (own.object->type) : NULL;

  if (type == NULL || type->kind != IHOP_TYPE_RECORD || type->is_union || own.object->kind != IHOP_SYMBOL_VARIABLE)
    return FALSE;
  ihop_node_walk (code, look_at_filling, &own);
  return own.is_declared && !own.is_filled_otherwise;
}

static gboolean
is_pointer (const IhopNode *node)
{
  return node->type && ihop_type_strip (node->type)->kind == IHOP_TYPE_POINTER;
}

static gboolean
is_in_memory (const IhopNode *node)
{
  return node->kind == IHOP_MEMBER || node->kind == IHOP_INDEX
         || (node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF);
}

/* The place in memory that the value of an expression, a pointer, has come from, also on its way into it ("*g.next++"). */
static const IhopNode *
loaded_from (const IhopNode *node)
{
  node = ihop_node_strip (node, TRUE);
  while (node->kind == IHOP_ASSIGN || (node->kind == IHOP_UNARY && node->op >= IHOP_OP_PRE_INC))
    node = ihop_node_strip (node->child[0], TRUE);
  return is_pointer (node) && is_in_memory (node) && !(node->flags & IHOP_NODE_CONSTANT) ? node : NULL;
}

/* Whether the place, a child of the node's, is only copied, changed where it lies, or asked whether it is null. */
static gboolean
is_left_alone (const IhopNode *code, const IhopNode *node, guint child)
{
  const IhopNode *place;

  switch (node->kind)
    {
    case IHOP_EXPRESSION: case IHOP_IF: case IHOP_WHILE: case IHOP_DO: case IHOP_FOR:
      return TRUE;
    case IHOP_CONDITIONAL:
      return child == 0 && node->child[1];
    case IHOP_BINARY:
      return node->op == IHOP_OP_LAND || node->op == IHOP_OP_LOR || (node->op >= IHOP_OP_LT && node->op <= IHOP_OP_NE);
    case IHOP_UNARY:
      return node->op == IHOP_OP_NOT || node->op == IHOP_OP_ADDRESS || node->op >= IHOP_OP_PRE_INC;
    case IHOP_CAST:
      return ihop_type_strip (node->type)->kind == IHOP_TYPE_VOID || ihop_type_is_bool (ihop_type_strip (node->type));
    case IHOP_ASSIGN:
      place = ihop_node_strip (node->child[0], TRUE);
      return child == 0 || (node->op == IHOP_OP_NONE && is_in_memory (place) && !is_own (code, place));
    default:
      return FALSE;
    }
}

const IhopNode *
ihop_host_pointer_followed (const IhopNode *code, const IhopNode *node)
{
  if (ihop_node_strip (node, TRUE) != node)
    return NULL; /* what stands around it is asked */
  for (guint i = 0; i < node->n_children; i++)
    {
      const IhopNode *place = node->child[i] ? loaded_from (node->child[i]) : NULL;
      /* Last what walks the code: this is asked of every node in it. */
      if (place && !is_left_alone (code, node, i) && !is_own (code, place))
        return place;
    }
  return NULL;
}
