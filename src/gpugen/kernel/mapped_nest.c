/* Which loops can be spread over threads. */
#include "gpugen/kernel/mapped_nest.h"
#include "analysis/memory/definitions.h"
#include "ir/expression.h"
#include "gpugen/kernel/device_code.h"
#include "gpugen/kernel/least_value.h"
#include "gpugen/kernel/tree_nest.h"
#include "gpugen/plan/work.h"
#include <string.h>

#define PRIVATE_MOST 1024 /* bytes of a thread's own copy of an array */

const IhopNode *
ihop_nest_single (const IhopNode *node)
{
  while ((node = ihop_node_unlabelled (node)) && node->kind == IHOP_BLOCK)
    {
      const IhopNode *only = NULL;
      for (guint i = 0; i < node->n_children; i++)
        {
          const IhopNode *child = ihop_node_unlabelled (node->child[i]);
          if (child->kind == IHOP_PRAGMA || child->kind == IHOP_EMPTY)
            continue;
          if (only)
            return node;
          only = child;
        }
      if (only == NULL || (only->kind != IHOP_BLOCK && only->kind != IHOP_FOR))
        return node;
      node = only;
    }
  return node;
}

static void
append_iteration (GString *text, const GPtrArray *names, const GArray *values)
{
  if (names == NULL || values == NULL || names->len == 0)
    return;
  for (guint i = 0; i < names->len && i < values->len; i++)
    g_string_append_printf (text, "%s%s = %" G_GINT64_FORMAT, i ? ", " : "",
                            (const char *) names->pdata[i], g_array_index (values, gint64, i));
}

static void
append_element (GString *text, const IhopDependence *d)
{
  g_string_append (text, d->variable);
  for (guint i = 0; d->element && i < d->element->len; i++)
    g_string_append_printf (text, "[%" G_GINT64_FORMAT "]", g_array_index (d->element, gint64, i));
}

static IhopMessage *
possible_message (const IhopDependence *d, guint source, guint sink)
{
  gboolean reads_first = d->kind == IHOP_DEPENDENCE_ANTI, reads_last = d->kind == IHOP_DEPENDENCE_FLOW;
  const char *format = reads_first  ? N_ ("%s may be read at line %u and written at line %u in another iteration")
                       : reads_last ? N_ ("%s may be written at line %u and read at line %u in another iteration")
                                    : N_ ("%s may be written at line %u and written at line %u in another iteration");

  return ihop_message (format, d->variable, source, sink);
}

static IhopMessage *
dependence_message (const IhopDependence *d)
{
  static const char *const formats[] = { N_ ("iteration %s writes %s (line %u), which iteration %s reads (line %u)"),
                                         N_ ("iteration %s reads %s (line %u), which iteration %s writes (line %u)"),
                                         N_ ("iteration %s writes %s (line %u), which iteration %s writes (line %u)") };
  guint source = d->source ? ihop_line_of (d->source) : 0;
  guint sink = d->sink ? ihop_line_of (d->sink) : 0;

  if (!d->is_exact)
    return possible_message (d, source, sink);
  g_autoptr (GString) element = g_string_new (NULL);
  g_autoptr (GString) first = g_string_new (NULL);
  g_autoptr (GString) second = g_string_new (NULL);
  g_autoptr (GString) sizes = g_string_new (NULL);
  append_element (element, d);
  append_iteration (first, d->source_names, d->source_iteration);
  append_iteration (second, d->sink_names, d->sink_iteration);
  for (guint i = 0; d->parameters && i < d->parameters->len; i++)
    g_string_append_printf (sizes, "%s%s", i ? ", " : "", (char *) d->parameters->pdata[i]);
  g_autoptr (IhopMessage) meeting = ihop_message (formats[d->kind], first->str, element->str, source, second->str, sink);
  return sizes->len ? ihop_message ("%s; with %s", meeting, sizes->str) : ihop_message_ref (meeting);
}

IhopMessage *
ihop_nest_verdict_message (const IhopLoop *loop)
{
  if (loop->dependences && loop->dependences->len)
    {
      const IhopDependence *best = loop->dependences->pdata[0];
      for (guint i = 0; i < loop->dependences->len && !best->is_exact; i++)
        best = loop->dependences->pdata[i];
      g_autoptr (IhopMessage) dependence = dependence_message (best);
      return loop->verdict == IHOP_SEQUENTIAL ? ihop_message ("the loop is sequential: %s", dependence)
                                              : ihop_message ("the loop is not proved parallel: %s", dependence);
    }
  if (loop->reasons && loop->reasons->len)
    {
      const IhopReason *reason = loop->reasons->pdata[0];
      return ihop_message ("the loop is not proved parallel: %s", reason->message);
    }
  if (loop->counting.iterator == NULL && loop->counting.why)
    return ihop_message ("the loop does not count: %s", loop->counting.why);
  return ihop_message ("the loop's verdict is \"%s\"", ihop_argument_phrase (ihop_verdict_name (loop->verdict)));
}

