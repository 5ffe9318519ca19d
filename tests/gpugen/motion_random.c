/* Random host programs with kernels in them, run with the copies that motion.c places.
 *
 * The interpreter below walks the statements themselves, not motion's graph: what a break or a
 * return skips, it finds out on its own. A variable has three elements and two homes; each read is
 * compared with what a machine with one memory would have read. Beside it runs an oracle that copies
 * only when a read is about to fail: no placement can copy less often. */
#include "gpugen/plan/host_graph_builder.h"
#include "gpugen/transfer/motion.h"
#include "gpugen/transfer/motion_check.h"
#include <stdlib.h>
#include <string.h>

#define ELEMENTS 3
#define STEPS_MOST 4000

enum { DO_HOST_READ, DO_HOST_PART, DO_HOST_FILL, DO_KERNEL_READ, DO_KERNEL_PART, DO_KERNEL_FILL,
       DO_KERNEL_READ_FILL, DO_NOTHING, N_DO };
enum { GO_ON, GO_BREAK, GO_CONTINUE, GO_RETURN };

typedef struct
{
  GRand *rand;
  IhopPool *pool;
  GPtrArray *kernels;
  GHashTable *what;     /* node → DO_* + 1 */
  guint size;
} Maker;

typedef struct
{
  GRand *rand;
  GHashTable *what, *moves; /* moves: "kind:id" → 1: out, 2: in, 3: both */
  int host[ELEMENTS], device[ELEMENTS], truth[ELEMENTS];
  gboolean on_host, on_device; /* the oracle's */
  guint copies, least, steps, clock;
  gboolean wrong;
} Machine;

static const IhopNode *make_statement (Maker *m, guint depth, gboolean in_loop);

static IhopNode *
make_work (Maker *m)
{
  IhopNode *node = ihop_node_new (m->pool, IHOP_EXPRESSION, 0);
  int what = g_rand_int_range (m->rand, 0, N_DO);

  m->size++;
  g_hash_table_insert (m->what, node, GINT_TO_POINTER (what + 1));
  if (what < DO_KERNEL_READ || what == DO_NOTHING)
    return node;
  IhopKernel *kernel = g_new0 (IhopKernel, 1);
  kernel->statements = g_ptr_array_new ();
  kernel->marks = g_ptr_array_new ();
  g_ptr_array_add (kernel->statements, node);
  g_ptr_array_add (m->kernels, kernel);
  return node;
}

static IhopNode *
make_block (Maker *m, guint depth, gboolean in_loop)
{
  guint n = g_rand_int_range (m->rand, 1, depth == 0 ? 7 : 5);
  IhopNode *block = ihop_node_new (m->pool, IHOP_BLOCK, n);

  for (guint i = 0; i < n; i++)
    block->child[i] = make_statement (m, depth + 1, in_loop);
  return block;
}

static const IhopNode *
make_body (Maker *m, guint depth, gboolean in_loop)
{
  return g_rand_int_range (m->rand, 0, 3) ? make_block (m, depth, in_loop)
                                          : make_statement (m, depth + 1, in_loop);
}

static IhopNode *
make_condition (Maker *m)
{
  IhopNode *node = ihop_node_new (m->pool, IHOP_REF, 0);
  int reads = g_rand_int_range (m->rand, 0, 5) == 0;

  g_hash_table_insert (m->what, node, GINT_TO_POINTER ((reads ? DO_HOST_READ : DO_NOTHING) + 1));
  return node;
}

static const IhopNode *
make_if (Maker *m, guint depth, gboolean in_loop)
{
  IhopNode *node = ihop_node_new (m->pool, IHOP_IF, 3);

  node->child[0] = make_condition (m);
  node->child[1] = make_body (m, depth, in_loop);
  if (g_rand_boolean (m->rand))
    node->child[2] = make_body (m, depth, in_loop);
  return node;
}

static const IhopNode *
make_loop (Maker *m, guint depth)
{
  gboolean is_do = g_rand_int_range (m->rand, 0, 4) == 0;
  IhopNode *node = ihop_node_new (m->pool, is_do ? IHOP_DO : IHOP_WHILE, 2);

  node->child[is_do] = make_condition (m);
  node->child[!is_do] = make_body (m, depth, TRUE);
  return node;
}

