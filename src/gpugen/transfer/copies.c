/* Transfers: where the copies of each variable stand, what they move, and why. */
#include "gpugen/transfer/copies.h"
#include "gpugen/memory/extent_guard.h"
#include "gpugen/memory/null_guard.h"
#include "gpugen/memory/touched_box.h"
#include "gpugen/plan/box.h"
#include "gpugen/plan/host_graph.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"
#include "gpugen/transfer/box_difference.h"
#include "gpugen/transfer/box_within.h"
#include "gpugen/transfer/device_version.h"
#include "gpugen/transfer/events.h"
#include "gpugen/transfer/motion.h"
#include "gpugen/transfer/motion_check.h"
#include "gpugen/transfer/pointer_swap.h"
#include "gpugen/transfer/textual_events.h"
#include "gpugen/transfer/transfer_trace.h"
#include "ir/block_count.h"

#define DEVICE_EVENTS (IHOP_EVENT_DEVICE_READ | IHOP_EVENT_DEVICE_WRITE | IHOP_EVENT_DEVICE_FILL)
#define HOST_WRITES (IHOP_EVENT_HOST_WRITE | IHOP_EVENT_HOST_FILL)

typedef IhopPartEvents Events;

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
      const GArray *others = forward ? ihop_graph_at (graph, at)->next : ihop_graph_at (graph, at)->before;
      for (guint k = 0; k < others->len; k++)
        {
          guint other = g_array_index (others, guint, k);
          if (seen[other])
            continue;
          seen[other] = 1;
          g_array_append_val (todo, other);
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

/* Who reads, and how much of it it writes or reads. */
static const char *
reader_format (const IhopGraphNode *node, guint16 event, gboolean part)
{
  if (node->kernel == NULL || (event & DEVICE_EVENTS) == 0)
    return part ? N_ ("the host at line %u writes only a part of %s") : N_ ("the host at line %u reads %s");
  if (node->kind == IHOP_GRAPH_LAUNCH)
    return part ? N_ ("the kernel at line %u writes only a part of %s") : N_ ("the kernel at line %u reads %s");
  return part ? N_ ("the call at line %u writes only a part of %s") : N_ ("the call at line %u reads %s");
}

static IhopMessage *
reader_message (const Events *e, const guint16 *events, guint reader, gboolean to_device)
{
  const char *name = e->variable->symbol->name;

  if (reader == G_MAXUINT)
    return ihop_message ("%s is used later", name);
  const IhopGraphNode *node = ihop_graph_at (e->work->graph, reader);
  if (node->kind == IHOP_GRAPH_EXIT)
    return ihop_message ("%s is visible after the function has returned", name);
  gboolean part = !(events[reader] & (to_device ? IHOP_EVENT_DEVICE_READ : IHOP_EVENT_HOST_READ));
  return ihop_message (reader_format (node, events[reader], part), node_line (node), name);
}

static IhopMessage *
writer_message (const Events *e, guint writer, gboolean to_device)
{
  const IhopSymbol *symbol = e->variable->symbol;

  if (writer == G_MAXUINT)
    return ihop_message ("its value is on the other side");
  const IhopGraphNode *node = ihop_graph_at (e->work->graph, writer);
  if (node->kind == IHOP_GRAPH_ENTRY)
    return symbol->kind == IHOP_SYMBOL_PARAMETER ? ihop_message ("set by the caller")
                                                 : ihop_message ("set before the function was called");
  if (to_device)
    return ihop_message ("written by the host at line %u", node_line (node));
  return ihop_message (node->kind == IHOP_GRAPH_LAUNCH ? N_ ("written by the kernel at line %u")
                                                       : N_ ("written by the call at line %u"),
                       node_line (node));
}

static IhopMessage *
transfer_reason (const Events *e, const guint16 *events, const IhopMove *move)
{
  const IhopGraph *graph = e->work->graph;
  guint16 reads = move->to_device ? DEVICE_EVENTS : IHOP_EVENT_HOST_READ | IHOP_EVENT_HOST_WRITE;
  guint16 writes = move->to_device ? HOST_WRITES : IHOP_EVENT_DEVICE_WRITE | IHOP_EVENT_DEVICE_FILL;
  guint reading = find_event (graph, events, move->node, TRUE, reads);
  g_autoptr (IhopMessage) reader = reader_message (e, events, reading, move->to_device);
  g_autoptr (IhopMessage) writer
    = writer_message (e, find_event (graph, events, move->node, FALSE, writes), move->to_device);
  gboolean names_last = reading != G_MAXUINT && ihop_graph_at (graph, reading)->kind != IHOP_GRAPH_EXIT;

  return names_last ? ihop_message ("%s, %s", reader, writer) : ihop_message ("%s; %s", reader, writer);
}

/* ---- placing ---- */

static void
report_wrong (const Events *e, const IhopMessage *wrong)
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
      g_autofree guint16 *seen = ihop_textual_events_collect (e->work, e->variable->symbol, events);
      g_autoptr (IhopMessage) wrong = ihop_motion_check (work->graph, seen, moves);
      if (wrong == NULL)
        return;
      report_wrong (e, wrong);
    }
  ihop_resident_deny_placeless (e->work, e->variable->symbol);
  g_array_set_size (moves, 0);
  ihop_motion_naive (work->graph, events, moves);
  if (e->variable->is_local)
    keep_local_moves (e, moves);
}

