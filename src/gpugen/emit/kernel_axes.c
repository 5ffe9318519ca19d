/* From the number of a thread to a value of an iterator, and which threads have one.
 *
 * The form people write is
 *     const int i = 1 + blockIdx.x * blockDim.x + threadIdx.x;
 *     if (i < n - 1)
 * Threads past the end are fewer than a block, but where n is near the largest int, i wraps round
 * for them and the guard lets them through. So the guard is one of
 *     i < n            where constants exclude that, or the first value is 0 and blocks are powers
 *                      of two: then no number passes 2^31 - 1;
 *     i >= 1 && i < n  which an i that wrapped round does not pass;
 *     number < trips   for unsigned, short and oddly written loops, in 64 bits. */
#include "ir/expression.h"
#include "gpugen/emit/kernel_axes.h"
#include "gpugen/emit/kernel_body.h"
#include "gpugen/emit/kernel_params.h"
#include "gpugen/emit/printing.h"
#include "gpugen/emit/shape.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/text_words.h"

typedef enum
{
  GUARD_PLAIN,
  GUARD_BOTH,
  GUARD_NUMBER
} Guard;

static const char axis_names[] = "xyz";

static gboolean
constant (const IhopNode *node, gint64 *value)
{
  if (node == NULL || !(node->flags & IHOP_NODE_CONSTANT))
    return FALSE;
  *value = node->integer;
  return TRUE;
}

gint64
ihop_axis_trips (const IhopAxis *axis)
{
  gint64 lower, bound, trips, step = axis->step;
  const IhopCounting *counting = axis->facts ? &axis->facts->counting : NULL;

  if (ihop_expression_is_number (axis->max_trips, &trips))
    return MAX (trips, 0);
  if (counting == NULL || !constant (counting->lower, &lower)
      || !constant (counting->bound, &bound) || ABS (lower) > G_MAXINT || ABS (bound) > G_MAXINT)
    return -1;
  if (counting->relation == IHOP_OP_LE)
    bound++;
  else if (counting->relation == IHOP_OP_GE)
    bound--;
  trips = step > 0 ? (bound - lower + step - 1) / step : (lower - bound - step - 1) / -step;
  return MAX (trips, 0);
}

/* ---- What extents say about an iterator: a subscript that is surely evaluated stays below ---- */

typedef struct
{
  const IhopKernel *kernel;
  const IhopAxis *axis;
  gint64 below;            /* the iterator is less than this; -1: not known */
} Extents;

static gboolean
is_device_array (const IhopKernel *kernel, const IhopSymbol *symbol)
{
  for (guint i = 0; i < kernel->params->len; i++)
    {
      const IhopKernelParam *param = kernel->params->pdata[i];
      if (param->symbol == symbol && param->variable)
        return TRUE;
    }
  return FALSE;
}

static void
note_subscript (Extents *extents, const IhopNode *subscript, gint64 count)
{
  gint64 offset = 0;

  subscript = ihop_node_strip (subscript, TRUE);
  if (subscript->kind == IHOP_BINARY
      && (subscript->op == IHOP_OP_ADD || subscript->op == IHOP_OP_SUB)
      && (ihop_node_strip (subscript->child[1], TRUE)->flags & IHOP_NODE_CONSTANT))
    {
      offset = ihop_node_strip (subscript->child[1], TRUE)->integer;
      offset = subscript->op == IHOP_OP_SUB ? offset : -offset;
      subscript = ihop_node_strip (subscript->child[0], TRUE);
    }
  if (subscript->kind != IHOP_REF || subscript->symbol != extents->axis->iterator
      || ABS (offset) > 1 << 20 || count > 1 << 28)
    return;
  if (extents->below < 0 || count + offset < extents->below)
    extents->below = count + offset;
}

/* The declared dimensions of a chain of subscripts, from its array outwards. */
static void
note_access (Extents *extents, const IhopNode *node)
{
  g_autoptr (GPtrArray) subscripts = g_ptr_array_new ();

  for (; node->kind == IHOP_INDEX; node = ihop_node_strip (node->child[0], TRUE))
    g_ptr_array_insert (subscripts, 0, (gpointer) node->child[1]);
  if (node->kind != IHOP_REF || !is_device_array (extents->kernel, node->symbol))
    return;
  const IhopType *type = ihop_type_strip (node->symbol->declared_type);
  guint first = 0;
  if (type->kind == IHOP_TYPE_POINTER)
    {
      type = ihop_type_strip (type->target);
      first = 1;
    }
  for (guint i = first; i < subscripts->len && type->kind == IHOP_TYPE_ARRAY; i++)
    {
      if (type->has_count)
        note_subscript (extents, subscripts->pdata[i], (gint64) type->count);
      type = ihop_type_strip (type->target);
    }
}

