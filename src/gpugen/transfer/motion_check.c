/* The judge of motion.c: shares nothing with it but the graph and the events, to which textual_events.c has
 * added what the text shows besides.
 *
 * Forward over all paths: per node, whether the host's and the device's copy hold the variable's
 * value on every way to it. Where ways meet only what holds on all of them holds. Starts from
 * "everything holds" (no way seen yet) and only takes away, so it ends. */
#include "gpugen/transfer/motion_check.h"
#include "gpugen/plan/host_graph.h"
#include "gpugen/transfer/motion.h"
#include <string.h>

enum { HOST = 1, DEVICE = 2, UNSEEN = 4 };

typedef struct
{
  const IhopGraph *graph;
  const guint16 *events;
  guint8 *moves;           /* per node: HOST: copy out here; DEVICE: copy in here */
  guint8 *in;              /* per node: what holds before it */
} Check;

static guint8
after_moves (guint8 moves, guint8 state)
{
  if ((moves & HOST) && (state & DEVICE))
    state |= HOST;
  else if (moves & HOST)
    state &= ~HOST;
  if ((moves & DEVICE) && (state & HOST))
    state |= DEVICE;
  else if (moves & DEVICE)
    state &= ~DEVICE;
  return state;
}

static guint8
before_moves (const Check *check, guint i)
{
  gboolean born = check->events[i] & IHOP_EVENT_DEVICE_BORN;

  return check->in[i] & (born ? ~DEVICE : 0xff);
}

static guint8
after_node (const Check *check, guint i)
{
  guint16 event = check->events[i];
  guint8 state = after_moves (check->moves[i], before_moves (check, i));

  if (event & IHOP_EVENT_DEVICE_LOST)
    state &= HOST;
  if (event & IHOP_EVENT_FORGET)
    state = HOST | DEVICE;
  if (event & IHOP_EVENT_HOST_FILL)
    state = HOST;
  if (event & IHOP_EVENT_DEVICE_FILL)
    state = DEVICE;
  if (event & IHOP_EVENT_HOST_WRITE)
    state &= HOST;
  if (event & IHOP_EVENT_DEVICE_WRITE)
    state &= DEVICE;
  return state;
}

static void
run_forward (Check *check)
{
  g_autoptr (GArray) work = g_array_new (FALSE, FALSE, sizeof (guint));

  memset (check->in, UNSEEN, check->graph->nodes->len);
  check->in[check->graph->entry] = 0;
  g_array_append_val (work, check->graph->entry);
  while (work->len)
    {
      guint i = g_array_index (work, guint, work->len - 1);
      g_array_set_size (work, work->len - 1);
      guint8 state = after_node (check, i);
      const IhopGraphNode *node = ihop_graph_at (check->graph, i);
      for (guint k = 0; k < node->next->len; k++)
        {
          guint to = g_array_index (node->next, guint, k);
          guint8 met = check->in[to] & UNSEEN ? state : check->in[to] & state;
          if (met == check->in[to])
            continue;
          check->in[to] = met;
          g_array_append_val (work, to);
        }
    }
}

/* Whether anybody may still ask for the value after this node: a walk over the paths. */
static gboolean
wanted_after (const Check *check, guint i)
{
  g_autofree guint8 *seen = g_new0 (guint8, check->graph->nodes->len);
  g_autoptr (GArray) work = g_array_new (FALSE, FALSE, sizeof (guint));

  g_array_append_val (work, i);
  for (guint done = 0; done < work->len; done++)
    {
      const IhopGraphNode *node = ihop_graph_at (check->graph, g_array_index (work, guint, done));
      for (guint k = 0; k < node->next->len; k++)
        {
          guint to = g_array_index (node->next, guint, k);
          guint16 event = check->events[to];
          if (event & (IHOP_EVENT_HOST_READ | IHOP_EVENT_DEVICE_READ))
            return TRUE;
          if (seen[to] || (event & (IHOP_EVENT_FORGET | IHOP_EVENT_HOST_FILL
                                    | IHOP_EVENT_DEVICE_FILL)))
            continue;
          seen[to] = 1;
          g_array_append_val (work, to);
        }
    }
  return FALSE;
}

static IhopMessage *
complain (const Check *check, guint i, const char *what)
{
  const IhopGraphNode *node = ihop_graph_at (check->graph, i);
  guint line = node->statement ? ihop_range_line (node->statement->range) : 0;

  return ihop_message ("%s at line %u (node %u)", ihop_argument_phrase (what), line, i);
}

static IhopMessage *
check_node (const Check *check, guint i)
{
  guint16 event = check->events[i];
  guint8 state = before_moves (check, i), moves = check->moves[i];

  if (state & UNSEEN)
    return NULL;
  if ((moves & HOST) && !(state & DEVICE) && wanted_after (check, i))
    return complain (check, i, N_ ("a copy to the host of what the device does not have"));
  if ((moves & HOST) && (state & DEVICE))
    state |= HOST;
  if ((moves & DEVICE) && !(state & HOST) && wanted_after (check, i))
    return complain (check, i, N_ ("a copy to the device of what the host does not have"));
  if ((event & IHOP_EVENT_HOST_READ) && !(state & HOST))
    return complain (check, i, N_ ("the host reads an old value"));
  if ((event & IHOP_EVENT_DEVICE_READ) && !(state & DEVICE))
    return complain (check, i, N_ ("the device reads an old value"));
  if ((event & IHOP_EVENT_HOST_WRITE) && !(state & HOST) && wanted_after (check, i))
    return complain (check, i, N_ ("the host changes a part of an old value"));
  if ((event & IHOP_EVENT_DEVICE_WRITE) && !(state & DEVICE) && wanted_after (check, i))
    return complain (check, i, N_ ("the device changes a part of an old value"));
  return NULL;
}

IhopMessage *
ihop_motion_check (const IhopGraph *graph, const guint16 *events, const GArray *moves)
{
  guint n = graph->nodes->len;
  g_autofree guint8 *at = g_new0 (guint8, n);
  g_autofree guint8 *in = g_new0 (guint8, n);
  Check check = { graph, events, at, in };
  IhopMessage *wrong = NULL;

  for (guint i = 0; i < moves->len; i++)
    {
      IhopMove move = g_array_index (moves, IhopMove, i);
      if (move.node >= n || ihop_graph_at (graph, move.node)->kind != IHOP_GRAPH_POINT)
        return ihop_message ("a copy stands where there is no place for it");
      at[move.node] |= move.to_device ? DEVICE : HOST;
    }
  run_forward (&check);
  for (guint i = 0; i < n && wrong == NULL; i++)
    wrong = check_node (&check, i);
  return wrong;
}
