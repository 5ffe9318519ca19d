/* A kernel that is a tree of loops, as CUDA. What is proved of it: analysis/kernel/kernel.h. */
#include "ir/expression.h"
#include "gpugen/emit/tree_text.h"
#include "gpugen/emit/pairs.h"
#include "gpugen/emit/code_layout.h"
#include "gpugen/emit/kernel_axes.h"
#include "gpugen/emit/kernel_body.h"
#include "gpugen/emit/printing.h"
#include "gpugen/emit/shape.h"
#include "gpugen/emit/tree_thread_numbers.h"
#include "gpugen/emit/tree_writer.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/text_words.h"

static char *
deeper (IhopTreeWriter *writer, const char *indent)
{
  return ihop_layout_indent (&writer->body->print->layout, indent, 1);
}

static gboolean
is_device (const IhopBody *body)
{
  return body->print->dialect != IHOP_DIALECT_EMULATED;
}

static char *
declared (const IhopSymbol *symbol)
{
  IhopType type = *symbol->type;

  type.qualifiers = IHOP_CONST;
  return ihop_type_declare (&type, symbol->name);
}

/* ---- Arrays --------------------------------------------------------------------------------------------------- */

char *
ihop_tree_text_element (IhopBody *body, const IhopNode *node)
{
  g_autoptr (GPtrArray) subscripts = g_ptr_array_new ();

  if (body->kernel->tree == NULL || !is_device (body))
    return NULL;
  for (; node->kind == IHOP_INDEX; node = ihop_node_strip (node->child[0], TRUE))
    g_ptr_array_insert (subscripts, 0, (gpointer) node->child[1]);
  const IhopKernelArray *array = node->kind == IHOP_REF ? ihop_kernel_array_of (body->kernel->tree, node->symbol) : NULL;
  if (array == NULL || array->memory != IHOP_ROLE_REGISTERS)
    return NULL;
  GString *text = g_string_new (array->symbol->name);
  for (guint i = array->n_own; i < subscripts->len; i++)
    {
      g_autofree char *subscript = ihop_body_expression (body, subscripts->pdata[i]);
      g_string_append_printf (text, "[%s]", subscript);
    }
  return g_string_free (text, FALSE);
}

static void
write_array (IhopTreeWriter *writer, const IhopKernelArray *array, const char *indent)
{
  const IhopType *type = array->symbol->type;

  for (guint i = 0; i < array->n_own; i++)
    type = ihop_type_strip (type)->target;
  g_autofree char *text = ihop_text_for_cxx (ihop_type_declare (type, array->symbol->name));
  ihop_tree_line (writer, indent, "%s%s%s;", array->memory == IHOP_ROLE_SHARED ? "__shared__ " : "", ihop_text_alignment (array), text);
}

/* Those that this statement declares; FALSE: it declares none. */
static gboolean
write_arrays (IhopTreeWriter *writer, const IhopNode *declaration, const char *indent)
{
  gboolean any = FALSE;

  for (guint i = 0; i < writer->tree->arrays->len; i++)
    {
      const IhopKernelArray *array = writer->tree->arrays->pdata[i];
      if (array->declaration != declaration)
        continue;
      any = TRUE;
      if (array->memory == IHOP_ROLE_SHARED || array->n_own)
        write_array (writer, array, indent);
    }
  return any;
}

/* ---- Thread loops ----------------------------------------------------------------------------------------------- */

static const IhopThreadNest *
nest_of (const IhopTreeWriter *writer, const IhopNode *loop)
{
  for (guint i = 0; i < writer->tree->nests->len; i++)
    {
      const IhopThreadNest *nest = writer->tree->nests->pdata[i];
      if (nest->loop[0].loop == loop)
        return nest;
    }
  return NULL;
}

