#include "analysis/memory/access_walk.h"
#include "ir/query.h"

typedef struct
{
  IhopMemoryAccessVisit visit;
  gpointer data;
} Walker;

static void walk_value (Walker *walker, const IhopNode *node);
static void walk_statement (Walker *walker, const IhopNode *node);

static gboolean
decays (const IhopNode *node)
{
  const IhopType *type = ihop_type_strip (node->type);

  return type && (type->kind == IHOP_TYPE_ARRAY || type->kind == IHOP_TYPE_FUNCTION);
}

const IhopSymbol *
ihop_access_symbol (const IhopNode *place)
{
  for (;;)
    switch (place->kind)
      {
      case IHOP_REF:
        return place->symbol;
      case IHOP_PAREN:
      case IHOP_CAST:
        place = place->child[0];
        break;
      case IHOP_MEMBER:
        if (place->flags & IHOP_NODE_ARROW)
          return NULL;
        place = place->child[0];
        break;
      case IHOP_INDEX:
        if (!decays (ihop_node_strip (place->child[0], TRUE)))
          return NULL;
        place = ihop_node_strip (place->child[0], TRUE);
        break;
      case IHOP_UNARY: /* *A of an array */
        if (place->op != IHOP_OP_DEREF || !decays (ihop_node_strip (place->child[0], TRUE)))
          return NULL;
        place = ihop_node_strip (place->child[0], TRUE);
        break;
      default:
        return NULL;
      }
}

static void
emit (Walker *walker, const IhopNode *place, gboolean is_read, gboolean is_written,
      const IhopNode *value)
{
  IhopMemoryAccess access = { .node = place,
                        .symbol = ihop_access_symbol (place),
                        .is_read = is_read,
                        .is_written = is_written,
                        .value = value };

  walker->visit (&access, walker->data);
}

/* What has to be evaluated to know where a place is. */
static void
walk_place (Walker *walker, const IhopNode *node)
{
  switch (node->kind)
    {
    case IHOP_REF:
    case IHOP_STRING:
      break;
    case IHOP_PAREN:
    case IHOP_CAST:
      walk_place (walker, node->child[0]);
      break;
    case IHOP_MEMBER:
      if (node->flags & IHOP_NODE_ARROW)
        walk_value (walker, node->child[0]);
      else
        walk_place (walker, node->child[0]);
      break;
    case IHOP_INDEX:
      walk_value (walker, node->child[0]);
      walk_value (walker, node->child[1]);
      break;
    case IHOP_UNARY:
      walk_value (walker, node->op == IHOP_OP_DEREF ? node->child[0] : node);
      break;
    case IHOP_COMPOUND:
      walk_value (walker, node->child[0]);
      emit (walker, node, FALSE, TRUE, NULL);
      break;
    default:
      walk_value (walker, node);
    }
}

static gboolean
is_place (const IhopNode *node)
{
  switch (node->kind)
    {
    case IHOP_REF:
      return node->symbol == NULL || node->symbol->kind == IHOP_SYMBOL_VARIABLE
             || node->symbol->kind == IHOP_SYMBOL_PARAMETER;
    case IHOP_MEMBER:
      return !ihop_node_is_part_of_result (node);
    case IHOP_INDEX:
    case IHOP_COMPOUND:
    case IHOP_STRING:
      return TRUE;
    case IHOP_UNARY:
      return node->op == IHOP_OP_DEREF;
    default:
      return FALSE;
    }
}

static void
walk_children (Walker *walker, const IhopNode *node)
{
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && ihop_kind_is_statement (node->child[i]->kind))
      walk_statement (walker, node->child[i]);
    else if (node->child[i])
      walk_value (walker, node->child[i]);
}

static void
walk_assign (Walker *walker, const IhopNode *node)
{
  gboolean is_plain = node->op == IHOP_OP_NONE;

  walk_value (walker, node->child[1]);
  walk_place (walker, node->child[0]);
  emit (walker, node->child[0], !is_plain, TRUE, is_plain ? node->child[1] : NULL);
}

