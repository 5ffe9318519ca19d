#include "ir/key.h"

static gboolean append_key (GString *key, const IhopNode *node);

/* The pattern with the children's keys in turn for each "@". FALSE: one of them has none. */
static gboolean
append_children (GString *key, const IhopNode *node, const char *pattern)
{
  guint child = 0;

  for (; *pattern; pattern++)
    if (*pattern != '@')
      g_string_append_c (key, *pattern);
    else if (node->child[child] == NULL || !append_key (key, node->child[child++]))
      return FALSE;
  return TRUE;
}

static gboolean
append_call (GString *key, const IhopNode *call)
{
  g_autoptr (GString) pattern = g_string_new ("@ (");

  for (guint i = 1; i < call->n_children; i++)
    g_string_append (pattern, i == 1 ? "@" : ", @");
  g_string_append_c (pattern, ')');
  return append_children (key, call, pattern->str);
}

static char *
cast_pattern (const IhopNode *cast)
{
  g_autofree char *type
    = cast->flags & IHOP_NODE_IMPLICIT ? NULL : ihop_type_declare (cast->type, NULL);

  return type ? g_strdup_printf ("(%s) @", type) : g_strdup ("@");
}

/* What stands around the children; NULL: such a node has no key. Caller frees. */
static char *
pattern_of (const IhopNode *node)
{
  switch (node->kind)
    {
    case IHOP_PAREN:
      return g_strdup ("@");
    case IHOP_CAST:
      return cast_pattern (node);
    case IHOP_MEMBER:
      return g_strdup_printf ("@%s%s", node->flags & IHOP_NODE_ARROW ? "->" : ".", node->symbol->name);
    case IHOP_INDEX:
      return g_strdup ("@[@]");
    case IHOP_UNARY:
      return node->op >= IHOP_OP_PRE_INC ? NULL : g_strdup_printf ("%s(@)", ihop_operator_text (node->op));
    case IHOP_BINARY:
      return g_strdup_printf ("(@ %s @)", ihop_operator_text (node->op));
    case IHOP_CONDITIONAL:
      return g_strdup ("(@ ? @ : @)");
    default:
      return NULL;
    }
}

static gboolean
append_key (GString *key, const IhopNode *node)
{
  if (node->flags & IHOP_NODE_CONSTANT)
    {
      g_string_append_printf (key, "%" G_GINT64_FORMAT, node->integer);
      return TRUE;
    }
  switch (node->kind)
    {
    case IHOP_REF:
      g_string_append (key, node->symbol->name);
      return TRUE;
    case IHOP_INTEGER:
    case IHOP_FLOATING:
      g_string_append (key, node->text ? node->text : "?");
      return node->text != NULL;
    case IHOP_CALL:
      return append_call (key, node);
    default:
      {
        g_autofree char *pattern = pattern_of (node);
        return pattern != NULL && append_children (key, node, pattern);
      }
    }
}

char *
ihop_node_key (const IhopNode *node)
{
  GString *key = g_string_new (NULL);
  gboolean fine = append_key (key, node);

  return g_string_free (key, !fine);
}

gboolean
ihop_node_same_key (const IhopNode *a, const IhopNode *b)
{
  g_autofree char *left = ihop_node_key (a), *right = ihop_node_key (b);

  return left && g_strcmp0 (left, right) == 0;
}