static const IhopNode *
make_statement (Maker *m, guint depth, gboolean in_loop)
{
  int dice = g_rand_int_range (m->rand, 0, 20);

  if (depth > 4 || m->size > 24 || dice < 11)
    return make_work (m);
  if (dice < 14)
    return make_if (m, depth, in_loop);
  if (dice < 17)
    return make_loop (m, depth);
  if (dice == 17)
    return make_block (m, depth, in_loop);
  if (!in_loop)
    return depth > 1 && dice == 18 ? ihop_node_new (m->pool, IHOP_RETURN, 1) : make_work (m);
  return dice == 18 ? ihop_node_new (m->pool, IHOP_BREAK, 0)
                    : ihop_node_new (m->pool, IHOP_CONTINUE, 0);
}

/* ---- running -------------------------------------------------------------------- */

static char *
point_key (IhopPointKind kind, const IhopNode *anchor)
{
  return g_strdup_printf ("%d:%u", kind, anchor->id);
}

static void
run_moves (Machine *m, IhopPointKind kind, const IhopNode *anchor)
{
  g_autofree char *key = point_key (kind, anchor);
  guint moves = GPOINTER_TO_UINT (g_hash_table_lookup (m->moves, key));

  if (moves & 1)
    memcpy (m->host, m->device, sizeof m->host);
  if (moves & 2)
    memcpy (m->device, m->host, sizeof m->host);
  m->copies += (moves & 1) + (moves >> 1);
}

static void
check_read (Machine *m, const int *home, gboolean on_device)
{
  if (memcmp (home, m->truth, sizeof m->truth) != 0)
    m->wrong = TRUE;
  gboolean *there = on_device ? &m->on_device : &m->on_host;
  if (!*there)
    m->least++;
  *there = TRUE;
}

/* The oracle copies whole variables: a part written asks for the rest. */
static void
write_elements (Machine *m, int *home, gboolean on_device, gboolean all)
{
  guint n = all ? ELEMENTS : 1, first = all ? 0 : m->clock % ELEMENTS;

  for (guint i = first; i < first + n; i++)
    home[i] = m->truth[i] = (int) ++m->clock;
  if (!all && !(on_device ? m->on_device : m->on_host))
    m->least++;
  m->on_device = on_device;
  m->on_host = !on_device;
}

static void
run_work (Machine *m, const IhopNode *node)
{
  switch (GPOINTER_TO_INT (g_hash_table_lookup (m->what, node)) - 1)
    {
    case DO_HOST_READ: check_read (m, m->host, FALSE); break;
    case DO_HOST_PART: write_elements (m, m->host, FALSE, FALSE); break;
    case DO_HOST_FILL: write_elements (m, m->host, FALSE, TRUE); break;
    case DO_KERNEL_READ: check_read (m, m->device, TRUE); break;
    case DO_KERNEL_PART: write_elements (m, m->device, TRUE, FALSE); break;
    case DO_KERNEL_FILL: write_elements (m, m->device, TRUE, TRUE); break;
    case DO_KERNEL_READ_FILL:
      check_read (m, m->device, TRUE);
      write_elements (m, m->device, TRUE, TRUE);
      break;
    default: break;
    }
}

static int run_statement (Machine *m, const IhopNode *node);

static int
run_placed (Machine *m, const IhopNode *node)
{
  run_moves (m, IHOP_POINT_BEFORE, node);
  int go = run_statement (m, node);
  if (go == GO_ON)
    run_moves (m, IHOP_POINT_AFTER, node);
  return go;
}

static int
run_branch (Machine *m, const IhopNode *node)
{
  return node->kind == IHOP_BLOCK ? run_statement (m, node) : run_placed (m, node);
}

static int
run_block (Machine *m, const IhopNode *node)
{
  for (guint i = 0; i < node->n_children; i++)
    {
      int go = run_placed (m, node->child[i]);
      if (go != GO_ON)
        return go;
    }
  run_moves (m, IHOP_POINT_BLOCK_END, node);
  return GO_ON;
}

