/* The statements of a loop that search, read. */
#include "transform/parallel/locate_sites.h"
#include "transform/build/body.h"
#include "transform/build/query.h"

static void
site_free (gpointer data)
{
  g_ptr_array_unref (((IhopLocateSite *) data)->assigns);
  g_free (data);
}

static const IhopNode *
bare (const IhopNode *node)
{
  return ihop_node_strip (node, TRUE);
}

IhopSymbol *
ihop_locate_target (const IhopNode *assign)
{
  return bare (assign->child[0])->symbol;
}

/* "m = a[i]", in a statement or between commas. */
static gboolean
read_assigns (const IhopNode *expression, GPtrArray *into)
{
  const IhopNode *node = ihop_node_strip (expression, FALSE);

  if (node->kind == IHOP_BINARY && node->op == IHOP_OP_COMMA)
    return read_assigns (node->child[0], into) && read_assigns (node->child[1], into);
  if (node->kind != IHOP_ASSIGN || node->op != IHOP_OP_NONE
      || bare (node->child[0])->kind != IHOP_REF)
    return FALSE;
  g_ptr_array_add (into, (gpointer) node);
  return TRUE;
}

static gboolean
read_then (const IhopNode *then, GPtrArray *into)
{
  g_autoptr (GPtrArray) statements = ihop_body_statements (then);

  for (guint i = 0; i < statements->len; i++)
    {
      const IhopNode *statement = statements->pdata[i];
      if (statement->kind != IHOP_EXPRESSION || !read_assigns (statement->child[0], into))
        return FALSE;
    }
  return into->len > 0;
}

const IhopNode *
ihop_locate_assigned (const GPtrArray *assigns, const IhopSymbol *symbol)
{
  for (guint i = 0; i < assigns->len; i++)
    if (ihop_locate_target (assigns->pdata[i]) == symbol)
      return assigns->pdata[i];
  return NULL;
}

gboolean
ihop_locate_holds (const IhopType *type, const IhopType *value)
{
  type = ihop_type_strip (type);
  value = ihop_type_strip (value);
  if (ihop_type_equal (type, value))
    return TRUE;
  if (ihop_type_is_integer (type) && ihop_type_is_integer (value))
    return value->size < type->size && (type->is_signed || !value->is_signed);
  if (!ihop_type_is_floating (type) || type->kind == IHOP_TYPE_COMPLEX)
    return FALSE;
  return ihop_type_is_integer (value) ? value->size * 2 <= type->size
                                      : value->kind == type->kind && value->size < type->size;
}

/* Whether "best" is "better" with places that were found in the place of those that are looked at:
 * a[p] for a[i] where p = i. */
static gboolean
is_implied (const IhopNode *better, const IhopNode *best, const GPtrArray *assigns, gboolean subscript,
            guint *n)
{
  const IhopNode *now = bare (better), *then = bare (best);
  const IhopNode *assign = then->kind == IHOP_REF ? ihop_locate_assigned (assigns, then->symbol) : NULL;

  if (assign)
    {
      const IhopNode *value = bare (assign->child[1]);
      ++*n;
      return ihop_same_expression (now, value) && ihop_type_is_integer (then->type)
             && ihop_type_is_integer (value->type)
             && (subscript ? ihop_locate_holds (then->type, value->type)
                           : ihop_type_equal (ihop_type_strip (then->type),
                                              ihop_type_strip (value->type)));
    }
  if (then->n_children == 0)
    return ihop_same_expression (now, then);
  if (now->kind != then->kind || now->op != then->op || now->symbol != then->symbol
      || now->n_children != then->n_children
      || (now->kind == IHOP_CAST && !ihop_type_equal (now->type, then->type)))
    return FALSE;
  for (guint i = 0; i < now->n_children; i++)
    if (now->child[i] == NULL || then->child[i] == NULL
        || !is_implied (now->child[i], then->child[i], assigns,
                        now->kind == IHOP_INDEX && i == 1, n))
      return FALSE;
  return TRUE;
}

