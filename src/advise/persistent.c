/* Loops of the host that launch small kernels again and again become one kernel of one block: a launch takes microseconds, and a
 * fence of a block some ten nanoseconds. The loops that were proved parallel are dealt out to the threads of the block, sums are
 * added up by all of them, and what is left is done by one thread. All of it are steps; where one is refused, nothing is done.
 *
 * A block has one multiprocessor. So this is tried only where it is known how much there is to do. */
#include "advise/ideas.h"
#include "advise/layout.h"
#include "transform/build/body.h"
#include "transform/build/query.h"

#define LEAST_LAUNCHES 64     /* of a loop's kernels, from which on it is looked at */
#define MOST_DEPTH 4          /* of loops around kernels, in each other */
#define LANES 256             /* that add up a sum */

enum { WARP = 32, LEAST_THREADS = 128, MOST_THREADS = 1024, NEST_STEPS = 60 };

typedef struct
{
  IhopLayout layout;
  guint way[MOST_DEPTH + 1];
  guint threads;           /* of the block */
  gboolean has_threads;    /* something was dealt out */
} Persistent;

static const IhopLoopName *
loop_at (const Persistent *self, guint n)
{
  return ihop_layout_loop (&self->layout, self->way, n);
}

static const IhopLoop *
verdict_at (const Persistent *self, guint n)
{
  const IhopLoopName *name = loop_at (self, n);
  IhopState *state = *self->layout.state;

  return name ? ihop_loops_find (ihop_state_facts (self->layout.search, state), state->tree, name->loop) : NULL;
}

static gboolean
declare_iterator (Persistent *self, guint n)
{
  const IhopLoopName *name = loop_at (self, n);

  return name && (ihop_layout_declares_iterator (name->loop) || ihop_layout_take (&self->layout, "declare-iterator", self->way, n, "%s", ""));
}

/* ---- Threads ------------------------------------------------------------------------------------------------------------- */

/* Elements whose last subscript goes with the iterator: neighbours in memory. */
typedef struct
{
  const IhopSymbol *iterator;
  guint rows;
} Rows;

static gboolean
count_row (const IhopNode *node, gpointer data)
{
  Rows *rows = data;

  if (node->kind != IHOP_INDEX)
    return TRUE;
  rows->rows += ihop_mentions (node->child[1], rows->iterator);
  return FALSE;
}

static guint
rows_along (const IhopNode *body, const IhopLoopName *name)
{
  Rows rows = { ihop_loop_iterator (name->loop), 0 };

  ihop_node_walk (body, count_row, &rows);
  return rows.rows;
}

/* Two parallel loops one directly in the other. */
static gboolean
is_plane (const Persistent *self, guint n)
{
  const IhopLoopName *outer = loop_at (self, n), *inner = loop_at (self, n + 1);

  return inner && ihop_only_loop (ihop_loop_body (outer->loop)) == inner->loop && ihop_layout_is_parallel (&self->layout, inner);
}

/* Each thread counts for itself. */
static gboolean
declare_iterators (Persistent *self, guint n)
{
  gboolean fine = declare_iterator (self, n);

  if (n == MOST_DEPTH)
    return fine;
  for (self->way[n] = 0; fine && loop_at (self, n + 1); self->way[n]++)
    fine = declare_iterators (self, n + 1);
  self->way[n] = 0;
  return fine;
}

/* Warps along rows of memory. */
static gboolean
deal_plane (Persistent *self, guint n)
{
  IhopLayout *layout = &self->layout;
  const IhopLoopName *inner = loop_at (self, n + 1);
  const IhopNode *body = ihop_loop_body (inner->loop);
  guint others = self->threads / WARP;

  if (!declare_iterators (self, n))
    return FALSE;
  gboolean outer_rows = rows_along (body, loop_at (self, n)) > rows_along (body, inner);
  if (outer_rows)
    return ihop_layout_take (layout, "cyclic", self->way, n + 1, "%u %u open", WARP, others)
           && ihop_layout_take (layout, "interchange", self->way, n + 1, "%s", "")
           && ihop_layout_take (layout, "collapse", self->way, n + 1, "%s", "");
  return ihop_layout_take (layout, "cyclic", self->way, n + 1, "%u %u open", others, WARP)
         && ihop_layout_take (layout, "collapse", self->way, n + 1, "%s", "");
}

static gboolean
deal (Persistent *self, guint n)
{
  self->way[n] = 0;
  self->has_threads = TRUE;
  if (is_plane (self, n))
    {
      if (!deal_plane (self, n))
        return FALSE;
    }
  else if (!declare_iterators (self, n) || !ihop_layout_take (&self->layout, "cyclic", self->way, n, "%u open", self->threads))
    return FALSE;
  return ihop_layout_take (&self->layout, "to-threads", self->way, n, "x");
}