static gboolean
run_condition (Machine *m, const IhopNode *node)
{
  run_work (m, node);
  return ++m->steps < STEPS_MOST && g_rand_int_range (m->rand, 0, 10) < 7;
}

static int
run_loop (Machine *m, const IhopNode *node)
{
  gboolean is_do = node->kind == IHOP_DO;

  if (!is_do && !run_condition (m, node->child[0]))
    return GO_ON;
  do
    {
      int go = run_branch (m, node->child[!is_do]);
      if (go == GO_RETURN)
        return go;
      if (go == GO_BREAK)
        break;
    }
  while (run_condition (m, node->child[is_do]));
  return GO_ON;
}

static int
run_statement (Machine *m, const IhopNode *node)
{
  switch (node->kind)
    {
    case IHOP_BLOCK: return run_block (m, node);
    case IHOP_IF:
      if (run_condition (m, node->child[0]))
        return run_branch (m, node->child[1]);
      return node->child[2] ? run_branch (m, node->child[2]) : GO_ON;
    case IHOP_WHILE:
    case IHOP_DO: return run_loop (m, node);
    case IHOP_BREAK: return GO_BREAK;
    case IHOP_CONTINUE: return GO_CONTINUE;
    case IHOP_RETURN: return GO_RETURN;
    default: run_work (m, node); return GO_ON;
    }
}

/* ---- the two together --------------------------------------------------------------- */

static const guint16 event_of[N_DO] = {
  IHOP_EVENT_HOST_READ, IHOP_EVENT_HOST_WRITE, IHOP_EVENT_HOST_FILL,
  IHOP_EVENT_DEVICE_READ, IHOP_EVENT_DEVICE_WRITE, IHOP_EVENT_DEVICE_FILL,
  IHOP_EVENT_DEVICE_READ | IHOP_EVENT_DEVICE_FILL, 0
};

static guint16 *
collect_events (const IhopGraph *graph, GHashTable *what, gboolean live_out)
{
  guint16 *events = g_new0 (guint16, graph->nodes->len);

  for (guint i = 0; i < graph->nodes->len; i++)
    {
      const IhopGraphNode *node = ihop_graph_at (graph, i);
      const IhopNode *key = node->kind == IHOP_GRAPH_LAUNCH ? node->statement : node->code;
      int found = key ? GPOINTER_TO_INT (g_hash_table_lookup (what, key)) : 0;
      if (found)
        events[i] = event_of[found - 1];
    }
  events[graph->entry] = IHOP_EVENT_HOST_FILL;
  events[graph->exit] = live_out ? IHOP_EVENT_HOST_READ : 0;
  return events;
}

static GHashTable *
index_moves (const IhopGraph *graph, const GArray *moves)
{
  GHashTable *table = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < moves->len; i++)
    {
      IhopMove move = g_array_index (moves, IhopMove, i);
      IhopPoint point = ihop_graph_at (graph, move.node)->point;
      char *key = point_key (point.kind, point.anchor);
      guint old = GPOINTER_TO_UINT (g_hash_table_lookup (table, key));
      g_hash_table_insert (table, key, GUINT_TO_POINTER (old | (move.to_device ? 2 : 1)));
    }
  return table;
}

static gboolean
run_program (const IhopNode *body, GHashTable *what, GHashTable *moves, gboolean live_out,
             guint32 seed, guint64 *copies, guint64 *least)
{
  Machine m = { .what = what, .moves = moves, .on_host = TRUE, .rand = g_rand_new_with_seed (seed) };

  for (guint i = 0; i < ELEMENTS; i++)
    m.device[i] = -1 - (int) i;
  run_moves (&m, IHOP_POINT_BLOCK_START, body);
  run_statement (&m, body);
  if (live_out)
    check_read (&m, m.host, FALSE);
  g_rand_free (m.rand);
  *copies += m.copies;
  *least += m.least;
  return !m.wrong;
}

/* A checker that never complains would prove nothing: taking one copy away must be noticed
 * whenever it makes some run wrong. Returns how often it was. */
