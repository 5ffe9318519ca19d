#include "transform/names.h"

typedef struct
{
  GPtrArray *scope;       /* of const IhopSymbol *: what is declared here, outermost first */
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
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i])
      check (names, node->child[i]);
  if (is_scope)
    g_ptr_array_set_size (names->scope, (int) depth);
}

const IhopNode *
ihop_names_captured (const IhopFunction *function)
{
  Names names = { .scope = g_ptr_array_new () };

  for (guint i = 0; i < function->n_params; i++)
    g_ptr_array_add (names.scope, function->params[i]);
  check (&names, function->body);
  g_ptr_array_unref (names.scope);
  return names.found;
}
