/* How far the tests at a function's entry look: behind each pointer as far as its kernels reach, and as far as
 * the host's code around them does. What host code touches behind one pointer is taken not to be in another one's
 * memory because of such a test (disjointness.c). Pointers that change places may all come to hold any of their buffers. */
#include "gpugen/memory/tested_extents.h"
#include "analysis/memory/function_entry.h"
#include "analysis/memory/pointer_swap.h"
#include "ir/expression.h"
#include "gpugen/memory/settled_value.h"
#include "gpugen/plan/host_graph.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

typedef struct
{
  IhopWork *work;
  const IhopDeviceVariable *variable;
  const IhopSwappedPointers *group; /* that it belongs to; NULL: none */
  GPtrArray *ends;         /* of const IhopNode *: of host code */
  GPtrArray *conditions;   /* of const IhopNode *: for it to touch nothing before the place pointed to */
} Extent;

/* ---- uses that are followed ---- */

typedef struct
{
  const IhopSymbol *symbol;
  const IhopSwappedPointers *group; /* NULL: none */
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
    found |= ((const IhopSwapStatements *) uses->group->exchanges->pdata[i])->kept == left->symbol;
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

/* ---- pointers that are written back ---- */

static gboolean
look_for_access (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= node->kind == IHOP_CALL || node->kind == IHOP_INDEX || node->kind == IHOP_OPAQUE || node->kind == IHOP_OPAQUE_EXPR
            || (node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF) || (node->kind == IHOP_MEMBER && (node->flags & IHOP_NODE_ARROW));
  return !*found;
}

static gboolean
accesses_memory (const IhopNode *code)
{
  gboolean found = FALSE;

  ihop_node_walk (code, look_for_access, &found);
  return found;
}

/* "f->now = now;" */
static gboolean
writes_back (const IhopNode *code)
{
  if (code->kind == IHOP_EXPRESSION)
    code = ihop_node_strip (code->child[0], TRUE);
  const IhopNode *place = code->kind == IHOP_ASSIGN && code->op == IHOP_OP_NONE ? ihop_node_strip (code->child[0], TRUE) : NULL;

  return place && place->kind == IHOP_MEMBER && ihop_type_strip (place->type)->kind == IHOP_TYPE_POINTER
         && ihop_node_strip (code->child[1], TRUE)->kind == IHOP_REF && !accesses_memory (place->child[0]);
}

static gboolean
ends_work (const IhopGraphNode *node)
{
  if (node->kind == IHOP_GRAPH_HOST)
    return node->code == NULL || writes_back (node->code) || !accesses_memory (node->code);
  return node->kind == IHOP_GRAPH_POINT || node->kind == IHOP_GRAPH_JOIN || node->kind == IHOP_GRAPH_EXIT;
}

/* Whether a pointer is kept in a struct where nothing is done with memory any more: whoever finds it there comes later. */
static gboolean
is_written_back (const IhopGraph *graph, guint node)
{
  g_autofree guint8 *seen = g_new0 (guint8, graph->nodes->len);
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint));

  g_array_append_val (open, node);
  for (guint i = 0; i < open->len; i++)
    {
      const IhopGraphNode *at = ihop_graph_at (graph, g_array_index (open, guint, i));
      if (!ends_work (at))
        return FALSE;
      for (guint k = 0; k < at->next->len; k++)
        {
          guint next = g_array_index (at->next, guint, k);
          if (!seen[next])
            g_array_append_val (open, next);
          seen[next] = TRUE;
        }
    }
  const IhopGraphNode *first = ihop_graph_at (graph, node);
  return first->code && writes_back (first->code);
}

/* ---- how far ---- */

static gboolean
is_same (gconstpointer a, gconstpointer b)
{
  return ihop_expression_equal (a, b);
}

static void
add_condition (Extent *extent, const IhopNode *condition)
{
  if (!g_ptr_array_find_with_equal_func (extent->conditions, condition, is_same, NULL))
    g_ptr_array_add (extent->conditions, (gpointer) condition);
}

/* FALSE: it is not known, or surely before the place pointed to. Rows begin at 0, wherever the first element that is touched
 * lies: then the box says what has to hold. */
