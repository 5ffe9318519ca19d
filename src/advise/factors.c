#include "advise/factors.h"
#include "advise/isolate.h"
#include "ir/expression.h"
#include "transform/build/query.h"
#include <string.h>

#define NAME "factor"

typedef struct
{
  const IhopSymbol *with, *third, *without; /* iterators: of the row or column that it is of, of the sum, and the other one */
  GPtrArray *found;        /* of const IhopNode * */
} Search;

/* A product, without calls, of at least one element. */
static gboolean
is_factor (const Search *search, const IhopNode *node)
{
  return node->kind == IHOP_BINARY && node->op == IHOP_OP_MUL && ihop_mentions (node, search->with) && ihop_mentions (node, search->third)
         && !ihop_mentions (node, search->without);
}

/* From outside, so that the largest ones are found. */
static gboolean
look_for_factors (const IhopNode *node, gpointer data)
{
  const Search *search = data;

  if (!is_factor (search, node))
    return TRUE;
  g_ptr_array_add (search->found, (gpointer) node);
  return FALSE;
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

typedef struct
{
  const Search *search;
  gboolean found;
} LastSubscript;

static gboolean
look_at_last (const IhopNode *node, gpointer data)
{
  LastSubscript *last = data;

  last->found |= node->kind == IHOP_INDEX && ihop_mentions (node->child[1], last->search->with)
                 && !ihop_mentions (node->child[1], last->search->third);
  return node->kind != IHOP_INDEX;
}

/* Whether rows of the array that the factor reads go along the row or column of results, and not along the sum. */
static gboolean
runs_along (const IhopNode *factor, const Search *search)
{
  LastSubscript last = { search, FALSE };

  ihop_node_walk (factor, look_at_last, &last);
  return last.found;
}

/* Of one with this iterator; nothing is noted where another one reads its array already. */
static void
note_factor (IhopFactors *self, const IhopNode *found, const IhopNode *update, const Search *search, gboolean is_of_column)
{
  gboolean is_read_beside;
  const IhopSymbol *array = array_of (found, update, &is_read_beside);

  if (array && self->n < IHOP_MOST_FACTORS && ihop_factors_of (self, array->name) == NULL)
    self->of[self->n++]
      = (IhopFactor){ .text = ihop_expression_text (found), .read = g_strdup (array->name), .is_read_beside = is_read_beside,
                      .is_of_column = is_of_column, .runs_along = runs_along (found, search) };
}

static void
find_in (IhopFactors *self, const IhopNode *update, Search *search, gboolean is_of_column)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  search->found = found;
  ihop_node_walk (update->child[1], look_for_factors, search);
  for (guint i = 0; i < found->len; i++)
    note_factor (self, found->pdata[i], update, search, is_of_column);
}

IhopFactors
ihop_factors_find (const IhopLayout *layout, const guint *way, guint n)
{
  const IhopLoopName *i = ihop_layout_loop (layout, way, n + 1), *j = ihop_layout_loop (layout, way, n + 2), *k = ihop_layout_loop (layout, way, n + 3);
  g_autoptr (GPtrArray) updates = k ? ihop_isolate_updates (k->loop) : g_ptr_array_new ();
  IhopFactors self = { .n = 0 };

  if (updates->len != 1)
    return self;
  const IhopSymbol *row = ihop_loop_iterator (i->loop), *column = ihop_loop_iterator (j->loop), *third = ihop_loop_iterator (k->loop);
  Search rows = { row, third, column, NULL }, columns = { column, third, row, NULL };
  find_in (&self, updates->pdata[0], &rows, FALSE);
  if (self.n == 0)
    find_in (&self, updates->pdata[0], &columns, TRUE);
  return self;
}

static void
clear_factor (IhopFactor *self)
{
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->read, g_free);
  g_clear_pointer (&self->tile, g_free);
}

void
ihop_factors_clear (IhopFactors *self)
{
  for (; self->n; self->n--)
    clear_factor (&self->of[self->n - 1]);
}

const IhopFactor *
ihop_factors_of (const IhopFactors *self, const char *array)
{
  for (guint f = 0; f < self->n; f++)
    if (g_str_equal (self->of[f].read, array))
      return &self->of[f];
  return NULL;
}

