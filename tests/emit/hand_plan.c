#include "gpugen/plan/plan.h"
#include "hand_plan.h"
#include "ir/print.h"
#include "ir/expression.h"
#include <string.h>

/* Tests are short-lived: nothing here is freed. */

static char *
clause (const char *text, const char *name)
{
  g_autofree char *head = g_strdup_printf (" %s(", name);
  g_autofree char *spaced = g_strconcat (" ", text, NULL);
  const char *at = strstr (spaced, head), *begin;
  int depth = 1;

  if (at == NULL)
    return NULL;
  begin = at = at + strlen (head);
  for (; *at && depth > 0; at++)
    depth += (*at == '(') - (*at == ')');
  return g_strndup (begin, at - begin - 1);
}

static char **
words (const char *text, const char *name)
{
  g_autofree char *inside = clause (text, name);
  char **list = g_strsplit (inside ? inside : "", ",", -1);

  for (guint i = 0; list[i]; i++)
    g_strstrip (list[i]);
  return list;
}

typedef struct
{
  const char *name;
  IhopSymbol *found;
} Search;

static gboolean
visit (const IhopNode *node, gpointer data)
{
  Search *search = data;

  if ((node->kind == IHOP_REF || node->kind == IHOP_VARIABLE)
      && g_str_equal (node->symbol->name, search->name))
    search->found = node->symbol;
  return search->found == NULL;
}

static IhopSymbol *
symbol (const IhopFunction *function, const char *name)
{
  Search search = { name, NULL };

  for (guint i = 0; i < function->n_params; i++)
    if (g_str_equal (function->params[i]->name, name))
      return function->params[i];
  ihop_node_walk (function->body, visit, &search);
  g_assert_nonnull (search.found);
  return search.found;
}

/* ---- Variables ------------------------------------------------------------------------ */

/* Before the return that ends the function, or before its brace. */
static IhopPoint
death (const IhopFunction *function)
{
  const IhopNode *last = function->body->child[function->body->n_children - 1];

  return last->kind == IHOP_RETURN ? (IhopPoint){ IHOP_POINT_BEFORE, last }
                                   : (IhopPoint){ IHOP_POINT_BLOCK_END, function->body };
}

/* Whole plans stay until the program ends. */
static IhopPool *
pool (void)
{
  static IhopPool *all;

  if (all == NULL)
    all = ihop_pool_new ();
  return all;
}

/* "n", "n - 2", "n < 60", "n > 0 ? n : 0": the few forms that the cases use, each operator once. */
static const IhopNode *
expression_of (const IhopFunction *function, const char *words)
{
  static const struct { const char *text; IhopOperator op; } operators[]
    = { { " < ", IHOP_OP_LT }, { " > ", IHOP_OP_GT }, { " + ", IHOP_OP_ADD }, { " - ", IHOP_OP_SUB } };
  g_autofree char *text = g_strstrip (g_strdup (words));
  g_auto (GStrv) choice = g_strsplit_set (text, "?:", 3);

  if (g_strv_length (choice) == 3)
    return ihop_expression_choice (pool (), expression_of (function, choice[0]), expression_of (function, choice[1]),
                                   expression_of (function, choice[2]));
  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    if (strstr (text, operators[i].text))
      {
        g_auto (GStrv) sides = g_strsplit (text, operators[i].text, 2);
        return ihop_expression_binary (pool (), operators[i].op, expression_of (function, sides[0]),
                                       expression_of (function, sides[1]));
      }
  if (g_ascii_isdigit (text[0]))
    return ihop_expression_number (pool (), g_ascii_strtoll (text, NULL, 10));
  return g_ascii_isupper (text[0]) ? ihop_expression_word (pool (), text)
                                   : ihop_expression_name (pool (), symbol (function, text));
}

