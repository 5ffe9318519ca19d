/* Matrix × vector products and their kin: a parallel loop around one that adds up into elements of it, of rows or columns of
 * a matrix.
 *
 * A thread for each result leaves a large card with a few warps, each of which has a handful of loads on its way; then the
 * latency of memory is all there is to see. So a block has a few results, and four to eight warps that fetch a strip of the matrix
 * for them into shared memory; a thread for each result then adds up along it, in the order of the source. On an H100 that is
 * 2.5 times as quick for 2,000 rows and columns. All of it are steps; where one is refused, nothing is done. */
#include "advise/ideas.h"
#include "advise/layout.h"
#include "advise/nests.h"
#include "advise/operands.h"
#include "analysis/kernel/kernel.h"
#include "transform/build/body.h"
#include "transform/build/query.h"

#define SHARED_BYTES 40960    /* for all tiles of a block: some are padded, and 48 KiB is what there is */
#define MOST_RESULTS 4

typedef struct
{
  IhopLayout layout;
  GArray *operands;        /* of IhopOperand: arrays that the sums read */
  GPtrArray *results;      /* of char *: arrays of the sums, or variables */
  guint n_variables;       /* of these: they get an array for a block, which nothing is copied to */
  guint before, behind;    /* statements on either side of the loop over the sum */
  guint rows, strip;       /* results of a block; terms of the sum that are fetched at once */
} MatrixVector;

/* ---- Is it one? ----------------------------------------------------------------------------------------------------------- */

/* An element that the loop over the sum leaves where it is, or a variable, gets a new value. */
static gboolean
collect_sum (MatrixVector *self, const IhopNode *statement, const IhopSymbol *sum, const IhopSymbol *result)
{
  const IhopNode *set = statement->kind == IHOP_EXPRESSION ? ihop_node_strip (statement->child[0], FALSE) : NULL;

  if (set == NULL || set->kind != IHOP_ASSIGN || ihop_mentions (set->child[0], sum))
    return FALSE;
  const IhopSymbol *array = ihop_layout_array (set->child[0]);
  if (array == NULL || self->results->len == MOST_RESULTS)
    return FALSE;
  g_ptr_array_add (self->results, g_strdup (array->name));
  self->n_variables += ihop_node_strip (set->child[0], FALSE)->kind == IHOP_REF;
  ihop_operands_collect (self->operands, set->child[1], sum, result);
  return TRUE;
}

/* A matrix at least: a vector alone comes from the caches. */
static gboolean
has_matrix (const MatrixVector *self)
{
  for (guint i = 0; i < self->operands->len; i++)
    {
      const IhopOperand *operand = &g_array_index (self->operands, IhopOperand, i);
      gboolean by_result = FALSE;
      for (guint d = 0; d < operand->rank; d++)
        by_result |= operand->by_result[d];
      if (operand->rank >= 2 && by_result)
        return TRUE;
    }
  return FALSE;
}

static gboolean
collect (MatrixVector *self, const IhopLoopName *outer, const IhopLoopName *inner)
{
  const IhopSymbol *sum = ihop_loop_iterator (inner->loop), *result = ihop_loop_iterator (outer->loop);
  g_autoptr (GPtrArray) statements = ihop_body_statements (ihop_loop_body (inner->loop));

  for (guint i = 0; sum && result && i < statements->len; i++)
    if (!collect_sum (self, statements->pdata[i], sum, result))
      return FALSE;
  return sum && result && has_matrix (self);
}

/* A parallel loop, and one in it that adds up. */
static gboolean
is_nest (const IhopLayout *layout)
{
  const guint way[] = { 0 };
  const IhopLoopName *outer = ihop_layout_loop (layout, way, 0), *inner = ihop_layout_loop (layout, way, 1);

  return inner && ihop_nests_count_sums (inner->loop) && ihop_layout_count_inner (layout, way, 0) == 1
         && ihop_layout_is_parallel (layout, outer);
}

