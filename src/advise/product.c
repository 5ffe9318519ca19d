/* Matrix products and their kin on tiles: two parallel loops around a third one that adds up into an element of theirs.
 *
 * A block has a tile of results, of which each thread keeps a small one in registers; the third loop goes in strips of 16,
 * for which the rows and columns that are needed are staged in shared memory. (Volkov and Demmel, SC 2008.) Tiles of
 * 64 x 64 with 8 x 8 in the registers of each thread ask for a quarter of a load for each multiply-add, but leave a large
 * card with hardly a warp for each scheduler unless there are many of them: then nothing hides the latency of memory and
 * of the sums. Tiles of 32 x 64 with 4 x 4 a thread ask for half a load, and have four times the warps: on an H200, products
 * of 1,000 rows and columns are 1.3 to 1.6 times as quick with them. All of it are steps; where one is refused, nothing is
 * done. */
#include "advise/ideas.h"
#include "analysis/kernel/kernel.h"
#include "transform/build/body.h"
#include "transform/build/query.h"
#include <string.h>

#define STRIP 16
#define MOST_GROUPS 4
#define LEAST_SHARE 4         /* of the multiprocessors, one in so many at least has a large tile */
#define SCHEDULERS 4          /* of a multiprocessor */
#define ENOUGH_WARPS 2        /* for each of them: its own, and one to hide that one's latency */

/* Rows and columns of a tile's results, and of the threads that they are dealt out to. */
typedef struct
{
  guint rows, columns, threads_y, threads_x;
} TileShape;

static const TileShape large_tile = { 64, 64, 8, 8 }, small_tile = { 32, 64, 8, 16 };

typedef struct
{
  IhopSearching *search;
  IhopState **state;
  const char *function;
  guint number;            /* of the nest among the function's outermost loops */
  guint before, behind;    /* statements on either side of the third loop */
  TileShape tile;
} Product;

/* ---- Loops by where they stand ---------------------------------------------------------------------------------------- */

/* The loop reached from the nest's outermost one by going so often to the inner loop of a number; NULL: there is none. */
static const IhopLoopName *
loop_at (const Product *self, const guint *way, guint n)
{
  const IhopLoopName *loop = NULL;
  guint outermost = 0;

  for (guint i = 0; i < (*self->state)->names->len && loop == NULL; i++)
    {
      const IhopLoopName *name = (*self->state)->names->pdata[i];
      if (name->parent == NULL && strcmp (name->function->symbol->name, self->function) == 0
          && outermost++ == self->number)
        loop = name;
    }
  for (guint i = 0; loop && i < n; i++)
    {
      g_autoptr (GPtrArray) inner = ihop_state_inner (*self->state, loop->loop);
      loop = way[i] < inner->len ? inner->pdata[way[i]] : NULL;
    }
  return loop;
}

static const char *
iterator_at (const Product *self, const guint *way, guint n)
{
  const IhopLoopName *loop = loop_at (self, way, n);
  const IhopSymbol *iterator = loop ? ihop_loop_iterator (loop->loop) : NULL;

  return iterator ? iterator->name : "";
}

/* "STEP LOOP WORDS". */
static gboolean
take (Product *self, const char *step, const guint *way, guint n, const char *format, ...) G_GNUC_PRINTF (5, 6);

static gboolean
take (Product *self, const char *step, const guint *way, guint n, const char *format, ...)
{
  const IhopLoopName *loop = loop_at (self, way, n);
  va_list args;

  va_start (args, format);
  g_autofree char *words = g_strdup_vprintf (format, args);
  va_end (args);
  g_autofree char *text = loop ? g_strdup_printf ("%s %s%s%s", step, loop->address, *words ? " " : "", words) : NULL;
  return text && ihop_state_try (self->search, self->state, text);
}

/* ---- Is it one? ----------------------------------------------------------------------------------------------------------- */