static guint
try_without_one (const IhopGraph *graph, const guint16 *events, const GArray *moves,
                 const IhopNode *body, GHashTable *what, gboolean live_out)
{
  guint noticed = 0;

  for (guint drop = 0; drop < moves->len; drop++)
    {
      g_autoptr (GArray) fewer = g_array_copy ((GArray *) moves);
      guint64 copies = 0, least = 0;
      g_array_remove_index (fewer, drop);
      g_autoptr (IhopMessage) wrong = ihop_motion_check (graph, events, fewer);
      g_autoptr (GHashTable) index = index_moves (graph, fewer);
      gboolean good = TRUE;
      for (guint32 seed = 0; seed < 8; seed++)
        good &= run_program (body, what, index, live_out, seed, &copies, &least);
      g_assert_true (good || wrong != NULL);
      noticed += wrong != NULL;
    }
  return noticed;
}

typedef struct
{
  guint64 copies, naive, least, programs, dropped, noticed;
} Score;

static void
try_scheme (const IhopGraph *graph, const guint16 *events, const GArray *moves, const Maker *m,
            const IhopNode *body, gboolean live_out, guint64 *copies, guint64 *least)
{
  g_autoptr (IhopMessage) wrong = ihop_motion_check (graph, events, moves);
  g_autoptr (GHashTable) index = index_moves (graph, moves);

  if (wrong)
    g_error ("%s", ihop_message_text (wrong));
  for (guint32 seed = 0; seed < 8; seed++)
    g_assert_true (run_program (body, m->what, index, live_out, seed, copies, least));
}

static void
try_program (guint32 seed, Score *score)
{
  Maker m = { .rand = g_rand_new_with_seed (seed), .pool = ihop_pool_new () };
  guint64 ignored = 0;

  m.kernels = g_ptr_array_new ();
  m.what = g_hash_table_new (NULL, NULL);
  const IhopNode *body = make_block (&m, 0, FALSE);
  gboolean live_out = g_rand_boolean (m.rand);
  g_autoptr (IhopGraph) graph = ihop_graph_new (body, m.kernels, NULL, NULL);
  g_autofree guint16 *events = collect_events (graph, m.what, live_out);
  g_autoptr (GArray) moves = g_array_new (FALSE, FALSE, sizeof (IhopMove));
  g_autoptr (GArray) naive = g_array_new (FALSE, FALSE, sizeof (IhopMove));

  g_assert_true (ihop_motion_solve (graph, events, moves));
  ihop_motion_naive (graph, events, naive);
  g_assert_cmpuint (ihop_motion_weigh (graph, moves), <=, ihop_motion_weigh (graph, naive));
  try_scheme (graph, events, moves, &m, body, live_out, &score->copies, &score->least);
  try_scheme (graph, events, naive, &m, body, live_out, &score->naive, &ignored);
  score->noticed += try_without_one (graph, events, moves, body, m.what, live_out);
  score->dropped += moves->len;
  score->programs++;
  for (guint i = 0; i < m.kernels->len; i++)
    {
      IhopKernel *kernel = m.kernels->pdata[i];
      g_ptr_array_unref (kernel->statements);
      g_ptr_array_unref (kernel->marks);
      g_free (kernel);
    }
  g_ptr_array_unref (m.kernels);
  g_hash_table_unref (m.what);
  g_rand_free (m.rand);
  ihop_pool_free (m.pool);
}

int
main (int argc, char **argv)
{
  guint n = argc > 1 ? (guint) atoi (argv[1]) : 3000;
  Score score = { 0 };

  for (guint32 seed = 1; seed <= n; seed++)
    try_program (seed, &score);
  /* A copy that could be left out would not be in a cheapest placement. */
  g_assert_cmpuint (score.noticed, ==, score.dropped);
  g_print ("%" G_GUINT64_FORMAT " programs, %" G_GUINT64_FORMAT " copies run, least possible %"
           G_GUINT64_FORMAT " (ratio %.3f), naive %" G_GUINT64_FORMAT "\n",
           score.programs, score.copies, score.least, (double) score.copies / (double) score.least,
           score.naive);
  g_assert_cmpuint (score.copies, <, score.naive);
  return 0;
}
