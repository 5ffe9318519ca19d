/* The control-flow graph of the host program, from a function's statements. */
#include "gpugen/plan/host_graph_builder.h"
#include "analysis/memory/abnormal_exit.h"
#include "gpugen/plan/host_graph.h"
#include "gpugen/plan/plan.h"

#define NOWHERE G_MAXUINT
#define WEIGHT_ONCE (1u << 10)
#define WEIGHT_LOOP 64
#define WEIGHT_MOST ((guint64) 1 << 40)

typedef struct
{
  IhopGraph *graph;
  const IhopSource *source; /* that texts can be put into: the body's */
  GHashTable *kernels;   /* first statement → IhopKernel */
  GHashTable *calls;     /* statement → IhopKernel of kind CALL */
  IhopGraphRuns runs;
  gpointer data;
  GHashTable *labels;    /* IhopSymbol → node number + 1 */
  guint current;         /* where control is; NOWHERE: nothing gets here */
  guint break_to, continue_to, switch_from;
  gboolean has_default;
  guint64 weight;
} Builder;

static void build_statement (Builder *b, const IhopNode *node);

static void
node_free (gpointer data)
{
  IhopGraphNode *node = data;

  g_array_unref (node->next);
  g_array_unref (node->before);
  g_free (node);
}

static void
link_nodes (Builder *b, guint from, guint to)
{
  if (from == NOWHERE)
    return;
  IhopGraphNode *node = b->graph->nodes->pdata[from];
  g_array_append_val (node->next, to);
}

static guint
add_node (Builder *b, IhopGraphKind kind, const IhopNode *statement)
{
  IhopGraphNode *node = g_new0 (IhopGraphNode, 1);

  node->kind = kind;
  node->statement = statement;
  node->weight = b->weight;
  node->next = g_array_new (FALSE, FALSE, sizeof (guint));
  node->before = g_array_new (FALSE, FALSE, sizeof (guint));
  g_ptr_array_add (b->graph->nodes, node);
  return b->graph->nodes->len - 1;
}

/* Adds a node and walks onto it. */
static guint
step (Builder *b, IhopGraphKind kind, const IhopNode *statement)
{
  guint node = add_node (b, kind, statement);

  link_nodes (b, b->current, node);
  b->current = node;
  return node;
}

/* Nothing can be put beside what a macro makes: places are before and behind the macro. */
static void
step_point (Builder *b, IhopPointKind kind, const IhopNode *anchor)
{
  if (anchor->range.source != b->source)
    return;
  guint node = step (b, IHOP_GRAPH_POINT, anchor);
  ((IhopGraphNode *) b->graph->nodes->pdata[node])->point = (IhopPoint){ kind, anchor };
}

static void
step_host (Builder *b, const IhopNode *code, const IhopNode *statement)
{
  if (code == NULL)
    return;
  guint node = step (b, IHOP_GRAPH_HOST, statement);
  IhopGraphNode *host = b->graph->nodes->pdata[node];
  host->code = code;
  host->kernel = g_hash_table_lookup (b->calls, code);
  b->graph->comes_back |= ihop_leaving_comes_back (code);
  b->graph->has_goto |= b->graph->comes_back;
}

static void
step_launch (Builder *b, const IhopKernel *kernel)
{
  guint node = step (b, IHOP_GRAPH_LAUNCH, kernel->statements->pdata[0]);

  ((IhopGraphNode *) b->graph->nodes->pdata[node])->kernel = kernel;
}

/* A statement with a place before and after it. */
static void
build_placed (Builder *b, const IhopNode *node)
{
  step_point (b, IHOP_POINT_BEFORE, node);
  build_statement (b, node);
  step_point (b, IHOP_POINT_AFTER, node);
}

/* The body of an if or a loop: a block has its places inside. */
static void
build_branch (Builder *b, const IhopNode *node)
{
  if (node->kind == IHOP_BLOCK && !g_hash_table_contains (b->kernels, node))
    build_statement (b, node);
  else
    build_placed (b, node);
}