static gboolean
begins_inside (Extent *extent, const IhopBox *box)
{
  IhopPool *pool = ihop_work_pool (extent->work);
  const IhopNode *lower = box->lower[0], *condition = box->begins_inside;
  gint64 number;

  if (!ihop_expression_is_number (lower, &number))
    condition = ihop_expression_has_condition (lower) ? NULL
                                                      : ihop_expression_binary (pool, IHOP_OP_GE, lower, ihop_expression_number (pool, 0));
  else if (number < 0 || !box->begins_before)
    return number >= 0;
  if (condition)
    add_condition (extent, condition);
  return condition != NULL;
}

static const IhopNode *
end_in (Extent *extent, const IhopNode *around, const IhopNode *code)
{
  IhopPool *pool = ihop_work_pool (extent->work);
  const IhopBox *box = ihop_footprint_reach (extent->work->planner->facts, extent->work->function, around, code,
                                       extent->variable->symbol, FALSE);

  if (box == NULL || box->rank != extent->variable->rank)
    return NULL;
  if (box->rank == 0)
    return ihop_expression_number (pool, 1);
  return begins_inside (extent, box) ? ihop_expression_add (pool, box->lower[0], box->count[0]) : NULL;
}

static gboolean
is_within (const IhopDeviceVariable *variable, const IhopNode *end)
{
  gint64 more;

  if (variable->rank == 0)
    return TRUE;
  for (guint i = 0; variable->ends && i < variable->ends->len; i++)
    if (ihop_expression_distance (end, variable->ends->pdata[i], &more) && more >= 0)
      return TRUE;
  return ihop_expression_distance (end, variable->extents[0], &more) && more >= 0;
}

/* Of numbers only the greatest counts. */
static void
add_end (Extent *extent, const IhopNode *end)
{
  gint64 number, other;
  gboolean is_number = ihop_expression_is_number (end, &number);

  for (guint i = 0; i < extent->ends->len; i++)
    {
      if (ihop_expression_equal (extent->ends->pdata[i], end))
        return;
      if (is_number && ihop_expression_is_number (extent->ends->pdata[i], &other))
        {
          extent->ends->pdata[i] = number > other ? (gpointer) end : extent->ends->pdata[i];
          return;
        }
    }
  g_ptr_array_add (extent->ends, (gpointer) end);
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
  const IhopNode *end = end_in (extent, ihop_work_outermost (extent->work, code), code);
  if (end == NULL)
    end = end_in (extent, code, code);
  if (end && !is_within (extent->variable, end))
    add_end (extent, end);
  return end != NULL;
}

static const IhopNode *
greatest (IhopPool *pool, const IhopDeviceVariable *variable, const GPtrArray *ends)
{
  const IhopNode *size = variable->rank ? variable->extents[0] : variable->count;

  for (guint i = 0; i < ends->len; i++)
    size = ihop_expression_larger (pool, size, ends->pdata[i]);
  return size;
}

/* A kernel's own code is the host's where its conditions do not hold; then what it reaches is more than what kernels do. */
static gboolean
add_instead (Extent *extent, const IhopKernel *kernel)
{
  for (guint i = 0; kernel->conditions->len && i < kernel->statements->len; i++)
    if (!add_code (extent, kernel->statements->pdata[i]))
      return FALSE;
  return TRUE;
}

/* With the host's code; NULL: it may go anywhere. */
static const IhopNode *
count_with_host (IhopWork *work, const IhopDeviceVariable *variable, const IhopSwappedPointers *group, GPtrArray *conditions)
{
  enum { MOST_ENDS = 4 };
  IhopPool *pool = ihop_work_pool (work);
  g_autoptr (GPtrArray) ends = g_ptr_array_new ();
  Extent extent = { work, variable, group, ends, conditions };

  if (!ihop_variable_is_pointer (variable->symbol))
    return variable->count;
  for (guint i = 0; i < work->graph->nodes->len; i++)
    {
      const IhopGraphNode *node = ihop_graph_at (work->graph, i);
      const IhopKernel *kernel = ihop_graph_device (node, variable->symbol);
      if (kernel ? kernel->kind != IHOP_KERNEL_CALL && !add_instead (&extent, kernel)
                 : node->kind == IHOP_GRAPH_HOST && !is_written_back (work->graph, i) && !add_code (&extent, node->code))
        return NULL;
    }
  if (ends->len == 0)
    return variable->count;
  if (ends->len > MOST_ENDS)
    return NULL;
  g_autofree const IhopNode **extents = g_memdup2 (variable->extents, (variable->rank + 1) * sizeof *extents);
  extents[0] = greatest (pool, variable, ends);
  return ihop_extents_product (pool, extents, variable->rank);
}