static IhopDeviceVariable *
variable_new (IhopPlan *plan, const IhopFunction *function, IhopSymbol *s, const char *text)
{
  IhopDeviceVariable *variable;
  const IhopType *type = ihop_type_strip (s->declared_type);
  g_autoptr (GPtrArray) extents = g_ptr_array_new ();

  for (guint i = 0; i < plan->variables->len; i++)
    if (((IhopDeviceVariable *) plan->variables->pdata[i])->symbol == s)
      return plan->variables->pdata[i];
  variable = g_new0 (IhopDeviceVariable, 1);
  if (type->kind == IHOP_TYPE_POINTER)
    {
      g_autofree char *name = g_strconcat ("extent_", s->name, NULL);
      g_autofree char *extent = clause (text, name);
      g_ptr_array_add (extents, (gpointer) (extent ? expression_of (function, extent) : NULL));
      type = ihop_type_strip (type->target);
    }
  for (; type->kind == IHOP_TYPE_ARRAY; type = ihop_type_strip (type->target))
    g_ptr_array_add (extents, (gpointer) (type->count_expr ? type->count_expr
                                                           : ihop_expression_number (pool (), (gint64) type->count)));
  *variable = (IhopDeviceVariable){ .function = function, .symbol = s,
                                    .name = g_strconcat ("d_", s->name, NULL),
                                    .rank = extents->len,
                                    .passing = extents->len ? IHOP_PASS_ARRAY : IHOP_PASS_SCALAR,
                                    .frees = g_ptr_array_new () };
  variable->element = ihop_type_element (s->declared_type, NULL);
  if (variable->element->kind == IHOP_TYPE_POINTER)
    variable->element = ihop_type_element (variable->element->target, NULL);
  variable->allocate = (IhopPoint){ IHOP_POINT_BLOCK_START, function->body };
  IhopPoint *end = g_new (IhopPoint, 1);
  *end = death (function);
  g_ptr_array_add (variable->frees, end);
  g_ptr_array_add (extents, NULL);
  variable->extents = (const IhopNode **) g_ptr_array_steal (extents, NULL);
  g_ptr_array_add (plan->variables, variable);
  return variable;
}

static const IhopBox *
box_of (const IhopDeviceVariable *variable, const char *text)
{
  const IhopFunction *function = variable->function;
  g_autofree char *inside = clause (text, "box");
  g_auto (GStrv) parts = g_strsplit (inside ? inside : "", ":", -1);
  guint rank = g_strv_length (parts) - (inside != NULL);

  if (inside == NULL || !g_str_equal (g_strstrip (parts[0]), variable->symbol->name))
    return NULL;
  IhopBox *box = ihop_box_new (pool (), rank);
  for (guint d = 0; d < rank; d++)
    {
      g_auto (GStrv) pair = g_strsplit (parts[d + 1], ",", 2);
      box->lower[d] = expression_of (function, pair[0]);
      g_autofree char *extent = ihop_expression_text (variable->extents[d]);
      box->count[d] = g_str_equal (g_strstrip (pair[1]), extent) ? variable->extents[d] : expression_of (function, pair[1]);
    }
  return box;
}

/* Where the variable is declared, if that is in this function's block: else the block's start. */
static IhopPoint
birth (const IhopFunction *function, const IhopSymbol *s)
{
  for (guint i = 0; i < function->body->n_children; i++)
    {
      const IhopNode *node = function->body->child[i];
      for (guint v = 0; node->kind == IHOP_DECLARATION && v < node->n_children; v++)
        if (node->child[v]->symbol == s)
          return (IhopPoint){ IHOP_POINT_AFTER, node };
    }
  return (IhopPoint){ IHOP_POINT_BLOCK_START, function->body };
}

static void
add_transfer (IhopPlan *plan, IhopDeviceVariable *variable, gboolean to_device, const char *text,
              const IhopNode *statement)
{
  IhopTransfer *transfer = g_new0 (IhopTransfer, 1);

  *transfer = (IhopTransfer){ .variable = variable, .to_device = to_device,
                              .box = box_of (variable, text) };
  transfer->at = to_device ? variable->allocate
                           : variable->rank == 0 ? (IhopPoint){ IHOP_POINT_AFTER, statement }
                                                : death (variable->function);
  transfer->reason
    = ihop_message (to_device ? N_ ("the device reads %s") : N_ ("the host reads %s"), variable->symbol->name);
  g_ptr_array_add (plan->transfers, transfer);
}

