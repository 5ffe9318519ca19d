/* Loops of the host that launch small kernels again and again become one kernel: a launch takes microseconds, a fence of a block
 * some ten nanoseconds, and one of all blocks of a card lies in between. The loops that were proved parallel are dealt out to the
 * threads, sums are added up by all threads of a block, and what is left is done by one thread. All of it are steps; where one is
 * refused, nothing is done.
 *
 * A block has one multiprocessor, and a grid one for each block. So this is tried only where it is known how much there is to do. */
#include "advise/ideas.h"
#include "advise/layout.h"
#include "transform/build/body.h"
#include "transform/build/query.h"

#define LEAST_LAUNCHES 64     /* of a loop's kernels, from which on it is looked at */
#define LEAST_FENCES 0.5      /* of a grid, for each launch that there was: kernels that have nothing to do with each other need none */
#define MOST_DEPTH 4          /* of loops around kernels, in each other */
#define LANES 256             /* that add up a sum */

enum { WARP = 32, LEAST_THREADS = 128, MOST_THREADS = 1024 };

typedef struct
{
  IhopLayout layout;
  guint way[MOST_DEPTH + 2];
  guint blocks;            /* that wait for each other; 0: the kernel has one */
  guint threads;           /* of all of them */
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

/* Iterations of the loop each time that it is reached. */
static double
trips_of (const Persistent *self, guint n)
{
  const IhopLoopName *around[MOST_DEPTH + 2];
  guint depth = 0;

  for (guint i = 0; i <= n; i++)
    around[depth++] = loop_at (self, i);
  return ihop_layout_instances (&self->layout, around, depth) / ihop_layout_instances (&self->layout, around, depth - 1);
}

/* Threads along a row: those of a warp, or of as many warps as there is work for, where another block takes the next row. */
static guint
row_threads (const Persistent *self, double trips)
{
  guint threads = WARP;

  while (self->blocks && threads < trips && threads < MOST_THREADS)
    threads *= 2;
  return threads;
}

/* Warps along rows of memory. */
static gboolean
deal_plane (Persistent *self, guint n)
{
  IhopLayout *layout = &self->layout;
  const IhopLoopName *inner = loop_at (self, n + 1);
  const IhopNode *body = ihop_loop_body (inner->loop);

  if (!declare_iterators (self, n))
    return FALSE;
  inner = loop_at (self, n + 1);
  body = ihop_loop_body (inner->loop);
  gboolean outer_rows = rows_along (body, loop_at (self, n)) > rows_along (body, inner);
  guint beside = row_threads (self, trips_of (self, outer_rows ? n : n + 1)), others = MAX (1, self->threads / beside);
  if (outer_rows)
    return ihop_layout_take (layout, "cyclic", self->way, n + 1, "%u %u open", beside, others)
           && ihop_layout_take (layout, "interchange", self->way, n + 1, "%s", "")
           && ihop_layout_take (layout, "collapse", self->way, n + 1, "%s", "");
  return ihop_layout_take (layout, "cyclic", self->way, n + 1, "%u %u open", others, beside)
         && ihop_layout_take (layout, "collapse", self->way, n + 1, "%s", "");
}

/* Three parallel loops directly in each other, for which a grid has threads enough. */
static gboolean
is_space (Persistent *self, guint n)
{
  self->way[n] = self->way[n + 1] = 0;
  return self->blocks && n + 2 <= MOST_DEPTH && is_plane (self, n) && is_plane (self, n + 1);
}

static gboolean
deal_space (Persistent *self, guint n)
{
  IhopLayout *layout = &self->layout;

  if (!declare_iterators (self, n))
    return FALSE;
  self->way[n] = self->way[n + 1] = 0;
  guint beside = row_threads (self, trips_of (self, n + 2)), rows = row_threads (self, trips_of (self, n + 1));
  guint others = MAX (1, self->threads / (beside * rows));
  return ihop_layout_take (layout, "cyclic", self->way, n + 2, "%u %u %u open", others, rows, beside)
         && ihop_layout_take (layout, "collapse", self->way, n + 1, "%s", "")
         && ihop_layout_take (layout, "collapse", self->way, n + 1, "%s", "");
}

static gboolean
deal (Persistent *self, guint n)
{
  self->way[n] = 0;
  self->has_threads = TRUE;
  if (is_space (self, n))
    {
      if (!deal_space (self, n))
        return FALSE;
    }
  else if (is_plane (self, n))
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

  if (self->blocks)
    return TRUE; /* blocks have no array together, and one thread adds up */
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

/* Iterations of a loop that stands in others, together with those of the loop that it consists of; for a grid, of two such. */
static double
iterations_of (const Persistent *self, const IhopLoopName **around, guint n, const IhopLoopName *loop)
{
  guint whole = n;

  around[whole++] = loop;
  while (whole < n + 2 + (self->blocks > 0))
    {
      g_autoptr (GPtrArray) inner = ihop_state_inner (*self->layout.state, around[whole - 1]->loop);
      if (inner->len != 1 || ihop_only_loop (ihop_loop_body (around[whole - 1]->loop)) != ((const IhopLoopName *) inner->pdata[0])->loop)
        break;
      around[whole++] = inner->pdata[0];
    }
  return ihop_layout_instances (&self->layout, around, whole) / ihop_layout_instances (&self->layout, around, n);
}

/* As many threads as what is done at once has iterations, as far as blocks go. */
static void
find_threads (Persistent *self, const IhopLoopName **around, guint n)
{
  g_autoptr (GPtrArray) inner = ihop_state_inner (*self->layout.state, around[n - 1]->loop);
  const guint most = MOST_THREADS * MAX (1, self->blocks);

  for (guint i = 0; i < inner->len; i++)
    {
      double iterations = iterations_of (self, around, n, inner->pdata[i]);
      while (self->threads < most && self->threads < iterations)
        self->threads *= 2;
      around[n] = inner->pdata[i];
      if (n < MOST_DEPTH)
        find_threads (self, around, n + 1);
    }
}

/* "blocks": as in Persistent. */
static gboolean
lay_out (IhopLayout *layout, guint blocks)
{
  Persistent self = { .layout = *layout, .blocks = blocks, .threads = blocks ? blocks * WARP : LEAST_THREADS };
  const IhopLoopName *loop = loop_at (&self, 0);
  g_autofree char *words = blocks ? g_strdup_printf ("%u", blocks) : g_strdup ("");

  if (loop == NULL || ihop_layout_is_parallel (layout, loop))
    return FALSE;
  ihop_searching_allow (layout->search);
  const IhopLoopName *around[MOST_DEPTH + 4] = { loop };
  find_threads (&self, around, 1);
  if (!spread_inside (&self, 0) || !self.has_threads || !ihop_layout_take (&self.layout, "persistent", NULL, 0, "%s", words)
      || !ihop_layout_take (&self.layout, "fences", NULL, 0, "%s", ""))
    return FALSE;
  *layout = self.layout;
  return TRUE;
}

/* Behind the steps; NULL: one was refused. */
static IhopState *
laid_out (IhopSearching *search, IhopState *from, const char *function, guint number, guint blocks)
{
  IhopState *state = ihop_state_ref (from);
  IhopLayout layout = { search, &state, function, number };

  if (lay_out (&layout, blocks))
    return state;
  ihop_state_unref (state);
  return NULL;
}

/* Takes both, which may be NULL. */
static IhopState *
better_of (IhopSearching *search, IhopState *one, IhopState *other)
{
  gboolean is_other = other && (one == NULL || ihop_state_worth (search, other)->seconds < ihop_state_worth (search, one)->seconds);

  g_clear_pointer (is_other ? &one : &other, ihop_state_unref);
  return is_other ? other : one;
}

static const IhopWorthPart *
part_of (const IhopWorth *worth, const IhopNode *loop)
{
  for (guint i = 0; i < worth->parts->len; i++)
    if (g_array_index (worth->parts, IhopWorthPart, i).loop == loop)
      return &g_array_index (worth->parts, IhopWorthPart, i);
  return NULL;
}

IhopState *
ihop_idea_persistent (IhopSearching *search, IhopState *from, const char *function, guint number)
{
  const IhopWorth *worth = ihop_state_worth (search, from);
  IhopState *unchanged = from, *one = NULL, *grid = NULL;
  const IhopLayout layout = { search, &unchanged, function, number };
  const IhopLoopName *loop = ihop_layout_loop (&layout, NULL, 0);
  const IhopWorthPart *part = loop ? part_of (worth, loop->loop) : NULL;

  if (part == NULL || part->own_launches < LEAST_LAUNCHES || part->is_guess)
    return NULL;
  if (part->traffic < part->seconds * worth->single_rate)
    one = laid_out (search, from, function, number, 0);
  double left = one ? part->seconds - (worth->seconds - ihop_state_worth (search, one)->seconds) : part->seconds;
  if (worth->blocks && part->own_launches * worth->grid_fence * LEAST_FENCES < left)
    grid = laid_out (search, from, function, number, worth->blocks);
  return better_of (search, one, grid);
}