static gboolean
is_matrix_vector (MatrixVector *self)
{
  const guint way[] = { 0 };
  const IhopLoopName *outer = ihop_layout_loop (&self->layout, way, 0), *inner = ihop_layout_loop (&self->layout, way, 1);

  return outer && inner && collect (self, outer, inner) && (self->n_variables == 0 || self->n_variables == self->results->len);
}

/* Statements on either side of the loop over the sum, which is the n-th one inwards. */
static gboolean
count_sides (MatrixVector *self, guint n)
{
  const guint way[] = { 0, 0 };
  const IhopLoopName *outer = ihop_layout_loop (&self->layout, way, n - 1), *inner = ihop_layout_loop (&self->layout, way, n);
  guint at;

  if (outer == NULL || inner == NULL)
    return FALSE;
  g_autoptr (GPtrArray) statements = ihop_body_statements (ihop_loop_body (outer->loop));
  if (!g_ptr_array_find (statements, inner->loop, &at))
    return FALSE;
  self->before = at;
  self->behind = statements->len - at - 1;
  return TRUE;
}

/* ---- Sizes ------------------------------------------------------------------------------------------------------------------ */

static gboolean
choose_sizes (MatrixVector *self)
{
  self->rows = ihop_operands_results (&self->layout, self->operands);
  self->strip = ihop_operands_strip (self->operands, self->rows, SHARED_BYTES);
  return self->strip > 0;
}

/* ---- Results in variables --------------------------------------------------------------------------------------------------- */

static gboolean
privatize_variables (MatrixVector *self)
{
  for (guint i = 0; i < self->n_variables; i++)
    if (!ihop_nests_privatize (&self->layout, 1, self->results->pdata[i]))
      return FALSE;
  return TRUE;
}

/* Each gets an array with an element for each result of a block. */
static gboolean
expand_variables (MatrixVector *self)
{
  IhopLayout *layout = &self->layout;
  const guint way[] = { 0, 0 };

  for (guint i = 0; i < self->n_variables; i++)
    if (!ihop_layout_take (layout, "scalar-expand", way, 1, "%s", (const char *) self->results->pdata[i]))
      return FALSE;
  g_autoptr (GPtrArray) sums = ihop_body_statements (ihop_loop_body (ihop_layout_loop (layout, way, 2)->loop));
  for (guint i = 0; i < self->n_variables; i++)
    {
      const IhopNode *set = ihop_node_strip (((const IhopNode *) sums->pdata[i])->child[0], FALSE);
      g_free (self->results->pdata[i]);
      self->results->pdata[i] = g_strdup (ihop_layout_array (set->child[0])->name);
    }
  return TRUE;
}

/* ---- Steps ------------------------------------------------------------------------------------------------------------------ */

/* What stands before and behind the loop over the sum, in loops of its own. */
static gboolean
distribute (MatrixVector *self)
{
  const guint way[] = { 0 };
  g_autoptr (GString) cuts = g_string_new (NULL);

  if (self->before)
    g_string_append_printf (cuts, "@%u", self->before + 1);
  if (self->behind)
    g_string_append_printf (cuts, "%s@%u", cuts->len ? " " : "", self->before + 2);
  return cuts->len == 0 || ihop_layout_take (&self->layout, "distribute", way, 1, "%s", cuts->str);
}

/* Strips of the sum outside; in each the results as threads, which add up their part of it. "at": the loop's number in the
 * block, as in the following. */
static gboolean
spread_sum (MatrixVector *self, guint at)
{
  IhopLayout *layout = &self->layout;
  const guint way[] = { at, 0, 0 };

  if (!ihop_layout_take (layout, "strip-mine", way, 2, "%u", self->strip))
    return FALSE;
  g_autofree char *result = g_strdup (ihop_layout_iterator (layout, way, 1));
  g_autofree char *strip = g_strdup (ihop_layout_iterator (layout, way, 2));
  g_autofree char *sum = g_strdup (ihop_layout_iterator (layout, way, 3));
  if (!ihop_layout_take (layout, "permute", way, 3, "%s %s %s", strip, sum, result)
      || !ihop_layout_take (layout, "cyclic", way, 3, "%u", self->rows))
    return FALSE;
  g_autofree char *thread = g_strdup (ihop_layout_iterator (layout, way, 3));
  return ihop_layout_take (layout, "permute", way, 3, "%s %s %s", strip, thread, sum)
         && ihop_layout_take (layout, "to-threads", way, 2, "x");
}