static void
add_params (IhopPlan *plan, IhopKernel *kernel, const char *text, const char *kind, gboolean in,
            gboolean out)
{
  g_auto (GStrv) names = words (text, kind);

  for (guint i = 0; names[i]; i++)
    {
      IhopKernelParam *param = g_new0 (IhopKernelParam, 1);
      guint before = plan->variables->len;
      param->symbol = symbol (kernel->function, names[i]);
      param->passing = IHOP_PASS_VALUE;
      if (in || out)
        {
          param->variable = variable_new (plan, kernel->function, param->symbol, text);
          param->variable->allocate = birth (kernel->function, param->symbol);
          param->passing = param->variable->passing;
          param->is_const = !out;
          if (plan->variables->len > before)
            add_transfer (plan, param->variable, TRUE, text, NULL);
          if (out && !param->variable->is_changed)
            {
              param->variable->is_changed = TRUE;
              add_transfer (plan, param->variable, FALSE, text, kernel->statements->pdata[0]);
            }
        }
      g_ptr_array_add (kernel->params, param);
    }
}

/* ---- Kernels ---------------------------------------------------------------------------- */

static IhopReduce
operator_of (const char *name)
{
  for (guint i = IHOP_REDUCE_ADD; i <= IHOP_REDUCE_LOR; i++)
    if (g_str_equal (ihop_reduce_text (i), name))
      return i;
  g_assert_not_reached ();
}

typedef struct
{
  const IhopSymbol *symbol;
  IhopReduction *reduction;
} Updates;

static gboolean
visit_update (const IhopNode *node, gpointer data)
{
  Updates *updates = data;
  const IhopNode *target = node->kind == IHOP_ASSIGN || node->kind == IHOP_UNARY
                             ? ihop_node_strip (node->child[0], TRUE) : NULL;
  const IhopNode *base = target;

  if (node->kind == IHOP_IF && updates->reduction->operator >= IHOP_REDUCE_MIN
      && updates->reduction->operator <= IHOP_REDUCE_MAX)
    {
      guint before = updates->reduction->updates->len;
      ihop_node_walk (node->child[1], visit_update, data);
      if (updates->reduction->updates->len > before)
        updates->reduction->updates->pdata[before] = (gpointer) node;
      return FALSE;
    }
  while (base && base->kind == IHOP_INDEX)
    base = ihop_node_strip (base->child[0], TRUE);
  if (base && base->kind == IHOP_REF && base->symbol == updates->symbol)
    {
      updates->reduction->element = target;
      updates->reduction->is_element = target != base;
      updates->reduction->type = target->type;
      g_ptr_array_add (updates->reduction->updates, (gpointer) node);
    }
  return TRUE;
}

static GPtrArray *
reductions_of (const IhopKernel *kernel, const char *text, const char *kind)
{
  g_auto (GStrv) list = words (text, kind);
  GPtrArray *all = g_ptr_array_new ();

  for (guint i = 0; list[i]; i++)
    {
      g_auto (GStrv) pair = g_strsplit (list[i], ":", 2);
      IhopReduction *reduction = g_new0 (IhopReduction, 1);
      reduction->operator = operator_of (pair[0]);
      reduction->symbol = symbol (kernel->function, g_strstrip (pair[1]));
      reduction->updates = g_ptr_array_new ();
      Updates updates = { reduction->symbol, reduction };
      ihop_node_walk (kernel->body, visit_update, &updates);
      g_ptr_array_add (all, reduction);
    }
  return all;
}

