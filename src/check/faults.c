#include "check/faults.h"
#include "analysis/dependence/diagonal.h"
#include "ir/expression.h"
#include "ir/print.h"
#include <string.h>

/* ---- A copy is dropped. Plans hold no copy that moves nothing anybody reads. ----------------- */

static guint
copies (IhopFacts *facts, const IhopPlan *plan)
{
  return plan->transfers->len;
}

static char *
drop_copy (IhopFacts *facts, IhopPlan *plan, guint index, IhopPool *pool)
{
  const IhopTransfer *transfer = plan->transfers->pdata[index];
  char *text = g_strdup_printf ("the copy of %s %s the device at line %u is dropped",
                                transfer->variable->symbol->name,
                                transfer->to_device ? "to" : "from",
                                ihop_range_line (transfer->at.anchor->place));

  g_ptr_array_remove_index (plan->transfers, index);
  return text;
}

/* ---- A loop's guard is off: by one where the innermost spread loop's body always does something,
 * else by half, since a last iteration may be empty (a triangle's tip). ------------------------ */

static const IhopKernel *
kernel_of_axis (const IhopPlan *plan, guint index, guint *axis)
{
  for (guint i = 0; i < plan->kernels->len; i++)
    {
      const IhopKernel *kernel = plan->kernels->pdata[i];
      if (index < kernel->n_axes)
        {
          *axis = index;
          return kernel;
        }
      index -= kernel->n_axes;
    }
  return NULL;
}

static guint
axes (IhopFacts *facts, const IhopPlan *plan)
{
  guint n = 0;

  for (guint i = 0; i < plan->kernels->len; i++)
    n += ((const IhopKernel *) plan->kernels->pdata[i])->n_axes;
  return n;
}

static gboolean
is_plain_work (const IhopNode *node)
{
  return node->kind == IHOP_EXPRESSION && node->child[0]->kind == IHOP_ASSIGN;
}

static gboolean
always_works (const IhopNode *body)
{
  if (body->kind != IHOP_BLOCK)
    return is_plain_work (body);
  for (guint i = 0; i < body->n_children; i++)
    if (is_plain_work (body->child[i]))
      return TRUE;
  return FALSE;
}

static const IhopNode *
binary (IhopPool *pool, IhopOperator op, const IhopNode *left, const IhopNode *right)
{
  IhopNode *node = ihop_node_new (pool, IHOP_BINARY, 2);

  node->op = op;
  node->type = left->type;
  node->place = left->place;
  node->child[0] = left;
  node->child[1] = right;
  return node;
}

static const IhopNode *
integer (IhopPool *pool, const IhopNode *like, gint64 value)
{
  IhopNode *node = ihop_node_new (pool, IHOP_INTEGER, 0);
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, value);

  node->type = like->type;
  node->integer = value;
  node->flags = IHOP_NODE_CONSTANT;
  node->text = ihop_pool_strdup (pool, text);
  return node;
}

/* bound - step, or the middle between the first value and the bound. */
static const IhopNode *
shorter_bound (const IhopCounting *counting, gboolean by_one, IhopPool *pool)
{
  const IhopNode *bound = counting->bound, *lower = counting->lower;

  if (by_one || lower == NULL)
    return binary (pool, IHOP_OP_SUB, bound, integer (pool, bound, counting->step));
  /* The larger half goes, so that of one iteration none is left. */
  const IhopNode *length = binary (pool, IHOP_OP_SUB, bound, lower);
  length = binary (pool, IHOP_OP_ADD, length, integer (pool, bound, 1));
  return binary (pool, IHOP_OP_SUB, bound,
                 binary (pool, IHOP_OP_DIV, length, integer (pool, bound, 2)));
}

static char *
move_guard (IhopFacts *facts, IhopPlan *plan, guint index, IhopPool *pool)
{
  guint number = 0;
  IhopKernel *kernel = (IhopKernel *) kernel_of_axis (plan, index, &number);
  IhopAxis *axis = &kernel->axes[number];
  const IhopCounting *counting = &axis->facts->counting;
  gboolean by_one = number + 1 == kernel->n_axes && always_works (kernel->body);
  const IhopNode *loop = NULL;

  if (counting->bound)
    loop = ihop_node_replace (pool, axis->loop, counting->bound,
                              shorter_bound (counting, by_one, pool));
  if (loop)
    axis->loop = loop;
  axis->trips = ihop_expression_binary (pool, by_one ? IHOP_OP_SUB : IHOP_OP_DIV, axis->trips,
                                        ihop_expression_number (pool, by_one ? 1 : 2));
  return g_strdup_printf ("the guard of loop %s in %s is off by %s", axis->iterator->name,
                          kernel->name, by_one ? "one" : "half");
}

/* ---- Two loops on one thread axis: only the diagonal runs. ----------------------------------- */

static guint
pairs_of_axes (IhopFacts *facts, const IhopPlan *plan)
{
  guint n = 0;

  for (guint i = 0; i < plan->kernels->len; i++)
    n += ((const IhopKernel *) plan->kernels->pdata[i])->n_axes > 1;
  return n;
}

