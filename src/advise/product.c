/* Matrix products and their kin on tiles: two parallel loops around a third one that adds up into an element of theirs, or into
 * several ones: a complex product has two sums, of its real and its imaginary part.
 *
 * A block has a tile of results, of which each thread keeps a small one in registers; the third loop goes in strips of 16,
 * for which the rows and columns that are needed are staged in shared memory. (Volkov and Demmel, SC 2008.) Tiles of
 * 64 x 64 with 8 x 8 in the registers of each thread ask for a quarter of a load for each multiply-add, but leave a large
 * card with hardly a warp for each scheduler unless there are many of them: then nothing hides the latency of memory and
 * of the sums. Tiles of 32 x 64 with 4 x 4 a thread ask for half a load, and have four times the warps: on an H200, products
 * of 1,000 rows and columns are 1.3 to 1.6 times as quick with them. They are taken, too, where a thread's results would not fit
 * into its registers otherwise. Factors are worked out once for each tile (factors.h). All of it are steps; where one is refused, nothing is done. */
#include "advise/factors.h"
#include "advise/ideas.h"
#include "advise/isolate.h"
#include "advise/layout.h"
#include "advise/nests.h"
#include "advise/product_edge.h"
#include "advise/product_nest.h"
#include "advise/product_pairs.h"

#define MOST_DEPTH 10         /* loops in each other, of a nest that is laid out */

static void
clear_result (gpointer result)
{
  g_free (((IhopProductResult *) result)->name);
}

/* ---- Results in variables -------------------------------------------------------------------------------------------------- */

/* Each iteration of the tile gets one of its own: an array as large as the tile. FALSE: a step was refused. */
static gboolean
expand_variable (IhopProduct *self, IhopProductResult *result)
{
  IhopLayout *layout = &self->layout;
  const guint way[] = { 0, 0, 0, 0 };

  for (guint n = 0; n < 2; n++)
    {
      if (!ihop_layout_take (layout, n == 0 ? "scalar-expand" : "array-expand", way, 3 - n, "%s", result->name))
        return FALSE;
      g_autoptr (GPtrArray) updates = ihop_isolate_updates (ihop_layout_loop (layout, way, 4)->loop);
      const IhopNode *update = updates->pdata[result->update];
      g_free (result->name);
      result->name = g_strdup (ihop_layout_array (update->child[0])->name);
    }
  return TRUE;
}

static gboolean
expand_variables (IhopProduct *self)
{
  for (guint i = 0; i < self->results->len; i++)
    {
      IhopProductResult *result = &g_array_index (self->results, IhopProductResult, i);
      if (result->is_variable && !expand_variable (self, result))
        return FALSE;
    }
  return TRUE;
}

static gboolean
privatize_variables (IhopProduct *self)
{
  for (guint i = 0; i < self->results->len; i++)
    {
      const IhopProductResult *result = &g_array_index (self->results, IhopProductResult, i);
      if (result->is_variable && !ihop_nests_privatize (&self->layout, 2, result->name))
        return FALSE;
    }
  return TRUE;
}

/* ---- Tiles ------------------------------------------------------------------------------------------------------------------ */

/* The third loop, and what stands before and behind it, in nests of their own. */
static gboolean
distribute (IhopProduct *self)
{
  IhopLayout *layout = &self->layout;
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
  return n == 1 || (ihop_layout_take (layout, "distribute", way, 3, "%s", cuts->str)
                    && ihop_layout_take (layout, "distribute", way, 2, "%s", parts->str));
}

/* Where the third loop begins at a value of i, only the first strips of a tile are cut by that: in a loop of their own, so that
 * those behind them need no test. Where it cannot be done, nothing is. */
