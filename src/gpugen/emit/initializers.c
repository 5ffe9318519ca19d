/* Initializers in braces as C++ wants them: every place in its order, nothing converted that could lose
 * something, and of a union its first member. A union's other member is assigned where it is asked for,
 * "({ union u ihop_u = { }; ihop_u.f = x; ihop_u; })", which both languages' compilers have. */
#include "gpugen/emit/initializers.h"
#include "gpugen/emit/text_of.h"

#define LONGEST 256 /* places; "[0 ... 9999] = 1" is better kept where C is */

typedef struct
{
  const IhopNode *node;
  IhopTextOf text_of;
  gpointer data;
  GString *assigned;       /* "ihop_u.f = x; " for what braces cannot say */
  gboolean fails;
} List;

/* C++ converts nothing in braces that could lose something. */
static gboolean
is_narrowed (const IhopNode *node)
{
  if (node == NULL || node->kind != IHOP_CAST || !(node->flags & IHOP_NODE_IMPLICIT)
      || node->flags & IHOP_NODE_CONSTANT)
    return FALSE;
  const IhopType *to = ihop_type_strip (node->type), *from = ihop_type_strip (node->child[0]->type);
  return to->kind <= IHOP_TYPE_FLOATING && from->kind <= IHOP_TYPE_FLOATING
         && (to->kind != from->kind || to->size < from->size || to->is_signed != from->is_signed);
}

static const IhopType *
record_of (const IhopNode *node)
{
  const IhopType *type = node ? ihop_type_strip (node->type) : NULL;

  return type && type->kind == IHOP_TYPE_RECORD && type->n_fields ? type : NULL;
}

/* A list for a union's member that is not its first. */
static gboolean
is_other_member (const IhopNode *node)
{
  return node && node->kind == IHOP_INIT_LIST && node->symbol && record_of (node)
         && node->symbol != record_of (node)->fields[0];
}

static gboolean
is_written (const IhopNode *node)
{
  if (node->flags & IHOP_NODE_DESIGNATED || node->range.source == NULL || is_other_member (node))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (is_narrowed (node->child[i]) || is_other_member (node->child[i]))
      return TRUE;
  return FALSE;
}

static char *
zero_text (const IhopType *type)
{
  const IhopType *named = type;

  while (named && named->kind == IHOP_TYPE_NAMED)
    named = named->target;
  if (!ihop_type_is_scalar (type))
    return g_strdup ("{ }");
  return named->kind == IHOP_TYPE_ENUM && named->name ? g_strdup_printf ("(%s) 0", named->name) : g_strdup ("0");
}

static char *
value_text (List *list, const IhopNode *node)
{
  char *value = list->text_of (node, list->data);

  if (!is_narrowed (node))
    return value;
  g_autofree char *type = ihop_type_declare (node->type, NULL), *operand = value;
  return g_strdup_printf ("(%s) (%s)", type, operand);
}

/* The one value of a union's list as an assignment; the union is ihop_u itself, or its member "where". */
static void
assign (List *list, const IhopNode *node, const char *where)
{
  const IhopNode *value = node->child[0];
  const IhopSymbol *member = node->symbol;
  const IhopType *type = member->type;

  if (value == NULL || member->name[0] == '\0' || type->qualifiers & IHOP_CONST
      || ihop_type_strip (type)->kind == IHOP_TYPE_ARRAY || (value->kind == IHOP_INIT_LIST && type->name == NULL))
    {
      list->fails = TRUE;
      return;
    }
  g_autofree char *text = value_text (list, value);
  g_string_append_printf (list->assigned, "ihop_u.%s%s%s = ", where, where[0] ? "." : "", member->name);
  if (value->kind == IHOP_INIT_LIST)
    g_string_append_printf (list->assigned, "(%s) ", type->name);
  g_string_append_printf (list->assigned, "%s; ", text);
}

/* "[0 ... 3] = f ()" calls once. */
static gboolean
repeats_effect (const IhopNode *node, guint i)
{
  const IhopNode *child = node->child[i], *before = i ? node->child[i - 1] : NULL;

  return child && before && child->range.source && child->range.begin == before->range.begin
         && ihop_node_effect (child);
}

static char *
place_text (List *list, guint i)
{
  const IhopNode *child = list->node->child[i];

  list->fails |= repeats_effect (list->node, i);
  const IhopSymbol *field = record_of (list->node) ? ihop_type_field (record_of (list->node), i) : NULL;
  if (field && child && is_other_member (child) && record_of (child)->name == NULL)
    {
      assign (list, child, field->name);
      return g_strdup ("{ }");
    }
  return child ? value_text (list, child) : zero_text (ihop_type_place (list->node->type, i));
}

static char *
places_text (List *list)
{
  guint n = list->node->n_children;
  GString *text = g_string_new ("{ ");

  /* Of a struct all members are said: compilers warn of what is left out. */
  while (n && list->node->child[n - 1] == NULL && ihop_type_strip (list->node->type)->kind == IHOP_TYPE_ARRAY)
    n--;
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *place = place_text (list, i);
      g_string_append_printf (text, "%s%s", i ? ", " : "", place);
    }
  g_string_append (text, n ? " }" : "}");
  return g_string_free (text, FALSE);
}

char *
ihop_braces_text (const IhopNode *node, IhopTextOf text_of, gpointer data)
{
  if (!is_written (node) || node->n_children > LONGEST)
    return NULL;
  g_autoptr (GString) assigned = g_string_new (NULL);
  List list = { node, text_of, data, assigned, FALSE };
  g_autofree char *places = is_other_member (node) ? g_strdup ("{ }") : places_text (&list);
  const IhopType *record = record_of (node);

  if (is_other_member (node))
    assign (&list, node, "");
  if (list.fails || (assigned->len && (record == NULL || record->name == NULL)))
    return NULL;
  if (assigned->len == 0)
    return g_steal_pointer (&places);
  return g_strdup_printf ("({ %s ihop_u = %s; %sihop_u; })", record->name, places, assigned->str);
}
