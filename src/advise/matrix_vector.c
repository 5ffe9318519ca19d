/* Matrix × vector products and their kin: a parallel loop around one that adds up into elements of it, of rows or columns of
 * a matrix.
 *
 * A thread for each result leaves a large card with a few warps, each of which has a handful of loads on its way; then the
 * latency of memory is all there is to see. So a block has a few results, and eight warps that fetch a strip of the matrix
 * for them into shared memory; a thread for each result then adds up along it, in the order of the source. On an H100 that is
 * 2.5 times as quick for 2,000 rows and columns. All of it are steps; where one is refused, nothing is done. */
#include "advise/ideas.h"
#include "advise/layout.h"
#include "advise/nests.h"
#include "analysis/kernel/kernel.h"
#include "transform/build/body.h"
#include "transform/build/query.h"

#define WARP 32
#define WARPS 8               /* of a block; they fetch */
#define LONGEST_STRIP 128
#define LEAST_STRIP 32
#define SHARED_BYTES 40960    /* for all tiles of a block: some are padded, and 48 KiB is what there is */
#define MOST_DIMENSIONS 8
#define MOST_RESULTS 4

typedef struct
{
  char *name;              /* of the array; owned */
  guint rank;
  gboolean by_sum[MOST_DIMENSIONS], by_result[MOST_DIMENSIONS]; /* which loop the subscript follows; the last one is number 0 */
} Operand;

typedef struct
{
  IhopLayout layout;
  GArray *operands;        /* of Operand: arrays that the sums read */
  GPtrArray *results;      /* of char *: arrays of the sums, or variables */
  guint n_variables;       /* of these: they get an array for a block, which nothing is copied to */
  guint before, behind;    /* statements on either side of the loop over the sum */
  guint rows, strip;       /* results of a block; terms of the sum that are fetched at once */
} MatrixVector;

static void
clear_operand (gpointer operand)
{
  g_free (((Operand *) operand)->name);
}

/* ---- Is it one? ----------------------------------------------------------------------------------------------------------- */

typedef struct
{
  MatrixVector *self;
  const IhopSymbol *sum, *result;
} Collecting;

static Operand *
operand_of (MatrixVector *self, const char *name)
{
  for (guint i = 0; i < self->operands->len; i++)
    if (g_str_equal (g_array_index (self->operands, Operand, i).name, name))
      return &g_array_index (self->operands, Operand, i);
  Operand new = { .name = g_strdup (name) };
  g_array_append_val (self->operands, new);
  return &g_array_index (self->operands, Operand, self->operands->len - 1);
}

/* Where rows are counted by hand ("A[i * n + j]"), the sum of one subscript says which of two iterators counts the elements of a
 * row: the one that nothing is multiplied with. */
typedef struct
{
  const IhopSymbol *iterator;
  gboolean counts_elements;
} Counting;

static gboolean
look_for_elements (const IhopNode *node, gpointer data)
{
  Counting *counting = data;

  if (node->kind == IHOP_BINARY && node->op != IHOP_OP_ADD && node->op != IHOP_OP_SUB)
    return FALSE;
  counting->counts_elements |= node->kind == IHOP_REF && node->symbol == counting->iterator;
  return TRUE;
}

static gboolean
counts_elements (const IhopNode *subscript, const IhopSymbol *iterator)
{
  Counting counting = { iterator, FALSE };

  ihop_node_walk (subscript, look_for_elements, &counting);
  return counting.counts_elements;
}

static void
note_subscript (const Collecting *collecting, Operand *operand, guint number, const IhopNode *subscript)
{
  operand->by_sum[number] |= ihop_mentions (subscript, collecting->sum);
  operand->by_result[number] |= ihop_mentions (subscript, collecting->result);
}

/* The only subscript stands for a row's number and an element's. */
static void
note_rows (const Collecting *collecting, Operand *operand, const IhopNode *subscript)
{
  gboolean by_sum = counts_elements (subscript, collecting->sum);

  operand->by_sum[!by_sum] = TRUE;
  operand->by_result[by_sum] = TRUE;
  operand->rank = 2;
}

