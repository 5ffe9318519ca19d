/* How far the tests at a function's entry look: behind each pointer as far as its kernels reach, and as far as
 * the host's code around them does. What host code touches behind one pointer is taken not to be in another one's
 * memory because of such a test (disjointness.c). Pointers that change places may all come to hold any of their buffers. */
#include "analysis/memory/function_entry.h"
#include "analysis/memory/pointer_swap.h"
#include "gpugen/emit/shape.h"
#include "gpugen/memory/variable.h"
#include <string.h>

typedef struct
{
  IhopWork *work;
  const IhopDeviceVariable *variable;
  const IhopExchangeGroup *group; /* that it belongs to; NULL: none */
  GPtrArray *ends;         /* of char *: of host code */
  GPtrArray *conditions;   /* of char *: for it to touch nothing before the place pointed to */
} Extent;

/* ---- uses that are followed ---- */

typedef struct
{
  const IhopSymbol *symbol;
  const IhopExchangeGroup *group; /* NULL: none */
  gboolean is_followed, is_accessed, calls;
} Uses;

/* "now = next;", "double *now = u;": nothing else is ever done to such names. */
static gboolean
is_passed_on (const Uses *uses, const IhopNode *node)
{
  const IhopNode *left = node->kind == IHOP_ASSIGN ? ihop_node_strip (node->child[0], TRUE) : node;
  gboolean sets = left->kind == IHOP_REF || (node->kind == IHOP_VARIABLE && node->n_children);
  gboolean found = FALSE;

  for (guint i = 0; uses->group && sets && i < uses->group->exchanges->len; i++)
    found |= ((const IhopExchange *) uses->group->exchanges->pdata[i])->kept == left->symbol;
  return found || (uses->group && sets && g_ptr_array_find (uses->group->variables, left->symbol, NULL));
}

/* Only under subscripts and stars: whoever gets the pointer itself may go anywhere with it. */
static void
look_for_uses (Uses *uses, const IhopNode *node, gboolean is_base)
{
  gboolean is_step = node->kind == IHOP_INDEX || (node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF)
                     || (node->kind == IHOP_MEMBER && (node->flags & IHOP_NODE_ARROW));
  gboolean passes = node->kind == IHOP_PAREN || (node->kind == IHOP_CAST && (node->flags & IHOP_NODE_IMPLICIT));

  if (node->kind == IHOP_REF && node->symbol == uses->symbol)
    {
      uses->is_accessed |= is_base;
      uses->is_followed &= is_base;
    }
  uses->calls |= node->kind == IHOP_CALL;
  if (is_passed_on (uses, node))
    return;
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i])
      look_for_uses (uses, node->child[i], i == 0 && (is_step || (passes && is_base)));
}

/* ---- how far ---- */

static const IhopNode *
outermost_statement (const IhopWork *work, const IhopNode *code)
{
  g_autoptr (GPtrArray) path = ihop_defs_path (work->planner->facts, work->function, code);

  for (guint i = 0; path && i < path->len; i++)
    if (((const IhopNode *) path->pdata[i])->kind != IHOP_BLOCK)
      return path->pdata[i];
  return code;
}

static void
add_condition (Extent *extent, const char *lower)
{
  char *condition = g_strdup_printf ("%s >= 0", lower);

  if (g_ptr_array_find_with_equal_func (extent->conditions, condition, g_str_equal, NULL))
    g_free (condition);
  else
    g_ptr_array_add (extent->conditions, condition);
}

/* FALSE: it is not known, or surely before the place pointed to. */
static gboolean
begins_inside (Extent *extent, const char *lower)
{
  gint64 number;

  if (ihop_text_is_number (lower, &number))
    return number >= 0;
  if (strpbrk (lower, "?:&|<>="))
    return FALSE;
  add_condition (extent, lower);
  return TRUE;
}

static char *
end_in (Extent *extent, const IhopNode *around, const IhopNode *code)
{
  IhopBox *box = ihop_footprint_reach (extent->work->planner->facts, extent->work->function, around, code,
                                       extent->variable->symbol, FALSE);
  char *end = NULL;

  if (box && box->rank == extent->variable->rank && box->rank == 0)
    end = g_strdup ("1");
  else if (box && box->rank == extent->variable->rank && begins_inside (extent, box->lower[0]))
    end = ihop_linear_sum (box->lower[0], box->count[0], 1);
  ihop_box_free (box);
  return end;
}