/* A pragma of somebody else belongs to the statement behind it: nothing may come between. */
static gboolean
is_attached_pragma (const IhopNode *node)
{
  return node->kind == IHOP_PRAGMA && node->text && !g_str_has_prefix (node->text, "target")
         && !g_str_has_prefix (node->text, "scop") && !g_str_has_prefix (node->text, "endscop");
}

static gboolean
kernel_takes_mark (const IhopKernel *kernel, const IhopNode *mark)
{
  return kernel && g_ptr_array_find (kernel->marks, mark, NULL);
}

/* Calls that the compiler makes (ihop_node_is_cleanup): nothing can be put between them, nor between them and the
 * jump or the closing brace behind them. */
static guint
build_cleanups (Builder *b, const IhopNode *block, guint i)
{
  guint first = i;

  for (; i < block->n_children && ihop_node_is_cleanup (block->child[i]); i++)
    step_host (b, block->child[i]->child[0], block->child[i]);
  return i - first;
}

/* A list without braces that cleanups made of one statement: they stand before a jump, or behind a loop whose
 * head declares the variable. */
static gboolean
is_cleaned (const IhopNode *node)
{
  return node->kind == IHOP_BLOCK && node->range.source == NULL && node->n_children > 1
         && (ihop_node_is_cleanup (node->child[0]) || ihop_node_is_cleanup (node->child[1]));
}

static void
build_cleaned (Builder *b, const IhopNode *node)
{
  guint before = 0, n = node->n_children;

  while (ihop_node_is_cleanup (node->child[before]))
    before++;
  step_point (b, IHOP_POINT_BEFORE, node->child[before]);
  build_cleanups (b, node, 0);
  build_statement (b, node->child[before]);
  if (before + 1 < n)
    {
      build_cleanups (b, node, before + 1);
      step_point (b, IHOP_POINT_AFTER, node->child[before]);
    }
}

/* Walks a launch or statement that stands in a block; returns how many children it covers. */
static guint
build_child (Builder *b, const IhopNode *block, guint i)
{
  guint first = i;

  if (is_cleaned (block->child[i]))
    {
      build_cleaned (b, block->child[i]);
      return 1;
    }
  while (i + 1 < block->n_children && is_attached_pragma (block->child[i]))
    i++;
  const IhopNode *node = block->child[i];
  const IhopKernel *kernel = g_hash_table_lookup (b->kernels, node);
  gboolean together = i > first && !kernel_takes_mark (kernel, block->child[first]);

  step_point (b, IHOP_POINT_BEFORE, together ? block->child[first] : node);
  if (kernel == NULL)
    {
      build_statement (b, node);
      step_point (b, IHOP_POINT_AFTER, node);
      return i + 1 - first;
    }
  step_launch (b, kernel);
  const IhopNode *last = kernel->statements->pdata[kernel->statements->len - 1];
  while (block->child[i] != last)
    i++;
  step_point (b, IHOP_POINT_AFTER, last);
  return i + 1 - first;
}

/* Others are a pragma with its statement, or what a macro makes. */
static gboolean
has_closing_brace (const IhopNode *block)
{
  return block->range.source && block->range.source->text[block->range.end - 1] == '}';
}

static void
build_block (Builder *b, const IhopNode *node)
{
  gboolean has_end = FALSE;

  if (is_cleaned (node))
    {
      build_cleaned (b, node);
      return;
    }
  for (guint i = 0; i < node->n_children;)
    if (ihop_node_is_cleanup (node->child[i]))
      {
        step_point (b, IHOP_POINT_BLOCK_END, node);
        i += build_cleanups (b, node, i);
        has_end = TRUE;
      }
    else
      i += build_child (b, node, i);
  if (has_closing_brace (node) && !has_end)
    step_point (b, IHOP_POINT_BLOCK_END, node);
}

