/* Arrays that a function touches on the device alone, and what it does to them from its entry to its exit. */
#include "gpugen/transfer/handed_array.h"
#include "gpugen/plan/host_graph.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"
#include "gpugen/transfer/events.h"
#include "gpugen/transfer/motion.h"

#define HOST_EVENTS (IHOP_EVENT_HOST_READ | IHOP_EVENT_HOST_WRITE | IHOP_EVENT_HOST_FILL)

typedef struct
{
  const IhopWork *work;
  const IhopSymbol *symbol;
  gboolean found;
} Mention;

static gboolean
is_handed_on (const IhopWork *work, const IhopNode *node, const IhopSymbol *symbol)
{
  for (guint i = 0; i < work->kernels->len; i++)
    {
      const IhopKernel *kernel = work->kernels->pdata[i];
      if (kernel->kind == IHOP_KERNEL_CALL && kernel->call == node)
        return ihop_kernel_param (kernel, symbol) != NULL;
    }
  return FALSE;
}

/* In kernels the name means the copy, and so it does as an argument of a call that hands it on. */
static gboolean
look_for_mention (const IhopNode *node, gpointer data)
{
  Mention *self = data;

  for (guint i = 0; i < self->work->kernels->len; i++)
    {
      const IhopKernel *kernel = self->work->kernels->pdata[i];
      if (kernel->kind != IHOP_KERNEL_CALL && g_ptr_array_find (kernel->statements, node, NULL))
        return FALSE;
    }
  self->found |= node->kind == IHOP_REF && node->symbol == self->symbol;
  return !self->found && !is_handed_on (self->work, node, self->symbol);
}

gboolean
ihop_handed_array_is_named_on_host (const IhopWork *work, const IhopSymbol *symbol)
{
  Mention self = { work, symbol, FALSE };

  ihop_node_walk (work->function->body, look_for_mention, &self);
  return self.found;
}

/* Whether the host leaves its memory alone from the function's start to its end, by any name. */
static gboolean
is_left_alone (const IhopWork *work, const IhopSymbol *symbol, const guint16 *events)
{
  for (guint i = 0; i < work->graph->nodes->len; i++)
    {
      const IhopGraphNode *node = ihop_graph_at (work->graph, i);
      gboolean is_device = ihop_graph_device (node, symbol) != NULL;
      gboolean is_host = node->kind == IHOP_GRAPH_HOST && !is_device;
      if ((is_host && events[i]) || (is_device && (events[i] & HOST_EVENTS)))
        return FALSE;
    }
  return TRUE;
}

/* Whether all of it is written by then, on all paths. */
static guint8 *
find_filled (const IhopGraph *graph, const guint16 *events)
{
  g_autofree guint8 *fills = g_new (guint8, graph->nodes->len);

  for (guint i = 0; i < graph->nodes->len; i++)
    fills[i] = (events[i] & IHOP_EVENT_DEVICE_FILL) != 0;
  return ihop_graph_on_all_paths (graph, fills, NULL);
}

static void
summarize (const IhopWork *work, const guint16 *events, IhopHanded *handed)
{
  g_autofree guint8 *filled = find_filled (work->graph, events);
  g_autofree guint8 *reached = ihop_graph_reached (work->graph);

  for (guint i = 0; i < work->graph->nodes->len; i++)
    {
      const IhopKernel *kernel = ihop_graph_device (ihop_graph_at (work->graph, i), handed->variable->symbol);
      const IhopFootprint *f = kernel ? ihop_kernel_footprint (kernel, handed->variable->symbol) : NULL;
      if (f == NULL || !reached[i])
        continue;
      handed->is_read |= f->is_read;
      handed->is_written |= f->is_written;
      handed->is_exposed |= (events[i] & IHOP_EVENT_DEVICE_READ) && !filled[i];
    }
  handed->is_filled = handed->is_written && reached[work->graph->exit] && filled[work->graph->exit];
}

gboolean
ihop_handed_array_find (IhopWork *work, IhopDeviceVariable *variable, IhopHanded *handed)
{
  const IhopSymbol *symbol = variable->symbol;
  gboolean is_parameter = symbol->kind == IHOP_SYMBOL_PARAMETER;

  if (variable->passing != IHOP_PASS_ARRAY || variable->is_local || variable->rank == 0
      || (!is_parameter && !symbol->is_global) || ihop_handed_array_is_named_on_host (work, symbol))
    return FALSE;
  g_autofree guint16 *events = ihop_events_in_version (work, variable);
  if (!is_left_alone (work, symbol, events))
    return FALSE;
  *handed = (IhopHanded){ .variable = variable, .index = G_MAXUINT };
  for (guint i = 0; i < work->function->n_params; i++)
    if (work->function->params[i] == symbol)
      handed->index = i;
  if (is_parameter && handed->index == G_MAXUINT)
    return FALSE;
  summarize (work, events, handed);
  return TRUE;
}