/* ---- in bytes ---- */

static const IhopNode *
bytes_of (IhopPool *pool, const IhopDeviceVariable *variable, const IhopNode *count)
{
  IhopType *element = ihop_pool_alloc (pool, sizeof *element);

  *element = *variable->element;
  element->qualifiers = 0;
  return ihop_expression_binary (pool, IHOP_OP_MUL, count, ihop_expression_sizeof (pool, element));
}

/* All names by which the group's memory is known here. */
static GPtrArray *
names_of (const IhopSwappedPointers *group)
{
  GPtrArray *names = g_ptr_array_copy (group->variables, NULL, NULL);

  for (guint i = 0; i < group->origins->len; i++)
    if (!g_ptr_array_find (names, group->origins->pdata[i], NULL))
      g_ptr_array_add (names, group->origins->pdata[i]);
  for (guint i = 0; i < group->exchanges->len; i++)
    g_ptr_array_add (names, (gpointer) ((const IhopSwapStatements *) group->exchanges->pdata[i])->kept);
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
static const IhopNode *
group_bytes (IhopWork *work, const IhopSwappedPointers *group, gboolean with_host, GPtrArray *conditions)
{
  g_autoptr (GPtrArray) names = names_of (group);
  const IhopDeviceVariable *like = any_variable (work, names);
  IhopPool *pool = ihop_work_pool (work);
  const IhopNode *most = like ? like->count : NULL;

  for (guint i = 0; like && i < names->len; i++)
    {
      const IhopDeviceVariable *own = ihop_work_variable (work, names->pdata[i]);
      IhopDeviceVariable other = own ? *own : *like;
      other.symbol = names->pdata[i];
      if (other.is_unmeasured || !ihop_type_equal (other.element, like->element))
        return NULL;
      const IhopNode *count = with_host ? count_with_host (work, &other, group, conditions) : other.count;
      if (count == NULL)
        return NULL;
      most = ihop_expression_larger (pool, most, count);
    }
  return most ? bytes_of (pool, like, most) : NULL;
}

const IhopNode *
ihop_tested_extents_bytes (IhopWork *work, const IhopSymbol *symbol, gboolean with_host, GPtrArray *conditions)
{
  const IhopDeviceVariable *variable = ihop_work_variable (work, symbol);
  const IhopSwappedPointers *group
    = ihop_variable_is_pointer (symbol) ? ihop_swapped_pointers_from (work->planner->facts, work->function, symbol) : NULL;

  if (group)
    return group_bytes (work, group, with_host, conditions);
  if (variable == NULL || variable->is_unmeasured)
    return NULL;
  const IhopNode *count = with_host ? count_with_host (work, variable, NULL, conditions) : variable->count;
  return count ? bytes_of (ihop_work_pool (work), variable, count) : NULL;
}

/* ---- where ---- */

static gboolean
exchanges_in (const IhopSwappedPointers *group, const IhopNode *statement)
{
  for (guint i = 0; i < group->exchanges->len; i++)
    {
      const IhopSwapStatements *exchange = group->exchanges->pdata[i];
      if (ihop_node_holds (statement, exchange->block->child[exchange->first]))
        return TRUE;
    }
  return FALSE;
}

gboolean
ihop_tested_extents_is_first (IhopWork *work, const IhopSymbol *symbol, int *entry)
{
  IhopFacts *facts = work->planner->facts;
  const IhopSwappedPointers *group = ihop_swapped_pointers_of (facts, work->function, symbol);
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