static gboolean
constant_of (const IhopNode *node, gint64 *value)
{
  node = node ? ihop_node_strip (node, TRUE) : NULL;
  if (node == NULL || !(node->flags & IHOP_NODE_CONSTANT))
    return FALSE;
  *value = node->integer;
  return TRUE;
}

gint64
ihop_nest_trips (const IhopCounting *c)
{
  gint64 lower, bound, trips;

  if (c->iterator == NULL || !c->is_plain || !constant_of (c->lower, &lower) || !constant_of (c->bound, &bound))
    return -1;
  gint64 step = ABS (c->step), distance = c->step > 0 ? bound - lower : lower - bound;
  if (c->relation == IHOP_OP_LE || c->relation == IHOP_OP_GE)
    distance++;
  trips = distance <= 0 ? 0 : (distance + step - 1) / step;
  return trips;
}

const IhopNode *
ihop_nest_compare_bound (IhopPool *pool, const IhopCounting *c, const IhopNode *value, gboolean holds)
{
  static const struct { IhopOperator relation, turned, refuted; } ways[]
    = { { IHOP_OP_LT, IHOP_OP_GT, IHOP_OP_LE }, { IHOP_OP_LE, IHOP_OP_GE, IHOP_OP_LT },
        { IHOP_OP_GT, IHOP_OP_LT, IHOP_OP_GE }, { IHOP_OP_GE, IHOP_OP_LE, IHOP_OP_GT } };

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    if (ways[i].relation == c->relation)
      return ihop_expression_binary (pool, holds ? ways[i].turned : ways[i].refuted, c->bound, value);
  return NULL;
}

/* "n > 0" said by the owner, for a loop from 0 (or 1 with "n > 1") to n. */
static gboolean
runs_by_word (IhopPlanner *planner, const IhopFunction *function, const IhopCounting *c)
{
  const IhopFactsOptions *options = ihop_facts_options (planner->facts);
  gint64 lower;

  if (options == NULL || options->assume == NULL || c->step < 0 || !constant_of (c->lower, &lower)
      || ihop_defs_may_change_value (planner->facts, function, function->body, c->bound, NULL))
    return FALSE;
  g_autofree char *bound = ihop_expression_text (c->bound);
  for (guint i = 0; options->assume[i]; i++)
    {
      const char *words = ihop_facts_words_for (options->assume[i], function);
      g_auto (GStrv) sides = g_strsplit (words ? words : "", ">", 2);
      if (g_strv_length (sides) != 2)
        continue;
      gboolean or_equal = *sides[1] == '=';
      char *end;
      gint64 least = g_ascii_strtoll (sides[1] + or_equal, &end, 10) + !or_equal;
      if (*g_strstrip (end) == '\0' && strcmp (g_strstrip (sides[0]), bound) == 0
          && least > lower - (c->relation == IHOP_OP_LE))
        return TRUE;
    }
  return FALSE;
}

/* All callers in sight pass a bound that is large enough. */
static gboolean
runs_by_callers (IhopPlanner *planner, const IhopFunction *function, const IhopCounting *c)
{
  gint64 lower, least;

  return c->step > 0 && (c->relation == IHOP_OP_LT || c->relation == IHOP_OP_LE)
         && constant_of (c->lower, &lower)
         && ihop_least_value (planner, function, c->bound, &least)
         && least > lower - (c->relation == IHOP_OP_LE);
}

gboolean
ihop_nest_runs (const IhopNode *node, gpointer data)
{
  IhopPlanner *planner = data;
  const IhopLoop *loop = ihop_loops_find (planner->facts, planner->tree, node);

  if (loop == NULL || loop->counting.iterator == NULL || !loop->counting.is_plain)
    return FALSE;
  return ihop_nest_trips (&loop->counting) > 0 || runs_by_word (planner, loop->name->function, &loop->counting)
         || runs_by_callers (planner, loop->name->function, &loop->counting);
}

