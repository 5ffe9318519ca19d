/* Buffers that change places between steps ("t = u; u = v; v = t;"): their copies on the device change places
 * with them, so that nothing has to be copied for it.
 *
 * Copies are placed for all of a group at once, in a graph that holds the function's graph once for each
 * name. Behind an exchange control goes on in the part of the name that a value has from there on: what
 * is guaranteed of a value goes with it. Solver and check are those of single variables. */
#include "gpugen/transfer/pointer_swap.h"
#include "gpugen/memory/disjointness.h"
#include "gpugen/memory/resolved_size.h"
#include "gpugen/plan/host_graph.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"
#include "gpugen/transfer/events.h"
#include "gpugen/transfer/motion.h"
#include "gpugen/transfer/motion_check.h"
#include "analysis/memory/swap_statements.h"
#include <string.h>

typedef struct
{
  IhopWork *work;
  const IhopSwapGroup *group;
  guint n_nodes;           /* of the function's graph */
  IhopGraph *product;
} Product;

/* ---- which buffers ---- */

static IhopDeviceVariable *
variable_of (const IhopWork *work, const IhopSymbol *symbol)
{
  return ihop_work_variable (work, symbol);
}

/* The copies may stand for each other: of one type, and equally large. */
static gboolean
are_alike (const IhopWork *work, const IhopDeviceVariable *a, const IhopDeviceVariable *b)
{
  return a->passing == IHOP_PASS_ARRAY && b->passing == IHOP_PASS_ARRAY && !a->is_local && !b->is_local
         && a->rank == b->rank && a->is_measured == a->is_shared && b->is_measured == b->is_shared
         && ihop_type_equal (a->element, b->element) && ihop_sizes_are_equal (work->planner->facts, work->function, a->count, b->count)
         && ihop_sizes_are_equal (work->planner->facts, work->function, a->when, b->when);
}

/* Whether the device's copy is allocated whenever control comes to a node. */
static gboolean
is_alive_at (const IhopGraph *graph, const IhopDeviceVariable *variable, guint node)
{
  guint n = graph->nodes->len;
  g_autofree guint8 *begins = g_new0 (guint8, n), *ends = g_new0 (guint8, n);

  for (guint i = 0; i < n; i++)
    {
      begins[i] = i == ihop_graph_find_point (graph, variable->allocate);
      for (guint k = 0; k < variable->frees->len; k++)
        ends[i] |= i == ihop_graph_find_point (graph, *(const IhopPoint *) variable->frees->pdata[k]);
    }
  g_autofree guint8 *alive = ihop_graph_on_all_paths (graph, begins, ends);
  return alive[node];
}

static const IhopNode *
statement_of (const IhopSwapStatements *exchange, guint i)
{
  return exchange->block->child[exchange->first + i];
}

static gboolean
is_zero (const IhopNode *node)
{
  return (node->flags & IHOP_NODE_CONSTANT) && node->integer == 0;
}

/* Whether nothing is run between the end of "inner" and that of what holds it. */
static gboolean
ends_with (const IhopNode *outer, const IhopNode *inner)
{
  if (outer->kind == IHOP_BLOCK)
    return outer->child[outer->n_children - 1] == inner;
  return outer->kind == IHOP_DO && outer->child[0] == inner && is_zero (outer->child[1]);
}

/* What stands in the file and ends where the exchange does: its last statement, or what a macro makes of it ("SWAP (a, b)").
 * NULL: the exchange ends inside of a macro. */
static const IhopNode *
end_of_exchange (const IhopWork *work, const IhopSwapStatements *exchange)
{
  const IhopNode *last = statement_of (exchange, exchange->n - 1);
  g_autoptr (GPtrArray) path = ihop_node_path (work->function->body, last);

  for (guint i = path->len; i-- > 0;)
    {
      const IhopNode *node = path->pdata[i];
      if (node->range.source == work->planner->tree->source)
        return node;
      if (i == 0 || !ends_with (path->pdata[i - 1], node))
        return NULL;
    }
  return NULL;
}

