#include "analysis/scop/constant_table.h"
#include "analysis/memory/constant_variables.h"
#include "analysis/scop/evaluate.h"

/* Each different number is a piece of the value, and each of its places a piece of that piece's domain. */
enum { MOST_ENTRIES = 64, MOST_LEVELS = 4 };

typedef struct
{
  const IhopNode *list;       /* the table's initializer */
  const IhopType *type;       /* of the table */
  guint n_levels, varying;    /* subscripts; the one that is no number, or n_levels */
  const IhopNode *subscript[MOST_LEVELS]; /* outermost first */
  gint64 number[MOST_LEVELS];
} Table;

/* "t[a][b]": the variable at its root, subscripts outermost first. */
static const IhopSymbol *
read_subscripts (Table *table, const IhopNode *node)
{
  if (node->kind == IHOP_REF)
    return node->symbol;
  if (node->kind != IHOP_INDEX)
    return NULL;
  const IhopSymbol *root = read_subscripts (table, ihop_node_strip (node->child[0], TRUE));
  if (root == NULL || table->n_levels == MOST_LEVELS)
    return NULL;
  table->subscript[table->n_levels++] = node->child[1];
  return root;
}

static const IhopNode *
initializer_of (IhopFacts *facts, const IhopSymbol *symbol)
{
  const IhopNode *declaration = ihop_fixed_is_read_only (facts, symbol) ? ihop_fixed_declaration (facts, symbol) : NULL;
  const IhopNode *list = declaration && declaration->n_children ? declaration->child[0] : NULL;

  return list && list->kind == IHOP_INIT_LIST ? list : NULL;
}

static guint64
entries_of (const Table *table, guint level)
{
  const IhopType *type = table->type;

  for (guint i = 0; i < level; i++)
    type = ihop_type_strip (type->target);
  return type->kind == IHOP_TYPE_ARRAY && type->has_count ? type->count : 0;
}

/* FALSE: not a table of this kind, or a subscript is outside. */
static gboolean
read_table (IhopWalk *walk, const IhopNode *node, Table *table)
{
  const IhopSymbol *root = read_subscripts (table, node);

  table->list = root ? initializer_of (walk->scop->facts, root) : NULL;
  if (table->list == NULL)
    return FALSE;
  table->type = ihop_type_strip (root->type);
  table->varying = table->n_levels;
  for (guint i = 0; i < table->n_levels; i++)
    {
      guint64 entries = entries_of (table, i);
      if (entries == 0 || entries > MOST_ENTRIES)
        return FALSE;
      if (!ihop_node_number (table->subscript[i], &table->number[i]))
        {
          if (table->varying < table->n_levels)
            return FALSE;
          table->varying = i;
        }
      else if (table->number[i] < 0 || (guint64) table->number[i] >= entries)
        return FALSE;
    }
  return TRUE;
}

/* FALSE: the element is not written as a number. What an initializer leaves out is 0. */
static gboolean
element (const Table *table, gint64 varying, gint64 *number)
{
  const IhopNode *node = table->list;

  for (guint i = 0; i < table->n_levels && node; i++)
    {
      gint64 at = i == table->varying ? varying : table->number[i];
      if (node->kind != IHOP_INIT_LIST)
        return FALSE;
      node = at < (gint64) node->n_children ? node->child[at] : NULL;
    }
  *number = node ? node->integer : 0;
  return node == NULL || (node->flags & IHOP_NODE_CONSTANT && (*number >= 0 || ihop_type_strip (node->type)->is_signed));
}

/* FALSE: some element is not known. */
static gboolean
read_elements (const Table *table, gint64 *numbers, guint n)
{
  for (guint i = 0; i < n; i++)
    if (!element (table, i, &numbers[i]))
      return FALSE;
  return TRUE;
}

/* Where the subscript is one of the places at which this number stands. Keeps subscript. */
static isl_set *
places_of (IhopWalk *walk, isl_pw_aff *subscript, const gint64 *numbers, guint n, gint64 number)
{
  isl_set *places = isl_set_empty (isl_pw_aff_get_domain_space (subscript));

  for (guint i = 0; i < n; i++)
    if (numbers[i] == number)
      places = isl_set_union (places, isl_pw_aff_eq_set (isl_pw_aff_copy (subscript),
                                                         ihop_affine_constant (ihop_walk_space (walk), i)));
  return isl_set_coalesce (places);
}

static gboolean
stands_before (const gint64 *numbers, guint i)
{
  for (guint k = 0; k < i; k++)
    if (numbers[k] == numbers[i])
      return TRUE;
  return FALSE;
}

/* A piece for each different number but the first one, which is the value everywhere else. Takes subscript. */
static isl_pw_aff *
number_at (IhopWalk *walk, isl_pw_aff *subscript, const gint64 *numbers, guint n)
{
  isl_pw_aff *value = ihop_affine_constant (ihop_walk_space (walk), numbers[0]);

  for (guint i = 1; i < n; i++)
    if (!stands_before (numbers, i))
      value = isl_pw_aff_cond (isl_set_indicator_function (places_of (walk, subscript, numbers, n, numbers[i])),
                               ihop_affine_constant (ihop_walk_space (walk), numbers[i]), value);
  isl_pw_aff_free (subscript);
  return isl_pw_aff_coalesce (value);
}

IhopValue *
ihop_value_of_table (IhopWalk *walk, const IhopNode *node)
{
  gint64 numbers[MOST_ENTRIES];
  Table table = { 0 };

  if (!read_table (walk, node, &table))
    return NULL;
  if (table.varying == table.n_levels)
    return element (&table, 0, &numbers[0]) ? ihop_value_integer (walk, numbers[0]) : NULL;
  guint n = (guint) entries_of (&table, table.varying);
  IhopValue *at = read_elements (&table, numbers, n) ? ihop_value_deepen (ihop_value_of (walk, table.subscript[table.varying]), walk->depth)
                                                     : NULL;
  isl_pw_aff *subscript = at ? ihop_value_affine (at) : NULL;
  ihop_value_unref (at);
  return subscript ? ihop_value_new (number_at (walk, subscript, numbers, n)) : NULL;
}