static void
build_if (Builder *b, const IhopNode *node)
{
  guint64 weight = b->weight;

  step_host (b, node->child[0], node);
  guint condition = b->current;
  b->weight = MAX (weight / 2, 1);
  build_branch (b, node->child[1]);
  guint then_end = b->current;
  b->current = condition;
  if (node->child[2])
    build_branch (b, node->child[2]);
  b->weight = weight;
  guint else_end = b->current;
  b->current = NOWHERE;
  guint join = step (b, IHOP_GRAPH_JOIN, node);
  link_nodes (b, then_end, join);
  link_nodes (b, else_end, join);
  if (then_end == NOWHERE && else_end == NOWHERE)
    b->current = NOWHERE;
}

/* The condition of a loop, or NULL for one that never ends by it. */
static const IhopNode *
loop_test (const IhopNode *test)
{
  return test && (test->flags & IHOP_NODE_CONSTANT) && test->integer != 0 ? NULL : test;
}

/* What is the same for all three loops: "test" NULL is an endless loop. The first test of a loop
 * that is certain to run is a node of its own, from which nothing leaves the loop. */
static void
build_loop (Builder *b, const IhopNode *node, const IhopNode *init, const IhopNode *test,
            const IhopNode *next, gboolean runs)
{
  Builder outer = *b;
  guint64 inside = MIN (b->weight * WEIGHT_LOOP, WEIGHT_MOST);

  step (b, IHOP_GRAPH_REGION, node);
  step_host (b, init, node);
  if (runs && node->kind != IHOP_DO)
    step_host (b, test, node);
  guint start = b->current;
  b->weight = inside;
  b->current = NOWHERE;
  guint head = add_node (b, IHOP_GRAPH_JOIN, node);
  guint body = add_node (b, IHOP_GRAPH_JOIN, node);
  b->continue_to = add_node (b, IHOP_GRAPH_JOIN, node);
  b->weight = outer.weight;
  b->break_to = add_node (b, IHOP_GRAPH_JOIN, node);
  b->weight = inside;
  link_nodes (b, start, runs ? body : head);
  b->current = head;
  step_host (b, test, node);
  link_nodes (b, b->current, body);
  if (test)
    link_nodes (b, b->current, b->break_to);
  b->current = body;
  build_branch (b, ihop_loop_body (node));
  link_nodes (b, b->current, b->continue_to);
  b->current = b->continue_to;
  step_host (b, next, node);
  link_nodes (b, b->current, head);
  b->current = b->break_to;
  b->weight = outer.weight;
  b->break_to = outer.break_to;
  b->continue_to = outer.continue_to;
}

static void
build_switch (Builder *b, const IhopNode *node)
{
  Builder outer = *b;

  step_host (b, node->child[0], node);
  b->switch_from = b->current;
  b->has_default = FALSE;
  b->break_to = add_node (b, IHOP_GRAPH_JOIN, node);
  b->weight = MAX (b->weight / 2, 1);
  b->current = NOWHERE;
  build_branch (b, node->child[1]);
  link_nodes (b, b->current, b->break_to);
  if (!b->has_default)
    link_nodes (b, b->switch_from, b->break_to);
  b->current = b->break_to;
  b->weight = outer.weight;
  b->break_to = outer.break_to;
  b->switch_from = outer.switch_from;
  b->has_default = outer.has_default;
}

static void
build_case (Builder *b, const IhopNode *node)
{
  step (b, IHOP_GRAPH_JOIN, node);
  link_nodes (b, b->switch_from, b->current);
  if (node->child[0] == NULL)
    b->has_default = TRUE;
  if (node->n_children > 2 && node->child[2])
    build_branch (b, node->child[2]);
}

static guint
label_node (Builder *b, const IhopSymbol *symbol)
{
  guint found = GPOINTER_TO_UINT (g_hash_table_lookup (b->labels, symbol));

  if (found)
    return found - 1;
  found = add_node (b, IHOP_GRAPH_JOIN, NULL);
  g_hash_table_insert (b->labels, (gpointer) symbol, GUINT_TO_POINTER (found + 1));
  return found;
}

