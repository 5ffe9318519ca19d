/* Paths: the members and numbers behind pointers that loops read. */
#include "transform/storage/unpack_paths.h"
#include "analysis/memory/definitions.h"
#include "transform/build/query.h"
#include <string.h>

typedef struct
{
  IhopUnpack *self;
  GHashTable *changing;    /* symbols that the loop sets or declares */
} Find;

/* --- paths ------------------------------------------------------------------------------------ */

static gboolean
is_subscript (const IhopNode *node)
{
  const IhopNode *plain = ihop_node_strip (node, TRUE);

  if (plain->flags & IHOP_NODE_CONSTANT)
    return TRUE;
  if (plain->kind == IHOP_BINARY)
    return plain->op >= IHOP_OP_ADD && plain->op <= IHOP_OP_MUL && is_subscript (plain->child[0])
           && is_subscript (plain->child[1]);
  return plain->kind == IHOP_REF && ihop_type_is_integer (plain->type);
}

/* From a variable by members, elements and pointers; *members counts the members on the way. */
static gboolean
is_path (const IhopNode *node, guint *members)
{
  const IhopNode *plain = ihop_node_strip (node, TRUE);

  if (plain->type == NULL || ihop_type_is_volatile (plain->type))
    return FALSE;
  switch (plain->kind)
    {
    case IHOP_REF:
      return plain->symbol->kind == IHOP_SYMBOL_VARIABLE
             || plain->symbol->kind == IHOP_SYMBOL_PARAMETER;
    case IHOP_MEMBER:
      (*members)++;
      return plain->symbol->bit_width == 0 && is_path (plain->child[0], members);
    case IHOP_INDEX:
      return is_subscript (plain->child[1]) && is_path (plain->child[0], members);
    case IHOP_UNARY:
      return plain->op == IHOP_OP_DEREF && is_path (plain->child[0], members);
    default:
      return FALSE;
    }
}

/* What a variable can be declared as. */
static gboolean
has_plain_type (const IhopNode *node)
{
  const IhopType *type = ihop_type_strip (node->type);
  g_autofree char *text = ihop_type_declare (node->type, "x");

  if (strchr (text, '{') || strstr (text, "unnamed") || strstr (text, "anonymous")
      || strstr (text, "_Atomic"))
    return FALSE;
  if (type->kind != IHOP_TYPE_POINTER)
    return ihop_type_is_integer (type) || ihop_type_is_floating (type);
  const IhopType *target = ihop_type_strip (type->target);
  return target->kind != IHOP_TYPE_FUNCTION && target->kind != IHOP_TYPE_VOID;
}

static gboolean
is_behind_variable (const IhopNode *node)
{
  return node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF && ihop_node_strip (node->child[0], TRUE)->kind == IHOP_REF;
}

gboolean
ihop_unpack_is_number_behind (const IhopNode *node)
{
  return is_behind_variable (node) && (ihop_type_is_integer (node->type) || ihop_type_is_floating (node->type));
}

gboolean
ihop_unpack_can_be_kept (const IhopNode *node)
{
  guint members = 0;

  return node->type && is_path (node, &members) && has_plain_type (node)
         && (members > 0 || is_behind_variable (node) || (node->kind == IHOP_REF && node->symbol->is_global));
}

gboolean
ihop_unpack_is_count (const IhopNode *node)
{
  return node->kind == IHOP_MEMBER && node->type && ihop_type_is_integer (node->type);
}

gboolean
ihop_unpack_is_member_behind (const IhopNode *node)
{
  const IhopNode *plain = ihop_node_strip (node, TRUE);

  while (plain->kind == IHOP_MEMBER && !(plain->flags & IHOP_NODE_ARROW))
    plain = ihop_node_strip (plain->child[0], TRUE);
  return plain->kind == IHOP_MEMBER;
}

static gboolean
is_candidate (const IhopNode *node)
{
  guint members = 0;

  return (node->kind == IHOP_MEMBER || node->kind == IHOP_INDEX || node->kind == IHOP_UNARY)
         && node->type && is_path (node, &members) && (members > 0 || ihop_unpack_is_number_behind (node)) && has_plain_type (node);
}