static gboolean
is_within (const IhopDeviceVariable *variable, const char *end)
{
  gint64 more;

  if (variable->rank == 0)
    return TRUE;
  for (guint i = 0; variable->ends && i < variable->ends->len; i++)
    if (ihop_linear_distance (end, variable->ends->pdata[i], &more) && more >= 0)
      return TRUE;
  return g_str_equal (end, variable->extents[0])
         || (ihop_linear_distance (end, variable->extents[0], &more) && more >= 0);
}

/* Of numbers only the greatest counts. */
static void
add_end (Extent *extent, const char *end)
{
  gint64 number, other;
  gboolean is_number = ihop_text_is_number (end, &number);

  for (guint i = 0; i < extent->ends->len; i++)
    {
      if (g_str_equal (extent->ends->pdata[i], end))
        return;
      if (is_number && ihop_text_is_number (extent->ends->pdata[i], &other))
        {
          g_free (extent->ends->pdata[i]);
          extent->ends->pdata[i] = g_strdup_printf ("%" G_GINT64_FORMAT, MAX (number, other));
          return;
        }
    }
  g_ptr_array_add (extent->ends, g_strdup (end));
}

static gboolean
add_code (Extent *extent, const IhopNode *code)
{
  Uses uses = { extent->variable->symbol, extent->group, TRUE, FALSE, FALSE };

  look_for_uses (&uses, code, FALSE);
  if (!uses.is_followed || (uses.calls && extent->variable->symbol->is_global))
    return FALSE;
  if (!uses.is_accessed)
    return TRUE;
  const IhopFootprint *f = ihop_footprint_at (extent->work, code, extent->variable->symbol);
  if (f == NULL || !f->is_plain)
    return FALSE;
  g_autofree char *around = end_in (extent, outermost_statement (extent->work, code), code);
  g_autofree char *end = around ? g_steal_pointer (&around) : end_in (extent, code, code);
  if (end && !is_within (extent->variable, end))
    add_end (extent, end);
  return end != NULL;
}

static char *
greater (const char *a, const char *b)
{
  gint64 more;

  if (g_str_equal (a, b))
    return g_strdup (a);
  if (ihop_linear_distance (a, b, &more))
    return g_strdup (more > 0 ? b : a);
  return g_strdup_printf ("(%s > %s ? %s : %s)", a, b, a, b);
}

static char *
greatest (const IhopDeviceVariable *variable, const GPtrArray *ends)
{
  char *text = g_strdup (variable->rank ? variable->extents[0] : variable->count);

  for (guint i = 0; i < ends->len; i++)
    {
      char *both = greater (text, ends->pdata[i]);
      g_free (text);
      text = both;
    }
  return text;
}

/* With the host's code; NULL: it may go anywhere. */
static char *
count_with_host (IhopWork *work, const IhopDeviceVariable *variable, const IhopExchangeGroup *group,
                 GPtrArray *conditions)
{
  enum { MOST_ENDS = 4 };
  g_autoptr (GPtrArray) ends = g_ptr_array_new_with_free_func (g_free);
  Extent extent = { work, variable, group, ends, conditions };

  if (!ihop_variable_is_pointer (variable->symbol))
    return g_strdup (variable->count);
  for (guint i = 0; i < work->graph->nodes->len; i++)
    {
      const IhopGraphNode *node = ihop_graph_at (work->graph, i);
      if (node->kind == IHOP_GRAPH_HOST && ihop_graph_device (node, variable->symbol) == NULL
          && !add_code (&extent, node->code))
        return NULL;
    }
  if (ends->len == 0)
    return g_strdup (variable->count);
  if (ends->len > MOST_ENDS)
    return NULL;
  IhopDeviceVariable wider = *variable;
  g_autofree char **extents = g_memdup2 (variable->extents, (variable->rank + 1) * sizeof *extents);
  g_autofree char *first = greatest (variable, ends);
  extents[0] = first;
  wider.extents = extents;
  return ihop_extents_product (&wider);
}

/* ---- in bytes ---- */

