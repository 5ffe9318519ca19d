/* Operands of sums along rows or columns. */
#include "advise/operands.h"
#include "transform/build/query.h"

#define WARP 32
#define WARPS 8 /* of a block; they fetch */
#define LEAST_ROWS 4          /* of a block: as many lanes add up, and the others of their warp are idle meanwhile */
#define LEAST_COLUMNS 8       /* two whole sectors of the caches */
#define BLOCKS_SM 4           /* on a multiprocessor, where there are results enough: one waits while another one computes */
#define LONGEST_STRIP 128
#define LEAST_STRIP 32

static void
clear_operand (gpointer operand)
{
  g_free (((IhopOperand *) operand)->name);
}

GArray *
ihop_operands_new (void)
{
  GArray *operands = g_array_new (FALSE, FALSE, sizeof (IhopOperand));

  g_array_set_clear_func (operands, clear_operand);
  return operands;
}

/* ---- Which they are ------------------------------------------------------------------------------------------------------- */

typedef struct
{
  GArray *operands;
  const IhopSymbol *sum, *result;
} Collecting;

static IhopOperand *
operand_of (GArray *operands, const char *name)
{
  for (guint i = 0; i < operands->len; i++)
    if (g_str_equal (g_array_index (operands, IhopOperand, i).name, name))
      return &g_array_index (operands, IhopOperand, i);
  IhopOperand new = { .name = g_strdup (name) };
  g_array_append_val (operands, new);
  return &g_array_index (operands, IhopOperand, operands->len - 1);
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
note_subscript (const Collecting *collecting, IhopOperand *operand, guint number, const IhopNode *subscript)
{
  operand->by_sum[number] |= ihop_mentions (subscript, collecting->sum);
  operand->by_result[number] |= ihop_mentions (subscript, collecting->result);
}

/* The only subscript stands for a row's number and an element's. */
static void
note_rows (const Collecting *collecting, IhopOperand *operand, const IhopNode *subscript)
{
  gboolean by_sum = counts_elements (subscript, collecting->sum);

  operand->by_sum[!by_sum] = TRUE;
  operand->by_result[by_sum] = TRUE;
  operand->rank = 2;
}

/* "(a + i * n)[k]", "a[i * n + k]": the only subscript counts rows and elements. */
static gboolean
has_only_subscript (const Collecting *collecting, const IhopNode *reference)
{
  const IhopNode *base = ihop_node_strip (reference->child[0], TRUE);
  gboolean by_row = ihop_mentions (reference->child[1], collecting->result);

  if (base->kind == IHOP_BINARY)
    by_row |= ihop_mentions (base, collecting->result);
  else if (counts_elements (reference->child[1], collecting->result) && counts_elements (reference->child[1], collecting->sum))
    return FALSE; /* "a[i + k]": neighbours are beside each other already */
  return base->kind != IHOP_INDEX && by_row && ihop_mentions (reference->child[1], collecting->sum);
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
  IhopOperand *operand = operand_of (collecting->operands, array->name);
  if (has_only_subscript (collecting, node))
    {
      note_rows (collecting, operand, node->child[1]);
      return FALSE;
    }
  for (; node->kind == IHOP_INDEX && rank < IHOP_OPERAND_DIMENSIONS; node = ihop_node_strip (node->child[0], TRUE), rank++)
    note_subscript (collecting, operand, rank, node->child[1]);
  operand->rank = rank;
  return FALSE;
}

void
ihop_operands_collect (GArray *operands, const IhopNode *code, const IhopSymbol *sum, const IhopSymbol *result)
{
  Collecting collecting = { operands, sum, result };

  ihop_node_walk (code, collect_operand, &collecting);
}

gboolean
ihop_operand_has_rows (const IhopOperand *operand)
{
  gboolean by_result = FALSE;

  for (guint d = 1; d < operand->rank; d++)
    by_result |= operand->by_result[d];
  return by_result && operand->by_sum[0] && !operand->by_result[0];
}

/* ---- How much of them ------------------------------------------------------------------------------------------------------- */

static guint
extent_of (const IhopOperand *operand, guint d, guint results, guint strip)
{
  return operand->by_sum[d] ? strip : operand->by_result[d] ? results : 1;
}

static guint64
bytes_of (const GArray *operands, guint results, guint strip)
{
  guint64 bytes = 0;

  for (guint i = 0; i < operands->len; i++)
    {
      const IhopOperand *operand = &g_array_index (operands, IhopOperand, i);
      guint64 elements = 1;
      for (guint d = 0; d < operand->rank; d++)
        elements *= extent_of (operand, d, results, strip);
      bytes += elements * sizeof (double);
    }
  return bytes;
}

guint
ihop_operands_strip (const GArray *operands, guint results, guint64 most)
{
  guint strip = LONGEST_STRIP;

  while (strip > LEAST_STRIP && bytes_of (operands, results, strip) > most)
    strip /= 2;
  return bytes_of (operands, results, strip) <= most ? strip : 0;
}

guint
ihop_operands_results (const IhopLayout *layout, const GArray *operands)
{
  g_autoptr (IhopGpu) gpu = ihop_gpu_load (layout->search->plan.gpu, NULL);
  const IhopLoopName *const loop = ihop_layout_loop (layout, NULL, 0);
  double all = ihop_layout_instances (layout, &loop, 1);
  guint results = WARP, least = LEAST_ROWS;

  for (guint i = 0; i < operands->len; i++)
    if (g_array_index (operands, IhopOperand, i).by_result[0])
      least = LEAST_COLUMNS;
  while (gpu && results > least && all < (double) results * gpu->sm_count * BLOCKS_SM)
    results /= 2;
  return results;
}

/* Threads beside each other that fetch: no more than the narrowest matrix has elements beside each other, as whoever is wider has its lanes
 * idle there. */
static guint
width_of (const GArray *operands, guint results, guint strip)
{
  guint width = WARP;

  for (guint i = 0; i < operands->len; i++)
    {
      const IhopOperand *operand = &g_array_index (operands, IhopOperand, i);
      guint extent = extent_of (operand, 0, results, strip);
      if (operand->rank > 1 && extent >= LEAST_COLUMNS)
        width = MIN (width, extent);
    }
  return width;
}

char *
ihop_operand_fetchers (const GArray *operands, const IhopOperand *operand, guint results, guint strip)
{
  const guint width = width_of (operands, results, strip), most[] = { width, WARP * WARPS / width };
  GString *words = g_string_new (NULL);

  for (guint d = operand->rank; d-- > 0;)
    g_string_append_printf (words, "%u%s",
                            MIN (d < G_N_ELEMENTS (most) ? most[d] : 1, extent_of (operand, d, results, strip)), d ? " " : "");
  return g_string_free (words, FALSE);
}
