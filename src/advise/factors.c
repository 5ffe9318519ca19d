#include "advise/factors.h"
#include "advise/isolate.h"
#include "ir/expression.h"
#include "transform/build/query.h"
#include <string.h>

#define NAME "factor"

typedef struct
{
  const IhopSymbol *with, *third, *without; /* iterators: of the row or column that it is of, of the sum, and the other one */
  const IhopNode *found;
} Search;

/* A product, without calls, of at least one element. */
static gboolean
is_factor (const Search *search, const IhopNode *node)
{
  return node->kind == IHOP_BINARY && node->op == IHOP_OP_MUL && ihop_mentions (node, search->with) && ihop_mentions (node, search->third)
         && !ihop_mentions (node, search->without);
}

/* The first one from outside, which is the largest. */
static gboolean
look_for_factor (const IhopNode *node, gpointer data)
{
  Search *search = data;

  if (search->found == NULL && is_factor (search, node))
    search->found = node;
  return search->found == NULL;
}

typedef struct
{
  const IhopNode *factor;
  const IhopSymbol *array; /* the only one of the factor */
  guint n_arrays, n_outside, n_calls;
} Uses;

static gboolean
count_uses (const IhopNode *node, gpointer data)
{
  Uses *uses = data;
  const IhopSymbol *array = node->kind == IHOP_INDEX ? ihop_layout_array (node) : NULL;

  uses->n_calls += node->kind == IHOP_CALL;
  if (node->kind != IHOP_INDEX)
    return TRUE;
  uses->n_arrays += array != uses->array;
  uses->array = array;
  return FALSE;
}

static gboolean
count_outside (const IhopNode *node, gpointer data)
{
  Uses *uses = data;

  if (node == uses->factor)
    return FALSE;
  uses->n_outside += node->kind == IHOP_REF && node->symbol == uses->array;
  return TRUE;
}

/* The array that the factor reads, if it is the only one; NULL: there are several, or calls. */
static const IhopSymbol *
array_of (const IhopNode *factor, const IhopNode *update, gboolean *is_read_beside)
{
  Uses uses = { .factor = factor };

  ihop_node_walk (factor, count_uses, &uses);
  ihop_node_walk (update, count_outside, &uses);
  *is_read_beside = uses.n_outside > 0;
  return uses.n_arrays == 1 && uses.n_calls == 0 ? uses.array : NULL;
}

static gboolean
find_in (IhopFactor *self, const IhopNode *update, Search *search)
{
  ihop_node_walk (update->child[1], look_for_factor, search);
  const IhopSymbol *array = search->found ? array_of (search->found, update, &self->is_read_beside) : NULL;

  if (array == NULL)
    return FALSE;
  self->text = ihop_expression_text (search->found);
  self->read = g_strdup (array->name);
  return TRUE;
}

IhopFactor
ihop_factor_find (const IhopLayout *layout, const guint *way, guint n)
{
  const IhopLoopName *i = ihop_layout_loop (layout, way, n + 1), *j = ihop_layout_loop (layout, way, n + 2), *k = ihop_layout_loop (layout, way, n + 3);
  g_autoptr (GPtrArray) updates = k ? ihop_isolate_updates (k->loop) : g_ptr_array_new ();
  IhopFactor self = { 0 };

  if (updates->len != 1)
    return self;
  const IhopSymbol *row = ihop_loop_iterator (i->loop), *column = ihop_loop_iterator (j->loop), *third = ihop_loop_iterator (k->loop);
  Search rows = { row, third, column, NULL }, columns = { column, third, row, NULL };
  self.is_of_column = !find_in (&self, updates->pdata[0], &rows) && find_in (&self, updates->pdata[0], &columns);
  return self;
}

void
ihop_factor_clear (IhopFactor *self)
{
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->read, g_free);
  g_clear_pointer (&self->tile, g_free);
}

/* "way" leads to the strips' loop, with room for the loops in it. */
static gboolean
take_steps (IhopFactor *self, IhopLayout *layout, const guint *way, guint n, const char *threads)
{
  g_autofree char *i = g_strdup (ihop_layout_iterator (layout, way, n + 1)), *j = g_strdup (ihop_layout_iterator (layout, way, n + 2));
  g_autofree char *k = g_strdup (ihop_layout_iterator (layout, way, n + 3));
  const char *own = self->is_of_column ? j : i, *other = self->is_of_column ? i : j;
  g_autofree char *row = g_strdup_printf (NAME "_%s", k);

  self->tile = g_strdup_printf ("%s_%s", row, own);
  return ihop_layout_take (layout, "permute", way, n + 3, "%s %s %s", own, k, other)
         && ihop_layout_take (layout, "hoist", way, n + 3, "'%s' " NAME, self->text)
         && ihop_layout_take (layout, "scalar-expand", way, n + 2, NAME) && ihop_layout_take (layout, "array-expand", way, n + 1, "%s", row)
         && ihop_layout_take (layout, "distribute", way, n + 2, "@2") && ihop_layout_take (layout, "distribute", way, n + 1, "@2")
         && ihop_layout_take (layout, "cyclic", way, n + 2, "%s", threads);
}

gboolean
ihop_factor_take_out (IhopFactor *self, IhopLayout *layout, const guint *way, guint n, guint threads_y, guint threads_x)
{
  g_autofree char *threads = g_strdup_printf ("%u %u", threads_y, threads_x);
  IhopState *before = ihop_state_ref (*layout->state);

  if (take_steps (self, layout, way, n, threads))
    {
      ihop_state_unref (before);
      return TRUE;
    }
  ihop_state_unref (*layout->state);
  *layout->state = before;
  ihop_factor_clear (self);
  return FALSE;
}

gboolean
ihop_factor_stage (const IhopFactor *self, IhopLayout *layout, const guint *way, guint n, const char *threads, const char *shared)
{
  /* Its nest stands in front: what it reads is the first of the array's groups. */
  return ihop_layout_stage (layout, way, n, self->tile, shared)
         && ihop_layout_take (layout, "stage", way, n, "%s registers %s", self->read, threads)
         && (!self->is_read_beside || ihop_layout_stage (layout, way, n, self->read, shared));
}