static void
add_condition (GString *all, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
add_condition (GString *all, const char *format, ...)
{
  va_list args;

  if (all->len)
    g_string_append (all, " && ");
  va_start (args, format);
  g_string_append_vprintf (all, format, args);
  va_end (args);
}

/* The loop's own bounds, where not all threads of the block run it whenever it is reached. */
static void
add_bounds (IhopTreeWriter *writer, const IhopSpread *spread, GString *all)
{
  const char *other = g_hash_table_lookup (writer->body->names, spread->iterator);
  const char *name = other ? other : spread->iterator->name;
  guint threads = writer->tree->threads[spread->axis];

  if (spread->is_whole)
    {
      if (spread->least > 0)
        add_condition (all, "%s >= %" G_GINT64_FORMAT, name, spread->least);
      if (spread->least == 0 && spread->most == 0 && threads > 1)
        add_condition (all, "%s == 0", name);
      else if (spread->most + 1 < threads)
        add_condition (all, "%s < %" G_GINT64_FORMAT, name, spread->most + 1);
      return;
    }
  const IhopNode *first = spread->loop->child[0]->child[0]->child[0];
  gint64 number;
  if (!ihop_node_number (first, &number) || number > 0)
    {
      g_autofree char *text = ihop_body_expression (writer->body, first), *operand = ihop_text_summand (text);
      add_condition (all, "%s >= %s", name, operand);
    }
  g_autofree char *condition = ihop_body_expression (writer->body, spread->loop->child[1]);
  add_condition (all, "%s", condition);
}

static char *
guard_of (IhopTreeWriter *writer, const IhopThreadNest *nest)
{
  GString *all = g_string_new (NULL);

  for (guint axis = 0; axis < 3; axis++)
    {
      gboolean has_loop = FALSE;
      for (guint i = 0; i < nest->n; i++)
        has_loop |= nest->loop[i].axis == axis;
      if (!has_loop && writer->tree->threads[axis] > 1)
        add_condition (all, "threadIdx.%c == 0", "xyz"[axis]);
    }
  for (guint i = 0; i < nest->n; i++)
    add_bounds (writer, &nest->loop[i], all);
  return g_string_free (all, FALSE);
}

static gboolean
declares (const IhopNode *block)
{
  for (guint i = 0; i < block->n_children; i++)
    if (block->child[i]->kind == IHOP_DECLARATION)
      return TRUE;
  return FALSE;
}

static void
write_plain (IhopTreeWriter *writer, const IhopNode *node, const char *indent)
{
  g_autofree char *text = ihop_body_statement (writer->body, node, indent);

  if (g_hash_table_contains (writer->body->nodes, node)) /* in the place where the owner wrote it */
    {
      g_autofree char *from = ihop_source_indent (node->range.source, node->range.begin), *there = text;
      text = ihop_print_reindent (there, from, indent);
    }
  g_string_append_printf (writer->out, "%s%s\n", indent, text);
}

/* A thread loop's body; "is_headed": behind an if. */
static void
write_thread_body (IhopTreeWriter *writer, const IhopNode *body, gboolean is_headed, const char *indent)
{
  if (body->kind != IHOP_BLOCK || is_headed || declares (body))
    {
      write_plain (writer, body, indent);
      return;
    }
  for (guint i = 0; i < body->n_children; i++)
    if (body->child[i]->kind == IHOP_PRAGMA && g_str_has_prefix (body->child[i]->text, "unroll"))
      g_string_append_printf (writer->out, "%s#pragma %s\n", indent, body->child[i]->text);
    else if (body->child[i]->kind != IHOP_PRAGMA)
      write_plain (writer, body->child[i], indent);
}

static gboolean
write_own_iterators (IhopTreeWriter *writer, const IhopThreadNest *nest, const char *indent)
{
  gboolean any = FALSE;

  for (guint i = 0; i < nest->n; i++)
    {
      const IhopSpread *spread = &nest->loop[i];
      if (g_hash_table_contains (writer->early, spread->iterator))
        continue;
      g_autofree char *text = declared (spread->iterator);
      if (!any)
        ihop_tree_line (writer, indent, "{");
      g_autofree char *inner = deeper (writer, indent);
      ihop_tree_line (writer, inner, "%s = threadIdx.%c;", text, "xyz"[spread->axis]);
      any = TRUE;
    }
  return any;
}

/* Threads are numbered through all blocks; where there are fewer blocks, each does the work of several. */
static void
write_grid_nest (IhopTreeWriter *writer, const IhopThreadNest *nest, const char *indent)
{
  const IhopSpread *spread = &nest->loop[0];
  const char *name = spread->iterator->name;
  g_autofree char *inner = deeper (writer, indent), *below = deeper (writer, inner);
  g_autofree char *type = ihop_type_declare (ihop_type_strip (spread->iterator->type), name);
  g_autofree char *condition = ihop_body_expression (writer->body, spread->loop->child[1]);
  g_autofree char *first = ihop_body_expression (writer->body, spread->loop->child[0]->child[0]->child[0]);
  gboolean is_guarded = !g_str_equal (first, "0");

  ihop_tree_line (writer, indent, "for (%s = blockIdx.x * blockDim.x + threadIdx.x; %s; %s += gridDim.x * blockDim.x) {", type, condition, name);
  if (is_guarded)
    {
      g_autofree char *operand = ihop_text_summand (first);
      ihop_tree_line (writer, inner, "if (%s >= %s) {", name, operand);
    }
  write_thread_body (writer, nest->body, FALSE, is_guarded ? below : inner);
  if (is_guarded)
    ihop_tree_line (writer, inner, "}");
  ihop_tree_line (writer, indent, "}");
}

static void
write_nest (IhopTreeWriter *writer, const IhopThreadNest *nest, const char *indent)
{
  g_autofree char *guard = guard_of (writer, nest), *inner = deeper (writer, indent);
  gboolean braces = write_own_iterators (writer, nest, indent);
  const char *at = braces ? inner : indent;
  g_autofree char *below = deeper (writer, at);

  if (guard[0])
    ihop_tree_line (writer, at, "if (%s) {", guard);
  write_thread_body (writer, nest->body, FALSE, guard[0] ? below : at);
  if (guard[0])
    ihop_tree_line (writer, at, "}");
  if (braces)
    ihop_tree_line (writer, indent, "}");
}

/* ---- What all threads go through --------------------------------------------------------------------------------- */

static void write_uniform (IhopTreeWriter *writer, const IhopNode *node, const char *indent);

static void
write_loop (IhopTreeWriter *writer, const IhopNode *loop, const char *indent)
{
  g_autofree char *inner = deeper (writer, indent);
  g_autofree char *first = ihop_body_statement (writer->body, loop->child[0], indent);
  g_autofree char *condition = ihop_body_expression (writer->body, loop->child[1]);
  g_autofree char *step = ihop_body_expression (writer->body, loop->child[2]);

  g_strchomp (first);
  ihop_tree_line (writer, indent, "for (%s%s %s; %s) {", first, g_str_has_suffix (first, ";") ? "" : ";", condition, step);
  write_uniform (writer, loop->child[3], inner);
  ihop_tree_line (writer, indent, "}");
}

static void
write_uniform (IhopTreeWriter *writer, const IhopNode *node, const char *indent)
{
  const IhopThreadNest *nest = nest_of (writer, node);

  if (nest && writer->tree->grid)
    write_grid_nest (writer, nest, indent);
  else if (nest)
    write_nest (writer, nest, indent);
  else if (node->kind == IHOP_BLOCK)
    for (guint i = 0; i < node->n_children; i++)
      write_uniform (writer, node->child[i], indent);
  else if (node->kind == IHOP_PRAGMA)
    {
      if (ihop_role_of (node).role == IHOP_ROLE_FENCE)
        ihop_tree_line (writer, indent, "%s", writer->tree->grid ? "ihop_grid_wait ();" : "__syncthreads ();");
    }
  else if (node->kind == IHOP_FOR)
    write_loop (writer, node, indent);
  else if (node->kind != IHOP_EMPTY && !write_arrays (writer, node, indent))
    write_plain (writer, node, indent);
}

/* ---- Blocks ------------------------------------------------------------------------------------------------------- */

static void
write_block (IhopTreeWriter *writer, const char *indent)
{
  if (!is_device (writer->body))
    {
      write_plain (writer, writer->tree->body, indent);
      return;
    }
  for (guint axis = 3; axis-- > 0 && !writer->tree->grid;)
    ihop_tree_thread_number_declare (writer, axis, indent);
  if (!writer->tree->grid)
    g_string_append_c (writer->out, '\n');
  write_uniform (writer, writer->tree->body, indent);
}

/* "64 * blockIdx.y" */
static char *
value_text (const IhopAxis *axis, const char *number)
{
  g_autofree char *first = ihop_text_of_operand (axis->first, IHOP_OP_ADD, 0);
  gint64 start, step = axis->step;
  gboolean zero = ihop_expression_is_number (axis->first, &start) && start == 0;
  g_autofree char *distance = ABS (step) == 1 ? g_strdup (number)
                                              : g_strdup_printf ("%" G_GINT64_FORMAT " * %s", ABS (step), number);

  return zero && step > 0 ? g_steal_pointer (&distance)
                          : g_strdup_printf ("%s %c %s", first, step > 0 ? '+' : '-', distance);
}

static void write_blocks (IhopTreeWriter *writer, guint i, const char *indent);

static gboolean
has_shared (const IhopTreeWriter *writer)
{
  for (guint i = 0; i < writer->tree->arrays->len; i++)
    if (((const IhopKernelArray *) writer->tree->arrays->pdata[i])->memory == IHOP_ROLE_SHARED)
      return TRUE;
  return FALSE;
}

/* There may be more iterations than blocks can be started: each block takes several. Its shared memory is the same for all of them. */
static void
write_block_loop (IhopTreeWriter *writer, guint i, const char *indent)
{
  const IhopAxis *axis = &writer->kernel->axes[i];
  g_autofree char *inner = deeper (writer, indent);
  g_autofree char *number = g_strdup_printf ("number_%s", axis->iterator->name);
  g_autofree char *type = declared (axis->iterator), *value = value_text (axis, number);

  g_autofree char *trips = ihop_text_of_operand (axis->trips, IHOP_OP_LT, 1);
  ihop_tree_line (writer, indent, "for (long long %s = blockIdx.%c; %s < %s; %s += gridDim.%c) {", number, "xyz"[axis->axis],
        number, trips, number, "xyz"[axis->axis]);
  ihop_tree_line (writer, inner, "%s = %s;", type, value);
  write_blocks (writer, i + 1, inner);
  if (is_device (writer->body) && has_shared (writer) && !writer->tree->blocks_follow_freely)
    ihop_tree_line (writer, inner, "__syncthreads ();");
  ihop_tree_line (writer, indent, "}");
}

/* A kernel of one block does not ask which one it is. */
static gboolean
is_used (const IhopTreeWriter *writer, const IhopAxis *axis)
{
  return ihop_expression_mentions (ihop_loop_body (axis->loop), axis->iterator);
}

static void
write_blocks (IhopTreeWriter *writer, guint i, const char *indent)
{
  const IhopAxis *axis = &writer->kernel->axes[i];

  if (i == writer->kernel->n_axes)
    write_block (writer, indent);
  else if (ihop_axis_is_loop (writer->kernel, axis))
    write_block_loop (writer, i, indent);
  else
    {
      g_autofree char *number = g_strdup_printf ("blockIdx.%c", "xyz"[axis->axis]);
      g_autofree char *type = declared (axis->iterator), *value = value_text (axis, number);
      gboolean is_guarded = !ihop_expression_equal (axis->trips, axis->max_trips);
      g_autofree char *trips = ihop_text_of_operand (axis->trips, IHOP_OP_LT, 1);
      g_autofree char *inner = deeper (writer, indent);
      if (is_used (writer, axis))
        ihop_tree_line (writer, indent, "%s = %s;", type, value);
      if (is_guarded)
        ihop_tree_line (writer, indent, "if ((long long) blockIdx.%c < %s) {", "xyz"[axis->axis], trips);
      write_blocks (writer, i + 1, is_guarded ? inner : indent);
      if (is_guarded)
        ihop_tree_line (writer, indent, "}");
    }
}

void
ihop_tree_text_append (IhopBody *body, GString *out, const char *indent)
{
  g_autoptr (GHashTable) early = g_hash_table_new (NULL, NULL);
  IhopTreeWriter writer = { body, body->kernel, body->kernel->tree, out, early };

  write_blocks (&writer, 0, indent);
}