static void
split_edge (IhopProduct *self)
{
  IhopLayout *layout = &self->layout;
  const guint nest[] = { 0, self->third, 0, 0, 0 };
  const IhopLoopName *i = ihop_layout_loop (layout, nest, 2), *k = ihop_layout_loop (layout, nest, 4);
  const IhopCounting *counting
    = k ? ihop_loops_counting (ihop_state_facts (layout->search, *layout->state), (*layout->state)->tree, k->loop) : NULL;
  g_autofree char *edge = counting && counting->lower
                            ? ihop_product_sum_at (counting->lower, ihop_loop_iterator (i->loop), ihop_layout_iterator (layout, NULL, 0), self->tile.rows)
                            : NULL;
  IhopState *whole = ihop_state_ref (*layout->state);

  if (edge && ihop_layout_take (layout, "split", nest, 4, "'%s < %s'", ihop_loop_iterator (k->loop)->name, edge)
      && ihop_layout_take (layout, "distribute", nest, 3, "@2") && ihop_layout_take (layout, "distribute", nest, 2, "@2"))
    {
      ihop_state_unref (whole);
      self->strips = 2;
      self->strip = IHOP_SHORT_STRIP; /* what is staged for both has a place of its own */
      return;
    }
  ihop_state_unref (*layout->state);
  *layout->state = whole;
}

/* Loops that results taken two and two add to a nest. */
static guint
pair_loops (const IhopProduct *self)
{
  return (guint) self->pairs.rows + self->pairs.columns;
}

/* How the results are dealt out to threads; owned by the caller. */
static char *
dealt_threads (const IhopProduct *self)
{
  return ihop_pairs_threads (self->pairs, self->tile.threads_y, self->tile.threads_x);
}

/* Of the strips' loop number n. */
static void
take_factors_out (IhopProduct *self, guint n, const guint *strip)
{
  if (self->keeps_factors)
    return;
  self->factors[n] = ihop_factors_find (&self->layout, strip, 2);
  ihop_factors_take_out (&self->factors[n], n ? self->factors[0].n : 0, &self->layout, strip, 2, self->tile.threads_y, self->tile.threads_x);
}

static void
clear_factors (IhopProduct *self)
{
  for (guint n = 0; n < G_N_ELEMENTS (self->factors); n++)
    ihop_factors_clear (&self->factors[n]);
}

static gboolean
has_factors (const IhopProduct *self)
{
  return self->factors[0].n + self->factors[1].n > 0;
}

/* "ti tj k ri rj", of loops that are k, ti, tj, ri, rj; NULL: there are not as many. */
static char *
threads_order (const IhopProduct *self, const guint *dealt, const char *k)
{
  g_autoptr (GString) order = g_string_new (NULL);
  g_autofree char *between = g_strdup_printf (" %s ", k);

  for (guint n = 4; n <= 7 + pair_loops (self); n++)
    {
      const char *name = ihop_layout_iterator (&self->layout, dealt, n);
      if (*name == '\0')
        return NULL;
      g_string_append_printf (order, "%s%s", n == 4 ? "" : n == 6 ? between : " ", name);
    }
  return g_string_free (g_steal_pointer (&order), FALSE);
}

/* The third loop in strips, around the tile; the tile's results dealt out. It is the loop of this number in its tile. */
static gboolean
deal_strips (IhopProduct *self, guint number)
{
  IhopLayout *layout = &self->layout;
  const guint nest[] = { 0, number, 0, 0, 0 };

  g_autofree char *i = g_strdup (ihop_layout_iterator (layout, nest, 2));
  g_autofree char *j = g_strdup (ihop_layout_iterator (layout, nest, 3));
  g_autofree char *k = g_strdup (ihop_layout_iterator (layout, nest, 4));
  if (!ihop_layout_take (layout, "tile", nest, 4, "- - %u", self->strip))
    return FALSE;
  take_factors_out (self, number - self->third, nest);
  const guint dealt[MOST_DEPTH] = { 0, number, self->factors[number - self->third].n }, innermost = 7 + pair_loops (self);
  g_autofree char *threads = dealt_threads (self);
  if (!ihop_layout_take (layout, "permute", dealt, 5, "%s %s %s", k, i, j)
      || !ihop_layout_take (layout, "cyclic", dealt, 5, "%s", threads))
    return FALSE;
  g_autofree char *order = threads_order (self, dealt, k);
  return order && ihop_layout_take (layout, "permute", dealt, innermost, "%s", order)
         && (!self->pairs.sum || ihop_layout_take (layout, "normalize", dealt, 5, "%s", ""));
}

