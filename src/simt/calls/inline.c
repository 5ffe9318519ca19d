#include "simt/calls/inline.h"
#include "simt/calls/copy.h"
#include "simt/lower/flow_build.h"
#include "simt/ptx/construct.h"
#include "simt/ptx/read.h"

enum { MAX_DEPTH = 256 };

typedef struct
{
  const IhopCallGraph *graph;
  IhopPtxFunction *to;
  guint depth;
  GError *error;
} Inline;

static void copy_body (Inline *all, const IhopPtxFunction *from, GHashTable *names, const char *end);

static void
fail (Inline *all, const IhopPtxInstruction *call, const char *what)
{
  if (all->error == NULL)
    all->error = g_error_new (IHOP_PTX_ERROR, IHOP_PTX_ERROR_TEXT, "PTX line %u: %s", call->line, what);
}

/* The function's parameters are the caller's variables. */
static void
bind (Inline *all, GHashTable *names, const GArray *params, const IhopPtxOperand *list, const IhopPtxInstruction *call)
{
  if (params->len != (list ? list->n_items : 0))
    {
      fail (all, call, "the call does not have as many arguments as the function");
      return;
    }
  for (guint i = 0; i < params->len; i++)
    if (list->items[i].kind != IHOP_PTX_SYMBOL)
      fail (all, call, "an argument of the call is no variable in the space param");
    else
      g_hash_table_insert (names, (gpointer) g_array_index (params, IhopPtxVariable, i).name, (gpointer) list->items[i].name);
}

/* "call" is already in the names of the result. */
static void
put_in (Inline *all, const IhopPtxFunction *callee, IhopPtxInstruction *call)
{
  g_autoptr (GHashTable) names = g_hash_table_new (NULL, NULL);
  guint at = ihop_flow_n_results (call);
  const IhopPtxOperand *given = at + 1 < call->n_operands && call->operands[at + 1].kind == IHOP_PTX_LIST ? &call->operands[at + 1] : NULL;
  const char *end = ihop_copy_fresh ("behind");

  if (all->depth >= MAX_DEPTH)
    fail (all, call, "the calls are nested too deeply");
  bind (all, names, callee->params, given, call);
  bind (all, names, callee->results, at ? &call->operands[0] : NULL, call);
  if (all->error)
    return;
  if (call->guard >= 0)
    {
      const IhopPtxOperand target = ihop_copy_symbol (end);
      ihop_copy_add_guarded (all->to, call, call->guard, !call->is_guard_negated, "bra", 1, &target);
    }
  all->depth++;
  copy_body (all, callee, names, end);
  all->depth--;
  ihop_copy_label_here (all->to, end);
}

static gboolean
is_copied (const Inline *all, const IhopPtxInstruction *instruction, const IhopPtxFunction **callee)
{
  *callee = ihop_call_function (all->graph->module, instruction);
  return *callee && !ihop_call_graph_node (all->graph, ihop_call_graph_find (all->graph, *callee))->is_shared;
}

/* What a copied function returns to. */
static void
jump_to (IhopPtxInstruction *instruction, const char *end)
{
  const IhopPtxOperand target = ihop_copy_symbol (end);

  instruction->opcode = g_intern_static_string ("bra");
  instruction->n_parts = 0;
  instruction->n_operands = 1;
  g_free (instruction->operands);
  instruction->operands = g_memdup2 (&target, sizeof target);
}

static void
copy_one (Inline *all, const IhopCopy *copy, const IhopPtxInstruction *from, const char *end)
{
  IhopPtxInstruction new = ihop_copy_instruction (copy, from);
  const IhopPtxFunction *callee;

  if (is_copied (all, from, &callee))
    {
      put_in (all, callee, &new);
      for (guint i = 0; i < new.n_operands; i++)
        g_free (new.operands[i].items);
      g_free (new.operands);
      return;
    }
  if (end && g_str_equal (new.opcode, "ret"))
    jump_to (&new, end);
  g_array_append_val (all->to->instructions, new);
}

/* "end": the label behind, where it returns to; NULL: it returns as it did. */
static void
copy_body (Inline *all, const IhopPtxFunction *from, GHashTable *names, const char *end)
{
  IhopCopy copy = ihop_copy_begin (all->to, from, names);

  for (guint i = 0; i < from->instructions->len && all->error == NULL; i++)
    {
      ihop_copy_labels (&copy, from, i);
      copy_one (all, &copy, &g_array_index (from->instructions, IhopPtxInstruction, i), end);
    }
  ihop_copy_labels (&copy, from, from->instructions->len);
}

IhopPtxFunction *
ihop_calls_inline (const IhopCallGraph *graph, guint node, GError **error)
{
  const IhopPtxFunction *from = ihop_call_graph_node (graph, node)->function;
  Inline all = { .graph = graph, .to = ihop_ptx_function_new (from->name, from->is_entry) };
  g_autoptr (GHashTable) names = g_hash_table_new (NULL, NULL);
  const IhopPtxInstruction nowhere = { .line = 0 };

  all.to->is_visible = from->is_visible;
  all.to->has_body = TRUE;
  all.to->max_threads = from->max_threads;
  g_array_append_vals (all.to->params, from->params->data, from->params->len);
  g_array_append_vals (all.to->results, from->results->data, from->results->len);
  copy_body (&all, from, names, NULL);
  ihop_copy_add (all.to, &nowhere, "ret", 0, NULL); /* labels may stand at the end */
  if (all.error == NULL)
    return all.to;
  g_propagate_error (error, all.error);
  ihop_ptx_function_free (all.to);
  return NULL;
}