static void
add_transfer (Events *e, const guint16 *events, const IhopMove *move, const IhopBox *box)
{
  IhopTransfer *transfer = g_new0 (IhopTransfer, 1);

  transfer->variable = (IhopDeviceVariable *) e->variable;
  transfer->to_device = move->to_device;
  transfer->at = ihop_graph_at (e->work->graph, move->node)->point;
  if (!ihop_touched_box_is_whole (e->variable, box))
    transfer->box = ihop_box_within (e->work, e->variable, ihop_touched_box_reword (ihop_work_pool (e->work), e->variable, box));
  transfer->reason = transfer_reason (e, events, move);
  g_ptr_array_add (e->work->planner->plan->transfers, transfer);
}

static void
add_transfers (Events *e, const guint16 *events, const GArray *moves, const IhopBox *written)
{
  for (guint i = 0; i < moves->len; i++)
    {
      const IhopMove *move = &g_array_index (moves, IhopMove, i);
      add_transfer (e, events, move, move->to_device || written == NULL ? e->part : written);
    }
}

static gboolean
has_move (const GArray *moves, const IhopMove *move)
{
  for (guint i = 0; i < moves->len; i++)
    {
      const IhopMove *other = &g_array_index (moves, IhopMove, i);
      if (other->node == move->node && other->to_device == move->to_device)
        return TRUE;
    }
  return FALSE;
}

/* Kernels write the elements of one box and only read those around it. The two parts go their own
 * ways: what is written in full on the device need not go there first, what is not written need
 * not come back. Copies of both at one place are one copy of the whole. */
static void
place_parts (IhopWork *work, const IhopDeviceVariable *variable, const IhopBox *all, const IhopBox *written,
             const GPtrArray *around)
{
  Events inner = { work, variable, written, FALSE }, outer = { work, variable, around->pdata[0], FALSE };
  g_autofree guint16 *inner_events = ihop_events_collect (&inner);
  g_autofree guint16 *outer_events = ihop_events_collect_read (&outer);
  g_autoptr (GArray) inner_moves = g_array_new (FALSE, FALSE, sizeof (IhopMove));
  g_autoptr (GArray) outer_moves = g_array_new (FALSE, FALSE, sizeof (IhopMove));

  const IhopBox *in = ihop_box_within (work, variable, written), *whole = ihop_box_within (work, variable, all);
  ihop_transfer_trace_add (work, variable, 0, inner_events, in, in, NULL);
  ihop_transfer_trace_add (work, variable, 1, outer_events, whole, whole, in);
  place_one (&inner, inner_events, inner_moves);
  place_one (&outer, outer_events, outer_moves);
  for (guint i = 0; i < inner_moves->len; i++)
    {
      const IhopMove *move = &g_array_index (inner_moves, IhopMove, i);
      add_transfer (&inner, inner_events, move, has_move (outer_moves, move) ? all : written);
    }
  for (guint i = 0; i < outer_moves->len; i++)
    {
      const IhopMove *move = &g_array_index (outer_moves, IhopMove, i);
      for (guint k = 0; k < around->len && !has_move (inner_moves, move); k++)
        add_transfer (&outer, outer_events, move, around->pdata[k]);
    }
}