/* The iterators of the nest that a factor is taken out of. */
typedef struct
{
  char *row, *column, *third; /* owned */
} Iterators;

/* The three loops behind the strips' one in this order from outside. */
static gboolean
reorder (IhopLayout *layout, const guint *way, guint n, const char *const *order)
{
  for (guint l = 0; l < 3; l++)
    if (!g_str_equal (ihop_layout_iterator (layout, way, n + 1 + l), order[l]))
      return ihop_layout_take (layout, "permute", way, n + 3, "%s %s %s", order[0], order[1], order[2]);
  return TRUE;
}

/* "way" leads to the product's nest in the strips' loop, which is behind those of factors before this one, with room for the loops in it. The factor's nest
 * goes as rows of its array do, so that neighbouring threads read neighbours. */
static gboolean
take_steps (IhopFactor *self, guint number, IhopLayout *layout, const guint *way, guint n, const Iterators *iterators, const char *threads)
{
  const char *own = self->is_of_column ? iterators->column : iterators->row, *other = self->is_of_column ? iterators->row : iterators->column;
  const char *outer = self->runs_along ? iterators->third : own, *inner = self->runs_along ? own : iterators->third;
  g_autofree char *name = number ? g_strdup_printf (NAME "%u", number + 1) : g_strdup (NAME);
  g_autofree char *row = g_strdup_printf ("%s_%s", name, inner);

  self->tile = g_strdup_printf ("%s_%s", row, outer);
  return reorder (layout, way, n, (const char *const[]){ outer, inner, other })
         && ihop_layout_take (layout, "hoist", way, n + 3, "'%s' %s", self->text, name)
         && ihop_layout_take (layout, "scalar-expand", way, n + 2, "%s", name) && ihop_layout_take (layout, "array-expand", way, n + 1, "%s", row)
         && ihop_layout_take (layout, "distribute", way, n + 2, "@2") && ihop_layout_take (layout, "distribute", way, n + 1, "@2")
         && ihop_layout_take (layout, "cyclic", way, n + 2, "%s", threads);
}

/* FALSE: a step was refused; the state is as it was. */
static gboolean
take_out (IhopFactor *self, guint number, IhopLayout *layout, const guint *way, guint n, const Iterators *iterators, const char *threads)
{
  IhopState *before = ihop_state_ref (*layout->state);

  if (take_steps (self, number, layout, way, n, iterators, threads))
    {
      ihop_state_unref (before);
      return TRUE;
    }
  ihop_state_unref (*layout->state);
  *layout->state = before;
  return FALSE;
}

void
ihop_factors_take_out (IhopFactors *self, guint before, IhopLayout *layout, const guint *way, guint n, guint threads_y, guint threads_x)
{
  g_autofree char *threads = g_strdup_printf ("%u %u", threads_y, threads_x);
  g_autofree char *i = g_strdup (ihop_layout_iterator (layout, way, n + 1)), *j = g_strdup (ihop_layout_iterator (layout, way, n + 2));
  g_autofree char *k = g_strdup (ihop_layout_iterator (layout, way, n + 3));
  const Iterators iterators = { i, j, k };
  g_autofree guint *nest = g_memdup2 (way, (n + 3) * sizeof *way);

  for (guint f = 0; f < self->n; f++, nest[n]++)
    if (!take_out (&self->of[f], before + f, layout, nest, n, &iterators, threads))
      {
        while (self->n > f)
          clear_factor (&self->of[--self->n]);
        return;
      }
}

gboolean
ihop_factor_stage (const IhopFactor *self, IhopLayout *layout, const guint *way, guint n, const char *threads, const char *shared)
{
  /* Its nest stands in front: what it reads is the first of the array's groups, and stays that. */
  return ihop_layout_stage (layout, way, n, self->tile, 1, shared)
         && ihop_layout_take (layout, "stage", way, n, "%s registers %s", self->read, threads)
         && (!self->is_read_beside || ihop_layout_stage (layout, way, n, self->read, 2, shared));
}