/* The graph's node that runs a statement of an exchange; G_MAXUINT: none, or several. */
static guint
node_of (const IhopGraph *graph, const IhopNode *statement)
{
  guint found = G_MAXUINT;

  for (guint i = 0; i < graph->nodes->len; i++)
    {
      const IhopGraphNode *node = ihop_graph_at (graph, i);
      if (node->kind != IHOP_GRAPH_HOST || node->statement != statement)
        continue;
      if (found != G_MAXUINT)
        return G_MAXUINT;
      found = i;
    }
  return found;
}

/* Whether all that change places here have copies that may do so, too. */
static gboolean
can_rotate (IhopWork *work, const IhopSwapStatements *exchange)
{
  const IhopDeviceVariable *first = variable_of (work, exchange->variables->pdata[0]);

  if (variable_of (work, exchange->kept) || end_of_exchange (work, exchange) == NULL)
    return FALSE;
  for (guint i = 0; i < exchange->n; i++)
    if (node_of (work->graph, statement_of (exchange, i)) == G_MAXUINT)
      return FALSE;
  guint at = node_of (work->graph, statement_of (exchange, 0));
  for (guint i = 0; i < exchange->variables->len; i++)
    {
      const IhopDeviceVariable *v = variable_of (work, exchange->variables->pdata[i]);
      if (first == NULL || v == NULL || !are_alike (work, first, v) || !is_alive_at (work->graph, v, at)
          || (v != first && !ihop_variables_are_apart (work, first->symbol, v->symbol)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
shares (const GPtrArray *variables, IhopWork *work, const IhopSwapStatements *exchange)
{
  for (guint i = 0; i < exchange->variables->len; i++)
    {
      const IhopDeviceVariable *v = variable_of (work, exchange->variables->pdata[i]);
      if (v && g_ptr_array_find ((GPtrArray *) variables, v, NULL))
        return TRUE;
    }
  return FALSE;
}

/* Adds what exchanges bring together; FALSE: one of them cannot be followed. */
static gboolean
grow (IhopWork *work, IhopSwapGroup *group, const GPtrArray *exchanges)
{
  gboolean changed = TRUE;

  while (changed)
    {
      changed = FALSE;
      for (guint i = 0; i < exchanges->len; i++)
        {
          const IhopSwapStatements *exchange = exchanges->pdata[i];
          if (g_ptr_array_find (group->exchanges, exchange, NULL)
              || !shares (group->variables, work, exchange))
            continue;
          if (!can_rotate (work, exchange))
            return FALSE;
          g_ptr_array_add (group->exchanges, (gpointer) exchange);
          for (guint k = 0; k < exchange->variables->len; k++)
            {
              IhopDeviceVariable *v = variable_of (work, exchange->variables->pdata[k]);
              if (!g_ptr_array_find (group->variables, v, NULL))
                g_ptr_array_add (group->variables, v);
            }
          changed = TRUE;
        }
    }
  return group->exchanges->len > 0;
}

static IhopSwapGroup *
rotated_new (IhopDeviceVariable *first)
{
  IhopSwapGroup *group = g_new0 (IhopSwapGroup, 1);

  group->variables = g_ptr_array_new ();
  group->exchanges = g_ptr_array_new ();
  group->events = g_ptr_array_new_with_free_func (g_free);
  group->moves = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_ptr_array_add (group->variables, first);
  return group;
}

void
ihop_swap_group_free (IhopSwapGroup *group)
{
  g_ptr_array_unref (group->variables);
  g_ptr_array_unref (group->exchanges);
  g_ptr_array_unref (group->events);
  g_ptr_array_unref (group->moves);
  g_free (group);
}

/* ---- what happens to them ---- */

static gboolean
is_in_exchange (const IhopSwapGroup *group, const IhopNode *statement, guint *which, guint *position)
{
  for (guint i = 0; i < group->exchanges->len; i++)
    {
      const IhopSwapStatements *exchange = group->exchanges->pdata[i];
      for (guint k = 0; k < exchange->n; k++)
        if (statement_of (exchange, k) == statement)
          {
            *which = i;
            *position = k;
            return TRUE;
          }
    }
  return FALSE;
}

static gboolean
holds_exchange (const IhopSwapGroup *group, const IhopNode *loop)
{
  for (guint i = 0; i < group->exchanges->len; i++)
    if (ihop_node_holds (loop, statement_of (group->exchanges->pdata[i], 0)))
      return TRUE;
  return FALSE;
}

/* An exchange only moves names. What is said of a whole loop is said of names, too, and nobody knows by
 * which name a buffer is asked for at the end. */
static void
collect_events (IhopWork *work, IhopSwapGroup *group)
{
  const IhopGraph *graph = work->graph;
  guint16 wanted = 0;

  for (guint i = 0; i < group->variables->len; i++)
    {
      IhopPartEvents piece = { work, group->variables->pdata[i], NULL, FALSE };
      guint16 *events = ihop_events_collect (&piece);
      for (guint k = 0; k < graph->nodes->len; k++)
        {
          const IhopGraphNode *node = ihop_graph_at (graph, k);
          guint which, position;
          if ((node->kind == IHOP_GRAPH_HOST
               && is_in_exchange (group, node->statement, &which, &position))
              || (node->kind == IHOP_GRAPH_REGION && holds_exchange (group, node->statement)))
            events[k] = 0;
        }
      wanted |= events[graph->exit];
      g_ptr_array_add (group->events, events);
    }
  for (guint i = 0; i < group->events->len; i++)
    ((guint16 *) group->events->pdata[i])[graph->exit] = wanted;
}

/* ---- the product ---- */

static guint
number_of (const Product *p, guint variable, guint node)
{
  return 1 + variable * p->n_nodes + node;
}

static gboolean
ends_exchange (const Product *p, const IhopNode *statement)
{
  for (guint i = 0; i < p->group->exchanges->len; i++)
    if (end_of_exchange (p->work, p->group->exchanges->pdata[i]) == statement)
      return TRUE;
  return FALSE;
}

/* No copy stands inside an exchange, where names mean this and that, nor right beside it, where it would have
 * to be told which comes first. */
static gboolean
is_no_place (const Product *p, const IhopGraphNode *node)
{
  guint which, position;

  if (node->kind != IHOP_GRAPH_POINT)
    return FALSE;
  if (node->point.kind == IHOP_POINT_AFTER && ends_exchange (p, node->point.anchor))
    return TRUE;
  return (node->point.kind == IHOP_POINT_BEFORE || node->point.kind == IHOP_POINT_AFTER)
         && is_in_exchange (p->group, node->point.anchor, &which, &position)
         && !(node->point.kind == IHOP_POINT_BEFORE && position == 0);
}

/* The variable that has this one's value behind an exchange. */
static guint
name_behind (const IhopSwapGroup *group, const IhopSwapStatements *exchange, guint variable)
{
  const IhopSymbol *symbol = ((IhopDeviceVariable *) group->variables->pdata[variable])->symbol;
  const GPtrArray *round = exchange->variables;

  for (guint i = 0; i < round->len; i++)
    {
      const IhopSymbol *behind = round->pdata[i ? i - 1 : round->len - 1];
      for (guint k = 0; round->pdata[i] == symbol && k < group->variables->len; k++)
        if (((IhopDeviceVariable *) group->variables->pdata[k])->symbol == behind)
          return k;
    }
  return variable;
}

static IhopGraphNode *
copy_node (const Product *p, guint variable, guint node)
{
  const IhopGraphNode *old = ihop_graph_at (p->work->graph, node);
  IhopGraphNode *copy = g_memdup2 (old, sizeof *old);
  guint which, position, to = variable;

  if (is_no_place (p, old) || old->kind == IHOP_GRAPH_ENTRY || old->kind == IHOP_GRAPH_EXIT)
    copy->kind = IHOP_GRAPH_JOIN;
  if (old->kind == IHOP_GRAPH_HOST && is_in_exchange (p->group, old->statement, &which, &position))
    {
      const IhopSwapStatements *exchange = p->group->exchanges->pdata[which];
      if (position + 1 == exchange->n)
        to = name_behind (p->group, exchange, variable);
    }
  copy->before = NULL;
  copy->next = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint k = 0; k < old->next->len; k++)
    {
      guint next = number_of (p, to, g_array_index (old->next, guint, k));
      g_array_append_val (copy->next, next);
    }
  return copy;
}

static void
node_free (gpointer data)
{
  g_array_unref (((IhopGraphNode *) data)->next);
  g_free (data);
}

static void
build_product (Product *p)
{
  IhopGraph *graph = g_new0 (IhopGraph, 1);
  IhopGraphNode *entry = g_new0 (IhopGraphNode, 1);

  graph->nodes = g_ptr_array_new_with_free_func (node_free);
  entry->kind = IHOP_GRAPH_ENTRY;
  entry->next = g_array_new (FALSE, FALSE, sizeof (guint));
  g_ptr_array_add (graph->nodes, entry);
  for (guint i = 0; i < p->group->variables->len; i++)
    {
      guint start = number_of (p, i, p->work->graph->entry);
      g_array_append_val (entry->next, start);
      for (guint k = 0; k < p->n_nodes; k++)
        g_ptr_array_add (graph->nodes, copy_node (p, i, k));
    }
  graph->exit = number_of (p, 0, p->work->graph->exit);
  p->product = graph;
}

static void
share_out (const Product *p, const GArray *moves)
{
  for (guint i = 0; i < p->group->variables->len; i++)
    g_ptr_array_add (p->group->moves, g_array_new (FALSE, FALSE, sizeof (IhopMove)));
  for (guint i = 0; i < moves->len; i++)
    {
      IhopMove move = g_array_index (moves, IhopMove, i);
      guint variable = (move.node - 1) / p->n_nodes;
      move.node = (move.node - 1) % p->n_nodes;
      g_array_append_val ((GArray *) p->group->moves->pdata[variable], move);
    }
}

static gboolean
solve (IhopWork *work, IhopSwapGroup *group)
{
  Product p = { work, group, work->graph->nodes->len, NULL };
  g_autoptr (GArray) moves = g_array_new (FALSE, FALSE, sizeof (IhopMove));

  build_product (&p);
  g_autoptr (IhopGraph) product = p.product;
  g_autofree guint16 *events = g_new0 (guint16, product->nodes->len);
  for (guint i = 0; i < group->variables->len; i++)
    memcpy (&events[number_of (&p, i, 0)], group->events->pdata[i], p.n_nodes * sizeof *events);
  if (!ihop_motion_solve (product, events, moves))
    return FALSE;
  g_autoptr (IhopMessage) wrong = ihop_motion_check (product, events, moves);
  if (wrong)
    return FALSE;
  share_out (&p, moves);
  return TRUE;
}

/* ---- the plan ---- */

void
ihop_pointer_swap_note (IhopWork *work, const IhopSwapGroup *group)
{
  IhopPlan *plan = work->planner->plan;

  for (guint i = 0; i < group->exchanges->len; i++)
    {
      const IhopSwapStatements *exchange = group->exchanges->pdata[i];
      IhopPointerSwap *swap = g_new0 (IhopPointerSwap, 1);
      swap->function = work->function;
      swap->last = end_of_exchange (work, exchange);
      swap->variables = g_ptr_array_new ();
      for (guint k = 0; k < exchange->variables->len; k++)
        g_ptr_array_add (swap->variables, variable_of (work, exchange->variables->pdata[k]));
      g_ptr_array_add (plan->pointer_swaps, swap);
    }
}

IhopSwapGroup *
ihop_pointer_swap_find (IhopWork *work, IhopDeviceVariable *variable)
{
  const GPtrArray *exchanges = ihop_swap_statements_of (work->planner->facts, work->function);
  const IhopPlanOptions *options = work->planner->options;

  if (exchanges->len == 0 || options->no_motion || work->graph->has_goto
      || options->transfers == IHOP_TRANSFERS_MANAGED)
    return NULL;
  IhopSwapGroup *group = rotated_new (variable);
  if (grow (work, group, exchanges))
    {
      collect_events (work, group);
      if (solve (work, group))
        return group;
    }
  ihop_swap_group_free (group);
  return NULL;
}