static char *
merge_axes (IhopFacts *facts, IhopPlan *plan, guint index, IhopPool *pool)
{
  IhopKernel *kernel = NULL;

  for (guint i = 0; i < plan->kernels->len; i++)
    {
      kernel = plan->kernels->pdata[i];
      if (kernel->n_axes > 1 && index-- == 0)
        break;
    }
  kernel->axes[1].axis = kernel->axes[0].axis;
  return g_strdup_printf ("loops %s and %s of %s run on one thread axis",
                          kernel->axes[0].iterator->name, kernel->axes[1].iterator->name,
                          kernel->name);
}

/* ---- Half of the memory is allocated: a change of the printed text, since every other size is made
 * from the same extents. ----------------------------------------------------------------------- */

static guint
arrays (IhopFacts *facts, const IhopPlan *plan)
{
  return plan->variables->len;
}

static char *
name_array (IhopFacts *facts, IhopPlan *plan, guint index, IhopPool *pool)
{
  const IhopDeviceVariable *variable = plan->variables->pdata[index];

  return g_strdup_printf ("only half of %s is allocated", variable->name);
}

static char *
shrink_array (const char *text, const IhopPlan *plan, guint index)
{
  const IhopDeviceVariable *variable = plan->variables->pdata[index];
  g_autofree char *pattern = g_strdup_printf ("((?:cudaMalloc|ihop_managed) ?\\(\\(void \\*\\*\\) ?&%s,)(.*?)(\\)+;)",
                                              variable->name);
  g_autoptr (GRegex) regex = g_regex_new (pattern, G_REGEX_DOTALL, 0, NULL);

  return g_regex_replace (regex, text, -1, 0, "\\1\\2 / 2\\3", 0, NULL);
}

/* ---- Two subscripts are exchanged. ------------------------------------------------------------ */

typedef struct
{
  GHashTable *diagonal;
  guint wanted, seen;
  const IhopNode *found;
} Search;

static gboolean
same_text (const IhopNode *a, const IhopNode *b)
{
  g_autofree char *x = ihop_print_node (a, NULL), *y = ihop_print_node (b, NULL);

  return g_str_equal (x, y);
}

static gboolean
note_variable (const IhopNode *node, gpointer data)
{
  if (node->kind == IHOP_REF && node->symbol->kind == IHOP_SYMBOL_VARIABLE)
    *(gboolean *) data = TRUE;
  return TRUE;
}

/* Whether it can differ from one access to the next: iterators are variables, bounds parameters. */
static gboolean
varies (const IhopNode *subscript)
{
  gboolean found = FALSE;

  ihop_node_walk (subscript, note_variable, &found);
  return found;
}

/* A fixed subscript is a border, which is as a rule set to what it is already; of two parameters
 * nobody knows whether they differ. */
static gboolean
can_swap (const IhopNode *outer)
{
  const IhopNode *inner = ihop_node_strip (outer->child[0], TRUE);

  return inner->kind == IHOP_INDEX
         && !(ihop_node_strip (outer->child[1], TRUE)->flags & IHOP_NODE_CONSTANT)
         && !(ihop_node_strip (inner->child[1], TRUE)->flags & IHOP_NODE_CONSTANT)
         && (varies (outer->child[1]) || varies (inner->child[1]))
         && !same_text (outer->child[1], inner->child[1]);
}

/* "c[i][j] = 0" for a square of i and j is "c[j][i] = 0". */
static gboolean
sets_constant (const IhopNode *node)
{
  return node->kind == IHOP_ASSIGN && node->op == IHOP_OP_NONE && !varies (node->child[1]);
}

static gboolean
find_pair (const IhopNode *node, gpointer data)
{
  Search *search = data;

  if (sets_constant (node))
    return FALSE;
  if (node->kind == IHOP_INDEX && can_swap (node) && !g_hash_table_contains (search->diagonal, node)
      && search->seen++ == search->wanted)
    search->found = node;
  return search->found == NULL;
}

static const IhopNode *
find_subscripts (IhopFacts *facts, const IhopKernel *kernel, guint *index)
{
  Search search = { .wanted = *index };

  if (kernel->kind == IHOP_KERNEL_MAPPED && kernel->body)
    {
      search.diagonal = ihop_diagonal_references (facts, kernel->function, kernel->statements->pdata[0]);
      ihop_node_walk (kernel->body, find_pair, &search);
      g_hash_table_unref (search.diagonal);
    }
  *index -= MIN (search.seen, *index);
  return search.found;
}

static guint
subscripts (IhopFacts *facts, const IhopPlan *plan)
{
  guint n = 0;

  for (guint i = 0; i < plan->kernels->len; i++)
    {
      guint rest = G_MAXUINT;
      find_subscripts (facts, plan->kernels->pdata[i], &rest);
      n += G_MAXUINT - rest;
    }
  return n;
}