/* Where less is known of the code that writes than of all code that touches, "written" may be the larger
 * box: but nothing goes out that did not come in. NULL is everything. */
static gboolean
is_inside (IhopPool *pool, const IhopDeviceVariable *variable, const IhopBox *all, const IhopBox *written)
{
  if (all == NULL || ihop_touched_box_is_whole (variable, all))
    return TRUE;
  if (written == NULL)
    return FALSE;
  const IhopBox *hull = ihop_box_hull (pool, all, written);
  return hull && ihop_box_equal (hull, all);
}

/* Blocks of which the program is asked how large they are travel as a whole, where they may be smaller than what kernels would touch. */
static gboolean
travels_in_boxes (const IhopWork *work, const IhopDeviceVariable *variable)
{
  return work->planner->options->transfers == IHOP_TRANSFERS_2D && variable->passing == IHOP_PASS_ARRAY && !variable->is_local
         && (variable->rank == 0 || !ihop_block_count_in (variable->extents[0]) || ihop_box_is_reached (work, variable));
}

/* Elements that no kernel touches need not travel, and those that no kernel writes need not come
 * back: the host's are right in any case. */
static void
place_variable (IhopWork *work, const IhopDeviceVariable *variable)
{
  gboolean boxes = travels_in_boxes (work, variable);
  const IhopBox *all = boxes ? ihop_touched_box_find (work, variable, FALSE) : NULL;
  const IhopBox *written = boxes ? ihop_touched_box_find (work, variable, TRUE) : NULL;
  g_autoptr (GPtrArray) around = all && written ? ihop_box_difference (work, all, written) : NULL;

  if (around && around->len)
    place_parts (work, variable, all, written, around);
  else
    {
      const IhopBox *out = is_inside (ihop_work_pool (work), variable, all, written) ? written : all;
      Events e = { work, variable, all, FALSE };
      g_autofree guint16 *events = ihop_events_collect (&e);
      g_autoptr (GArray) moves = g_array_new (FALSE, FALSE, sizeof (IhopMove));
      ihop_transfer_trace_add (work, variable, 0, events, ihop_box_within (work, variable, all), ihop_box_within (work, variable, out), NULL);
      place_one (&e, events, moves);
      add_transfers (&e, events, moves, out);
    }
}

/* Buffers that change places are placed together. FALSE: the variable is none. */
static gboolean
place_swapped (IhopWork *work, IhopDeviceVariable *variable, GPtrArray *done)
{
  g_autoptr (IhopSwapGroup) group = ihop_pointer_swap_find (work, variable);

  if (group)
    ihop_pointer_swap_note (work, group);
  for (guint i = 0; group && i < group->variables->len; i++)
    {
      IhopDeviceVariable *v = group->variables->pdata[i];
      const guint16 *events = group->events->pdata[i];
      Events e = { work, v, NULL, FALSE };
      ihop_transfer_trace_add (work, v, 0, events, NULL, NULL, NULL);
      add_transfers (&e, events, group->moves->pdata[i], NULL);
      ihop_null_guard_add (work, v);
      g_ptr_array_add (done, v);
    }
  return group != NULL;
}

void
ihop_copies_place (IhopWork *work)
{
  g_autoptr (GPtrArray) done = g_ptr_array_new ();

  for (guint i = 0; i < work->variables->len; i++)
    {
      IhopDeviceVariable *variable = work->variables->pdata[i];
      if (variable->is_handed || g_ptr_array_find (done, variable, NULL) || place_swapped (work, variable, done))
        continue;
      place_variable (work, variable);
      ihop_null_guard_add (work, variable);
    }
}
