#include "analysis/memory/constant_variables.h"
#include "analysis/memory/lvalue.h"
#include "analysis/program/facts_private.h"
#include <isl/val.h>

typedef struct
{
  IhopFacts *facts;
  GHashTable *declarations;  /* canonical symbol → IHOP_VARIABLE with an initializer */
  GHashTable *changed;       /* canonical symbols, otherwise than to constants */
  GHashTable *set;           /* canonical symbol → GArray of gint64: the constants that it is set to */
  GHashTable *numbers;       /* symbol → GArray, as it was answered; NULL: not known */
} Fixed;

static gpointer
key_of (IhopFacts *facts, const IhopSymbol *symbol)
{
  return (gpointer) ihop_facts_canonical (facts, symbol);
}

static gboolean
is_static (const IhopSymbol *symbol)
{
  return symbol->is_global || symbol->storage == IHOP_STORAGE_STATIC;
}

/* What is not followed may do anything to what it names. */
static gboolean
visit_opaque (const IhopNode *node, gpointer data)
{
  Fixed *fixed = data;

  if (node->kind == IHOP_REF)
    g_hash_table_add (fixed->changed, key_of (fixed->facts, node->symbol));
  return TRUE;
}

static void
add_number (GArray *numbers, gint64 number)
{
  for (guint i = 0; i < numbers->len; i++)
    if (g_array_index (numbers, gint64, i) == number)
      return;
  g_array_append_val (numbers, number);
}

static void
set_to (Fixed *fixed, const IhopSymbol *target, gint64 number)
{
  GArray *numbers = g_hash_table_lookup (fixed->set, key_of (fixed->facts, target));

  if (numbers == NULL)
    {
      numbers = g_array_new (FALSE, FALSE, sizeof (gint64));
      g_hash_table_insert (fixed->set, key_of (fixed->facts, target), numbers);
    }
  add_number (numbers, number);
}

static gboolean
sets_to_constant (const IhopNode *node)
{
  return node->kind == IHOP_ASSIGN && node->op == IHOP_OP_NONE && node->child[1]->flags & IHOP_NODE_CONSTANT
         && ihop_type_is_integer (node->child[1]->type) && ihop_node_strip (node->child[0], TRUE)->kind == IHOP_REF;
}

static gboolean
visit (const IhopNode *node, gpointer data)
{
  Fixed *fixed = data;
  const IhopSymbol *target = ihop_defs_target (node);

  if (node->kind == IHOP_OPAQUE || node->kind == IHOP_OPAQUE_EXPR)
    ihop_node_walk (node, visit_opaque, fixed);
  if (node->kind == IHOP_UNARY && node->op == IHOP_OP_ADDRESS)
    target = ihop_defs_root (node->child[0]);
  if (target == NULL || !is_static (target))
    return TRUE;
  if (sets_to_constant (node))
    set_to (fixed, target, node->child[1]->integer);
  else if (node->kind != IHOP_VARIABLE)
    g_hash_table_add (fixed->changed, key_of (fixed->facts, target));
  else if (node->child[0])
    g_hash_table_insert (fixed->declarations, key_of (fixed->facts, target), (gpointer) node);
  return TRUE;
}

static void
free_numbers (gpointer numbers)
{
  if (numbers)
    g_array_unref (numbers);
}

static void
fixed_free (gpointer data)
{
  Fixed *fixed = data;

  g_hash_table_unref (fixed->declarations);
  g_hash_table_unref (fixed->changed);
  g_hash_table_unref (fixed->set);
  g_hash_table_unref (fixed->numbers);
  g_free (fixed);
}

/* One walk through the whole program answers for all its variables. */
static Fixed *
fixed_of (IhopFacts *facts)
{
  GHashTable *cache = ihop_facts_cache (facts, "fixed", fixed_free);
  const GPtrArray *functions = ihop_facts_functions (facts), *trees = ihop_facts_trees (facts);
  Fixed *fixed = g_hash_table_lookup (cache, facts);

  if (fixed)
    return fixed;
  fixed = g_new (Fixed, 1);
  *fixed = (Fixed){ facts, g_hash_table_new (NULL, NULL), g_hash_table_new (NULL, NULL),
                    g_hash_table_new_full (NULL, NULL, NULL, free_numbers),
                    g_hash_table_new_full (NULL, NULL, NULL, free_numbers) };
  for (guint i = 0; i < functions->len; i++)
    ihop_node_walk (((const IhopFunction *) functions->pdata[i])->body, visit, fixed);
  for (guint i = 0; i < trees->len; i++)
    for (guint k = 0; k < ((const IhopTree *) trees->pdata[i])->global_nodes->len; k++)
      ihop_node_walk (((const IhopTree *) trees->pdata[i])->global_nodes->pdata[k], visit, fixed);
  g_hash_table_insert (cache, facts, fixed);
  return fixed;
}

