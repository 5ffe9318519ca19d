/* What each place of the program does to a device variable: the input of the placement of copies. */
#include "gpugen/transfer/events.h"
#include "analysis/memory/abnormal_exit.h"
#include "ir/expression.h"
#include "gpugen/kernel/mapped_nest.h"
#include "gpugen/memory/allocator_call.h"
#include "gpugen/memory/disjointness.h"
#include "gpugen/memory/touched_box.h"
#include "gpugen/memory/way_out.h"
#include "gpugen/plan/box.h"
#include "gpugen/plan/host_graph.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"
#include "ir/block_count.h"
#include "gpugen/transfer/live_after_calls.h"
#include "gpugen/transfer/motion.h"

typedef IhopPartEvents Events;

/* The declaration or malloc with which the variable begins. 0: it is not this code. */
static guint16
birth_event (const Events *e, const IhopNode *code)
{
  const IhopSymbol *symbol = e->variable->symbol;
  const IhopNode *call = NULL;

  if (ihop_variable_is_pointer (symbol))
    {
      if (symbol->kind == IHOP_SYMBOL_PARAMETER
          || !ihop_alias_allocation (e->work->planner->facts, e->work->function, symbol, &call)
          || call == NULL)
        return 0;
      g_autoptr (GPtrArray) path = ihop_node_path (code, call);
      return path == NULL ? 0 : ihop_allocator_call_leaves_empty (e->work->planner->facts, call) ? IHOP_EVENT_FORGET : IHOP_EVENT_HOST_FILL;
    }
  for (guint i = 0; code->kind == IHOP_DECLARATION && i < code->n_children; i++)
    if (code->child[i]->symbol == symbol && symbol->storage == IHOP_STORAGE_AUTO)
      return code->child[i]->child[0] ? IHOP_EVENT_HOST_FILL : IHOP_EVENT_FORGET;
  return 0;
}

/* "s = …" for a scalar of the function's own. */
static gboolean
fills_scalar (const Events *e, const IhopNode *code)
{
  if (code->kind == IHOP_EXPRESSION)
    code = code->child[0];
  code = ihop_node_strip (code, TRUE);
  if (e->variable->passing != IHOP_PASS_SCALAR || code->kind != IHOP_ASSIGN
      || code->op != IHOP_OP_NONE)
    return FALSE;
  const IhopNode *left = ihop_node_strip (code->child[0], TRUE);
  return left->kind == IHOP_REF && left->symbol == e->variable->symbol;
}

static guint16
host_event (const Events *e, const IhopNode *code)
{
  guint16 event = birth_event (e, code);

  if (event)
    return event;
  IhopTouch touch = ihop_variable_touch (e->work, code, e->variable->symbol);
  if (touch & IHOP_TOUCH_READ)
    event |= IHOP_EVENT_HOST_READ;
  if (touch & IHOP_TOUCH_WRITE)
    event |= fills_scalar (e, code) ? IHOP_EVENT_HOST_FILL : IHOP_EVENT_HOST_WRITE;
  /* Another object from here on; the old one may be seen through another name. */
  if (touch & IHOP_TOUCH_REBIND)
    event = IHOP_EVENT_HOST_READ | IHOP_EVENT_HOST_FILL;
  if ((touch & IHOP_TOUCH_FREE) && !(touch & IHOP_TOUCH_WRITE))
    event |= IHOP_EVENT_FORGET;
  return event;
}

/* Nothing stands between a call and whoever goes on when it does not return: what is looked at then has
 * to be there before. */
static guint16
leaving_event (const Events *e, const IhopNode *code)
{
  return ihop_leaving_reads (e->work->planner->facts, e->work->function, code, e->variable->symbol)
           ? IHOP_EVENT_HOST_READ : 0;
}

static gboolean
covers (const Events *e, const IhopBox *box)
{
  return ihop_touched_box_is_whole (e->variable, box) || (e->part && ihop_box_equal (e->part, box));
}