static void
build_label (Builder *b, const IhopNode *node)
{
  guint label = label_node (b, node->symbol);

  b->graph->has_goto |= ihop_node_jumps (node);
  link_nodes (b, b->current, label);
  b->current = label;
  if (node->n_children && node->child[0])
    build_branch (b, node->child[0]);
}

static void
build_jump (Builder *b, guint to)
{
  link_nodes (b, b->current, to);
  b->current = NOWHERE;
}

static void
build_statement (Builder *b, const IhopNode *node)
{
  const IhopKernel *kernel = g_hash_table_lookup (b->kernels, node);

  if (kernel)
    {
      step_launch (b, kernel);
      return;
    }
  switch (node->kind)
    {
    case IHOP_BLOCK: build_block (b, node); break;
    case IHOP_IF: build_if (b, node); break;
    case IHOP_FOR:
      build_loop (b, node, node->child[0], loop_test (node->child[1]), node->child[2],
                  b->runs && b->runs (node, b->data));
      break;
    case IHOP_WHILE: build_loop (b, node, NULL, loop_test (node->child[0]), NULL, FALSE); break;
    case IHOP_DO: build_loop (b, node, NULL, loop_test (node->child[1]), NULL, TRUE); break;
    case IHOP_SWITCH: build_switch (b, node); break;
    case IHOP_CASE: build_case (b, node); break;
    case IHOP_LABEL: build_label (b, node); break;
    case IHOP_BREAK: build_jump (b, b->break_to); break;
    case IHOP_CONTINUE: build_jump (b, b->continue_to); break;
    case IHOP_GOTO:
      b->graph->has_goto = TRUE;
      build_jump (b, node->symbol ? label_node (b, node->symbol) : b->graph->exit);
      break;
    case IHOP_RETURN:
      step_host (b, node->n_children ? node->child[0] : NULL, node);
      build_jump (b, b->graph->exit);
      break;
    case IHOP_EMPTY:
    case IHOP_PRAGMA: break;
    default: step_host (b, node, node); break;
    }
}

static void
find_before (IhopGraph *graph)
{
  for (guint i = 0; i < graph->nodes->len; i++)
    {
      const GArray *next = ihop_graph_at (graph, i)->next;
      for (guint k = 0; k < next->len; k++)
        g_array_append_val (ihop_graph_at (graph, g_array_index (next, guint, k))->before, i);
    }
}

IhopGraph *
ihop_graph_new (const IhopNode *body, const GPtrArray *kernels, IhopGraphRuns runs, gpointer data)
{
  IhopGraph *graph = g_new0 (IhopGraph, 1);
  Builder b = { .graph = graph, .source = body->range.source, .runs = runs, .data = data, .weight = WEIGHT_ONCE };

  graph->nodes = g_ptr_array_new_with_free_func (node_free);
  b.break_to = b.continue_to = b.switch_from = NOWHERE;
  b.kernels = g_hash_table_new (NULL, NULL);
  b.calls = g_hash_table_new (NULL, NULL);
  b.labels = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < kernels->len; i++)
    {
      IhopKernel *kernel = kernels->pdata[i];
      g_hash_table_insert (kernel->kind == IHOP_KERNEL_CALL ? b.calls : b.kernels, kernel->statements->pdata[0],
                           kernel);
    }
  graph->entry = b.current = add_node (&b, IHOP_GRAPH_ENTRY, NULL);
  graph->exit = add_node (&b, IHOP_GRAPH_EXIT, NULL);
  step_point (&b, IHOP_POINT_BLOCK_START, body);
  build_block (&b, body);
  link_nodes (&b, b.current, graph->exit);
  find_before (graph);
  g_hash_table_unref (b.kernels);
  g_hash_table_unref (b.calls);
  g_hash_table_unref (b.labels);
  return graph;
}