/* From the last subscript outwards. */
static gboolean
collect_operand (const IhopNode *node, gpointer data)
{
  const Collecting *collecting = data;
  const IhopSymbol *array = node->kind == IHOP_INDEX ? ihop_layout_array (node) : NULL;
  guint rank = 0;

  if (node->kind != IHOP_INDEX || array == NULL || !ihop_mentions (node, collecting->sum))
    return node->kind != IHOP_INDEX;
  Operand *operand = operand_of (collecting->self, array->name);
  if (ihop_node_strip (node->child[0], TRUE)->kind != IHOP_INDEX && ihop_mentions (node->child[1], collecting->sum)
      && ihop_mentions (node->child[1], collecting->result))
    {
      note_rows (collecting, operand, node->child[1]);
      return FALSE;
    }
  for (; node->kind == IHOP_INDEX && rank < MOST_DIMENSIONS; node = ihop_node_strip (node->child[0], TRUE), rank++)
    note_subscript (collecting, operand, rank, node->child[1]);
  operand->rank = rank;
  return FALSE;
}

/* An element that the loop over the sum leaves where it is, or a variable, gets a new value. */
static gboolean
collect_sum (MatrixVector *self, const IhopNode *statement, const IhopSymbol *sum, const IhopSymbol *result)
{
  const IhopNode *set = statement->kind == IHOP_EXPRESSION ? ihop_node_strip (statement->child[0], FALSE) : NULL;
  Collecting collecting = { self, sum, result };

  if (set == NULL || set->kind != IHOP_ASSIGN || ihop_mentions (set->child[0], sum))
    return FALSE;
  const IhopSymbol *array = ihop_layout_array (set->child[0]);
  if (array == NULL || self->results->len == MOST_RESULTS)
    return FALSE;
  g_ptr_array_add (self->results, g_strdup (array->name));
  self->n_variables += ihop_node_strip (set->child[0], FALSE)->kind == IHOP_REF;
  ihop_node_walk (set->child[1], collect_operand, &collecting);
  return TRUE;
}

/* A matrix at least: a vector alone comes from the caches. */
static gboolean
has_matrix (const MatrixVector *self)
{
  for (guint i = 0; i < self->operands->len; i++)
    {
      const Operand *operand = &g_array_index (self->operands, Operand, i);
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

static guint
extent_of (const MatrixVector *self, const Operand *operand, guint d)
{
  return operand->by_sum[d] ? self->strip : operand->by_result[d] ? self->rows : 1;
}

static guint64
shared_bytes (const MatrixVector *self)
{
  guint64 bytes = 0;

  for (guint i = 0; i < self->operands->len; i++)
    {
      const Operand *operand = &g_array_index (self->operands, Operand, i);
      guint64 elements = 1;
      for (guint d = 0; d < operand->rank; d++)
        elements *= extent_of (self, operand, d);
      bytes += elements * sizeof (double);
    }
  return bytes;
}

/* Results that lie beside each other in the matrix are fetched by a warp together. Otherwise as few as leave no multiprocessor
 * without a block, as far as its warps have something to fetch. */
static guint
rows_of_block (const MatrixVector *self)
{
  g_autoptr (IhopGpu) gpu = ihop_gpu_load (self->layout.search->plan.gpu, NULL);
  const IhopLoopName *const loop = ihop_layout_loop (&self->layout, NULL, 0);
  double results = ihop_layout_instances (&self->layout, &loop, 1);
  guint rows = WARP;

  for (guint i = 0; i < self->operands->len; i++)
    if (g_array_index (self->operands, Operand, i).by_result[0])
      return WARP;
  while (gpu && rows > WARPS && results < (double) rows * gpu->sm_count)
    rows /= 2;
  return rows;
}

static gboolean
choose_sizes (MatrixVector *self)
{
  self->rows = rows_of_block (self);
  self->strip = LONGEST_STRIP;
  while (self->strip > LEAST_STRIP && shared_bytes (self) > SHARED_BYTES)
    self->strip /= 2;
  return shared_bytes (self) <= SHARED_BYTES;
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

/* "8 32": the last subscript along x, the one before it along y. */
static char *
fetchers_of (const MatrixVector *self, const Operand *operand)
{
  const guint most[] = { WARP, WARPS };
  GString *words = g_string_new (NULL);

  for (guint d = operand->rank; d-- > 0;)
    g_string_append_printf (words, "%u%s", MIN (d < G_N_ELEMENTS (most) ? most[d] : 1, extent_of (self, operand, d)),
                            d ? " " : "");
  return g_string_free (words, FALSE);
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
      const Operand *operand = &g_array_index (self->operands, Operand, i);
      g_autofree char *threads = fetchers_of (self, operand);
      if (!ihop_layout_stage (&self->layout, strip, 1, operand->name, threads))
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
  g_autoptr (GArray) operands = g_array_new (FALSE, FALSE, sizeof (Operand));
  g_autoptr (GPtrArray) results = g_ptr_array_new_with_free_func (g_free);
  MatrixVector self = { .layout = *layout, .operands = operands, .results = results };

  g_array_set_clear_func (operands, clear_operand);
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