/* A thread's own copies must be small, and what is left in them at the end must be certain. */
static IhopMessage *
refuse_privates (const IhopLoop *loop)
{
  for (guint i = 0; i < loop->privates->len; i++)
    {
      const IhopPrivate *own = loop->privates->pdata[i];
      const IhopType *type = ihop_type_strip (own->symbol->declared_type ? own->symbol->declared_type
                                                                        : own->symbol->type);
      gboolean is_array = type->kind == IHOP_TYPE_ARRAY;
      if (is_array && (type->size == 0 || type->size > PRIVATE_MOST))
        return ihop_message ("every thread would need a copy of %s, which is too large or of "
                             "unknown size",
                             own->symbol->name);
      if (own->symbol == loop->counting.iterator || !own->needs_last)
        continue;
      if (is_array || !own->last_is_certain)
        return ihop_message (is_array ? N_ ("the last value of %s is used after the loop, and it is not certain that the "
                                            "last iteration writes all of it")
                                      : N_ ("the last value of %s is used after the loop, and it is not certain that the "
                                            "last iteration writes it"),
                             own->symbol->name);
    }
  return NULL;
}

static gboolean
has_last_value (const IhopLoop *loop)
{
  for (guint i = 0; i < loop->privates->len; i++)
    {
      const IhopPrivate *own = loop->privates->pdata[i];
      if (own->needs_last && own->symbol != loop->counting.iterator)
        return TRUE;
    }
  return FALSE;
}

/* What the last iteration leaves is stored at the body's end, which a "continue" does not come to. */
static IhopMessage *
refuse_continue (const IhopLoop *loop)
{
  if (!has_last_value (loop) || !ihop_body_continue (ihop_loop_body (loop->name->loop)))
    return NULL;
  return ihop_message ("a continue ends the iteration early; put the rest under an if");
}

static IhopMessage *
refuse_reductions (const IhopLoop *loop)
{
  for (guint i = 0; i < loop->reductions->len; i++)
    {
      const IhopReduction *r = loop->reductions->pdata[i];
      if (!r->is_invariant && !ihop_device_has_atomic (r))
        return ihop_message ("the reduction into %s (%s, line %u) has no atomic operation on the "
                             "device",
                             r->symbol->name, ihop_reduce_text (r->operator), r->line);
    }
  return NULL;
}

/* Threads have no turn in which to count. */
static IhopMessage *
refuse_inductions (const IhopLoop *loop)
{
  if (loop->inductions->len == 0)
    return NULL;

  const IhopInduction *induction = loop->inductions->pdata[0];

  return ihop_message ("%s counts along with the loop; the step \"induction %s %s\" says it by %s", induction->symbol->name,
                       loop->name->address, induction->symbol->name, loop->counting.iterator->name);
}

IhopMessage *
ihop_nest_refuse (IhopPlanner *planner, const IhopLoop *loop)
{
  if (loop == NULL)
    return ihop_message ("the loop is not known to the analysis");
  if (loop->verdict != IHOP_PARALLEL)
    {
      /* Where memory of the host is followed, that is the plainer reason. */
      g_autoptr (IhopMessage) why = ihop_device_refuse (planner, ihop_loop_body (loop->name->loop), TRUE, NULL);
      if (loop->verdict == IHOP_UNKNOWN && why && ihop_device_follows_host (why))
        return g_steal_pointer (&why);
      return ihop_nest_verdict_message (loop);
    }
  if (loop->counting.iterator == NULL)
    return loop->counting.why ? ihop_message ("the loop does not count: %s", loop->counting.why)
                              : ihop_message ("the loop does not count: its form is not known");
  if (loop->counting.lower == NULL)
    return ihop_message ("the loop starts from whatever %s holds by then; write the first value "
                         "into its head",
                         loop->counting.iterator->name);
  if (!loop->counting.is_plain)
    return ihop_message ("the loop's head does more than count %s up to one bound; write it as "
                         "for (i = first; i < last; i++)",
                         loop->counting.iterator->name);
  IhopMessage *why = refuse_privates (loop);
  if (why == NULL)
    why = refuse_continue (loop);
  if (why == NULL)
    why = refuse_reductions (loop);
  if (why == NULL)
    why = refuse_inductions (loop);
  if (why == NULL)
    why = ihop_device_refuse_place (planner->tree, loop->name->loop);
  if (why == NULL)
    why = ihop_device_refuse_text (planner->tree, loop->name->loop);
  if (why == NULL)
    why = ihop_device_refuse (planner, ihop_loop_body (loop->name->loop), TRUE, NULL);
  return why;
}

static gboolean
lists_private (const IhopLoop *loop, const IhopSymbol *symbol)
{
  for (guint i = 0; i < loop->privates->len; i++)
    if (((const IhopPrivate *) loop->privates->pdata[i])->symbol == symbol)
      return TRUE;
  return FALSE;
}

