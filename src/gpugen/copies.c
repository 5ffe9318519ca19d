/* Transfers: what each place of the program does to a variable, where the copies stand, and why. */
#include "gpugen/variable.h"
#include <string.h>

#define DEVICE_EVENTS (IHOP_EVENT_DEVICE_READ | IHOP_EVENT_DEVICE_WRITE | IHOP_EVENT_DEVICE_FILL)
#define HOST_WRITES (IHOP_EVENT_HOST_WRITE | IHOP_EVENT_HOST_FILL)

typedef struct
{
  IhopWork *work;
  const IhopDeviceVariable *variable;
  IhopBox *part;           /* the elements kept alike on both sides; NULL: all */
} Events;

static gboolean
is_calloc (const IhopNode *call)
{
  const IhopNode *callee = ihop_node_strip (call->child[0], TRUE);

  return callee->kind == IHOP_REF && callee->symbol && strcmp (callee->symbol->name, "malloc") != 0
         && strcmp (callee->symbol->name, "aligned_alloc") != 0;
}

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
      return path == NULL ? 0 : is_calloc (call) ? IHOP_EVENT_HOST_FILL : IHOP_EVENT_FORGET;
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
  IhopTouch touch = ihop_touch_of (e->work->planner->facts, e->work->function, code,
                                   e->variable->symbol);
  if (touch && ihop_touch_is_elsewhere (e->work, code, e->variable->symbol))
    return 0;
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

static gboolean
covers (const Events *e, const IhopBox *box)
{
  return ihop_extents_is_whole (e->variable, box) || (e->part && ihop_box_equal (e->part, box));
}

static gboolean
mentions (const char *text, const char *name)
{
  g_autoptr (GPtrArray) names = ihop_text_names (text);

  for (guint i = 0; i < names->len; i++)
    if (strcmp (names->pdata[i], name) == 0)
      return TRUE;
  return FALSE;
}

/* The host works out the launch's size and the conditions itself. */
static gboolean
host_asks_for (const IhopKernel *kernel, const char *name)
{
  for (guint i = 0; i < kernel->n_axes; i++)
    if (mentions (kernel->axes[i].first, name) || mentions (kernel->axes[i].trips, name)
        || mentions (kernel->axes[i].max_trips, name))
      return TRUE;
  for (guint i = 0; i < kernel->conditions->len; i++)
    if (mentions (((IhopAssumption *) kernel->conditions->pdata[i])->condition, name))
      return TRUE;
  for (guint i = 0; i < kernel->iterator_values->len; i++)
    if (mentions (kernel->iterator_values->pdata[i], name))
      return TRUE;
  return FALSE;
}

static gboolean
surely_writes_scalar (const IhopKernel *kernel, const IhopFootprint *f)
{
  gboolean runs = kernel->kind == IHOP_KERNEL_SERIAL;

  for (guint i = 0; i < kernel->n_axes; i++)
    runs = ihop_nest_trips (kernel->axes[i].facts) > 0 && (i == 0 || runs);
  return runs && f->writes_all_of_box;
}

static guint16
launch_event (const Events *e, const IhopKernel *kernel)
{
  const IhopKernelParam *param = ihop_kernel_param (kernel, e->variable->symbol);
  guint16 event = 0;

  if (param == NULL || param->passing == IHOP_PASS_VALUE)
    return 0;
  const IhopFootprint *f = param->footprint;
  gboolean fills = e->variable->passing == IHOP_PASS_SCALAR
                     ? surely_writes_scalar (kernel, f)
                     : f->writes_all_of_box && f->is_plain && covers (e, f->written);
  if (host_asks_for (kernel, e->variable->symbol->name))
    event |= IHOP_EVENT_HOST_READ;
  if (f->is_exposed || kernel->conditions->len)
    event |= IHOP_EVENT_DEVICE_READ;
  if (f->is_written)
    event |= fills ? IHOP_EVENT_DEVICE_FILL : IHOP_EVENT_DEVICE_WRITE;
  return event;
}