static void
fill_axis (IhopAxis *axis, const IhopNode *loop, guint direction)
{
  IhopLoop *facts = g_new0 (IhopLoop, 1);
  const IhopNode *init = loop->child[0], *test = ihop_node_strip (loop->child[1], TRUE);
  const IhopNode *step = ihop_node_strip (loop->child[2], TRUE);
  const IhopNode *lower = init->kind == IHOP_DECLARATION
                            ? init->child[0]->child[0]
                            : ihop_node_strip (init->child[0], FALSE)->child[1];

  facts->counting = (IhopCounting){ .iterator = ihop_loop_iterator (loop), .lower = lower,
                                    .bound = test->child[1], .relation = test->op, .step = 1 };
  if (step->kind == IHOP_ASSIGN)
    facts->counting.step = step->child[1]->integer;
  if (step->op == IHOP_OP_SUB || step->op == IHOP_OP_POST_DEC || step->op == IHOP_OP_PRE_DEC)
    facts->counting.step = -facts->counting.step;
  *axis = (IhopAxis){ .loop = loop, .facts = facts, .iterator = facts->counting.iterator,
                      .axis = direction, .first = lower,
                      .step = facts->counting.step };
  const IhopNode *bound = test->child[1];
  gint64 size = ABS (axis->step);
  gboolean up = axis->step > 0, closed = test->op == IHOP_OP_LE || test->op == IHOP_OP_GE;
  const IhopNode *span = ihop_expression_subtract (pool (), up ? bound : axis->first, up ? axis->first : bound);
  axis->trips = ihop_expression_add (pool (), span, ihop_expression_number (pool (), closed ? size : size - 1));
  if (size != 1)
    axis->trips = ihop_expression_binary (pool (), IHOP_OP_DIV, axis->trips, ihop_expression_number (pool (), size));
  axis->max_trips = axis->trips;
}

static const IhopNode *
single (const IhopNode *node)
{
  return node->kind == IHOP_BLOCK && node->n_children == 1 ? single (node->child[0]) : node;
}

static void
fill_axes (IhopKernel *kernel, const char *text, const IhopNode *loop)
{
  g_auto (GStrv) list = words (text, "axes");

  kernel->body = loop;
  for (guint i = 0; list[i]; i++)
    {
      const char *colon = strchr (list[i], ':');
      loop = single (kernel->body);
      fill_axis (&kernel->axes[i], loop, colon[1] - 'x');
      kernel->body = ihop_loop_body (loop);
      kernel->n_axes = i + 1;
    }
  g_autofree char *most = clause (text, "most");
  if (kernel->n_axes > 1 && most)
    kernel->axes[1].max_trips = expression_of (kernel->function, most);
}

static GPtrArray *
symbols_of (const IhopKernel *kernel, const char *text, const char *kind)
{
  g_auto (GStrv) list = words (text, kind);
  GPtrArray *all = g_ptr_array_new ();

  for (guint i = 0; list[i]; i++)
    g_ptr_array_add (all, symbol (kernel->function, list[i]));
  return all;
}

static void
fill_after (IhopKernel *kernel, const char *text)
{
  g_auto (GStrv) list = words (text, "after");

  for (guint i = 0; list[i]; i++)
    {
      g_auto (GStrv) pair = g_strsplit (list[i], "=", 2);
      g_ptr_array_add (kernel->iterators_after,
                       symbol (kernel->function, g_strstrip (pair[0])));
      g_ptr_array_add (kernel->iterator_values, (gpointer) expression_of (kernel->function, pair[1]));
    }
}

static void
fill_last (IhopKernel *kernel, const char *text)
{
  GPtrArray *symbols = symbols_of (kernel, text, "last");

  for (guint i = 0; i < symbols->len; i++)
    {
      IhopPrivate *last = g_new0 (IhopPrivate, 1);
      *last = (IhopPrivate){ symbols->pdata[i], TRUE, TRUE };
      g_ptr_array_add (kernel->last_values, last);
      g_ptr_array_add (kernel->privates, symbols->pdata[i]);
    }
}