/* The host works out the launch's size and the conditions itself. */
static gboolean
host_asks_for (const IhopKernel *kernel, const IhopSymbol *symbol)
{
  for (guint i = 0; i < kernel->n_axes; i++)
    if (ihop_expression_mentions (kernel->axes[i].first, symbol)
        || ihop_expression_mentions (kernel->axes[i].trips, symbol)
        || ihop_expression_mentions (kernel->axes[i].max_trips, symbol))
      return TRUE;
  for (guint i = 0; i < kernel->conditions->len; i++)
    {
      const IhopNode *holds = ((const IhopAssumption *) kernel->conditions->pdata[i])->holds;
      if (ihop_expression_mentions (holds, symbol) && !ihop_block_count_only (holds, symbol)) /* how much there is, not what is in it */
        return TRUE;
    }
  for (guint i = 0; i < kernel->iterator_values->len; i++)
    if (ihop_expression_mentions (kernel->iterator_values->pdata[i], symbol))
      return TRUE;
  return FALSE;
}

static gboolean
surely_writes_scalar (const IhopKernel *kernel, const IhopFootprint *f)
{
  gboolean runs = kernel->kind == IHOP_KERNEL_SERIAL;

  for (guint i = 0; i < kernel->n_axes; i++)
    runs = ihop_nest_trips (&kernel->axes[i].facts->counting) > 0 && (i == 0 || runs);
  return runs && f->writes_all_of_box;
}

static gboolean
may_run_on_host (const Events *e, const IhopKernel *kernel)
{
  return kernel->conditions->len && !e->conditions_hold && !ihop_way_out_has_no_copy (e->work->planner->facts, kernel, e->variable);
}

/* Where its conditions do not hold the host does the kernel's work, on whatever its names lead to by then. */
static guint16
instead_event (const Events *e, const IhopKernel *kernel)
{
  guint16 event = 0;

  for (guint i = 0; may_run_on_host (e, kernel) && i < kernel->statements->len; i++)
    event |= host_event (e, kernel->statements->pdata[i]) | leaving_event (e, kernel->statements->pdata[i]);
  if (event & IHOP_EVENT_HOST_FILL) /* only where the host does it */
    event |= IHOP_EVENT_HOST_WRITE;
  return event & ~(IHOP_EVENT_HOST_FILL | IHOP_EVENT_FORGET);
}

static guint16
launch_event (const Events *e, const IhopKernel *kernel)
{
  const IhopKernelParam *param = ihop_kernel_param (kernel, e->variable->symbol);
  guint16 event = 0;

  if (param == NULL)
    return instead_event (e, kernel);
  if (param->passing == IHOP_PASS_VALUE)
    return 0;
  const IhopFootprint *f = param->footprint;
  gboolean fills = e->variable->passing == IHOP_PASS_SCALAR
                     ? surely_writes_scalar (kernel, f)
                     : f->writes_all_of_box && f->is_plain && covers (e, f->written);
  if (host_asks_for (kernel, e->variable->symbol))
    event |= IHOP_EVENT_HOST_READ;
  if (f->is_exposed || may_run_on_host (e, kernel))
    event |= IHOP_EVENT_DEVICE_READ;
  if (f->is_written)
    event |= fills ? IHOP_EVENT_DEVICE_FILL : IHOP_EVENT_DEVICE_WRITE;
  return event;
}

typedef struct
{
  const Events *e;
  const IhopNode *code;
  gboolean found;
} Others;

/* By what is proved of the names alone, as long as the code does not give them other values. */
static gboolean
is_other_memory (const Others *others, const IhopSymbol *name)
{
  IhopFacts *facts = others->e->work->planner->facts;
  const IhopFunction *function = others->e->work->function;
  const IhopAliasAnswer *answer = ihop_alias_judge (facts, function, name, others->e->variable->symbol);
  IhopTouch changes = answer->alias == IHOP_ALIAS_APART
                        ? ihop_touch_of (facts, function, others->code, name)
                            | ihop_touch_of (facts, function, others->code, others->e->variable->symbol)
                        : 0;

  return answer->alias == IHOP_ALIAS_NEVER || (answer->alias == IHOP_ALIAS_APART && !(changes & IHOP_TOUCH_REBIND));
}

static const IhopSymbol *
root_of (const IhopNode *place)
{
  while (place->kind == IHOP_INDEX || place->kind == IHOP_MEMBER || place->kind == IHOP_PAREN || place->kind == IHOP_CAST
         || (place->kind == IHOP_UNARY && place->op == IHOP_OP_DEREF) || place->kind == IHOP_BINARY)
    place = place->child[0];
  return place->kind == IHOP_REF ? place->symbol : NULL;
}

