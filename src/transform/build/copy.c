/* Copies of code for another place.
 *
 * Nodes are not shared with the original, since a node has one place and facts are kept by node. A copy in which
 * nothing is replaced keeps the owner's bytes; a variable that the code declares becomes a new one of the same name, so
 * that these bytes stay right. */
#include "transform/build/copy.h"
#include "transform/build/make.h"
#include "transform/build/printed_type.h"
#include "transform/build/refusal.h"
#include <string.h>

IhopValues *
ihop_values_alloc (IhopBuild *build, guint n)
{
  IhopValues *values = ihop_pool_alloc (build->pool, sizeof *values);

  values->n = n;
  values->symbol = ihop_pool_alloc (build->pool, MAX (n, 1) * sizeof *values->symbol);
  values->value = ihop_pool_alloc (build->pool, MAX (n, 1) * sizeof *values->value);
  return values;
}

IhopValues *
ihop_values_new (IhopBuild *build, IhopSymbol *symbol, const IhopNode *value)
{
  IhopValues *values = ihop_values_alloc (build, symbol ? 1 : 0);

  if (symbol)
    {
      values->symbol[0] = symbol;
      values->value[0] = value;
    }
  return values;
}

typedef struct
{
  IhopBuild *build;
  const IhopValues *values;  /* what the owner's variables hold, all of them */
  GHashTable *renamed;       /* IhopSymbol → IhopSymbol: declared inside */
  GHashTable *avoid;         /* names that these cannot keep; NULL: none */
  const IhopRange *bare;     /* bytes are not kept, all is said to come from here; NULL: they are */
  gboolean in_subscript;     /* of small sums: whether of ints or longs is all the same */
} Copy;

/* Its name, or another one like it. */
static const char *
name_for (Copy *copy, const char *name)
{
  char *fresh = g_strdup (name);

  if (copy->avoid == NULL || !g_hash_table_contains (copy->avoid, name))
    {
      g_free (fresh);
      return name;
    }
  for (guint n = 2; g_hash_table_contains (copy->avoid, fresh)
                    || g_hash_table_contains (copy->build->taken, fresh); n++)
    {
      g_free (fresh);
      fresh = g_strdup_printf ("%s%u", name, n);
    }
  g_hash_table_add (copy->build->taken, fresh);
  return ihop_pool_strdup (copy->build->pool, fresh);
}

static gboolean
find_declared (const IhopNode *node, gpointer data)
{
  GPtrArray *declared = data;

  if (node->kind == IHOP_VARIABLE)
    g_ptr_array_add (declared, node->symbol);
  return TRUE;
}

/* New variables for those declared inside, and the values with them. */
static void
rename_declared (Copy *copy, const IhopNode *node, const IhopValues *given)
{
  g_autoptr (GPtrArray) declared = g_ptr_array_new ();
  IhopPool *pool = copy->build->pool;
  guint n = given ? given->n : 0;

  ihop_node_walk (node, find_declared, declared);
  IhopValues *values = ihop_values_alloc (copy->build, n + declared->len);
  for (guint i = 0; i < n; i++)
    {
      values->symbol[i] = given->symbol[i];
      values->value[i] = given->value[i];
    }
  for (guint i = 0; i < declared->len; i++)
    {
      IhopSymbol *symbol = ihop_pool_alloc (pool, sizeof *symbol);
      *symbol = *(IhopSymbol *) declared->pdata[i];
      symbol->name = name_for (copy, symbol->name);
      g_hash_table_insert (copy->renamed, declared->pdata[i], symbol);
      values->symbol[n + i] = declared->pdata[i];
      values->value[n + i] = ihop_make_ref (copy->build, symbol);
    }
  copy->values = values;
}

static const IhopNode *
value_for (const Copy *copy, const IhopNode *node)
{
  if (node->kind != IHOP_REF || g_hash_table_contains (copy->renamed, node->symbol))
    return NULL;
  for (guint i = 0; i < copy->values->n; i++)
    if (copy->values->symbol[i] == node->symbol)
      return copy->values->value[i];
  return NULL;
}

/* "*&x" and "&*x" are x, and "(x)" is, too. */
static const IhopNode *
without_detour (const IhopNode *copied)
{
  if (copied->kind == IHOP_PAREN && copied->child[0]->kind == IHOP_REF)
    return copied->child[0];
  if (copied->kind != IHOP_UNARY || (copied->op != IHOP_OP_DEREF && copied->op != IHOP_OP_ADDRESS))
    return NULL;
  IhopOperator back = copied->op == IHOP_OP_DEREF ? IHOP_OP_ADDRESS : IHOP_OP_DEREF;
  const IhopNode *inside = ihop_node_strip (copied->child[0], FALSE);

  return inside->kind == IHOP_UNARY && inside->op == back ? inside->child[0] : NULL;
}