gboolean
ihop_locate_is_same (const IhopNode *a, const IhopNode *b)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  guint n = 0;

  return is_implied (a, b, none, FALSE, &n);
}

static gboolean
is_best (const IhopNode *better, const IhopNode *best, const GPtrArray *assigns)
{
  const IhopNode *assign
    = bare (best)->kind == IHOP_REF ? ihop_locate_assigned (assigns, bare (best)->symbol) : NULL;
  guint n = 0;

  if (assign)
    return ihop_locate_is_same (better, assign->child[1]);
  return is_implied (better, best, assigns, FALSE, &n) && n > 0;
}

static IhopOperator
turned (IhopOperator op)
{
  static const IhopOperator other[] = { IHOP_OP_GT, IHOP_OP_GE, IHOP_OP_LT, IHOP_OP_LE };
  static const IhopOperator one[] = { IHOP_OP_LT, IHOP_OP_LE, IHOP_OP_GT, IHOP_OP_GE };

  for (guint i = 0; i < G_N_ELEMENTS (one); i++)
    if (one[i] == op)
      return other[i];
  return op;
}

/* if (better > best) { … } */
static IhopLocateSite *
read_if (const IhopNode *node)
{
  IhopLocateSite site = { .statement = node, .assigns = g_ptr_array_new () };
  const IhopNode *condition = bare (node->child[0]);

  while (condition->kind == IHOP_BINARY && condition->op == IHOP_OP_LAND)
    {
      site.is_guarded = TRUE;
      condition = bare (condition->child[1]);
    }
  if (node->child[2] == NULL && condition->kind == IHOP_BINARY && condition->op >= IHOP_OP_LT
      && condition->op <= IHOP_OP_GE && read_then (node->child[1], site.assigns))
    for (guint i = 0; i < 2; i++)
      if (is_best (condition->child[i], condition->child[1 - i], site.assigns))
        {
          site.better = condition->child[i];
          site.best = condition->child[1 - i];
          site.relation = i ? turned (condition->op) : condition->op;
          return g_memdup2 (&site, sizeof site);
        }
  g_ptr_array_unref (site.assigns);
  return NULL;
}

/* p = i; */
static IhopLocateSite *
read_plain (const IhopNode *node, const IhopSymbol *symbol)
{
  GPtrArray *assigns = g_ptr_array_new ();

  if (node->kind == IHOP_EXPRESSION && read_assigns (node->child[0], assigns) && assigns->len == 1
      && ihop_locate_target (assigns->pdata[0]) == symbol
      && !ihop_mentions (((IhopNode *) assigns->pdata[0])->child[1], symbol))
    {
      IhopLocateSite site = { .statement = node, .assigns = assigns };
      return g_memdup2 (&site, sizeof site);
    }
  g_ptr_array_unref (assigns);
  return NULL;
}

typedef struct
{
  const IhopSymbol *symbol;
  GPtrArray *sites;
} Search;

static gboolean
find_site (const IhopNode *node, gpointer data)
{
  Search *self = data;
  IhopLocateSite *site = node->kind == IHOP_IF ? read_if (node) : NULL;

  if (site && ihop_locate_assigned (site->assigns, self->symbol) == NULL)
    g_clear_pointer (&site, site_free);
  if (site)
    g_ptr_array_add (self->sites, site);
  return site == NULL;
}

static gboolean
find_plain (const IhopNode *node, gpointer data)
{
  Search *self = data;
  IhopLocateSite *site = read_plain (node, self->symbol);

  if (site)
    g_ptr_array_add (self->sites, site);
  return site == NULL;
}

GPtrArray *
ihop_locate_sites (const IhopNode *body, const IhopSymbol *symbol)
{
  Search search = { symbol, g_ptr_array_new_with_free_func (site_free) };

  ihop_node_walk (body, find_site, &search);
  if (search.sites->len == 0)
    ihop_node_walk (body, find_plain, &search);
  return search.sites;
}