static gboolean
visit_certain (const IhopNode *node, gpointer data)
{
  if (node->kind == IHOP_CONDITIONAL || node->op == IHOP_OP_LAND || node->op == IHOP_OP_LOR
      || node->kind == IHOP_SIZEOF)
    return FALSE;
  if (node->kind == IHOP_INDEX)
    note_access (data, node);
  return TRUE;
}

/* How many iterations the extents of arrays allow: only accesses that every iteration makes, and
 * only the first statements, before anything can leave the body, say something. */
static gint64
trips_by_extents (const IhopKernel *kernel, const IhopAxis *axis)
{
  Extents extents = { kernel, axis, -1 };
  const IhopNode *body = kernel->body;

  if (body->kind == IHOP_EXPRESSION)
    ihop_node_walk (body, visit_certain, &extents);
  for (guint i = 0; body->kind == IHOP_BLOCK && i < body->n_children
                    && (body->child[i]->kind == IHOP_EXPRESSION
                        || body->child[i]->kind == IHOP_DECLARATION); i++)
    ihop_node_walk (body->child[i], visit_certain, &extents);
  return extents.below;
}

guint
ihop_axis_share (const IhopKernel *kernel, const IhopAxis *axis)
{
  return axis->is_block ? 1 : kernel->block[axis->axis];
}

gboolean
ihop_axis_is_loop (const IhopKernel *kernel, const IhopAxis *axis)
{
  gint64 trips = ihop_axis_trips (axis);

  if (trips < 0 && axis->step > 0)
    trips = trips_by_extents (kernel, axis);
  if (kernel->reductions && kernel->reductions->len > 0)
    return TRUE;
  /* A "continue" needs a loop to continue. */
  if (!axis->is_block && axis == &kernel->axes[kernel->n_axes - 1] && ihop_body_continue (kernel->body))
    return TRUE;
  return axis->axis != 0 && (trips < 0 || trips > (gint64) 65535 * ihop_axis_share (kernel, axis));
}

guint
ihop_axis_most_blocks (const IhopKernel *kernel, const IhopAxis *axis)
{
  static const guint of_reduction[] = { 1024, 32, 8 }; /* at most 1024 values to combine */

  if (kernel->reductions && kernel->reductions->len > 0)
    return of_reduction[kernel->n_axes - 1];
  return axis->axis == 0 ? 0 : ihop_axis_is_loop (kernel, axis) ? 65535 : 0;
}

static const IhopNode *
condition_of (const IhopAxis *axis)
{
  const IhopNode *condition;

  if (axis->loop->kind != IHOP_FOR || axis->loop->child[1] == NULL)
    return NULL;
  condition = ihop_node_strip (axis->loop->child[1], TRUE);
  return condition->kind == IHOP_BINARY && condition->op >= IHOP_OP_LT
             && condition->op <= IHOP_OP_GE
           ? condition : NULL;
}

static gboolean
is_iterator (const IhopAxis *axis, const IhopNode *node)
{
  node = ihop_node_strip (node, TRUE);
  return node->kind == IHOP_REF && node->symbol == axis->iterator;
}

/* The bound as it stands in the condition, and the relation seen from the iterator. */
static const IhopNode *
bound_of (const IhopAxis *axis, IhopOperator *relation)
{
  static const IhopOperator turned[] = { IHOP_OP_GT, IHOP_OP_GE, IHOP_OP_LT, IHOP_OP_LE };
  const IhopNode *condition = condition_of (axis);

  if (condition == NULL)
    return NULL;
  *relation = condition->op;
  if (is_iterator (axis, condition->child[0]))
    return condition->child[1];
  if (!is_iterator (axis, condition->child[1]))
    return NULL;
  *relation = turned[condition->op - IHOP_OP_LT];
  return condition->child[0];
}

static gboolean
is_power_of_two (guint n)
{
  return n != 0 && (n & (n - 1)) == 0;
}

static Guard
guard_signed (const IhopKernel *kernel, const IhopAxis *axis, const IhopNode *bound,
              gboolean loops)
{
  gint64 value, first;

  if (constant (bound, &value) && ABS (value) <= 1 << 30 && ABS (axis->step) <= 8)
    return GUARD_PLAIN;
  if (axis->step > 0 && axis->step <= 8 && trips_by_extents (kernel, axis) >= 0)
    return GUARD_PLAIN;
  if (!loops && axis->step == 1 && ihop_expression_is_number (axis->first, &first) && first == 0
      && is_power_of_two (kernel->block[axis->axis]))
    return GUARD_PLAIN;
  return ABS (axis->step) <= 8 ? GUARD_BOTH : GUARD_NUMBER;
}