/* The only statement, an update of an element; NULL: it is another one. */
static const IhopNode *
update_in (const IhopNode *loop)
{
  g_autoptr (GPtrArray) statements = ihop_body_statements (ihop_loop_body (loop));
  const IhopNode *only = statements->len == 1 ? statements->pdata[0] : NULL;
  const IhopNode *update = only && only->kind == IHOP_EXPRESSION ? ihop_node_strip (only->child[0], FALSE) : NULL;

  return update && update->kind == IHOP_ASSIGN && update->op != IHOP_OP_NONE
             && ihop_node_strip (update->child[0], FALSE)->kind == IHOP_INDEX
           ? update : NULL;
}

static const IhopSymbol *
array_of (const IhopNode *reference)
{
  const IhopNode *node = ihop_node_strip (reference, FALSE);

  while (node->kind == IHOP_INDEX)
    node = ihop_node_strip (node->child[0], TRUE);
  return node->kind == IHOP_REF ? node->symbol : NULL;
}

static gboolean
is_parallel (const Product *self, const IhopLoopName *name)
{
  const IhopLoop *loop = name ? ihop_loops_find (ihop_state_facts (self->search, *self->state), (*self->state)->tree,
                                                 name->loop) : NULL;

  return loop && loop->verdict == IHOP_PARALLEL && loop->reductions->len == 0;
}

static double
count_results (const Product *self, const IhopLoopName *i, const IhopLoopName *j)
{
  IhopFacts *facts = ihop_state_facts (self->search, *self->state);
  const IhopLoopName *names[] = { i, j };
  g_autoptr (GHashTable) means = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  IhopUsual usual = { IHOP_USUAL_SIZE, FALSE };
  double results = 1;

  ihop_trips_read_callers (facts, i->function, means);
  for (guint k = 0; k < 2; k++)
    {
      const IhopCounting *counting = ihop_loops_counting (facts, (*self->state)->tree, names[k]->loop);
      results *= MAX (1, ihop_trips_mean (names[k]->loop, counting, means, &usual));
    }
  return results;
}

/* FALSE: there are not even tiles enough for a part of the card. */
static gboolean
choose_tile (Product *self, const IhopLoopName *i, const IhopLoopName *j)
{
  g_autoptr (IhopGpu) gpu = ihop_gpu_load (self->search->plan.gpu, NULL);
  double tiles = count_results (self, i, j) / (large_tile.rows * large_tile.columns);

  if (gpu == NULL || tiles * LEAST_SHARE <= gpu->sm_count)
    return FALSE;
  double warps = tiles * large_tile.threads_y * large_tile.threads_x / gpu->warp;
  self->tile = warps < (double) ENOUGH_WARPS * SCHEDULERS * gpu->sm_count ? small_tile : large_tile;
  return TRUE;
}

/* Loops i and j in each other, and in j a loop k of one update of an element that k does not move. */
static gboolean
is_product (Product *self)
{
  const guint way[] = { 0, 0 };
  const IhopLoopName *i = loop_at (self, way, 0), *j = loop_at (self, way, 1), *k = loop_at (self, way, 2);
  const IhopNode *update = k ? update_in (k->loop) : NULL;
  guint at;

  if (update == NULL || ihop_only_loop (ihop_loop_body (i->loop)) != j->loop || ihop_loop_iterator (k->loop) == NULL
      || ihop_mentions (update->child[0], ihop_loop_iterator (k->loop)) || !is_parallel (self, i) || !is_parallel (self, j)
      || !choose_tile (self, i, j))
    return FALSE;
  g_autoptr (GPtrArray) inner = ihop_state_inner (*self->state, j->loop);
  g_autoptr (GPtrArray) statements = ihop_body_statements (ihop_loop_body (j->loop));
  if (inner->len != 1 || !g_ptr_array_find (statements, k->loop, &at))
    return FALSE;
  self->before = at;
  self->behind = statements->len - at - 1;
  return ihop_role_in (i->function->body, i->loop).role == IHOP_ROLE_NONE;
}

/* ---- Tiles ------------------------------------------------------------------------------------------------------------------ */

