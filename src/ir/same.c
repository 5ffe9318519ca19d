#include "ir/same.h"
#include <string.h>

typedef struct
{
  const IhopSameTrees *trees;
  GHashTable *pairs;       /* symbols and records of a → those of b, found or taken to be the same */
} Same;

static gboolean nodes_same (Same *self, const IhopNode *a, const IhopNode *b);
static gboolean types_same (Same *self, const IhopType *a, const IhopType *b);

/* TRUE: they were met before, and *same says whether as a pair. */
static gboolean
were_met (const Same *self, gconstpointer a, gconstpointer b, gboolean *same)
{
  gpointer other;

  if (!g_hash_table_lookup_extended (self->pairs, a, NULL, &other))
    return FALSE;
  *same = other == b;
  return TRUE;
}

static void
pair (Same *self, gconstpointer a, gconstpointer b)
{
  g_hash_table_insert (self->pairs, (gpointer) a, (gpointer) b);
}

/* ---- Types ---- */

static gboolean
fields_same (Same *self, const IhopType *a, const IhopType *b)
{
  for (guint i = 0; i < a->n_fields; i++)
    {
      const IhopSymbol *x = a->fields[i], *y = b->fields[i];
      if (!g_str_equal (x->name, y->name) || x->offset != y->offset || x->bit_width != y->bit_width
          || !types_same (self, x->type, y->type))
        return FALSE;
    }
  return TRUE;
}

static gboolean
records_same (Same *self, const IhopType *a, const IhopType *b)
{
  gboolean same;

  if (a->is_union != b->is_union || a->n_fields != b->n_fields || !a->fields != !b->fields)
    return FALSE;
  if (were_met (self, a, b, &same))
    return same;
  pair (self, a, b);
  return a->fields == NULL || fields_same (self, a, b);
}

static gboolean
parameters_same (Same *self, const IhopType *a, const IhopType *b)
{
  if (a->n_params != b->n_params || a->is_variadic != b->is_variadic)
    return FALSE;
  for (guint i = 0; i < a->n_params; i++)
    if (!types_same (self, a->params[i], b->params[i]))
      return FALSE;
  return TRUE;
}

static gboolean
arrays_same (Same *self, const IhopType *a, const IhopType *b)
{
  if (a->has_count != b->has_count)
    return FALSE;
  return a->has_count ? a->count == b->count : nodes_same (self, a->count_expr, b->count_expr);
}

static gboolean
types_same (Same *self, const IhopType *a, const IhopType *b)
{
  if (a == NULL || b == NULL || a == b)
    return a == b;
  if (a->kind != b->kind || a->qualifiers != b->qualifiers || a->size != b->size || a->align != b->align
      || a->is_signed != b->is_signed || a->may_alias != b->may_alias || g_strcmp0 (a->name, b->name) != 0)
    return FALSE;
  if (a->kind == IHOP_TYPE_RECORD)
    return records_same (self, a, b);
  if ((a->kind == IHOP_TYPE_FUNCTION && !parameters_same (self, a, b)) || (a->kind == IHOP_TYPE_ARRAY && !arrays_same (self, a, b)))
    return FALSE;
  return types_same (self, a->target, b->target);
}

/* ---- Symbols ---- */

/* What a variable outside of functions begins with; NULL: it does not say. */
static const IhopNode *
initializer (const IhopTree *tree, const IhopSymbol *symbol)
{
  const IhopNode *node = ihop_tree_variable (tree, symbol->name);

  return node && node->n_children ? node->child[0] : NULL;
}

static gboolean
is_const (const IhopType *type)
{
  guint rank;

  return (ihop_type_element (type, &rank)->qualifiers & IHOP_CONST) && !ihop_type_is_volatile (type);
}

/* One variable for the linker, or a table that nobody changes. */
static gboolean
globals_same (Same *self, const IhopSymbol *a, const IhopSymbol *b)
{
  if (!g_str_equal (a->name, b->name) || g_strcmp0 (a->link_name, b->link_name) != 0)
    return FALSE;
  if (a->storage == IHOP_STORAGE_EXTERN || self->trees->is_one_file)
    return TRUE;
  const IhopNode *x = initializer (self->trees->a, a), *y = initializer (self->trees->b, b);
  return a->storage == IHOP_STORAGE_STATIC && is_const (a->type) && is_const (b->type) && x && y && nodes_same (self, x, y);
}

static gboolean
bodies_same (Same *self, const IhopFunction *a, const IhopFunction *b)
{
  if (a->n_params != b->n_params)
    return FALSE;
  for (guint i = 0; i < a->n_params; i++)
    {
      if (!types_same (self, a->params[i]->declared_type, b->params[i]->declared_type))
        return FALSE;
      pair (self, a->params[i], b->params[i]);
    }
  return nodes_same (self, a->body, b->body);
}

/* Else the compiler knows it by its name, and another compiler, or C++, does not. */
static gboolean
is_declared (const IhopSymbol *symbol)
{
  return symbol->first.source != NULL;
}