/* "(*p).n" is "p->n". */
static void
follow_arrow (IhopNode *copied)
{
  const IhopNode *record = copied->kind == IHOP_MEMBER && !(copied->flags & IHOP_NODE_ARROW)
                             ? ihop_node_strip (copied->child[0], FALSE) : NULL;

  if (record == NULL || record->kind != IHOP_UNARY || record->op != IHOP_OP_DEREF)
    return;
  copied->flags |= IHOP_NODE_ARROW;
  copied->child[0] = record->child[0];
}

/* "A[i + 1 - 1]" is no sight. Only sums that the exchange has made are touched. */
static const IhopNode *
tidy (Copy *copy, const IhopNode *node, IhopNode *copied)
{
  if (node->kind != IHOP_BINARY || (node->op != IHOP_OP_ADD && node->op != IHOP_OP_SUB)
      || !ihop_type_is_integer (node->type)
      || ihop_type_strip (node->type)->size != ihop_type_strip (copied->child[0]->type)->size
      || ihop_type_strip (node->type)->size != ihop_type_strip (copied->child[1]->type)->size)
    return copied;
  if (!value_for (copy, ihop_node_strip (node->child[0], FALSE))
      && !value_for (copy, ihop_node_strip (node->child[1], FALSE)))
    return copied;
  const IhopNode *sum = ihop_make_binary (copy->build, node->op, copied->child[0], copied->child[1]);
  return copy->in_subscript || ihop_prints_as (sum, node->type) ? sum : copied;
}

static void
note_origin (Copy *copy, const IhopNode *now, const IhopNode *before)
{
  IhopOrigin *origin = ihop_pool_alloc (copy->build->pool, sizeof *origin);

  origin->before = before;
  origin->values = copy->values;
  g_hash_table_insert (copy->build->rewrite->origins, (gpointer) now, origin);
}

/* Another variable that is called the same, and computed with as the one was: the owner's bytes still tell it. */
static gboolean
is_namesake_of (const IhopSymbol *symbol, const IhopNode *value)
{
  const IhopType *type = ihop_type_strip (symbol->type), *other = ihop_type_strip (value->type);

  return value->kind == IHOP_REF && g_str_equal (value->symbol->name, symbol->name)
         && (!ihop_type_is_integer (type) || !ihop_type_is_integer (other) || ihop_type_equal (type, other));
}

static gboolean
is_namesake (const IhopNode *node, const IhopNode *value)
{
  return is_namesake_of (node->symbol, value);
}

/* "i + 1": no sum of these can be too large for an int where the element is there. */
static gboolean
is_small_sum (const IhopNode *node)
{
  node = ihop_node_strip (node, TRUE);
  if (node->flags & IHOP_NODE_CONSTANT)
    return ABS (node->integer) < 1 << 16;
  if (node->kind == IHOP_BINARY && (node->op == IHOP_OP_ADD || node->op == IHOP_OP_SUB))
    return is_small_sum (node->child[0]) && is_small_sum (node->child[1]);
  return node->kind == IHOP_REF && ihop_type_strip (node->type)->is_signed;
}

/* What stands in the place of a variable is computed with as the variable was. */
static const IhopNode *
instead (Copy *copy, const IhopNode *node, const IhopNode *value)
{
  if (!ihop_type_is_integer (node->type) || !ihop_type_is_integer (value->type)
      || (copy->in_subscript && ihop_type_strip (value->type)->is_signed))
    return value;
  return ihop_make_printed_as (copy->build, value, node->type);
}

static gboolean
has_word (const char *text, const char *word)
{
  gsize length = strlen (word);

  for (const char *at = strstr (text, word); at; at = strstr (at + 1, word))
    if ((at == text || !(g_ascii_isalnum (at[-1]) || at[-1] == '_'))
        && !(g_ascii_isalnum (at[length]) || at[length] == '_'))
      return TRUE;
  return FALSE;
}

/* "_Generic (&a, …)": its bytes say more than its parts, and what they name is not called so any more. */
static gboolean
names_exchanged (const Copy *copy, const IhopNode *node)
{
  g_autofree char *bytes = node->flags & IHOP_NODE_RESOLVED ? ihop_range_text (node->range) : NULL;

  for (guint i = 0; bytes && i < copy->values->n; i++)
    if (!is_namesake_of (copy->values->symbol[i], copy->values->value[i])
        && has_word (bytes, copy->values->symbol[i]->name))
      return TRUE;
  return FALSE;
}

