/* Steps that lay a nest out over blocks and threads. */
#include "advise/layout.h"
#include "analysis/kernel/kernel.h"
#include "transform/build/query.h"
#include <string.h>

#define MOST_GROUPS 4

enum { NEST_STEPS = 40, NEST_WORK = 20000, NEST_SECONDS = 10 };

void
ihop_searching_allow (IhopSearching *search)
{
  search->steps_left += NEST_STEPS;
  search->deadline += NEST_SECONDS;
  search->work_left += MIN (G_MAXUINT64 - search->work_left, NEST_WORK);
}

/* ---- Loops by where they stand ---------------------------------------------------------------------------------------- */

static const IhopLoopName *
inner_loop (const IhopLayout *self, const IhopLoopName *loop, guint number)
{
  g_autoptr (GPtrArray) inner = ihop_state_inner (*self->state, loop->loop);

  return number < inner->len ? inner->pdata[number] : NULL;
}

static const IhopLoopName *
outermost_loop (const IhopLayout *self)
{
  guint outermost = 0;

  for (guint i = 0; i < (*self->state)->names->len; i++)
    {
      const IhopLoopName *name = (*self->state)->names->pdata[i];
      if (name->parent == NULL && strcmp (name->function->symbol->name, self->function) == 0
          && outermost++ == self->number)
        return name;
    }
  return NULL;
}

const IhopLoopName *
ihop_layout_loop (const IhopLayout *self, const guint *way, guint n)
{
  const IhopLoopName *loop = outermost_loop (self);

  for (guint i = 0; loop && i < self->n_around; i++)
    loop = inner_loop (self, loop, self->inner[i]);
  for (guint i = 0; loop && i < n; i++)
    loop = inner_loop (self, loop, way[i]);
  return loop;
}

void
ihop_layout_move (IhopLayout *self, guint in_front)
{
  if (self->n_around)
    self->inner[self->n_around - 1] += in_front;
  else
    self->number += in_front;
}

const char *
ihop_layout_iterator (const IhopLayout *self, const guint *way, guint n)
{
  const IhopLoopName *loop = ihop_layout_loop (self, way, n);
  const IhopSymbol *iterator = loop ? ihop_loop_iterator (loop->loop) : NULL;

  return iterator ? iterator->name : "";
}

guint
ihop_layout_count_inner (const IhopLayout *self, const guint *way, guint n)
{
  const IhopLoopName *loop = ihop_layout_loop (self, way, n);
  g_autoptr (GPtrArray) inner = loop ? ihop_state_inner (*self->state, loop->loop) : g_ptr_array_new ();

  return inner->len;
}

double
ihop_layout_instances (const IhopLayout *self, const IhopLoopName *const *names, guint n)
{
  IhopFacts *facts = ihop_state_facts (self->search, *self->state);
  g_autoptr (IhopTripMeans) means = ihop_trip_means_new (facts);
  IhopUsual usual = { IHOP_USUAL_SIZE, FALSE };
  double instances = 1;

  ihop_trips_read_callers (facts, names[0]->function, means);
  for (guint k = 0; k < n; k++)
    instances *= MAX (1, ihop_trips_mean (means, (*self->state)->tree, names[k]->loop, &usual));
  return instances;
}

gboolean
ihop_layout_is_parallel (const IhopLayout *self, const IhopLoopName *name)
{
  const IhopLoop *loop = name ? ihop_loops_find (ihop_state_facts (self->search, *self->state), (*self->state)->tree,
                                                 name->loop) : NULL;

  return loop && loop->verdict == IHOP_PARALLEL && loop->reductions->len == 0;
}

/* ---- Steps -------------------------------------------------------------------------------------------------------------- */

gboolean
ihop_layout_take (IhopLayout *self, const char *step, const guint *way, guint n, const char *format, ...)
{
  const IhopLoopName *loop = ihop_layout_loop (self, way, n);
  va_list args;

  va_start (args, format);
  g_autofree char *words = g_strdup_vprintf (format, args);
  va_end (args);
  g_autofree char *text = loop ? g_strdup_printf ("%s %s%s%s", step, loop->address, *words ? " " : "", words) : NULL;
  return text && ihop_state_try (self->search, self->state, text);
}

gboolean
ihop_layout_mark_threads (IhopLayout *self, const guint *way, guint n)
{
  guint inner[4];
  const IhopLoopName *loop = ihop_layout_loop (self, way, n);

  if (loop == NULL || ihop_role_in (loop->function->body, loop->loop).role != IHOP_ROLE_NONE)
    return loop != NULL;
  memcpy (inner, way, n * sizeof *way);
  inner[n] = 0;
  return ihop_layout_take (self, "to-threads", way, n, "y") && ihop_layout_take (self, "to-threads", inner, n + 1, "x");
}

gboolean
ihop_layout_stage (IhopLayout *self, const guint *way, guint n, const char *array, guint first, const char *threads)
{
  for (guint group = first; group <= MOST_GROUPS; group++)
    {
      g_autofree char *name = group > 1 ? g_strdup_printf ("%s@%u", array, group) : g_strdup (array);
      if (!ihop_layout_take (self, "stage", way, n, "%s shared %s", name, threads))
        return group > first;
    }
  return TRUE;
}

/* ---- What a nest reads -------------------------------------------------------------------------------------------------- */

const IhopSymbol *
ihop_layout_array (const IhopNode *reference)
{
  const IhopNode *node = ihop_node_strip (reference, FALSE);

  while (node->kind == IHOP_INDEX || (node->kind == IHOP_BINARY && node->op == IHOP_OP_ADD))
    node = ihop_node_strip (node->child[0], TRUE);
  return node->kind == IHOP_REF ? node->symbol : NULL;
}

typedef struct
{
  const IhopSymbol *iterator, *but;
  GPtrArray *names;
} Reads;

static gboolean
look_for_read (const IhopNode *node, gpointer data)
{
  Reads *reads = data;
  const IhopSymbol *array = node->kind == IHOP_INDEX ? ihop_layout_array (node) : NULL;

  if (node->kind != IHOP_INDEX)
    return TRUE;
  if (array && array != reads->but && ihop_mentions (node, reads->iterator)
      && !g_ptr_array_find_with_equal_func (reads->names, array->name, g_str_equal, NULL))
    g_ptr_array_add (reads->names, g_strdup (array->name));
  return FALSE;
}

void
ihop_layout_add_reads (const IhopNode *expression, const IhopSymbol *iterator, const IhopSymbol *but, GPtrArray *names)
{
  Reads reads = { iterator, but, names };

  ihop_node_walk (expression, look_for_read, &reads);
}

gboolean
ihop_layout_declares_iterator (const IhopNode *loop)
{
  return loop->kind == IHOP_FOR && loop->child[0] && loop->child[0]->kind == IHOP_DECLARATION;
}