/* The third loop, and what stands before and behind it, in nests of their own. */
static gboolean
distribute (Product *self)
{
  const guint way[] = { 0, 0, 0 };
  g_autoptr (GString) cuts = g_string_new (NULL), parts = g_string_new (NULL);
  guint n = 1;

  if (self->before)
    {
      g_string_append_printf (cuts, "@%u", self->before + 1);
      g_string_append_printf (parts, "@%u", ++n);
    }
  if (self->behind)
    {
      g_string_append_printf (cuts, "%s@%u", cuts->len ? " " : "", self->before + 2);
      g_string_append_printf (parts, "%s@%u", parts->len ? " " : "", ++n);
    }
  return n == 1 || (take (self, "distribute", way, 3, "%s", cuts->str) && take (self, "distribute", way, 2, "%s", parts->str));
}

/* The third loop in strips, around the tile; the tile's results dealt out. */
static gboolean
deal (Product *self, guint third)
{
  const guint nest[] = { 0, third, 0, 0, 0 }, dealt[] = { 0, third, 0, 0, 0, 0, 0 };

  if (!take (self, "strip-mine", nest, 4, "%d", STRIP))
    return FALSE;
  g_autofree char *i = g_strdup (iterator_at (self, nest, 2)), *j = g_strdup (iterator_at (self, nest, 3));
  g_autofree char *strip = g_strdup (iterator_at (self, nest, 4)), *k = g_strdup (iterator_at (self, dealt, 5));
  if (!take (self, "permute", dealt, 5, "%s %s %s %s", strip, k, i, j)
      || !take (self, "cyclic", dealt, 5, "%u %u", self->tile.threads_y, self->tile.threads_x))
    return FALSE;
  const char *ti = iterator_at (self, dealt, 4), *tj = iterator_at (self, dealt, 5), *ri = iterator_at (self, dealt, 6);
  const guint innermost[] = { 0, third, 0, 0, 0, 0, 0 };
  const IhopLoopName *last = loop_at (self, innermost, 7);
  const IhopSymbol *rj = last ? ihop_loop_iterator (last->loop) : NULL;
  if (rj == NULL || !take (self, "permute", innermost, 7, "%s %s %s %s %s %s", strip, ti, tj, k, ri, rj->name))
    return FALSE;
  for (guint part = 0; part < (guint) ((self->before > 0) + (self->behind > 0)); part++)
    {
      const guint way[] = { 0, part < third ? part : part + 1, 0 };
      if (!take (self, "cyclic", way, 3, "%u %u", self->tile.threads_y, self->tile.threads_x))
        return FALSE;
    }
  return TRUE;
}

/* ---- Memories ----------------------------------------------------------------------------------------------------------------- */

typedef struct
{
  const IhopSymbol *iterator, *result;
  GPtrArray *arrays;       /* of char * */
} Reads;

static gboolean
look_for_read (const IhopNode *node, gpointer data)
{
  Reads *reads = data;
  const IhopSymbol *array = node->kind == IHOP_INDEX ? array_of (node) : NULL;

  if (node->kind != IHOP_INDEX)
    return TRUE;
  if (array && array != reads->result && ihop_mentions (node, reads->iterator)
      && !g_ptr_array_find_with_equal_func (reads->arrays, array->name, g_str_equal, NULL))
    g_ptr_array_add (reads->arrays, g_strdup (array->name));
  return FALSE;
}

static gboolean
stage (Product *self, guint third, const char *result, const GPtrArray *arrays)
{
  const guint tile[] = { 0 };

  if (!take (self, "stage", tile, 1, "%s registers %u %u", result, self->tile.threads_y, self->tile.threads_x))
    return FALSE;
  const guint strip[] = { 0, third + 1 };
  for (guint i = 0; i < arrays->len; i++)
    for (guint group = 1; group <= MOST_GROUPS; group++)
      {
        g_autofree char *name = group == 1 ? g_strdup (arrays->pdata[i])
                                           : g_strdup_printf ("%s@%u", (const char *) arrays->pdata[i], group);
        if (!take (self, "stage", strip, 2, "%s shared %u %u", name, self->tile.threads_y, self->tile.threads_x))
          {
            if (group == 1)
              return FALSE;
            break;
          }
      }
  return TRUE;
}

