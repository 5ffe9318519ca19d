/* Addresses as values. On the device the same object has another address, and two pointers into one
 * object of the host may point into two copies: what a program finds out about an address itself (which
 * of two is the smaller, how far they are apart, which number it is) would be something else there. Only
 * whether a pointer is null can be carried over. */
#include "analysis/memory/effects_summary.h"

static gboolean
is_address (const IhopNode *node)
{
  const IhopType *type = node->type ? ihop_type_strip (node->type) : NULL;

  return type && (type->kind == IHOP_TYPE_POINTER || type->kind == IHOP_TYPE_ARRAY);
}

static const IhopNode *
bare (const IhopNode *node)
{
  for (node = ihop_node_strip (node, TRUE); node->kind == IHOP_CAST;)
    node = ihop_node_strip (node->child[0], TRUE);
  return node;
}

static gboolean
is_null (const IhopNode *node)
{
  node = bare (node);
  return node->flags & IHOP_NODE_CONSTANT && node->integer == 0;
}

/* The variable that an address is reckoned from; NULL: not seen. */
static const IhopSymbol *
root_of (const IhopNode *node)
{
  node = bare (node);
  while (node->kind != IHOP_REF)
    {
      gboolean is_sum = node->kind == IHOP_BINARY
                        && (node->op == IHOP_OP_ADD || node->op == IHOP_OP_SUB);
      gboolean is_below = node->kind == IHOP_INDEX
                          || (node->kind == IHOP_MEMBER && !(node->flags & IHOP_NODE_ARROW))
                          || (node->kind == IHOP_UNARY && node->op == IHOP_OP_ADDRESS);
      if (is_sum && is_address (node->child[1]))
        node = bare (node->child[1]);
      else if (is_sum || is_below)
        node = bare (node->child[0]);
      else
        return NULL;
    }
  return node->symbol;
}

typedef struct
{
  const IhopSymbol *local, *root;
  gboolean is_declared, is_lost;
} Origin;

static void
note_value (Origin *origin, const IhopNode *value)
{
  const IhopSymbol *root = value ? root_of (value) : NULL;

  if (root == origin->local)
    return; /* p = p + 1 */
  origin->is_lost |= root == NULL || (origin->root && origin->root != root);
  origin->root = root;
}

static gboolean
look_for_origin (const IhopNode *node, gpointer data)
{
  Origin *origin = data;

  if (node->kind == IHOP_VARIABLE && node->symbol == origin->local)
    {
      origin->is_declared = TRUE;
      if (node->child[0])
        note_value (origin, node->child[0]);
    }
  if (node->kind == IHOP_ASSIGN && node->op == IHOP_OP_NONE && root_of (node->child[0]) == origin->local
      && bare (node->child[0])->kind == IHOP_REF)
    note_value (origin, node->child[1]);
  if (node->kind == IHOP_UNARY && node->op == IHOP_OP_ADDRESS
      && bare (node->child[0])->kind == IHOP_REF && bare (node->child[0])->symbol == origin->local)
    origin->is_lost = TRUE;
  return TRUE;
}

/* Through pointers that the code declares and sets to addresses in one object only. */
static const IhopSymbol *
origin_of (const IhopNode *code, const IhopNode *node)
{
  enum { MOST_STEPS = 4 };
  const IhopSymbol *root = root_of (node);

  for (guint i = 0; root && i < MOST_STEPS; i++)
    {
      Origin origin = { .local = root };
      ihop_node_walk (code, look_for_origin, &origin);
      if (origin.is_lost || (origin.is_declared && origin.root == NULL
                             && ihop_type_strip (root->type)->kind == IHOP_TYPE_POINTER))
        return NULL;
      if (!origin.is_declared || origin.root == NULL)
        return origin.root ? NULL : root;
      root = origin.root;
    }
  return NULL;
}

static gboolean
is_comparison (const IhopNode *node)
{
  return node->kind == IHOP_BINARY && node->op >= IHOP_OP_LT && node->op <= IHOP_OP_NE
         && (is_address (node->child[0]) || is_address (node->child[1]));
}

static gboolean
is_null_test (const IhopNode *node)
{
  return is_comparison (node) && (node->op == IHOP_OP_EQ || node->op == IHOP_OP_NE)
         && (is_null (node->child[0]) || is_null (node->child[1]));
}

