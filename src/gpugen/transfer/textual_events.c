/* What the text itself shows of host code and a variable: for the check of copies only.
 *
 * The check of motion.c would be as blind as the effects of calls are, if it believed them. So it is run a
 * second time with what this file finds without points-to sets and without summaries: names that lead to the
 * variable, by assignments and arguments; accesses through them, in the code and in the bodies of all that it
 * calls, with each call's own arguments; calls that may not return, and who looks then; and where a call hands the
 * variable's copy on the device over, what of that is in kernels, and what is not. What it finds, some way
 * of the program's text does show; what it does not find may happen all the same. So it never makes a wrong
 * placement right, and complains about a right one only if names lead where values never go. */
#include "gpugen/transfer/textual_events.h"
#include "analysis/program/callgraph.h"
#include "analysis/program/library_effects.h"
#include "gpugen/plan/host_graph.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"
#include "gpugen/transfer/motion.h"
#include "gpugen/transfer/textual_names.h"
#include "ir/jumps.h"

#define DEVICE_CHANGES (IHOP_EVENT_DEVICE_WRITE | IHOP_EVENT_DEVICE_FILL)

static void look (IhopTextualCall *frame, const IhopNode *node, guint16 how);

static const IhopType *
type_of (const IhopNode *node)
{
  return node->type ? ihop_type_strip (node->type) : NULL;
}

/* ---- accesses ---- */

/* Whether a place lies in the variable's memory: right behind a pointer that leads there, and of its type. */
static gboolean
is_in_it (const IhopTextualCall *frame, const IhopNode *place)
{
  const IhopType *type = type_of (place), *element = frame->seen->element;
  const IhopNode *pointer = ihop_node_strip (place->child[0], TRUE);

  if (type == NULL || type->kind != element->kind || type->size != element->size)
    return FALSE;
  while (type_of (pointer) && type_of (pointer)->kind == IHOP_TYPE_ARRAY)
    {
      if (pointer->kind == IHOP_REF)
        return ihop_textual_is_variable (frame, pointer->symbol);
      if (pointer->kind != IHOP_INDEX && (pointer->kind != IHOP_UNARY || pointer->op != IHOP_OP_DEREF))
        return FALSE;
      pointer = ihop_node_strip (pointer->child[0], TRUE);
    }
  return ihop_textual_base_leads (frame, ihop_textual_base_of (pointer));
}

/* What the body does with these of its parameters leading to the variable (bit n: the n-th). What a kernel of a version calls means by
 * a name what the kernel does ("caller"; NULL: whoever has its address calls it). */
static guint16
body_events (IhopTextualSearch *seen, const IhopFunction *function, guint64 leading, const IhopTextualCall *caller)
{
  IhopTextualSide side = caller ? caller->side : IHOP_TEXTUAL_BOTH;
  const IhopDeviceVersion *version = side == IHOP_TEXTUAL_BOTH ? NULL : caller->version;
  g_autofree char *key = g_strdup_printf ("%p %" G_GINT64_MODIFIER "x %d %p %d", (const void *) function, leading, seen->in_handlers,
                                          (const void *) version, side);
  gpointer known;

  if (g_hash_table_lookup_extended (seen->done, key, NULL, &known))
    return (guint16) GPOINTER_TO_UINT (known);
  g_hash_table_insert (seen->done, g_strdup (key), NULL);

  g_autoptr (GHashTable) names = ihop_textual_names_new ();
  IhopTextualCall frame = { .seen = seen, .function = function, .version = version, .side = side, .is_called_there = version != NULL, .names = names };
  for (guint i = 0; i < MIN (function->n_params, 64); i++)
    if (leading >> i & 1)
      g_hash_table_insert (names, function->params[i], NULL);
  ihop_textual_names_find (&frame);
  look (&frame, function->body, IHOP_EVENT_HOST_READ);
  g_hash_table_insert (seen->done, g_steal_pointer (&key), GUINT_TO_POINTER (frame.events));
  return frame.events;
}

static void
enter (IhopTextualCall *frame, const IhopNode *call, const IhopFunction *function)
{
  guint64 leading = 0;

  for (guint i = 1; i < MIN (call->n_children, 64); i++)
    leading |= ihop_textual_value_leads (frame, call->child[i]) ? (guint64) 1 << (i - 1) : 0;
  frame->events |= body_events (frame->seen, function, leading, frame);
}