static gboolean
is_strip (const IhopProduct *self, guint number)
{
  return number >= self->third && number < self->third + self->strips;
}

static gboolean
deal (IhopProduct *self)
{
  const guint tile[] = { 0 };
  g_autofree char *threads = dealt_threads (self);

  for (guint number = 0; number < ihop_layout_count_inner (&self->layout, tile, 1); number++)
    {
      const guint way[] = { 0, number, 0 };
      if (!(is_strip (self, number) ? deal_strips (self, number) : ihop_layout_take (&self->layout, "cyclic", way, 3, "%s", threads)))
        return FALSE;
    }
  return TRUE;
}

/* ---- Memories ----------------------------------------------------------------------------------------------------------------- */

/* Of the strips' loop number n, when the results are staged: nests that read what elements were are in front of it then. */
static guint
strip_at (const IhopProduct *self, guint n)
{
  return self->third + self->n_elements + n;
}

/* What an iteration of the strips' loop number n reads. */
static gboolean
stage_strip (IhopProduct *self, guint n)
{
  IhopLayout *layout = &self->layout;
  const guint strip[] = { 0, strip_at (self, n) };
  g_autofree char *threads = g_strdup_printf ("%u %u", self->tile.threads_y, self->tile.threads_x);
  g_autofree char *shared = g_strconcat (threads, ihop_pairs_any (self->pairs) ? " even" : "", NULL);

  for (guint i = 0; i < self->arrays->len; i++)
    {
      const char *array = self->arrays->pdata[i];
      const IhopFactor *factor = ihop_factors_of (&self->factors[n], array);
      if (!(factor ? ihop_factor_stage (factor, layout, strip, 2, threads, shared) : ihop_layout_stage (layout, strip, 2, array, 1, shared)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
stage (IhopProduct *self)
{
  const guint tile[] = { 0 };
  g_autofree char *dealt = dealt_threads (self);

  for (guint i = 0; i < self->results->len; i++)
    if (!ihop_layout_take (&self->layout, "stage", tile, 1, "%s registers %s", g_array_index (self->results, IhopProductResult, i).name, dealt))
      return FALSE;
  for (guint n = 0; n < self->strips; n++)
    if (!stage_strip (self, n))
      return FALSE;
  return TRUE;
}

/* ---- Blocks and threads --------------------------------------------------------------------------------------------------------- */

static guint
count_factors (const IhopProduct *self, guint number)
{
  return is_strip (self, number) ? self->factors[number - self->third].n : 0;
}

static gboolean
mark_nests (IhopProduct *self, guint number)
{
  for (guint f = 0; f <= count_factors (self, number); f++)
    {
      const guint way[] = { 0, number, f };
      if (!ihop_layout_mark_threads (&self->layout, way, is_strip (self, number) ? 3 : 2))
        return FALSE;
    }
  return TRUE;
}

/* Before anything is staged: there is less to be proved then. */
static gboolean
mark (IhopProduct *self)
{
  IhopLayout *layout = &self->layout;
  const guint tile[] = { 0 };

  for (guint number = 0; number < ihop_layout_count_inner (layout, tile, 1); number++)
    if (!mark_nests (self, number))
      return FALSE;
  return ihop_layout_take (layout, "to-blocks", tile, 0, "y") && ihop_layout_take (layout, "to-blocks", tile, 1, "x");
}

/* The nest of the third loop is the last one in its strip; those of factors are in front of it. */
static gboolean
finish_strip (IhopProduct *self, guint n)
{
  IhopLayout *layout = &self->layout;
  const guint strip[] = { 0, strip_at (self, n) }, more = pair_loops (self);
  const guint last = ihop_layout_count_inner (layout, strip, 2) - 1;
  const guint innermost[MOST_DEPTH] = { 0, strip[1], last };

  for (guint f = 1; f <= self->factors[n].n; f++)
    {
      const guint factor[MOST_DEPTH] = { 0, strip[1], last - f };
      if (!ihop_layout_take (layout, "unguard", factor, 5 + (ihop_layout_count_inner (layout, factor, 5) > 0), "%s", ""))
        return FALSE;
    }
  if (!ihop_layout_take (layout, "unguard", innermost, 7 + more, "%s", ""))
    ihop_layout_take (layout, "unguard", innermost, 7 + more, "value"); /* there may be no edge at all */
  return TRUE;
}

static gboolean
finish (IhopProduct *self)
{
  const guint first[MOST_DEPTH] = { 0 };

  if (self->n_elements == 0 && self->third)
    ihop_layout_take (&self->layout, "unguard", first, 5 + pair_loops (self), "%s", "");
  for (guint n = 0; n < self->strips; n++)
    if (!finish_strip (self, n))
      return FALSE;
  return ihop_layout_take (&self->layout, "fences", NULL, 0, "%s", "");
}

/* ---- The whole --------------------------------------------------------------------------------------------------------------------- */

static gboolean
spread (IhopProduct *self)
{
  return deal (self) && mark (self) && stage (self) && finish (self);
}

static gboolean
lay_out (IhopProduct *self)
{
  IhopLayout *layout = &self->layout;
  const guint way[] = { 0, 0 };
  const IhopLoopName *k = ihop_layout_loop (layout, way, 2);

  self->strips = 1;
  ihop_product_choose_strip (self);
  if (!privatize_variables (self)
      || !(ihop_layout_declares_iterator (k->loop) || ihop_layout_take (layout, "declare-iterator", way, 2, "%s", ""))
      || !ihop_layout_take (layout, "tile", way, 1, "%u %u", self->tile.rows, self->tile.columns)
      || !expand_variables (self) || !ihop_product_count_sides (self, 4) || !distribute (self))
    return FALSE;
  split_edge (self);
  g_autoptr (IhopState) tiled = ihop_state_ref (*layout->state);
  if (spread (self))
    return TRUE;
  if (!has_factors (self))
    return FALSE;
  self->keeps_factors = TRUE;
  clear_factors (self);
  ihop_state_unref (*layout->state);
  *layout->state = ihop_state_ref (tiled);
  return spread (self);
}

/* Blocks along z for a loop around that has nothing else in it. */
static void
spread_around (IhopLayout *layout)
{
  IhopLayout around = *layout;

  if (around.n_around == 0)
    return;
  around.n_around--;
  const IhopLoopName *loop = ihop_layout_loop (&around, NULL, 0);
  if (ihop_layout_count_inner (&around, NULL, 0) == 1 && ihop_layout_is_parallel (&around, loop)
      && (ihop_layout_declares_iterator (loop->loop) || ihop_layout_take (&around, "declare-iterator", NULL, 0, "%s", "")))
    ihop_layout_take (&around, "to-blocks", NULL, 0, "z");
}

static gboolean
lay_out_nest (IhopLayout *layout)
{
  g_autoptr (GArray) results = g_array_new (FALSE, FALSE, sizeof (IhopProductResult));
  g_autoptr (GPtrArray) arrays = g_ptr_array_new_with_free_func (g_free);
  IhopProduct self = { .layout = *layout, .results = results, .arrays = arrays };

  g_array_set_clear_func (results, clear_result);
  if (!ihop_product_is_nest (layout))
    return FALSE;
  ihop_searching_allow (layout->search);
  ihop_nests_prepare (&self.layout, 3);
  gboolean is_laid_out = ihop_product_find_results (&self) && ihop_product_choose_tile (&self) && ihop_isolate_product (&self.layout) && lay_out (&self);
  clear_factors (&self);
  if (!is_laid_out)
    return FALSE;
  *layout = self.layout;
  spread_around (layout);
  return TRUE;
}

IhopState *
ihop_idea_product (IhopSearching *search, IhopState *from, const char *function, guint number)
{
  return ihop_nests_lay_out (search, from, function, number, lay_out_nest);
}