/* The loops over lanes that come of it are threads, one behind the other. */
static gboolean
add_up (Persistent *self, guint n, const IhopReduction *reduction)
{
  guint lanes = MIN (self->threads, LANES), loops = 1;

  self->has_threads = TRUE;
  if (!declare_iterator (self, n)
      || !ihop_layout_take (&self->layout, "reduction", self->way, n, "%s %u tree reassociate", reduction->symbol->name, lanes))
    return FALSE;
  for (guint half = lanes; half > 1; half /= 2)
    loops++;
  for (guint i = 0; i < loops; i++, self->way[n - 1]++)
    if (!ihop_layout_take (&self->layout, "to-threads", self->way, n, "x"))
      return FALSE;
  self->way[n - 1]--;
  return TRUE;
}

/* ---- Loops around kernels ------------------------------------------------------------------------------------------------- */

static gboolean spread_inside (Persistent *self, guint n);

static gboolean
holds_parallel (Persistent *self, guint n)
{
  gboolean found = FALSE;

  for (self->way[n] = 0; n < MOST_DEPTH && !found && loop_at (self, n + 1); self->way[n]++)
    {
      const IhopLoop *loop = verdict_at (self, n + 1);
      found = (loop && loop->verdict == IHOP_PARALLEL) || holds_parallel (self, n + 1);
    }
  return found;
}

/* The loop that the way of length n leads to. */
static gboolean
spread (Persistent *self, guint n)
{
  const IhopLoop *loop = verdict_at (self, n);

  if (loop && loop->verdict == IHOP_PARALLEL && loop->reductions->len == 0)
    return deal (self, n);
  if (loop && loop->verdict == IHOP_PARALLEL && loop->reductions->len == 1)
    return add_up (self, n, loop->reductions->pdata[0]);
  return n >= MOST_DEPTH || !holds_parallel (self, n) || spread_inside (self, n);
}

/* What is in a loop that all threads go through. */
static gboolean
spread_inside (Persistent *self, guint n)
{
  if (!declare_iterator (self, n))
    return FALSE;
  for (self->way[n] = 0; loop_at (self, n + 1); self->way[n]++)
    if (!spread (self, n + 1))
      return FALSE;
  return TRUE;
}

/* ---- The idea ------------------------------------------------------------------------------------------------------------ */

/* Iterations of a loop that stands in others, together with those of the loop that it consists of. */
static double
iterations_of (const Persistent *self, const IhopLoopName **around, guint n, const IhopLoopName *loop)
{
  g_autoptr (GPtrArray) inner = ihop_state_inner (*self->layout.state, loop->loop);
  guint whole = n;

  around[whole++] = loop;
  if (inner->len == 1 && ihop_only_loop (ihop_loop_body (loop->loop)) == ((const IhopLoopName *) inner->pdata[0])->loop)
    around[whole++] = inner->pdata[0];
  return ihop_layout_instances (&self->layout, around, whole) / ihop_layout_instances (&self->layout, around, n);
}

/* As many threads as what is done at once has iterations, as far as a block goes. */
static void
find_threads (Persistent *self, const IhopLoopName **around, guint n)
{
  g_autoptr (GPtrArray) inner = ihop_state_inner (*self->layout.state, around[n - 1]->loop);

  for (guint i = 0; i < inner->len; i++)
    {
      double iterations = iterations_of (self, around, n, inner->pdata[i]);
      while (self->threads < MOST_THREADS && self->threads < iterations)
        self->threads *= 2;
      around[n] = inner->pdata[i];
      if (n < MOST_DEPTH)
        find_threads (self, around, n + 1);
    }
}

static gboolean
lay_out (IhopLayout *layout)
{
  Persistent self = { .layout = *layout, .threads = LEAST_THREADS };
  const IhopLoopName *loop = loop_at (&self, 0);

  if (loop == NULL || ihop_layout_is_parallel (layout, loop))
    return FALSE;
  ihop_searching_allow (layout->search);
  const IhopLoopName *around[MOST_DEPTH + 2] = { loop };
  find_threads (&self, around, 1);
  if (!spread_inside (&self, 0) || !self.has_threads || !ihop_layout_take (&self.layout, "persistent", NULL, 0, "%s", "")
      || !ihop_layout_take (&self.layout, "fences", NULL, 0, "%s", ""))
    return FALSE;
  *layout = self.layout;
  return TRUE;
}

IhopState *
ihop_idea_persistent (IhopSearching *search, IhopState *from, const char *function, guint number)
{
  const IhopWorth *worth = ihop_state_worth (search, from);
  IhopState *state = ihop_state_ref (from);
  IhopLayout layout = { search, &state, function, number };
  const IhopLoopName *loop = ihop_layout_loop (&layout, NULL, 0);

  for (guint i = 0; loop && i < worth->parts->len; i++)
    {
      const IhopWorthPart *part = &g_array_index (worth->parts, IhopWorthPart, i);
      if (part->loop == loop->loop && part->own_launches >= LEAST_LAUNCHES && !part->is_guess
          && part->traffic < part->seconds * worth->single_rate && lay_out (&layout))
        return state;
    }
  ihop_state_unref (state);
  return NULL;
}