static gboolean
is_declared_in (const IhopNode *code, const IhopNode *lvalue)
{
  Origin origin = { .local = root_of (lvalue) };

  if (origin.local)
    ihop_node_walk (code, look_for_origin, &origin);
  return origin.is_declared;
}

/* What was in memory before is an address of the host's, and stays one when it is moved. */
static gboolean
is_moved (const IhopNode *code, const IhopNode *value)
{
  const IhopNode *plain = bare (value);
  gboolean is_loaded = plain->kind == IHOP_INDEX || plain->kind == IHOP_MEMBER || plain->kind == IHOP_REF
                       || (plain->kind == IHOP_UNARY && plain->op == IHOP_OP_DEREF);
  gboolean is_record = plain->type && ihop_type_strip (plain->type)->kind == IHOP_TYPE_RECORD;

  if (!is_loaded || (plain->type && ihop_type_strip (plain->type)->kind == IHOP_TYPE_ARRAY))
    return FALSE;
  return is_record || plain->kind != IHOP_REF ? !is_declared_in (code, plain) : FALSE;
}

/* "list[i].next = &list[i + 1]": the host would find the device's address there. */
static gboolean
stores_address (const IhopNode *code, const IhopNode *node)
{
  const IhopNode *place = node->kind == IHOP_ASSIGN && node->op == IHOP_OP_NONE
                            ? ihop_node_strip (node->child[0], TRUE) : NULL;

  if (place == NULL || place->type == NULL)
    return FALSE;
  const IhopType *type = ihop_type_strip (place->type);
  gboolean holds = type->kind == IHOP_TYPE_POINTER ? place->kind != IHOP_REF
                                                   : ihop_type_holds_pointer (type);
  /* Last what walks the code: this is asked of every assignment in it. */
  return holds && !is_null (node->child[1]) && !is_declared_in (code, place) && !is_moved (code, node->child[1]);
}

const char *
ihop_address_refuse (const IhopNode *code, const IhopNode *node)
{
  if (stores_address (code, node))
    return N_ ("an address, which is another one on the device, is stored");
  gboolean is_distance = node->kind == IHOP_BINARY && node->op == IHOP_OP_SUB
                         && is_address (node->child[0]) && is_address (node->child[1]);

  if (node->kind == IHOP_CAST && is_address (node->child[0]) && node->type
      && ihop_type_is_integer (ihop_type_strip (node->type))
      && !ihop_type_is_bool (ihop_type_strip (node->type)))
    return N_ ("an address, which is another one on the device, is turned into a number");
  if (node->kind == IHOP_CAST && ihop_type_strip (node->type)->kind == IHOP_TYPE_POINTER && !is_null (node)
      && bare (node)->type && ihop_type_is_integer (ihop_type_strip (bare (node)->type)))
    return N_ ("a number is turned into an address");
  if (!is_distance && (!is_comparison (node) || is_null_test (node)))
    return NULL;
  const IhopSymbol *a = origin_of (code, node->child[0]), *b = origin_of (code, node->child[1]);
  return a && a == b ? NULL
                     : N_ ("two addresses, which are others on the device, are compared");
}

static gboolean
is_truth_of_address (const IhopNode *node)
{
  guint first = 0, last = 0;

  switch (node->kind)
    {
    case IHOP_IF: case IHOP_WHILE: case IHOP_CONDITIONAL: break;
    case IHOP_FOR: case IHOP_DO: first = last = 1; break;
    case IHOP_UNARY:
      if (node->op != IHOP_OP_NOT)
        return FALSE;
      break;
    case IHOP_BINARY:
      if (node->op != IHOP_OP_LAND && node->op != IHOP_OP_LOR)
        return FALSE;
      last = 1;
      break;
    case IHOP_CAST:
      if (!ihop_type_is_bool (ihop_type_strip (node->type)))
        return FALSE;
      break;
    default: return FALSE;
    }
  for (guint i = first; i <= last && i < node->n_children; i++)
    if (node->child[i] && is_address (ihop_node_strip (node->child[i], TRUE)))
      return TRUE;
  return FALSE;
}

static gboolean
look_for_test (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= is_null_test (node) || is_truth_of_address (node);
  return !*found;
}

gboolean
ihop_address_is_tested (const IhopNode *code)
{
  gboolean found = FALSE;

  ihop_node_walk (code, look_for_test, &found);
  return found;
}