/* A loop that sets all of the variable before it looks at any of it: the old value is dead. */
static guint16
region_event (const Events *e, const IhopNode *loop)
{
  const GPtrArray *all;
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
  all = ihop_footprints_at (e->work, loop);
  for (guint i = 0; all && i < all->len; i++)
    {
      const IhopFootprint *f = all->pdata[i];
      if (f->symbol == e->variable->symbol && f->is_written && !f->is_exposed
          && f->writes_all_of_box && f->is_plain && !f->is_scalar && covers (e, f->written))
        return IHOP_EVENT_FORGET;
    }
  return 0;
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
  const IhopNode *call = NULL;

  if (symbol->is_global || symbol->storage != IHOP_STORAGE_AUTO)
    return TRUE;
  if (!ihop_variable_is_pointer (symbol))
    return FALSE;
  if (symbol->kind == IHOP_SYMBOL_PARAMETER)
    return ihop_live_after_calls (e->work, symbol);
  if (!ihop_alias_allocation (e->work->planner->facts, e->work->function, symbol, &call)
      || call == NULL)
    return TRUE;
  return (ihop_touch_of (e->work->planner->facts, e->work->function, e->work->function->body, symbol)
          & IHOP_TOUCH_ESCAPE) != 0;
}

/* A variable that begins with no value is as good on the device as on the host, as long as nobody
 * has touched it before it is allocated there. */
static gboolean
is_fresh_at (const Events *e, guint born)
{
  const IhopGraph *graph = e->work->graph;

  for (guint i = born; i-- > 0;)
    {
      const IhopGraphNode *node = ihop_graph_at (graph, i);
      if (node->kind != IHOP_GRAPH_HOST)
        continue;
      guint16 event = birth_event (e, node->code);
      if (event)
        return event == IHOP_EVENT_FORGET;
      if (host_event (e, node->code))
        return FALSE;
    }
  return FALSE;
}

static void
add_life (const Events *e, guint16 *events)
{
  const IhopGraph *graph = e->work->graph;
  const IhopDeviceVariable *v = e->variable;
  guint born = ihop_graph_find_point (graph, v->allocate);

  if (born != G_MAXUINT)
    events[born] |= IHOP_EVENT_DEVICE_BORN | (is_fresh_at (e, born) ? IHOP_EVENT_FORGET : 0);
  for (guint i = 0; i < v->frees->len; i++)
    {
      guint lost = ihop_graph_find_point (graph, *(const IhopPoint *) v->frees->pdata[i]);
      if (lost != G_MAXUINT)
        events[lost] |= IHOP_EVENT_DEVICE_LOST;
    }
}

static guint16 *
collect_events (const Events *e)
{
  const IhopGraph *graph = e->work->graph;
  guint16 *events = g_new0 (guint16, graph->nodes->len);

  for (guint i = 0; i < graph->nodes->len; i++)
    {
      const IhopGraphNode *node = ihop_graph_at (graph, i);
      if (node->kind == IHOP_GRAPH_HOST)
        events[i] = host_event (e, node->code);
      else if (node->kind == IHOP_GRAPH_LAUNCH)
        events[i] = launch_event (e, node->kernel);
      else if (node->kind == IHOP_GRAPH_REGION && e->variable->passing == IHOP_PASS_ARRAY)
        events[i] = region_event (e, node->statement);
    }
  events[graph->entry] = comes_with_value (e->variable->symbol) ? IHOP_EVENT_HOST_FILL
                                                                : IHOP_EVENT_FORGET;
  if (e->variable->passing == IHOP_PASS_ARRAY && !graph->has_goto
      && region_event (e, e->work->function->body))
    events[graph->entry] = IHOP_EVENT_FORGET;
  events[graph->exit] = is_wanted_after (e) ? IHOP_EVENT_HOST_READ : 0;
  add_life (e, events);
  return events;
}