static gboolean
spread_others (MatrixVector *self, guint at)
{
  for (guint i = 0; i < (guint) (1 + (self->before > 0) + (self->behind > 0)); i++)
    {
      const guint way[] = { i };
      if (i != at && !(ihop_layout_take (&self->layout, "cyclic", way, 1, "%u", self->rows)
                       && ihop_layout_take (&self->layout, "to-threads", way, 1, "x")))
        return FALSE;
    }
  return TRUE;
}

/* Nests that read results are in front of the strips then. */
static guint
strips_at (const MatrixVector *self, guint at)
{
  return at + self->results->len - self->n_variables;
}

static gboolean
stage (MatrixVector *self, guint at)
{
  const guint strip[] = { strips_at (self, at) };

  for (guint i = 0; i < self->results->len; i++)
    if (!ihop_layout_take (&self->layout, "stage", NULL, 0, "%s registers %u", (const char *) self->results->pdata[i],
                           self->rows))
      return FALSE;
  for (guint i = 0; i < self->operands->len; i++)
    {
      const IhopOperand *operand = &g_array_index (self->operands, IhopOperand, i);
      g_autofree char *threads = ihop_operand_fetchers (self->operands, operand, self->rows, self->strip);
      if (!ihop_layout_stage (&self->layout, strip, 1, operand->name, 1, threads))
        return FALSE;
    }
  return TRUE;
}

static gboolean
finish (MatrixVector *self, guint at)
{
  const guint strip[] = { strips_at (self, at) }, first[] = { 0 };
  const guint innermost[] = { strip[0], ihop_layout_count_inner (&self->layout, strip, 1) - 1, 0 };

  if (self->n_variables)
    ihop_layout_take (&self->layout, "unguard", first, 1, "%s", "");
  ihop_layout_take (&self->layout, "unguard", innermost, 3, "%s", ""); /* there may be no edge */
  return ihop_layout_take (&self->layout, "fences", NULL, 0, "%s", "");
}

static gboolean
lay_out (MatrixVector *self)
{
  const guint way[] = { 0 };
  const IhopLoopName *inner = ihop_layout_loop (&self->layout, way, 1);

  if (!privatize_variables (self)
      || !(ihop_layout_declares_iterator (inner->loop) || ihop_layout_take (&self->layout, "declare-iterator", way, 1, "%s", ""))
      || !ihop_layout_take (&self->layout, "strip-mine", NULL, 0, "%u", self->rows) || !expand_variables (self)
      || !count_sides (self, 2) || !distribute (self))
    return FALSE;
  guint at = self->before > 0;
  return spread_sum (self, at) && spread_others (self, at) && ihop_layout_take (&self->layout, "to-blocks", NULL, 0, "x")
         && stage (self, at) && finish (self, at);
}

static gboolean
lay_out_nest (IhopLayout *layout)
{
  g_autoptr (GArray) operands = ihop_operands_new ();
  g_autoptr (GPtrArray) results = g_ptr_array_new_with_free_func (g_free);
  MatrixVector self = { .layout = *layout, .operands = operands, .results = results };

  if (!is_nest (layout))
    return FALSE;
  ihop_searching_allow (layout->search);
  ihop_nests_prepare (&self.layout, 2);
  if (!is_matrix_vector (&self) || !choose_sizes (&self) || !lay_out (&self))
    return FALSE;
  *layout = self.layout;
  return TRUE;
}

IhopState *
ihop_idea_matrix_vector (IhopSearching *search, IhopState *from, const char *function, guint number)
{
  return ihop_nests_lay_out (search, from, function, number, lay_out_nest);
}