/* "i < m", of a loop that runs up to n, where n <= m is known. */
static gboolean
follows_for_all (const IhopNode *holds, const IhopCounting *counting, const IhopNode *known)
{
  const IhopNode *left = holds->kind == IHOP_BINARY && holds->op == IHOP_OP_LT ? ihop_node_strip (holds->child[0], TRUE) : NULL;
  const IhopType *type = ihop_type_strip (counting->iterator->type);

  return left && left->kind == IHOP_REF && left->symbol == counting->iterator && counting->is_plain && counting->step > 0
         && counting->relation == IHOP_OP_LT && known->kind == IHOP_BINARY && known->op == IHOP_OP_LE
         && ihop_expression_equal (known->child[0], counting->bound) && ihop_expression_equal (known->child[1], holds->child[1])
         && ihop_type_equal (ihop_type_strip (known->child[0]->type), type) && ihop_type_equal (ihop_type_strip (known->child[1]->type), type);
}

gboolean
ihop_nest_is_implied (const IhopLoop *const *loops, guint n, const IhopAssumption *assumption)
{
  for (guint i = 0; assumption->holds && i < n; i++)
    for (guint k = 0; k < loops[0]->assumptions->len; k++)
      {
        const IhopNode *known = ((const IhopAssumption *) loops[0]->assumptions->pdata[k])->holds;
        if (known && follows_for_all (assumption->holds, &loops[i]->counting, known))
          return TRUE;
      }
  return FALSE;
}

/* What an inner loop's verdict rests on must have been said of the outermost one as well, or follow from that: only
 * that can be tested before the launch. */
static gboolean
assumes_no_more (const IhopLoop *inner, const IhopMappedNest *nest)
{
  const IhopLoop *outer = nest->loops[0];

  for (guint i = 0; i < inner->assumptions->len; i++)
    {
      const IhopAssumption *a = inner->assumptions->pdata[i];
      gboolean found = a->by_owner || a->kind == IHOP_ASSUME_NO_OVERLAP || ihop_nest_is_implied (nest->loops, nest->n, a);
      for (guint k = 0; k < outer->assumptions->len && !found; k++)
        found = ihop_expression_equal (((const IhopAssumption *) outer->assumptions->pdata[k])->holds, a->holds);
      if (!found)
        return FALSE;
    }
  return TRUE;
}

gboolean
ihop_nest_may_join (IhopPlanner *planner, const IhopMappedNest *nest, const IhopLoop *loop)
{
  const IhopLoop *outer = nest->loops[0];

  if (loop == NULL || loop->verdict != IHOP_PARALLEL || loop->counting.iterator == NULL
      || !loop->counting.is_plain || has_last_value (outer) || !assumes_no_more (loop, nest))
    return FALSE;
  for (guint i = 0; i < loop->reductions->len; i++)
    {
      const IhopReduction *r = loop->reductions->pdata[i];
      gboolean found = FALSE;
      for (guint k = 0; k < outer->reductions->len; k++)
        found |= ((const IhopReduction *) outer->reductions->pdata[k])->symbol == r->symbol;
      if (!found)
        return FALSE; /* one sum a thread beats one sum over threads */
    }
  for (guint i = 0; i < loop->privates->len; i++)
    {
      const IhopPrivate *own = loop->privates->pdata[i];
      if (own->symbol != loop->counting.iterator && !lists_private (outer, own->symbol))
        return FALSE;
    }
  for (guint i = 0; i < outer->privates->len; i++)
    {
      const IhopPrivate *own = outer->privates->pdata[i];
      if (own->symbol == loop->counting.iterator && own->needs_last)
        return FALSE;
    }
  g_autoptr (IhopMessage) refused = refuse_privates (loop);
  if (refused == NULL)
    refused = refuse_reductions (loop);
  if (refused == NULL)
    refused = refuse_inductions (loop);
  if (refused == NULL)
    refused = ihop_device_refuse (planner, ihop_loop_body (loop->name->loop), TRUE, NULL);
  return refused == NULL;
}

gboolean
ihop_nest_find (IhopPlanner *planner, const IhopFunction *function, const IhopNode *node, guint most, IhopMappedNest *nest,
                IhopMessage **why)
{
  const IhopLoop *loop = ihop_loops_find (planner->facts, planner->tree, node);

  memset (nest, 0, sizeof *nest);
  if (ihop_role_in (function->body, node).role == IHOP_ROLE_BLOCK)
    return ihop_nest_find_tree (planner, function, node, nest, why);
  *why = ihop_nest_refuse (planner, loop);
  if (*why)
    return FALSE;
  nest->loops[nest->n++] = loop;
  nest->body = ihop_loop_body (node);
  while (nest->n < most)
    {
      const IhopNode *inner = ihop_nest_single (nest->body);
      if (inner->kind != IHOP_FOR)
        break;
      loop = ihop_loops_find (planner->facts, planner->tree, inner);
      if (!ihop_nest_may_join (planner, nest, loop))
        break;
      nest->loops[nest->n++] = loop;
      nest->body = ihop_loop_body (inner);
    }
  return TRUE;
}