static gboolean
is_place (const IhopNode *node)
{
  return node->kind == IHOP_INDEX || node->kind == IHOP_MEMBER || node->kind == IHOP_REF
         || (node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF);
}

static void
look_for_others (Others *others, const IhopNode *node, gboolean is_set)
{
  const Events *e = others->e;
  const IhopSymbol *root = is_place (node) ? root_of (node) : NULL;
  gboolean is_tame = node->kind == IHOP_REF
                     && (node->symbol->kind == IHOP_SYMBOL_FUNCTION
                         || ihop_defs_is_tame (e->work->planner->facts, e->work->function, node->symbol));

  if ((node->kind == IHOP_CALL || is_place (node)) && !is_set && !is_tame && root != e->variable->symbol
      && !(root && is_other_memory (others, root)))
    others->found |= (ihop_variable_touch (e->work, node, e->variable->symbol) & IHOP_TOUCH_READ) != 0;
  for (guint i = 0; i < node->n_children && !others->found; i++)
    if (node->child[i])
      look_for_others (others, node->child[i], i == 0 && node->kind == IHOP_ASSIGN && node->op == IHOP_OP_NONE);
}

/* Whether the code may look at the variable's memory by another name. */
static gboolean
is_seen_by_others (const Events *e, const IhopNode *code)
{
  Others others = { e, code, FALSE };

  look_for_others (&others, code, FALSE);
  return others.found;
}

/* What this code does to the variable, if it never sees a value from before by that name. */
static const IhopFootprint *
own_values (const Events *e, const IhopNode *code)
{
  return ihop_footprint_own (e->work->planner->facts, e->work->function, code, e->variable->symbol);
}

/* A loop that sets all of the variable before it looks at any of it: the old value is dead. */
static guint16
region_event (const Events *e, const IhopNode *loop)
{
  const IhopFootprint *f;
  gboolean holds_kernel = FALSE;

  for (guint i = 0; i < e->work->kernels->len && !holds_kernel; i++)
    {
      const IhopKernel *kernel = e->work->kernels->pdata[i];
      holds_kernel = loop->place.begin <= ((IhopNode *) kernel->statements->pdata[0])->place.begin
                     && ((IhopNode *) kernel->statements->pdata[0])->place.end <= loop->place.end;
    }
  if (!holds_kernel && !(ihop_touch_of (e->work->planner->facts, e->work->function, loop,
                                        e->variable->symbol) & IHOP_TOUCH_WRITE))
    return 0;
  if (leaving_event (e, loop))
    return 0; /* half-way, what is left of it counts */
  f = own_values (e, loop);
  return f && f->writes_all_of_box && covers (e, f->written) && !is_seen_by_others (e, loop) ? IHOP_EVENT_FORGET : 0;
}

static gboolean
comes_with_value (const IhopSymbol *symbol)
{
  return symbol->kind == IHOP_SYMBOL_PARAMETER || symbol->is_global
         || symbol->storage != IHOP_STORAGE_AUTO || ihop_variable_is_pointer (symbol);
}

/* Whether somebody may look at it after the function has returned. */
static gboolean
is_wanted_after (const Events *e)
{
  const IhopSymbol *symbol = e->variable->symbol;

  if (symbol->is_global || symbol->storage != IHOP_STORAGE_AUTO)
    return TRUE;
  if (!ihop_variable_is_pointer (symbol))
    return FALSE;
  if (symbol->kind == IHOP_SYMBOL_PARAMETER)
    return ihop_live_after_calls (e->work, symbol);
  /* Buffers that change places were made at several places. */
  g_autoptr (GPtrArray) made = ihop_alias_allocations (e->work->planner->facts, e->work->function, symbol);
  if (made == NULL || ihop_alias_leaks (e->work->planner->facts, e->work->function, symbol))
    return TRUE;
  return (ihop_touch_of (e->work->planner->facts, e->work->function, e->work->function->body, symbol)
          & IHOP_TOUCH_ESCAPE) != 0;
}

/* A variable that begins with no value is as good on the device as on the host, as long as nobody
 * has touched it before it is allocated there. */