static Guard
guard_of (const IhopKernel *kernel, const IhopAxis *axis, gboolean loops)
{
  const IhopType *type = ihop_type_strip (axis->iterator->type);
  IhopOperator relation = IHOP_OP_NONE;
  const IhopNode *bound = bound_of (axis, &relation);
  gboolean upward = relation == IHOP_OP_LT || relation == IHOP_OP_LE;
  gint64 first, value;

  if (bound == NULL || upward != (axis->step > 0) || type->size < 4)
    return GUARD_NUMBER;
  if (type->is_signed)
    return type->size > 4 ? (ABS (axis->step) <= 1 << 16 ? GUARD_PLAIN : GUARD_NUMBER)
                          : guard_signed (kernel, axis, bound, loops);
  if (axis->step < 0 || axis->step > 8)
    return GUARD_NUMBER;
  if (type->size > 4 || (constant (bound, &value) && value >= 0 && value <= 1 << 30))
    return GUARD_PLAIN;
  return !loops && ihop_expression_is_number (axis->first, &first) && first == 0 && axis->step == 1
             && is_power_of_two (kernel->block[axis->axis])
           ? GUARD_PLAIN : GUARD_NUMBER;
}

/* The thread's place along the axis; "wide": in 64 bits. */
static char *
thread_text (const IhopAxis *axis, const char *wide)
{
  char a = axis_names[axis->axis];

  return g_strdup_printf ("%sblockIdx.%c * blockDim.%c + threadIdx.%c", wide, a, a, a);
}

/* The axis' first value or number of iterations in a kernel, where the iterator's name stands for another variable
 * (ihop_axis_first_name) if the first value is what it held, and a struct that the kernel changes is behind a pointer. */
typedef struct
{
  const IhopBody *body;
  const IhopAxis *axis;
  const char *start;       /* NULL: no other name */
} Renaming;

static char *
rename_iterator (const IhopNode *node, gpointer data)
{
  const Renaming *self = data;

  if (node->kind != IHOP_REF)
    return NULL;
  return g_strdup (self->start && node->symbol == self->axis->iterator ? self->start
                                                                       : g_hash_table_lookup (self->body->names, node->symbol));
}

static char *
operand_text (const IhopBody *body, const IhopAxis *axis, const IhopNode *node, IhopOperator op, guint position)
{
  g_autofree char *start = ihop_axis_first_name (axis);
  Renaming renaming = { body, axis, start };
  const IhopPrinter printer = { .replace = rename_iterator, .data = &renaming };

  return ihop_printed_operand (ihop_print_node (node, &printer), node, op, position);
}

/* The iterator's value for a number of an iteration. */
static char *
value_text (const IhopBody *body, const IhopAxis *axis, const char *number, gboolean is_sum)
{
  g_autofree char *first = operand_text (body, axis, axis->first, IHOP_OP_ADD, 0);
  gint64 start, step = axis->step;
  gboolean zero = ihop_expression_is_number (axis->first, &start) && start == 0;

  if (step == 1 && zero)
    return g_strdup (number);
  if (step == 1)
    return g_strdup_printf ("%s + %s", first, number);
  if (step == -1)
    return g_strdup_printf (is_sum ? "%s - (%s)" : "%s - %s", first, number);
  if (zero && step > 0)
    return g_strdup_printf (is_sum ? "%" G_GINT64_FORMAT " * (%s)" : "%" G_GINT64_FORMAT " * %s",
                            step, number);
  return g_strdup_printf (is_sum ? "%s %c %" G_GINT64_FORMAT " * (%s)"
                                 : "%s %c %" G_GINT64_FORMAT " * %s",
                          first, step > 0 ? '+' : '-', ABS (step), number);
}

static char *
bound_text (IhopBody *body, const IhopNode *bound)
{
  g_autofree char *text = ihop_body_expression (body, bound);

  return ihop_text_summand (text);
}

static char *
guard_text (IhopBody *body, const IhopAxis *axis, Guard guard)
{
  const char *name = axis->iterator->name;
  g_autofree char *first = operand_text (body, axis, axis->first, IHOP_OP_LT, 1);
  IhopOperator relation = IHOP_OP_NONE;
  const IhopNode *bound = bound_of (axis, &relation);

  g_autofree char *trips = operand_text (body, axis, axis->trips, IHOP_OP_LT, 1);
  if (guard == GUARD_NUMBER)
    return g_strdup_printf ("number_%s < %s", name, trips);
  g_autofree char *end = bound_text (body, bound);
  g_autofree char *plain = g_strdup_printf ("%s %s %s", name, ihop_operator_text (relation), end);
  return guard == GUARD_PLAIN ? g_steal_pointer (&plain)
                              : g_strdup_printf ("%s %s %s && %s", name,
                                                 axis->step > 0 ? ">=" : "<=", first, plain);
}