/* Functions whose address is known may be run by whoever has it. */
static guint16
run_by_others (IhopTextualCall *frame, const IhopNode *call)
{
  const GPtrArray *nodes = ihop_callgraph_of (frame->seen->work->planner->facts)->nodes;
  guint16 before = frame->events;

  frame->events = 0;
  for (guint i = 0; i < nodes->len; i++)
    {
      const IhopCallNode *node = nodes->pdata[i];
      if (!node->is_address_taken)
        continue;
      if (call == NULL)
        frame->events |= body_events (frame->seen, node->function, 0, NULL);
      else if (node->function->n_params + 1 == call->n_children)
        enter (frame, call, node->function);
    }
  guint16 found = frame->events;
  frame->events = before;
  return found;
}

/* The call does not return: whoever goes on reads. */
static void
leave (IhopTextualCall *frame, IhopAbnormalExits leaves)
{
  const IhopSymbol *variable = frame->seen->variable;
  gboolean remains = variable->kind == IHOP_SYMBOL_PARAMETER || variable->storage != IHOP_STORAGE_AUTO;

  if (frame->seen->in_handlers)
    return;
  frame->seen->in_handlers = TRUE;
  if (frame->seen->installs & leaves)
    frame->events |= run_by_others (frame, NULL) ? IHOP_EVENT_HOST_READ : 0;
  frame->seen->in_handlers = FALSE;
  if (frame->seen->can_land && (leaves & IHOP_LEAVES_JUMP) && remains)
    frame->events |= IHOP_EVENT_HOST_READ;
}

/* The call that stands here hands some leading name's copy over. */
static const IhopKernel *
handing_call (const IhopTextualCall *frame, const IhopNode *call)
{
  const IhopKernel *kernel = frame->seen->call;

  if (frame->is_called_there)
    return NULL;
  if (frame->version)
    kernel = ihop_plan_call (frame->seen->work->planner->plan, call);
  else if (kernel && kernel->call != call)
    kernel = NULL;
  for (guint i = 0; kernel && i < kernel->footprints->len; i++)
    if (ihop_textual_name_leads (frame, ((const IhopFootprint *) kernel->footprints->pdata[i])->symbol))
      return kernel;
  return NULL;
}

static gboolean
is_index_handed (const IhopDeviceVersion *version, guint index)
{
  for (guint i = 0; i < version->handed->len; i++)
    if (g_array_index (version->handed, IhopHanded, i).index == index)
      return TRUE;
  return FALSE;
}

/* What leads to the variable and is not handed over is the host's. */
static void
enter_version (IhopTextualCall *frame, const IhopNode *call, const IhopKernel *kernel)
{
  const IhopFunction *function = kernel->version->function;
  g_autoptr (GHashTable) names = ihop_textual_names_new ();
  IhopTextualCall inner = { .seen = frame->seen, .function = function, .version = kernel->version, .names = names };

  for (guint i = 0; i < function->n_params && i + 1 < call->n_children; i++)
    if (ihop_textual_value_leads (frame, call->child[i + 1]))
      {
        g_hash_table_insert (names, function->params[i], NULL);
        if (!is_index_handed (kernel->version, i))
          frame->events |= IHOP_EVENT_HOST_READ | IHOP_EVENT_HOST_WRITE;
      }
  ihop_textual_names_find (&inner);
  look (&inner, function->body, IHOP_EVENT_HOST_READ);
  frame->events |= inner.events;
}

static void
look_at_call (IhopTextualCall *frame, const IhopNode *call)
{
  const IhopKernel *handing = handing_call (frame, call);

  const IhopSymbol *callee = ihop_call_callee (call);
  const IhopFunction *body = ihop_facts_function (frame->seen->work->planner->facts, callee);
  const IhopLibraryEntry *entry = callee && !body ? ihop_library_find (callee) : NULL;

  for (guint i = callee ? 1 : 0; i < call->n_children; i++)
    if (call->child[i])
      look (frame, call->child[i], IHOP_EVENT_HOST_READ);
  if (handing)
    enter_version (frame, call, handing);
  else if (body)
    enter (frame, call, body);
  else if (callee == NULL)
    frame->events |= run_by_others (frame, call);
  else if (entry && entry->leaves)
    leave (frame, entry->leaves);
}

static guint16
how_of_left (const IhopNode *node)
{
  return node->kind == IHOP_ASSIGN && node->op == IHOP_OP_NONE ? IHOP_EVENT_HOST_WRITE
                                                               : IHOP_EVENT_HOST_READ | IHOP_EVENT_HOST_WRITE;
}

static gboolean
is_launched (const IhopTextualCall *frame, const IhopNode *node)
{
  return g_hash_table_contains (frame->seen->work->planner->plan->kernel_at, node);
}