static gboolean
is_fresh_at (const Events *e, const guint16 *events, guint born)
{
  const IhopGraph *graph = e->work->graph;

  for (guint i = born; i-- > 0;)
    {
      const IhopGraphNode *node = ihop_graph_at (graph, i);
      if (node->kind != IHOP_GRAPH_HOST || ihop_graph_device (node, e->variable->symbol))
        continue;
      guint16 event = birth_event (e, node->code);
      if (event)
        return event == IHOP_EVENT_FORGET;
      if (host_event (e, node->code))
        return FALSE;
    }
  return events[graph->entry] == IHOP_EVENT_FORGET;
}

static void
add_life (const Events *e, guint16 *events)
{
  const IhopGraph *graph = e->work->graph;
  const IhopDeviceVariable *v = e->variable;
  guint born = ihop_graph_find_point (graph, v->allocate);

  if (born != G_MAXUINT)
    events[born] |= IHOP_EVENT_DEVICE_BORN | (is_fresh_at (e, events, born) ? IHOP_EVENT_FORGET : 0);
  for (guint i = 0; i < v->frees->len; i++)
    {
      guint lost = ihop_graph_find_point (graph, *(const IhopPoint *) v->frees->pdata[i]);
      if (lost != G_MAXUINT)
        events[lost] |= IHOP_EVENT_DEVICE_LOST;
    }
}

guint16 *
ihop_events_collect (const IhopPartEvents *e)
{
  const IhopGraph *graph = e->work->graph;
  guint16 *events = g_new0 (guint16, graph->nodes->len);

  for (guint i = 0; i < graph->nodes->len; i++)
    {
      const IhopGraphNode *node = ihop_graph_at (graph, i);
      const IhopKernel *kernel = ihop_graph_device (node, e->variable->symbol);
      if (kernel)
        events[i] = launch_event (e, kernel);
      else if (node->kind == IHOP_GRAPH_HOST)
        events[i] = host_event (e, node->code) | leaving_event (e, node->code);
      else if (node->kind == IHOP_GRAPH_REGION && e->variable->passing == IHOP_PASS_ARRAY)
        events[i] = region_event (e, node->statement);
    }
  events[graph->entry] = comes_with_value (e->variable->symbol) ? IHOP_EVENT_HOST_FILL
                                                                : IHOP_EVENT_FORGET;
  events[graph->exit] = is_wanted_after (e) ? IHOP_EVENT_HOST_READ : 0;
  /* What the function leaves unwritten does not matter if nobody looks at it afterwards. */
  if (e->variable->passing == IHOP_PASS_ARRAY && !graph->has_goto
      && (region_event (e, e->work->function->body)
          || (events[graph->exit] == 0 && !leaving_event (e, e->work->function->body)
              && own_values (e, e->work->function->body) && !is_seen_by_others (e, e->work->function->body))))
    events[graph->entry] = IHOP_EVENT_FORGET;
  add_life (e, events);
  return events;
}

guint16 *
ihop_copies_events (IhopWork *work, const IhopDeviceVariable *variable)
{
  Events e = { work, variable, NULL, FALSE };

  return ihop_events_collect (&e);
}

guint16 *
ihop_events_in_version (IhopWork *work, const IhopDeviceVariable *variable)
{
  Events e = { work, variable, NULL, TRUE };

  return ihop_events_collect (&e);
}

/* The same for elements that no kernel writes. */
guint16 *
ihop_events_collect_read (const IhopPartEvents *e)
{
  guint16 *events = ihop_events_collect (e);

  for (guint i = 0; i < e->work->graph->nodes->len; i++)
    {
      const IhopKernel *kernel
        = ihop_graph_device (ihop_graph_at (e->work->graph, i), e->variable->symbol);
      if (kernel == NULL)
        continue;
      const IhopFootprint *f = ihop_kernel_footprint (kernel, e->variable->symbol);
      events[i] &= ~(IHOP_EVENT_DEVICE_WRITE | IHOP_EVENT_DEVICE_FILL | IHOP_EVENT_DEVICE_READ);
      if (f && (f->is_read || may_run_on_host (e, kernel)))
        events[i] |= IHOP_EVENT_DEVICE_READ;
    }
  return events;
}