static char *
last_text (IhopBody *body, const IhopAxis *axis, Guard guard)
{
  const char *name = axis->iterator->name;
  IhopOperator relation = IHOP_OP_NONE;
  const IhopNode *bound = bound_of (axis, &relation);

  g_autofree char *trips = operand_text (body, axis, axis->trips, IHOP_OP_MUL, 1);
  if (guard == GUARD_NUMBER)
    return g_strdup_printf ("number_%s == %s - 1", name, trips);
  g_autofree char *end = bound_text (body, bound);
  g_autofree char *last = g_strdup_printf ("(%s - 1)", trips);
  if (ABS (axis->step) != 1)
    {
      g_autofree char *value = value_text (body, axis, last, FALSE);
      return g_strdup_printf ("%s == %s", name, value);
    }
  if (relation == IHOP_OP_LE || relation == IHOP_OP_GE)
    return g_strdup_printf ("%s == %s", name, end);
  return g_strdup_printf ("%s == %s %c 1", name, end, axis->step > 0 ? '-' : '+');
}

static char *
step_text (const IhopAxis *axis, const char *name, gint64 step, const char *wide)
{
  char a = axis_names[axis->axis];
  g_autofree char *times
    = step == 1 ? g_strdup ("") : g_strdup_printf ("%" G_GINT64_FORMAT " * ", ABS (step));

  if (step == -1)
    g_clear_pointer (&times, g_free);
  return g_strdup_printf ("%s %c= %s%sgridDim.%c * blockDim.%c", name, step > 0 ? '+' : '-',
                          wide, times ? times : "", a, a);
}

static char *
iterator_type (const IhopAxis *axis)
{
  IhopType type = *axis->iterator->type;

  type.qualifiers = 0;
  return ihop_type_declare (&type, NULL);
}

/* number_i counts iterations in 64 bits; i follows from it. */
static void
fill_by_number (const IhopBody *body, IhopAxisText *text, const IhopAxis *axis, const char *type)
{
  const char *name = axis->iterator->name;
  const char *quality = axis->loop->kind == IHOP_FOR ? "const " : "";
  g_autofree char *number = g_strconcat ("number_", name, NULL);
  g_autofree char *thread = thread_text (axis, "(long long) ");
  g_autofree char *value = value_text (body, axis, number, FALSE);
  g_autofree char *step = step_text (axis, number, 1, "(long long) ");

  text->by_number = TRUE;
  if (text->is_loop)
    {
      g_autofree char *trips = operand_text (body, axis, axis->trips, IHOP_OP_LT, 1);
      text->header = g_strdup_printf ("for (long long %s = %s; %s < %s; %s)", number, thread,
                                      number, trips, step);
      text->declaration = g_strdup_printf ("%s%s %s = %s;", quality, type, name, value);
    }
  else
    text->declaration = g_strdup_printf ("const long long %s = %s;\n%s%s %s = %s;", number, thread,
                                         quality, type, name, value);
}

static void
fill_by_value (const IhopBody *body, IhopAxisText *text, const IhopAxis *axis, const char *type)
{
  const char *name = axis->iterator->name;
  const char *wide = ihop_type_strip (axis->iterator->type)->size > 4 ? "(size_t) " : "";
  g_autofree char *thread = thread_text (axis, wide);
  g_autofree char *value = value_text (body, axis, thread, TRUE);
  g_autofree char *step = step_text (axis, name, axis->step, wide);

  if (text->is_loop)
    text->header = g_strdup_printf ("for (%s %s = %s; %s; %s)", type, name, value, text->guard,
                                    step);
  else
    text->declaration = g_strdup_printf ("const %s %s = %s;", type, name, value);
}

IhopAxisText *
ihop_axis_text_new (IhopBody *body, const IhopAxis *axis)
{
  IhopAxisText *text = g_new0 (IhopAxisText, 1);
  g_autofree char *type = iterator_type (axis);
  Guard guard;

  text->axis = axis;
  text->is_loop = ihop_axis_is_loop (body->kernel, axis);
  guard = guard_of (body->kernel, axis, text->is_loop);
  text->guard = guard_text (body, axis, guard);
  text->last = last_text (body, axis, guard);
  if (guard == GUARD_NUMBER)
    fill_by_number (body, text, axis, type);
  else
    fill_by_value (body, text, axis, type);
  if (text->is_loop)
    g_clear_pointer (&text->guard, g_free);
  return text;
}

void
ihop_axis_text_free (IhopAxisText *text)
{
  if (text == NULL)
    return;
  g_free (text->declaration);
  g_free (text->header);
  g_free (text->guard);
  g_free (text->last);
  g_free (text);
}