/* --- where values are read -------------------------------------------------------------------- */

typedef void (*Visit) (const IhopNode *node, gpointer data, gboolean *inside);

/* What is written to, counted, or has its address taken, is no value. */
static gboolean
is_place (const IhopNode *node, guint i)
{
  return (node->kind == IHOP_ASSIGN && i == 0)
         || (node->kind == IHOP_UNARY
             && (node->op == IHOP_OP_ADDRESS || node->op >= IHOP_OP_PRE_INC));
}

/* Visits candidates from the outside in; *inside: go on into it. */
static void
walk (const IhopNode *node, gboolean place, Visit visit, gpointer data)
{
  gboolean inside = TRUE;

  if (node->kind == IHOP_SIZEOF || node->kind == IHOP_OPAQUE || node->kind == IHOP_OPAQUE_EXPR)
    return;
  if (!ihop_kind_is_statement (node->kind) && !place && is_candidate (node))
    visit (node, data, &inside);
  for (guint i = 0; inside && i < node->n_children; i++)
    if (node->child[i])
      walk (node->child[i], (place && node->kind == IHOP_PAREN) || is_place (node, i), visit, data);
}

/* --- those of the loops ----------------------------------------------------------------------- */

static gboolean
find_changing (const IhopNode *node, gpointer data)
{
  gpointer *pair = data;

  if (node->kind == IHOP_REF && g_hash_table_contains (pair[0], node->symbol))
    pair[1] = (gpointer) node;
  return pair[1] == NULL;
}

static void
add_path (const IhopNode *node, gpointer data, gboolean *inside)
{
  Find *find = data;
  GPtrArray *paths = find->self->paths;
  gpointer changing[2] = { find->changing, NULL };

  ihop_node_walk (node, find_changing, changing);
  if (changing[1] || (find->self->members_alone && node->kind != IHOP_MEMBER))
    return;
  *inside = FALSE;
  for (guint i = 0; i < paths->len; i++)
    if (ihop_same_expression (((IhopUnpackPath *) paths->pdata[i])->node, node))
      return;
  IhopUnpackPath *path = g_new0 (IhopUnpackPath, 1);
  path->node = node;
  path->is_pointer = ihop_type_strip (node->type)->kind == IHOP_TYPE_POINTER;
  path->relies_on = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (paths, path);
}

/* Conditions under which pointers are read are written with the numbers. */
static gint
pointers_last (gconstpointer a, gconstpointer b)
{
  const IhopUnpackPath *x = *(IhopUnpackPath *const *) a, *y = *(IhopUnpackPath *const *) b;

  return (x->is_pointer ? 1 : 0) - (y->is_pointer ? 1 : 0);
}

void
ihop_unpack_find (IhopUnpack *self)
{
  for (guint i = 0; i < self->loops->len; i++)
    {
      const IhopNode *loop = self->loops->pdata[i];
      g_autoptr (GHashTable) changing = ihop_defs_written (loop);
      g_autoptr (GHashTable) declared = ihop_defs_declared (loop);
      GHashTableIter iterator;
      gpointer symbol;
      g_hash_table_iter_init (&iterator, declared);
      while (g_hash_table_iter_next (&iterator, &symbol, NULL))
        g_hash_table_add (changing, symbol);
      Find find = { self, changing };
      walk (loop, FALSE, add_path, &find);
    }
  g_ptr_array_sort (self->paths, pointers_last);
}

typedef struct
{
  const IhopUnpackPath *path;
  GPtrArray *found;
} References;

static void
add_reference (const IhopNode *node, gpointer data, gboolean *inside)
{
  References *references = data;

  if (!ihop_same_expression (node, references->path->node))
    return;
  *inside = FALSE;
  g_ptr_array_add (references->found, (gpointer) node);
}

GPtrArray *
ihop_unpack_references (const IhopNode *code, const IhopUnpackPath *path)
{
  References references = { path, g_ptr_array_new () };

  walk (code, FALSE, add_reference, &references);
  return references.found;
}
