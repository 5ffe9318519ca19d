/* Whether several threads pay: how often the innermost statement is executed. */
#include "ir/expression.h"
#include "collapse/cpu.h"
#include "gpugen/emit/kernel_axes.h"
#include "gpugen/emit/shape.h"
#include <math.h>

enum
{
  WORK_ENOUGH = 50000 /* executions of the innermost statement: some ten times what a fork costs */
};

typedef struct
{
  double known;
  GString *factors;
  double most; /* what array extents say: INFINITY where they say nothing */
} Work;

/* ---- Extents --------------------------------------------------------------------------- */

typedef struct
{
  const IhopSymbol *iterator;
  double most;
} Extents;

/* The extent of the dimension that this subscript runs over; INFINITY: not known when compiling. */
static double
extent_of (const IhopNode *index)
{
  const IhopNode *base = ihop_node_strip (index->child[0], FALSE);
  guint outer = 0;

  for (; base->kind == IHOP_INDEX; base = ihop_node_strip (base->child[0], FALSE))
    outer++;
  if (base->kind != IHOP_REF)
    return INFINITY;
  const IhopType *type = ihop_type_strip (base->symbol->declared_type);
  for (; outer > 0 && type->kind == IHOP_TYPE_ARRAY; outer--)
    type = ihop_type_strip (type->target);
  return outer == 0 && type->kind == IHOP_TYPE_ARRAY && type->has_count ? type->count : INFINITY;
}

/* Sums and multiples of variables: each value of the iterator has an element of its own. */
static gboolean
is_linear (const IhopNode *node)
{
  node = ihop_node_strip (node, TRUE);
  if (node->kind == IHOP_BINARY)
    return (node->op == IHOP_OP_ADD || node->op == IHOP_OP_SUB || node->op == IHOP_OP_MUL)
           && is_linear (node->child[0]) && is_linear (node->child[1]);
  return node->kind == IHOP_REF || node->kind == IHOP_INTEGER;
}

static gboolean
visit_extent (const IhopNode *node, gpointer data)
{
  Extents *extents = data;

  if (node->kind == IHOP_INDEX && ihop_cpu_mentions (node->child[1], extents->iterator)
      && is_linear (node->child[1]))
    extents->most = MIN (extents->most, extent_of (node));
  return TRUE;
}

/* A subscript stays inside its array, so a loop that runs over one has no more iterations than the
 * array has elements there. Good enough for a guess at the time, and used for nothing else. */
static double
most_trips (const IhopPlan *plan, const IhopNode *loop)
{
  const IhopCounting *counting = plan->facts ? ihop_loops_counting (plan->facts, plan->tree, loop) : NULL;
  Extents extents = { counting ? counting->iterator : NULL, INFINITY };

  if (extents.iterator)
    ihop_node_walk (ihop_loop_body (loop), visit_extent, &extents);
  return extents.most;
}

/* ---- Work ------------------------------------------------------------------------------ */

static void
multiply (Work *work, const IhopPlan *plan, const IhopNode *loop, gint64 number, const IhopNode *trips)
{
  if (number >= 0)
    work->known *= (double)number;
  else if (trips)
    {
      g_autofree char *factor = ihop_text_of_operand (trips, IHOP_OP_MUL, 1);
      g_string_append_printf (work->factors, "%s%s", work->factors->len ? " * " : "(double) ",
                              factor);
    }
  work->most *= number >= 0 ? (double)number : most_trips (plan, loop);
}

guint
ihop_cpu_depth (const IhopNode *node)
{
  guint most = 0;

  for (guint i = 0; node && ihop_kind_is_statement (node->kind) && i < node->n_children; i++)
    if (node->child[i])
      most = MAX (most, ihop_cpu_depth (node->child[i]));
  return most + (node && ihop_kind_is_loop (node->kind));
}

static const IhopNode *
deepest_loop (const IhopNode *node)
{
  const IhopNode *best = NULL;
  guint most = 0;

  if (node == NULL || ihop_kind_is_loop (node->kind) || !ihop_kind_is_statement (node->kind))
    return node && ihop_kind_is_loop (node->kind) ? node : NULL;
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && ihop_cpu_depth (node->child[i]) > most)
      {
        most = ihop_cpu_depth (node->child[i]);
        best = deepest_loop (node->child[i]);
      }
  return best;
}

static void
multiply_inner (Work *work, const IhopPlan *plan, const IhopKernel *kernel)
{
  const IhopNode *nest = kernel->statements->pdata[0];

  for (const IhopNode *loop = deepest_loop (kernel->body); loop && plan->facts;
       loop = deepest_loop (ihop_loop_body (loop)))
    {
      const IhopNode *trips = ihop_footprint_trip_count (plan->facts, kernel->function, nest, loop);
      gint64 number = -1;
      if (trips)
        ihop_expression_is_number (trips, &number);
      multiply (work, plan, loop, number, trips);
    }
}

char *
ihop_cpu_work (const IhopPlan *plan, const IhopKernel *kernel, guint axis, gboolean *worth)
{
  Work work = { 1, g_string_new (NULL), 1 };
  char *text = NULL;

  for (guint i = axis; i < kernel->n_axes; i++)
    multiply (&work, plan, kernel->axes[i].loop, ihop_axis_trips (&kernel->axes[i]),
              kernel->axes[i].max_trips);
  multiply_inner (&work, plan, kernel);
  *worth = work.most >= WORK_ENOUGH && (work.factors->len > 0 || work.known >= WORK_ENOUGH);
  if (work.factors->len > 0 && work.known < WORK_ENOUGH)
    text
      = g_strdup_printf ("%s > %.0f", work.factors->str, ceil (WORK_ENOUGH / MAX (work.known, 1)));
  g_string_free (work.factors, TRUE);
  return text;
}