static const IhopNode *
exchanged (const IhopNode *outer, IhopPool *pool)
{
  const IhopNode *inner = ihop_node_strip (outer->child[0], TRUE);
  IhopNode *a = ihop_node_copy (pool, inner), *b = ihop_node_copy (pool, outer);

  a->child[0] = inner->child[0];
  a->child[1] = outer->child[1];
  b->child[0] = a;
  b->child[1] = inner->child[1];
  return b;
}

static char *
swap_subscripts (IhopFacts *facts, IhopPlan *plan, guint index, IhopPool *pool)
{
  for (guint i = 0; i < plan->kernels->len; i++)
    {
      IhopKernel *kernel = plan->kernels->pdata[i];
      const IhopNode *outer = find_subscripts (facts, kernel, &index);
      if (outer == NULL)
        continue;
      g_autofree char *before = ihop_print_node (outer, NULL);
      const IhopNode *now = exchanged (outer, pool);
      g_autofree char *after = ihop_print_node (now, NULL);
      kernel->body = ihop_node_replace (pool, kernel->body, outer, now);
      return g_strdup_printf ("%s is %s in %s", before, after, kernel->name);
    }
  return g_strdup ("nothing was changed");
}

/* ---- A last value stays on the device; an iterator has the wrong value after the loop. -------- */

static IhopKernel *
kernel_with (const IhopPlan *plan, guint *index, gsize list)
{
  for (guint i = 0; i < plan->kernels->len; i++)
    {
      IhopKernel *kernel = plan->kernels->pdata[i];
      const GPtrArray *items = G_STRUCT_MEMBER (GPtrArray *, kernel, list);
      guint n = items ? items->len : 0;
      if (*index < n)
        return kernel;
      *index -= n;
    }
  return NULL;
}

static guint
count_lists (const IhopPlan *plan, gsize list)
{
  guint rest = G_MAXUINT;

  kernel_with (plan, &rest, list);
  return G_MAXUINT - rest;
}

static guint
last_values (IhopFacts *facts, const IhopPlan *plan)
{
  return count_lists (plan, G_STRUCT_OFFSET (IhopKernel, last_values));
}

static char *
drop_last_value (IhopFacts *facts, IhopPlan *plan, guint index, IhopPool *pool)
{
  IhopKernel *kernel = kernel_with (plan, &index, G_STRUCT_OFFSET (IhopKernel, last_values));
  const IhopPrivate *private = kernel->last_values->pdata[index];
  char *text = g_strdup_printf ("the last value of %s is not stored in %s", private->symbol->name,
                                kernel->name);

  g_ptr_array_remove_index (kernel->last_values, index);
  return text;
}

static guint
iterator_values (IhopFacts *facts, const IhopPlan *plan)
{
  return count_lists (plan, G_STRUCT_OFFSET (IhopKernel, iterator_values));
}

static char *
move_iterator (IhopFacts *facts, IhopPlan *plan, guint index, IhopPool *pool)
{
  IhopKernel *kernel = kernel_with (plan, &index, G_STRUCT_OFFSET (IhopKernel, iterator_values));

  gpointer *value = &kernel->iterator_values->pdata[index];
  *value = (gpointer) ihop_expression_binary (pool, IHOP_OP_ADD, *value, ihop_expression_number (pool, 1));
  return g_strdup_printf ("iterator %s is one too large after %s",
                          ((const IhopSymbol *) kernel->iterators_after->pdata[index])->name,
                          kernel->name);
}

/* ---- The table -------------------------------------------------------------------------------- */

static const struct
{
  guint (*count) (IhopFacts *facts, const IhopPlan *plan);
  char *(*plant) (IhopFacts *facts, IhopPlan *plan, guint index, IhopPool *pool);
  char *(*plant_text) (const char *text, const IhopPlan *plan, guint index); /* or NULL */
} kinds[] = {
  { copies, drop_copy },
  { axes, move_guard },
  { pairs_of_axes, merge_axes },
  { arrays, name_array, shrink_array },
  { subscripts, swap_subscripts },
  { last_values, drop_last_value },
  { iterator_values, move_iterator },
};

GArray *
ihop_fault_list (IhopFacts *facts, const IhopPlan *plan)
{
  GArray *faults = g_array_new (FALSE, FALSE, sizeof (IhopFault));

  for (guint kind = 0; kind < G_N_ELEMENTS (kinds); kind++)
    {
      guint n = kinds[kind].count (facts, plan);
      for (guint index = 0; index < n; index++)
        {
          IhopFault fault = { kind, index };
          g_array_append_val (faults, fault);
        }
    }
  return faults;
}

char *
ihop_fault_plant (IhopFacts *facts, IhopPlan *plan, IhopFault fault, IhopPool *pool)
{
  return kinds[fault.kind].plant (facts, plan, fault.index, pool);
}

void
ihop_fault_plant_text (IhopGenerated *generated, IhopFault fault)
{
  for (guint i = 0; kinds[fault.kind].plant_text && i < generated->products->len; i++)
    {
      IhopProduct *product = generated->products->pdata[i];
      char *text = kinds[fault.kind].plant_text (product->text, generated->plan, fault.index);
      g_free (product->text);
      product->text = text;
    }
}
