/* Which variable each printed name would mean, by the scopes that it stands in. */
#include "transform/build/name_capture.h"
#include <string.h>

typedef struct
{
  GPtrArray *scope;       /* of const IhopSymbol *: what is declared here, outermost first */
  GHashTable *known;      /* names of the function's variables as it was before; or NULL */
  const IhopNode *found;
} Names;

static void check (Names *names, const IhopNode *node);

static const IhopSymbol *
meaning (const Names *names, const char *name)
{
  for (guint i = names->scope->len; i-- > 0;)
    {
      const IhopSymbol *symbol = names->scope->pdata[i];
      if (g_str_equal (symbol->name, name))
        return symbol;
    }
  return NULL;
}

/* "extern int n;" in a block names a variable that has its own symbol elsewhere. */
static void
check_reference (Names *names, const IhopNode *node)
{
  const IhopSymbol *found = meaning (names, node->symbol->name);

  if (found && found != node->symbol && found->storage != IHOP_STORAGE_EXTERN)
    names->found = node;
  /* A local variable that is not in sight. */
  if (!found && !node->symbol->is_global && node->symbol->storage == IHOP_STORAGE_AUTO
      && (node->symbol->kind == IHOP_SYMBOL_VARIABLE
          || node->symbol->kind == IHOP_SYMBOL_PARAMETER))
    names->found = node;
}

/* "_Generic (k, …)" and "typeof (k)" are kept as bytes: the parts that are not evaluated are no nodes. */
static void
check_bytes (Names *names, const IhopNode *node)
{
  g_autofree char *text = ihop_range_text (node->range);

  for (const char *at = text; *at && names->found == NULL;)
    {
      gsize length = strspn (at, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");
      g_autofree char *word = g_strndup (at, length);
      if (length && g_hash_table_contains (names->known, word) && meaning (names, word) == NULL)
        names->found = node;
      at += MAX (length, 1);
    }
}

static void
check_type (Names *names, const IhopType *type)
{
  for (; type && type->kind != IHOP_TYPE_FUNCTION && type->kind != IHOP_TYPE_NAMED;
       type = type->target)
    if (type->kind == IHOP_TYPE_ARRAY && type->count_expr)
      check (names, type->count_expr);
}

static void
check (Names *names, const IhopNode *node)
{
  gboolean is_scope = node->kind == IHOP_BLOCK || ihop_kind_is_loop (node->kind)
                      || node->kind == IHOP_IF || node->kind == IHOP_SWITCH;
  guint depth = names->scope->len;

  if (names->found)
    return;
  if (node->kind == IHOP_VARIABLE)
    {
      check_type (names, node->symbol->declared_type);
      g_ptr_array_add (names->scope, node->symbol);
    }
  if (node->kind == IHOP_REF)
    check_reference (names, node);
  if (names->known && node->flags & IHOP_NODE_RESOLVED && node->range.source)
    check_bytes (names, node);
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i])
      check (names, node->child[i]);
  if (is_scope)
    g_ptr_array_set_size (names->scope, (int) depth);
}

static const IhopNode *
checked (const IhopFunction *function, GHashTable *known)
{
  Names names = { .scope = g_ptr_array_new (), .known = known };

  for (guint i = 0; i < function->n_params; i++)
    g_ptr_array_add (names.scope, function->params[i]);
  check (&names, function->body);
  g_ptr_array_unref (names.scope);
  return names.found;
}

static gboolean
note_name (const IhopNode *node, gpointer known)
{
  if (node->kind == IHOP_VARIABLE)
    g_hash_table_add (known, (gpointer) node->symbol->name);
  return TRUE;
}

const IhopNode *
ihop_name_lost (const IhopFunction *before, const IhopFunction *now)
{
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < before->n_params; i++)
    g_hash_table_add (known, (gpointer) before->params[i]->name);
  ihop_node_walk (before->body, note_name, known);
  const IhopNode *found = checked (before, known) ? NULL : checked (now, known);
  return found && found->flags & IHOP_NODE_RESOLVED ? found : NULL;
}

const IhopNode *
ihop_name_captured (const IhopFunction *function)
{
  return checked (function, NULL);
}