static void
add_kernel (IhopPlan *plan, const IhopFunction *function, const IhopNode *mark,
            const IhopNode *statement)
{
  IhopKernel *kernel = g_new0 (IhopKernel, 1);
  const char *text = mark->text;
  g_auto (GStrv) block = words (text, "block"), calls = words (text, "call");
  char *condition = clause (text, "condition");

  *kernel = (IhopKernel){ .name = clause (text, "name"), .function = function,
                          .kind = clause (text, "axes") ? IHOP_KERNEL_MAPPED : IHOP_KERNEL_SERIAL,
                          .statements = g_ptr_array_new (), .marks = g_ptr_array_new (),
                          .params = g_ptr_array_new (), .block = { 1, 1, 1 },
                          .last_values = g_ptr_array_new (), .callees = g_ptr_array_new (),
                          .conditions = g_ptr_array_new (), .iterators_after = g_ptr_array_new (),
                          .iterator_values = g_ptr_array_new () };
  g_ptr_array_add (kernel->statements, (gpointer) statement);
  g_ptr_array_add (kernel->marks, (gpointer) mark);
  for (guint i = 0; block[i]; i++)
    kernel->block[i] = (guint) g_ascii_strtoull (block[i], NULL, 10);
  fill_axes (kernel, text, statement);
  kernel->privates = symbols_of (kernel, text, "private");
  fill_last (kernel, text);
  kernel->reductions = reductions_of (kernel, text, "reduce");
  kernel->atomics = reductions_of (kernel, text, "atomic");
  fill_after (kernel, text);
  for (guint i = 0; calls[i]; i++)
    g_ptr_array_add (kernel->callees, (gpointer) ihop_tree_function (plan->tree, calls[i]));
  if (condition)
    {
      IhopAssumption *assumption = g_new0 (IhopAssumption, 1);
      *assumption = (IhopAssumption){ .kind = IHOP_ASSUME_CONDITION,
                                      .condition = condition,
                                      .message = ihop_message_word (condition),
                                      .holds = expression_of (function, condition) };
      g_ptr_array_add (kernel->conditions, assumption);
    }
  add_params (plan, kernel, text, "value", FALSE, FALSE);
  add_params (plan, kernel, text, "in", TRUE, FALSE);
  add_params (plan, kernel, text, "inout", TRUE, TRUE);
  add_params (plan, kernel, text, "out", TRUE, TRUE);
  ihop_plan_add_kernel (plan, kernel);
}

typedef struct
{
  IhopPlan *plan;
  const IhopFunction *function;
} Marks;

static void
add_overlap (IhopPlan *plan, const IhopFunction *function, const char *text)
{
  g_auto (GStrv) list = words (text, "overlap");

  if (list[0] == NULL)
    return;
  IhopOverlapTest *test = g_new0 (IhopOverlapTest, 1);
  *test = (IhopOverlapTest){ .function = function,
                             .a = symbol (function, list[0]),
                             .b = symbol (function, list[1]),
                             .bytes_a = ihop_expression_word (pool (), list[2]),
                             .bytes_b = ihop_expression_word (pool (), list[2]),
                             .reason = ihop_message_word ("") };
  g_ptr_array_add (plan->overlaps, test);
}

static gboolean
visit_marks (const IhopNode *node, gpointer data)
{
  Marks *marks = data;

  for (guint i = 0; i + 1 < node->n_children; i++)
    if (node->child[i] && node->child[i]->kind == IHOP_PRAGMA
        && g_str_has_prefix (node->child[i]->text, "target"))
      {
        add_overlap (marks->plan, marks->function, node->child[i]->text);
        add_kernel (marks->plan, marks->function, node->child[i],
                    clause (node->child[i]->text, "under")
                      ? single (node->child[i + 1]->child[node->child[i + 1]->kind == IHOP_FOR ? 3 : 1])
                      : node->child[i + 1]);
      }
  return TRUE;
}

IhopPlan *
hand_plan_new (const IhopTree *tree)
{
  IhopPlan *plan = g_new0 (IhopPlan, 1);

  *plan = (IhopPlan){ .tree = tree, .kernels = g_ptr_array_new (), .kernel_at = g_hash_table_new (NULL, NULL), .calls = g_ptr_array_new (),
                       .versions = g_ptr_array_new (),
                      .variables = g_ptr_array_new (), .transfers = g_ptr_array_new (),
                      .overlaps = g_ptr_array_new (), .assumption_tests = g_ptr_array_new (),
                      .dropped = g_ptr_array_new (), .uncalled = g_ptr_array_new (), .left_alone = g_ptr_array_new (), .left_out = g_ptr_array_new (),
                      .assumptions = g_ptr_array_new () };
  for (guint i = 0; i < tree->functions->len; i++)
    {
      const IhopFunction *function = tree->functions->pdata[i];
      Marks marks = { plan, function };
      if (function->in_main_file)
        ihop_node_walk (function->body, visit_marks, &marks);
    }
  return plan;
}