const IhopNode *
ihop_fixed_declaration (IhopFacts *facts, const IhopSymbol *symbol)
{
  return g_hash_table_lookup (fixed_of (facts)->declarations, key_of (facts, symbol));
}

gboolean
ihop_fixed_fits (const IhopType *type, gint64 number)
{
  type = ihop_type_strip (type);
  return type->kind == IHOP_TYPE_INTEGER && (type->is_signed || number >= 0)
         && (type->size >= 8 || (type->size >= 4 && ABS (number) <= G_MAXINT32));
}

gboolean
ihop_fixed_is_const (const IhopType *type)
{
  while (!(type->qualifiers & IHOP_CONST) && (type->kind == IHOP_TYPE_NAMED || type->kind == IHOP_TYPE_ARRAY))
    type = type->target;
  return (type->qualifiers & IHOP_CONST) != 0;
}

gboolean
ihop_fixed_is_read_only (IhopFacts *facts, const IhopSymbol *symbol)
{
  const IhopType *element = ihop_type_strip (ihop_type_element (symbol->type, NULL));

  if (symbol->kind != IHOP_SYMBOL_VARIABLE || !is_static (symbol) || !ihop_fixed_is_const (symbol->type)
      || ihop_type_is_volatile (symbol->type))
    return FALSE;
  /* "extern const" may be but a promise of this file: another one may set it. */
  return (element->kind == IHOP_TYPE_INTEGER || element->kind == IHOP_TYPE_FLOATING)
         && (symbol->storage == IHOP_STORAGE_STATIC || ihop_fixed_declaration (facts, symbol));
}

/* Nobody but the file knows a static variable; what is const, nobody may change. */
static gboolean
is_seen_whole (const Fixed *fixed, const IhopSymbol *symbol)
{
  return ihop_fixed_is_read_only (fixed->facts, symbol)
         || (symbol->storage == IHOP_STORAGE_STATIC && !ihop_type_is_volatile (symbol->type)
             && !g_hash_table_contains (fixed->changed, key_of (fixed->facts, symbol)));
}

static GArray *
numbers_of (const Fixed *fixed, const IhopSymbol *symbol)
{
  const IhopNode *declaration = g_hash_table_lookup (fixed->declarations, key_of (fixed->facts, symbol));
  const GArray *others = g_hash_table_lookup (fixed->set, key_of (fixed->facts, symbol));
  GArray *numbers;

  if (symbol->kind != IHOP_SYMBOL_VARIABLE || !ihop_type_is_integer (symbol->type) || !is_seen_whole (fixed, symbol)
      || (declaration && !(declaration->child[0]->flags & IHOP_NODE_CONSTANT)))
    return NULL;
  numbers = g_array_new (FALSE, FALSE, sizeof (gint64));
  add_number (numbers, declaration ? declaration->child[0]->integer : 0);
  for (guint i = 0; others && i < others->len; i++)
    add_number (numbers, g_array_index (others, gint64, i));
  for (guint i = 0; i < numbers->len; i++)
    if (!ihop_fixed_fits (symbol->type, g_array_index (numbers, gint64, i)))
      {
        g_array_unref (numbers);
        return NULL;
      }
  return numbers;
}

const GArray *
ihop_fixed_numbers (IhopFacts *facts, const IhopSymbol *symbol)
{
  Fixed *fixed = fixed_of (facts);
  gpointer numbers;

  if (!is_static (symbol))
    return NULL;
  if (!g_hash_table_lookup_extended (fixed->numbers, symbol, NULL, &numbers))
    g_hash_table_insert (fixed->numbers, (gpointer) symbol, numbers = numbers_of (fixed, symbol));
  return numbers;
}

gboolean
ihop_fixed_number (IhopFacts *facts, const IhopSymbol *symbol, gint64 *number)
{
  const GArray *numbers = ihop_fixed_numbers (facts, symbol);

  if (numbers == NULL || numbers->len != 1)
    return FALSE;
  *number = g_array_index (numbers, gint64, 0);
  return TRUE;
}