static void
walk_call (Walker *walker, const IhopNode *node)
{
  IhopMemoryAccess access = { .node = node, .is_call = TRUE };

  walk_children (walker, node);
  walker->visit (&access, walker->data);
}

gboolean
ihop_opaque_is_harmless (const IhopNode *node)
{
  static const char *const harmless[] = { "attribute",
                                          "offsetof",
                                          "alignof",
                                          "question about types",
                                          "imaginary number",
                                          "statement expression",
                                          NULL };

  return ihop_node_is_cleanup (node) || (node->text && g_strv_contains (harmless, node->text));
}

static void
walk_opaque (Walker *walker, const IhopNode *node)
{
  IhopMemoryAccess access = { .node = node, .is_opaque = TRUE };

  walk_children (walker, node);
  if (!ihop_opaque_is_harmless (node))
    walker->visit (&access, walker->data);
}

static void
walk_unary (Walker *walker, const IhopNode *node)
{
  switch (node->op)
    {
    case IHOP_OP_ADDRESS:
      walk_place (walker, node->child[0]);
      break;
    case IHOP_OP_PRE_INC:
    case IHOP_OP_PRE_DEC:
    case IHOP_OP_POST_INC:
    case IHOP_OP_POST_DEC:
      walk_place (walker, node->child[0]);
      emit (walker, node->child[0], TRUE, TRUE, NULL);
      break;
    default:
      walk_value (walker, node->child[0]);
    }
}

/* "double w[n]" reads n. */
static void
walk_extents (Walker *walker, const IhopNode *node)
{
  g_autoptr (GPtrArray) extents = g_ptr_array_new ();

  ihop_node_extents (node, extents);
  for (guint i = 0; i < extents->len; i++)
    walk_value (walker, extents->pdata[i]);
}

static void
walk_value (Walker *walker, const IhopNode *node)
{
  if (node->flags & IHOP_NODE_CONSTANT)
    return;
  walk_extents (walker, node);
  if (node->kind == IHOP_SIZEOF)
    return;
  if (is_place (node))
    {
      walk_place (walker, node);
      if (!decays (node))
        emit (walker, node, TRUE, FALSE, NULL);
      return;
    }
  switch (node->kind)
    {
    case IHOP_ASSIGN:
      walk_assign (walker, node);
      break;
    case IHOP_CALL:
      walk_call (walker, node);
      break;
    case IHOP_UNARY:
      walk_unary (walker, node);
      break;
    case IHOP_OPAQUE_EXPR:
      walk_opaque (walker, node);
      break;
    default:
      walk_children (walker, node);
    }
}

/* A local static is initialized before the program runs, not here. */
static void
walk_variable (Walker *walker, const IhopNode *node)
{
  const IhopNode *value = node->n_children > 0 ? node->child[0] : NULL;

  walk_extents (walker, node);
  if (value == NULL || node->symbol->storage != IHOP_STORAGE_AUTO)
    return;
  if (value->kind != IHOP_STRING)
    walk_value (walker, value);

  IhopMemoryAccess access = { .node = node, .symbol = node->symbol, .is_written = TRUE, .value = value };

  walker->visit (&access, walker->data);
}

static void
walk_statement (Walker *walker, const IhopNode *node)
{
  if (node->kind == IHOP_VARIABLE)
    walk_variable (walker, node);
  else if (node->kind == IHOP_OPAQUE)
    walk_opaque (walker, node);
  else
    walk_children (walker, node);
}

void
ihop_access_walk (const IhopNode *node, IhopMemoryAccessVisit visit, gpointer data)
{
  Walker walker = { visit, data };

  if (ihop_kind_is_statement (node->kind))
    walk_statement (&walker, node);
  else
    walk_value (&walker, node);
}