static char *
bytes_text (const IhopDeviceVariable *variable, const char *count)
{
  IhopType element = *variable->element;

  element.qualifiers = 0;
  g_autofree char *type = ihop_type_declare (&element, NULL);
  gboolean is_product = strpbrk (count, "+-?<>=&|/%") == NULL || ihop_text_is_wrapped (count);

  return g_strdup_printf (is_product ? "%s * sizeof(%s)" : "(%s) * sizeof(%s)", count, type);
}

/* All names by which the group's memory is known here. */
static GPtrArray *
names_of (const IhopExchangeGroup *group)
{
  GPtrArray *names = g_ptr_array_copy (group->variables, NULL, NULL);

  for (guint i = 0; i < group->origins->len; i++)
    if (!g_ptr_array_find (names, group->origins->pdata[i], NULL))
      g_ptr_array_add (names, group->origins->pdata[i]);
  for (guint i = 0; i < group->exchanges->len; i++)
    g_ptr_array_add (names, (gpointer) ((const IhopExchange *) group->exchanges->pdata[i])->kept);
  return names;
}

static const IhopDeviceVariable *
any_variable (const IhopWork *work, const GPtrArray *names)
{
  for (guint i = 0; i < names->len; i++)
    {
      const IhopDeviceVariable *variable = ihop_work_variable (work, names->pdata[i]);
      if (variable && !variable->is_unmeasured)
        return variable;
    }
  return NULL;
}

/* The most that is touched under any name. A name without a copy is measured like one that has one. */
static char *
group_bytes (IhopWork *work, const IhopExchangeGroup *group, gboolean with_host, GPtrArray *conditions)
{
  g_autoptr (GPtrArray) names = names_of (group);
  const IhopDeviceVariable *like = any_variable (work, names);
  g_autofree char *most = like ? g_strdup (like->count) : NULL;

  for (guint i = 0; like && i < names->len; i++)
    {
      const IhopDeviceVariable *own = ihop_work_variable (work, names->pdata[i]);
      IhopDeviceVariable other = own ? *own : *like;
      other.symbol = names->pdata[i];
      if (other.is_unmeasured || !ihop_type_equal (other.element, like->element))
        return NULL;
      g_autofree char *count = with_host ? count_with_host (work, &other, group, conditions) : g_strdup (other.count);
      if (count == NULL)
        return NULL;
      char *both = greater (most, count);
      g_free (most);
      most = both;
    }
  return most ? bytes_text (like, most) : NULL;
}

char *
ihop_tested_bytes (IhopWork *work, const IhopSymbol *symbol, gboolean with_host, GPtrArray *conditions)
{
  const IhopDeviceVariable *variable = ihop_work_variable (work, symbol);
  const IhopExchangeGroup *group
    = ihop_variable_is_pointer (symbol) ? ihop_exchange_group_from (work->planner->facts, work->function, symbol) : NULL;

  if (group)
    return group_bytes (work, group, with_host, conditions);
  if (variable == NULL || variable->is_unmeasured)
    return NULL;
  g_autofree char *count = with_host ? count_with_host (work, variable, NULL, conditions) : g_strdup (variable->count);
  return count ? bytes_text (variable, count) : NULL;
}

/* ---- where ---- */

static gboolean
exchanges_in (const IhopExchangeGroup *group, const IhopNode *statement)
{
  for (guint i = 0; i < group->exchanges->len; i++)
    {
      const IhopExchange *exchange = group->exchanges->pdata[i];
      if (ihop_node_holds (statement, exchange->block->child[exchange->first]))
        return TRUE;
    }
  return FALSE;
}

gboolean
ihop_tested_is_first (IhopWork *work, const IhopSymbol *symbol, int *entry)
{
  IhopFacts *facts = work->planner->facts;
  const IhopExchangeGroup *group = ihop_exchange_group (facts, work->function, symbol);
  const IhopNode *body = work->function->body, *declaration = ihop_variable_declaration (work, symbol);
  guint n = MIN (ihop_entry_length (facts, work->function), body->n_children);

  *entry = -1;
  for (guint k = 0; group && k < n; k++)
    {
      if (exchanges_in (group, body->child[k]))
        return FALSE;
      if (declaration && ihop_node_holds (body->child[k], declaration))
        *entry = (int) k;
    }
  return group && (symbol->kind == IHOP_SYMBOL_PARAMETER || *entry >= 0);
}