guint16 *
ihop_copies_events (IhopWork *work, const IhopDeviceVariable *variable)
{
  Events e = { work, variable, NULL };

  return collect_events (&e);
}

/* ---- reasons ---- */

static const char *
what_at (const IhopGraphNode *node, guint16 event, gboolean reading)
{
  if (node->kind == IHOP_GRAPH_LAUNCH && (event & DEVICE_EVENTS))
    return "the kernel";
  return reading || (event & HOST_WRITES) ? "the host" : NULL;
}

/* The first node with one of these events on a way onwards (or backwards) that meets none of
 * "stop" before. G_MAXUINT: none. */
static guint
find_event (const IhopGraph *graph, const guint16 *events, guint from, gboolean forward,
            guint16 wanted)
{
  g_autoptr (GArray) todo = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree guint8 *seen = g_new0 (guint8, graph->nodes->len);

  g_array_append_val (todo, from);
  for (guint done = 0; done < todo->len; done++)
    {
      guint at = g_array_index (todo, guint, done);
      if (at != from && (events[at] & wanted))
        return at;
      for (guint i = 0; i < graph->nodes->len; i++)
        {
          const GArray *next = ihop_graph_at (graph, forward ? at : i)->next;
          for (guint k = 0; k < next->len; k++)
            {
              guint to = g_array_index (next, guint, k);
              guint other = forward ? to : i;
              if ((!forward && to != at) || seen[other])
                continue;
              seen[other] = 1;
              g_array_append_val (todo, other);
            }
          if (forward)
            break;
        }
    }
  return G_MAXUINT;
}

static guint
node_line (const IhopGraphNode *node)
{
  if (node->kernel)
    return node->kernel->line;
  return ihop_line_of (node->code ? node->code : node->statement);
}

static char *
reader_text (const Events *e, const guint16 *events, guint reader, gboolean to_device)
{
  const char *name = e->variable->symbol->name;

  if (reader == G_MAXUINT)
    return g_strdup_printf ("%s is used later", name);
  const IhopGraphNode *node = ihop_graph_at (e->work->graph, reader);
  if (node->kind == IHOP_GRAPH_EXIT)
    return g_strdup_printf ("%s is visible after the function has returned", name);
  gboolean part = !(events[reader] & (to_device ? IHOP_EVENT_DEVICE_READ : IHOP_EVENT_HOST_READ));
  return g_strdup_printf ("%s at line %u %s %s", what_at (node, events[reader], TRUE),
                          node_line (node), part ? "writes only a part of" : "reads", name);
}

static char *
writer_text (const Events *e, guint writer, gboolean to_device)
{
  const IhopSymbol *symbol = e->variable->symbol;

  if (writer == G_MAXUINT)
    return g_strdup ("its value is on the other side");
  const IhopGraphNode *node = ihop_graph_at (e->work->graph, writer);
  if (node->kind == IHOP_GRAPH_ENTRY)
    return g_strdup (symbol->kind == IHOP_SYMBOL_PARAMETER ? "set by the caller"
                                                           : "set before the function was called");
  return g_strdup_printf ("written by %s at line %u", to_device ? "the host" : "the kernel",
                          node_line (node));
}

static char *
transfer_reason (const Events *e, const guint16 *events, const IhopMove *move)
{
  const IhopGraph *graph = e->work->graph;
  guint16 reads = move->to_device ? DEVICE_EVENTS : IHOP_EVENT_HOST_READ | IHOP_EVENT_HOST_WRITE;
  guint16 writes = move->to_device ? HOST_WRITES : IHOP_EVENT_DEVICE_WRITE | IHOP_EVENT_DEVICE_FILL;
  g_autofree char *reader
    = reader_text (e, events, find_event (graph, events, move->node, TRUE, reads), move->to_device);
  g_autofree char *writer
    = writer_text (e, find_event (graph, events, move->node, FALSE, writes), move->to_device);

  gboolean names_last = g_str_has_suffix (reader, e->variable->symbol->name);
  return g_strdup_printf ("%s%s%s", reader, names_last ? ", " : "; ", writer);
}