/* *changed: the bytes of the owner do not tell the copy. */
static const IhopNode *
copy_node (Copy *copy, const IhopNode *node, gboolean *changed)
{
  const IhopNode *value = value_for (copy, node);
  gboolean own = FALSE;

  if (node != ihop_node_unlabelled (node))
    { /* a label may not stand there twice, and nobody jumps to it */
      *changed = TRUE;
      return copy_node (copy, ihop_node_unlabelled (node), &own);
    }
  if (value && !is_namesake (node, value))
    {
      *changed = TRUE;
      return instead (copy, node, value);
    }
  gboolean was_in_subscript = copy->in_subscript;
  IhopNode *copied = ihop_node_copy (copy->build->pool, node);
  if (value)
    copied->symbol = value->symbol;
  /* An array that became a parameter is a pointer. */
  if (value && ihop_type_strip (value->type)->kind != ihop_type_strip (node->type)->kind)
    copied->type = value->type;
  for (guint i = 0; i < node->n_children; i++)
    {
      copy->in_subscript = node->kind == IHOP_INDEX
                             ? i == 1 && is_small_sum (node->child[1])
                             : was_in_subscript && node->kind != IHOP_CALL;
      if (node->child[i])
        copied->child[i] = copy_node (copy, node->child[i], &own);
    }
  copy->in_subscript = was_in_subscript;
  if (copied->symbol && g_hash_table_contains (copy->renamed, copied->symbol))
    copied->symbol = g_hash_table_lookup (copy->renamed, copied->symbol);
  own |= copied->symbol && !g_str_equal (copied->symbol->name, node->symbol->name);
  own |= names_exchanged (copy, node);
  copied->flags = node->flags;
  copied->place = copy->bare ? *copy->bare : node->range.source ? node->range : node->place;
  if (own)
    {
      *changed = TRUE;
      copied->spelling = NULL;
    }
  else if (copy->bare == NULL)
    copied->range = node->range;
  if (own)
    follow_arrow (copied);
  const IhopNode *straight = own ? without_detour (copied) : NULL;
  if (straight)
    return straight;
  const IhopNode *result = own ? tidy (copy, node, copied) : copied;
  note_origin (copy, result, node);
  return result;
}

const IhopNode *
ihop_copy_to_scope (IhopBuild *build, const IhopNode *node, const IhopValues *values,
                    GHashTable *avoid, const IhopRange *bare)
{
  Copy copy = { .build = build, .renamed = g_hash_table_new (NULL, NULL), .avoid = avoid,
                .bare = bare };
  gboolean changed = FALSE;

  rename_declared (&copy, node, values);
  const IhopNode *result = copy_node (&copy, node, &changed);
  g_hash_table_unref (copy.renamed);
  return result;
}

static gboolean
take_name (const IhopNode *node, gpointer names)
{
  if (node->kind == IHOP_REF)
    g_hash_table_add (names, (gpointer) node->symbol->name);
  return TRUE;
}

/* A variable of the code that is called like one in the values would hide it. */
const IhopNode *
ihop_copy (IhopBuild *build, const IhopNode *node, const IhopValues *values)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; values && i < values->n; i++)
    ihop_node_walk (values->value[i], take_name, names);
  return ihop_copy_to_scope (build, node, values, names, NULL);
}

static gboolean
find_fixed (const IhopNode *node, gpointer data)
{
  const IhopNode **found = data;
  g_autoptr (GPtrArray) extents = g_ptr_array_new ();

  ihop_node_extents (node, extents);
  if (extents->len || ihop_node_jumps (node) || node->kind == IHOP_OPAQUE
      || node->kind == IHOP_OPAQUE_EXPR
      || (node->kind == IHOP_VARIABLE
          && (node->symbol->storage != IHOP_STORAGE_AUTO
              || ihop_type_is_variable_length (node->symbol->declared_type)))
      || (node->kind == IHOP_DECLARATION && node->n_children == 0))
    *found = node;
  return *found == NULL;
}

static IhopArgument
what_is_fixed (const IhopNode *node)
{
  switch (node->kind)
    {
    case IHOP_LABEL:
    case IHOP_GOTO:
      return ihop_argument_phrase ("a jump to a label");
    case IHOP_CASE:
      return ihop_argument_phrase ("a case of a switch around this");
    case IHOP_VARIABLE:
      return ihop_argument_phrase (node->symbol->storage != IHOP_STORAGE_AUTO ? N_ ("a static variable")
                                                                              : N_ ("an array of variable length"));
    case IHOP_DECLARATION:
      return ihop_argument_phrase ("a declaration of a type or function");
    case IHOP_CAST:
    case IHOP_SIZEOF:
    case IHOP_COMPOUND:
      return ihop_argument_phrase ("a type of variable length");
    default:
      return ihop_argument_word (node->text);
    }
}

/* A "case" of a switch that is around the code: it would stand there twice. */
static const IhopNode *
outer_case (const IhopNode *node)
{
  const IhopNode *found = node->kind == IHOP_CASE ? node : NULL;

  for (guint i = 0; found == NULL && node->kind != IHOP_SWITCH && i < node->n_children; i++)
    found = node->child[i] ? outer_case (node->child[i]) : NULL;
  return found;
}

gboolean
ihop_require_copyable (IhopTransformStep *step, const IhopNode *node)
{
  const IhopNode *found = NULL;

  ihop_node_walk (node, find_fixed, &found);
  if (found == NULL)
    found = outer_case (node);
  if (found)
    ihop_refuse (step, IHOP_T_SHAPE, found, "%s stands in the way: it cannot be moved or repeated", what_is_fixed (found));
  return found == NULL;
}