/* ---- Blocks and threads --------------------------------------------------------------------------------------------------------- */

static gboolean
mark_threads (Product *self, const guint *way, guint n)
{
  guint inner[4];
  const IhopLoopName *loop = loop_at (self, way, n);

  if (loop == NULL || ihop_role_in (loop->function->body, loop->loop).role != IHOP_ROLE_NONE)
    return loop != NULL;
  memcpy (inner, way, n * sizeof *way);
  inner[n] = 0;
  return take (self, "to-threads", way, n, "y") && take (self, "to-threads", inner, n + 1, "x");
}

static guint
inner_count (const Product *self, const guint *way, guint n)
{
  const IhopLoopName *loop = loop_at (self, way, n);
  g_autoptr (GPtrArray) inner = loop ? ihop_state_inner (*self->state, loop->loop) : g_ptr_array_new ();

  return inner->len;
}

/* Before anything is staged: there is less to be proved then. */
static gboolean
mark (Product *self, guint third)
{
  const guint tile[] = { 0 }, strip[] = { 0, third, 0 };

  for (guint i = 0; i < inner_count (self, tile, 1); i++)
    {
      const guint way[] = { 0, i };
      if (i != third && !mark_threads (self, way, 2))
        return FALSE;
    }
  return mark_threads (self, strip, 3) && take (self, "to-blocks", tile, 0, "y") && take (self, "to-blocks", tile, 1, "x");
}

/* The nest of the third loop is the last one in its strip. */
static gboolean
finish (Product *self, guint third)
{
  const guint strip[] = { 0, third + 1 };
  const guint innermost[] = { 0, third + 1, inner_count (self, strip, 2) - 1, 0, 0, 0, 0 };

  take (self, "unguard", innermost, 7, "%s", ""); /* there may be no edge */
  return take (self, "fences", strip, 0, "%s", "");
}

/* ---- The whole --------------------------------------------------------------------------------------------------------------------- */

static gboolean
declares_iterator (const IhopNode *loop)
{
  return loop->kind == IHOP_FOR && loop->child[0] && loop->child[0]->kind == IHOP_DECLARATION;
}

static gboolean
lay_out (Product *self)
{
  const guint way[] = { 0, 0 };
  const IhopLoopName *k = loop_at (self, way, 2);
  const IhopNode *update = update_in (k->loop);
  const IhopSymbol *result = array_of (update->child[0]);
  g_autoptr (GPtrArray) arrays = g_ptr_array_new_with_free_func (g_free);
  Reads reads = { ihop_loop_iterator (k->loop), result, arrays };
  guint third = self->before > 0;

  if (result == NULL)
    return FALSE;
  ihop_node_walk (update->child[1], look_for_read, &reads);
  g_autofree char *name = g_strdup (result->name);
  return arrays->len > 0 && (declares_iterator (k->loop) || take (self, "declare-iterator", way, 2, "%s", ""))
         && take (self, "tile", way, 1, "%u %u", self->tile.rows, self->tile.columns) && distribute (self)
         && deal (self, third) && mark (self, third) && stage (self, third, name, arrays) && finish (self, third);
}

IhopState *
ihop_idea_product (IhopSearching *search, IhopState *from, const char *function, guint number)
{
  IhopState *state = ihop_state_ref (from);
  Product self = { .search = search, .state = &state, .function = function, .number = number };

  if (is_product (&self))
    {
      search->steps_left += IHOP_PRODUCT_STEPS;
      search->deadline += IHOP_PRODUCT_SECONDS;
      search->work_left += MIN (G_MAXUINT64 - search->work_left, IHOP_PRODUCT_WORK);
      if (lay_out (&self))
        return state;
    }
  ihop_state_unref (state);
  return NULL;
}