/* Those of headers have a body in each file. */
static gboolean
functions_same (Same *self, const IhopSymbol *a, const IhopSymbol *b)
{
  const char *other = self->trees->names ? g_hash_table_lookup (self->trees->names, a->name) : NULL;
  const IhopFunction *x, *y;

  if (other)
    return g_str_equal (other, b->name);
  if (!g_str_equal (a->name, b->name) || a->storage != b->storage || is_declared (a) != is_declared (b)
      || a->in_system_header != b->in_system_header)
    return FALSE;
  if (a->storage == IHOP_STORAGE_EXTERN && !a->is_inline && !b->is_inline)
    return TRUE;
  x = ihop_tree_function_of (self->trees->a, a);
  y = ihop_tree_function_of (self->trees->b, b);
  return x && y && bodies_same (self, x, y);
}

/* What the linker does not know, and no value stands for. */
static gboolean
locals_same (const Same *self, const IhopSymbol *a, const IhopSymbol *b)
{
  return (a->storage == IHOP_STORAGE_AUTO || self->trees->is_one_file) && g_str_equal (a->name, b->name);
}

static gboolean
symbols_same (Same *self, const IhopSymbol *a, const IhopSymbol *b)
{
  gboolean same;

  if (a == NULL || b == NULL)
    return a == b;
  if (were_met (self, a, b, &same))
    return same;
  if (a->kind != b->kind || a->storage != b->storage || a->is_global != b->is_global)
    return a->kind == IHOP_SYMBOL_FUNCTION && b->kind == IHOP_SYMBOL_FUNCTION && functions_same (self, a, b);
  if (!types_same (self, a->type, b->type) || !types_same (self, a->declared_type, b->declared_type))
    return FALSE;
  pair (self, a, b);
  switch (a->kind)
    {
    case IHOP_SYMBOL_FUNCTION:
      return functions_same (self, a, b);
    case IHOP_SYMBOL_FIELD:
      return g_str_equal (a->name, b->name) && a->offset == b->offset && a->bit_width == b->bit_width;
    case IHOP_SYMBOL_ENUMERATOR:
      return a->value == b->value;
    case IHOP_SYMBOL_LABEL:
      return g_str_equal (a->name, b->name);
    default:
      return a->is_global ? globals_same (self, a, b) : locals_same (self, a, b);
    }
}

/* ---- Nodes ---- */

enum { MEANING = IHOP_NODE_CONSTANT | IHOP_NODE_IMPLICIT | IHOP_NODE_ARROW };

/* "__LINE__", as assert has it. */
static gboolean
is_own_line (const IhopNode *node)
{
  while (node->kind == IHOP_CAST)
    node = ihop_node_strip (node->child[0], FALSE);
  return node->kind == IHOP_INTEGER && node->integer == ihop_range_text_line (node->range.source ? node->range : node->place);
}

static gboolean
values_same (const Same *self, const IhopNode *a, const IhopNode *b)
{
  if (self->trees->is_one_file && is_own_line (a) && is_own_line (b))
    return TRUE;
  return a->integer == b->integer && memcmp (&a->number, &b->number, sizeof a->number) == 0;
}

/* Whole numbers are compared by value, 0x10 is 16; of others a double may not hold all that is written. */
static gboolean
texts_same (const IhopNode *a, const IhopNode *b)
{
  return a->kind == IHOP_INTEGER || g_strcmp0 (a->text, b->text) == 0;
}

/* Its words may name what its parts do not. */
static gboolean
opaque_same (const Same *self, const IhopNode *a, const IhopNode *b)
{
  gboolean is_opaque = a->kind == IHOP_OPAQUE || a->kind == IHOP_OPAQUE_EXPR;

  return !is_opaque || (self->trees->is_one_file && g_strcmp0 (a->spelling, b->spelling) == 0);
}

static gboolean
children_same (Same *self, const IhopNode *a, const IhopNode *b)
{
  if (a->n_children != b->n_children)
    return FALSE;
  for (guint i = 0; i < a->n_children; i++)
    if (!nodes_same (self, a->child[i], b->child[i]))
      return FALSE;
  return TRUE;
}

static gboolean
nodes_same (Same *self, const IhopNode *a, const IhopNode *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  a = ihop_node_strip (a, FALSE);
  b = ihop_node_strip (b, FALSE);
  return a->kind == b->kind && opaque_same (self, a, b) && a->op == b->op && (a->flags & MEANING) == (b->flags & MEANING) && values_same (self, a, b)
         && texts_same (a, b) && types_same (self, a->type, b->type) && types_same (self, a->argument_type, b->argument_type)
         && symbols_same (self, a->symbol, b->symbol) && children_same (self, a, b);
}

gboolean
ihop_function_same (const IhopSameTrees *trees, const IhopFunction *a, const IhopFunction *b)
{
  g_autoptr (GHashTable) pairs = g_hash_table_new (NULL, NULL);
  Same self = { trees, pairs };

  return types_same (&self, a->symbol->type->target, b->symbol->type->target) && bodies_same (&self, a, b);
}

gboolean
ihop_variables_same (const IhopSameTrees *trees)
{
  g_autoptr (GHashTable) pairs = g_hash_table_new (NULL, NULL);
  Same self = { trees, pairs };

  for (guint i = 0; i < trees->b->global_nodes->len; i++)
    {
      const IhopNode *other = trees->b->global_nodes->pdata[i], *node = ihop_tree_variable (trees->a, other->symbol->name);
      if (node == NULL || !nodes_same (&self, node, other))
        return FALSE;
    }
  return TRUE;
}