/* ---- placing ---- */

static void
report_wrong (const Events *e, const char *wrong)
{
  IhopWork *work = e->work;

  ihop_diags_add (work->planner->diags, IHOP_WARNING, "IHOP-G090",
                  work->function->range, "The placement of copies of %s did not pass its own check "
                  "(%s); copies stand around every kernel instead. Please report this.",
                  e->variable->symbol->name, wrong);
}

static void
keep_local_moves (const Events *e, GArray *moves)
{
  for (guint i = moves->len; i-- > 0;)
    {
      IhopPoint at = ihop_graph_at (e->work->graph, g_array_index (moves, IhopMove, i).node)->point;
      const IhopPoint *end = e->variable->frees->pdata[0];
      if (at.anchor != e->variable->allocate.anchor && at.anchor != end->anchor)
        g_array_remove_index (moves, i);
    }
}

static void
place_one (Events *e, const guint16 *events, GArray *moves)
{
  const IhopWork *work = e->work;
  gboolean naive = work->planner->options->no_motion || work->graph->has_goto
                   || e->variable->is_local;

  if (!naive && ihop_motion_solve (work->graph, events, moves))
    {
      g_autofree char *wrong = ihop_motion_check (work->graph, events, moves);
      if (wrong == NULL)
        return;
      report_wrong (e, wrong);
    }
  g_array_set_size (moves, 0);
  ihop_motion_naive (work->graph, events, moves);
  if (e->variable->is_local)
    keep_local_moves (e, moves);
}

static void
add_transfers (Events *e, const guint16 *events, const GArray *moves, const IhopBox *written)
{
  IhopPlan *plan = e->work->planner->plan;

  for (guint i = 0; i < moves->len; i++)
    {
      const IhopMove *move = &g_array_index (moves, IhopMove, i);
      IhopTransfer *transfer = g_new0 (IhopTransfer, 1);
      transfer->variable = (IhopDeviceVariable *) e->variable;
      transfer->to_device = move->to_device;
      transfer->at = ihop_graph_at (e->work->graph, move->node)->point;
      transfer->box = ihop_box_copy (move->to_device ? e->part : written);
      ihop_extents_reword (e->variable, transfer->box);
      transfer->reason = transfer_reason (e, events, move);
      g_ptr_array_add (plan->transfers, transfer);
    }
}

/* Elements that no kernel touches need not travel, and those that no kernel writes need not come
 * back: the host's are right in any case. */
static void
place_variable (IhopWork *work, const IhopDeviceVariable *variable)
{
  gboolean boxes = work->planner->options->transfers == IHOP_TRANSFERS_2D
                   && variable->passing == IHOP_PASS_ARRAY && !variable->is_local;
  Events e = { work, variable, boxes ? ihop_extents_touched (work, variable, FALSE) : NULL };
  IhopBox *written = boxes ? ihop_extents_touched (work, variable, TRUE) : NULL;
  g_autoptr (GArray) moves = g_array_new (FALSE, FALSE, sizeof (IhopMove));

  if (e.part && ihop_extents_is_whole (variable, e.part))
    g_clear_pointer (&e.part, ihop_box_free);
  if (written && ihop_extents_is_whole (variable, written))
    g_clear_pointer (&written, ihop_box_free);
  g_autofree guint16 *events = collect_events (&e);
  place_one (&e, events, moves);
  add_transfers (&e, events, moves, written ? written : e.part);
  ihop_box_free (e.part);
  ihop_box_free (written);
}

void
ihop_copies_place (IhopWork *work)
{
  if (work->planner->options->transfers == IHOP_TRANSFERS_MANAGED)
    return;
  for (guint i = 0; i < work->variables->len; i++)
    place_variable (work, work->variables->pdata[i]);
}
