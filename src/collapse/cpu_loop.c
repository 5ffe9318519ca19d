/* Loops as OpenMP wants them, and whether several threads pay. */
#include "collapse/cpu.h"
#include <math.h>

typedef struct
{
  const IhopSymbol *symbol;
  gboolean found;
} Mention;

static gboolean
visit_mention (const IhopNode *node, gpointer data)
{
  Mention *mention = data;

  mention->found |= node->symbol == mention->symbol && node->kind == IHOP_REF;
  return !mention->found;
}

gboolean
ihop_cpu_mentions (const IhopNode *node, const IhopSymbol *symbol)
{
  Mention mention = { symbol, FALSE };

  if (node)
    ihop_node_walk (node, visit_mention, &mention);
  return mention.found;
}

static gboolean
is_ref (const IhopNode *node, const IhopSymbol *symbol)
{
  node = ihop_node_strip (node, TRUE);
  return node->kind == IHOP_REF && node->symbol == symbol;
}

static const IhopNode *
expression_of (const IhopNode *node)
{
  if (node && node->kind == IHOP_EXPRESSION)
    node = node->child[0];
  return node ? ihop_node_strip (node, FALSE) : NULL;
}

static const IhopSymbol *
started (const IhopNode *init)
{
  if (init && init->kind == IHOP_DECLARATION)
    return init->n_children == 1 && init->child[0]->child[0] ? init->child[0]->symbol : NULL;
  init = expression_of (init);
  if (init == NULL || init->kind != IHOP_ASSIGN || init->op != IHOP_OP_NONE)
    return NULL;
  const IhopNode *left = ihop_node_strip (init->child[0], FALSE);
  return left->kind == IHOP_REF ? left->symbol : NULL;
}

static gboolean
is_test (const IhopNode *test, const IhopSymbol *iterator)
{
  test = test ? ihop_node_strip (test, TRUE) : NULL;
  if (test == NULL || test->kind != IHOP_BINARY || test->op < IHOP_OP_LT || test->op > IHOP_OP_GE)
    return FALSE;
  return is_ref (test->child[0], iterator)
         ? !ihop_cpu_mentions (test->child[1], iterator)
         : is_ref (test->child[1], iterator) && !ihop_cpu_mentions (test->child[0], iterator);
}

static gboolean
is_step (const IhopNode *step, const IhopSymbol *iterator)
{
  step = expression_of (step);
  if (step == NULL)
    return FALSE;
  if (step->kind == IHOP_UNARY && step->op >= IHOP_OP_PRE_INC)
    return is_ref (step->child[0], iterator);
  if (step->kind != IHOP_ASSIGN || !is_ref (step->child[0], iterator))
    return FALSE;
  if (step->op == IHOP_OP_ADD || step->op == IHOP_OP_SUB)
    return !ihop_cpu_mentions (step->child[1], iterator);
  const IhopNode *sum = ihop_node_strip (step->child[1], TRUE);
  return step->op == IHOP_OP_NONE && sum->kind == IHOP_BINARY
         && (sum->op == IHOP_OP_ADD || sum->op == IHOP_OP_SUB) && is_ref (sum->child[0], iterator);
}

gboolean
ihop_cpu_is_canonical (const IhopNode *loop)
{
  const IhopSymbol *iterator;

  if (loop->kind != IHOP_FOR || loop->child[0] == NULL)
    return FALSE;
  iterator = started (loop->child[0]);
  return iterator && ihop_type_is_integer (iterator->type) && is_test (loop->child[1], iterator)
         && is_step (loop->child[2], iterator);
}

gboolean
ihop_cpu_declares (const IhopNode *loop)
{
  return loop->kind == IHOP_FOR && loop->child[0] && loop->child[0]->kind == IHOP_DECLARATION;
}

char *
ihop_cpu_header (const IhopNode *loop)
{
  const IhopNode *body = ihop_loop_body (loop);
  IhopRange range = { loop->range.source, loop->range.begin, body->range.begin };
  char *text;

  if (!ihop_range_is_known (loop->range) || !ihop_range_is_known (body->range)
      || loop->range.source != body->range.source)
    return NULL;
  text = ihop_range_text (range);
  return g_strchomp (text);
}

/* ---- Work ------------------------------------------------------------------------------ */

enum
{
  WORK_ENOUGH = 100000 /* executions of the innermost statement: some ten times what a fork costs */
};

typedef struct
{
  double known;
  GString *factors;
} Work;

static void
multiply (Work *work, gint64 number, const char *text)
{
  if (number >= 0)
    work->known *= (double) number;
  else if (text)
    {
      g_autofree char *factor = ihop_text_factor (text);
      g_string_append_printf (work->factors, "%s%s", work->factors->len ? " * " : "(double) ",
                              factor);
    }
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
      g_autofree char *trips
        = ihop_footprint_trip_count (plan->facts, kernel->function, nest, loop);
      gint64 number = -1;
      ihop_text_is_number (trips, &number);
      multiply (work, number, trips);
    }
}

char *
ihop_cpu_work (const IhopPlan *plan, const IhopKernel *kernel, guint axis, gboolean *worth)
{
  Work work = { 1, g_string_new (NULL) };
  char *text = NULL;

  for (guint i = axis; i < kernel->n_axes; i++)
    multiply (&work, ihop_axis_trips (&kernel->axes[i]), kernel->axes[i].max_trips);
  multiply_inner (&work, plan, kernel);
  *worth = work.factors->len > 0 || work.known >= WORK_ENOUGH;
  if (work.factors->len > 0 && work.known < WORK_ENOUGH)
    text = g_strdup_printf ("%s > %.0f", work.factors->str,
                            ceil (WORK_ENOUGH / MAX (work.known, 1)));
  else if (work.factors->len > 0)
    text = NULL;
  g_string_free (work.factors, TRUE);
  return text;
}
