#include "simt/calls/calls.h"
#include "simt/calls/inline.h"
#include "simt/calls/promote.h"
#include "simt/calls/stack.h"

IhopPtxFunction *
ihop_calls_resolve (const IhopPtxModule *module, const IhopPtxFunction *kernel, GError **error)
{
  g_autoptr (IhopCallGraph) graph = ihop_call_graph_new (module, kernel);
  IhopPtxFunction *result = ihop_calls_inline (graph, 0, error);
  gboolean is_shared = FALSE;

  for (guint i = 1; i < graph->nodes->len; i++)
    is_shared |= ihop_call_graph_node (graph, i)->is_shared;
  if (result && is_shared)
    result = ihop_calls_stack (graph, result, error);
  if (result)
    ihop_calls_promote (result);
  return result;
}