static void
look_at_kernel (IhopTextualCall *frame, const IhopNode *node)
{
  IhopTextualCall device = *frame, host = *frame;

  device.side = IHOP_TEXTUAL_DEVICE;
  host.side = IHOP_TEXTUAL_HOST;
  device.events = host.events = 0;
  look (&device, node, IHOP_EVENT_HOST_READ);
  look (&host, node, IHOP_EVENT_HOST_READ);
  frame->events |= host.events;
  frame->events |= device.events & IHOP_EVENT_HOST_READ ? IHOP_EVENT_DEVICE_READ : 0;
  frame->events |= device.events & IHOP_EVENT_HOST_WRITE ? IHOP_EVENT_DEVICE_WRITE : 0;
}

/* "how": what the node's value, or place, is used for. */
static void
look (IhopTextualCall *frame, const IhopNode *node, guint16 how)
{
  if (frame->version && frame->side == IHOP_TEXTUAL_BOTH && is_launched (frame, node))
    {
      look_at_kernel (frame, node);
      return;
    }

  gboolean changes = node->kind == IHOP_ASSIGN || (node->kind == IHOP_UNARY && node->op >= IHOP_OP_PRE_INC);
  gboolean is_place = node->kind == IHOP_INDEX || (node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF);

  if (node->kind == IHOP_SIZEOF || (node->flags & IHOP_NODE_CONSTANT) || frame->seen->n_nodes++ > IHOP_TEXTUAL_NODES_MOST)
    return;
  if (node->kind == IHOP_CALL)
    {
      look_at_call (frame, node);
      return;
    }
  if (is_place && is_in_it (frame, node))
    frame->events |= how;
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && !ihop_child_never_runs (node, i))
      look (frame, node->child[i],
            changes && i == 0 ? how_of_left (node)
            : node->kind == IHOP_PAREN ? how
            : node->kind == IHOP_UNARY && node->op == IHOP_OP_ADDRESS ? 0 : IHOP_EVENT_HOST_READ);
}

/* ---- the whole ---- */

static void
find_who_goes_on (IhopTextualSearch *seen)
{
  IhopFacts *facts = seen->work->planner->facts;
  const GPtrArray *nodes = ihop_callgraph_of (facts)->nodes;

  for (guint i = 0; i < nodes->len; i++)
    {
      const IhopCallNode *node = nodes->pdata[i];
      seen->installs |= node->function->symbol->is_run_unasked ? IHOP_LEAVES_EXIT : 0;
      for (guint k = 0; k < node->calls->len; k++)
        {
          const IhopCallSite *site = node->calls->pdata[k];
          const IhopLibraryEntry *entry
            = site->callee && !site->function ? ihop_library_find (site->callee) : NULL;
          seen->installs |= entry ? entry->installs : 0;
          seen->can_land |= entry && entry->returns_twice
                            && ihop_callgraph_reaches (facts, node->function, seen->work->function);
        }
    }
}

static const IhopType *
element_of (const IhopSymbol *variable)
{
  const IhopType *type = ihop_type_strip (variable->type);

  while (type->kind == IHOP_TYPE_ARRAY || type->kind == IHOP_TYPE_POINTER)
    type = ihop_type_strip (type->target);
  return type;
}

guint16 *
ihop_textual_events_collect (IhopWork *work, const IhopSymbol *variable, const guint16 *events)
{
  const IhopGraph *graph = work->graph;
  guint16 *all = g_memdup2 (events, graph->nodes->len * sizeof *events);
  g_autoptr (GHashTable) globals = g_hash_table_new (NULL, NULL), names = ihop_textual_names_new ();
  g_autoptr (GHashTable) done = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  IhopTextualSearch seen = { .work = work, .variable = variable, .element = element_of (variable), .globals = globals,
                .done = done };
  IhopTextualCall frame = { .seen = &seen, .function = work->function, .names = names };

  find_who_goes_on (&seen);
  ihop_textual_names_find (&frame);
  if (variable->is_global || variable->storage != IHOP_STORAGE_AUTO || g_hash_table_size (globals))
    ihop_textual_globals_find (&seen);
  ihop_textual_names_find (&frame);
  for (guint i = 0; i < graph->nodes->len; i++)
    {
      const IhopGraphNode *node = ihop_graph_at (graph, i);
      if (node->kind != IHOP_GRAPH_HOST)
        continue;
      frame.events = 0;
      seen.call = ihop_graph_device (node, variable);
      look (&frame, node->code, IHOP_EVENT_HOST_READ);
      /* A value that begins here, or is no more, is not the old one written in part. */
      if (events[i] & (IHOP_EVENT_HOST_FILL | IHOP_EVENT_FORGET))
        frame.events &= ~IHOP_EVENT_HOST_WRITE;
      /* Kernels' footprints are believed in what they write first; not that they touch nothing. */
      if (events[i] & DEVICE_CHANGES)
        frame.events &= ~(IHOP_EVENT_DEVICE_READ | IHOP_EVENT_DEVICE_WRITE);
      all[i] |= frame.events;
    }
  return all;
}
