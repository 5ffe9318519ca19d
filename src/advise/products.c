/* Products of matrices, those of matrices and vectors, and loops along rows are laid out over blocks where that is predicted to pay. A
 * price takes longer than the steps do: all products of matrices of a function are priced together first. */
#include "advise/ideas.h"
#include "advise/layout.h"

typedef struct
{
  IhopSearching *search;
  IhopState **best;        /* what has been found so far */
} Products;

static guint
count_outermost (const IhopState *state, const IhopFunction *function)
{
  guint n = 0;

  for (guint i = 0; i < state->names->len; i++)
    {
      const IhopLoopName *name = state->names->pdata[i];
      n += name->parent == NULL && name->function->symbol == function->symbol;
    }
  return n;
}

/* What a function's outermost loop of a number takes; of everything where it is not priced by itself. */
static double
nest_seconds (Products *self, const IhopFunction *function, guint number)
{
  const IhopWorth *worth = ihop_state_worth (self->search, *self->best);
  const IhopLayout layout = { self->search, self->best, function->symbol->name, number };
  const IhopLoopName *nest = ihop_layout_loop (&layout, NULL, 0);

  for (guint i = 0; nest && i < worth->parts->len; i++)
    if (g_array_index (worth->parts, IhopWorthPart, i).loop == nest->loop)
      return g_array_index (worth->parts, IhopWorthPart, i).seconds;
  return worth->seconds;
}

/* By enough of what the changed loops took: beside loops that take long, short ones are looked at alike. */
static gboolean
pays (Products *self, IhopState *state, double seconds)
{
  double gain = ihop_state_worth (self->search, *self->best)->seconds
                - ihop_state_worth (self->search, state)->seconds;

  return gain > 0 && gain > (1 - IHOP_LEAST_GAIN) * seconds;
}

/* Loop by loop, too. */
static gboolean
none_loses (Products *self, IhopState *state)
{
  const GArray *before = ihop_state_worth (self->search, *self->best)->parts;
  const GArray *after = ihop_state_worth (self->search, state)->parts;
  gboolean none = before->len == after->len;

  for (guint i = 0; none && i < before->len; i++)
    none = g_array_index (after, IhopWorthPart, i).seconds <= g_array_index (before, IhopWorthPart, i).seconds;
  return none;
}

/* Takes state, which may be NULL; seconds: of the loops that are other ones in it. */
static void
keep_if_better (Products *self, IhopState *state, double seconds)
{
  if (state == NULL)
    return;
  if (!pays (self, state, seconds))
    {
      ihop_state_unref (state);
      return;
    }
  ihop_state_unref (*self->best);
  *self->best = state;
}

/* Each has to pay for itself. */
static void
tile_singly (Products *self, const IhopFunction *function)
{
  for (guint i = 0; i < count_outermost (*self->best, function); i++)
    keep_if_better (self, ihop_idea_product (self->search, *self->best, function->symbol->name, i),
                    nest_seconds (self, function, i));
}

/* The nests of a function that are products, one after the other. */
static void
tile_function (Products *self, const IhopFunction *function)
{
  g_autoptr (IhopState) state = ihop_state_ref (*self->best);
  guint n = count_outermost (state, function), found = 0;
  double seconds = 0;

  /* Counted from the last one, as nests in front may have been taken apart. */
  for (guint left = n; left > 0; left--)
    {
      guint i = count_outermost (state, function) - left;
      IhopState *next = ihop_idea_product (self->search, state, function->symbol->name, i);
      if (next == NULL)
        continue;
      ihop_state_unref (state);
      state = next;
      seconds += nest_seconds (self, function, n - left);
      found++;
    }
  if (found == 1 || (found && pays (self, state, seconds) && none_loses (self, state)))
    keep_if_better (self, ihop_state_ref (state), seconds);
  else if (found)
    tile_singly (self, function); /* the steps of the first one are known by then */
}

typedef IhopState *(*Idea) (IhopSearching *search, IhopState *from, const char *function, guint number);

/* An idea about single nests, each of which has to pay for itself. */
static void
take_singly (Products *self, const IhopFunction *function, Idea idea)
{
  guint n = count_outermost (*self->best, function);

  for (guint i = 0; i < n; i++)
    keep_if_better (self, idea (self->search, *self->best, function->symbol->name, i), nest_seconds (self, function, i));
}

void
ihop_advise_products (IhopSearching *search, IhopState **best)
{
  Products self = { search, best };
  g_autoptr (IhopTree) tree = ihop_tree_ref ((*best)->tree);

  for (guint f = 0; f < tree->functions->len; f++)
    if (ihop_worth_covers (tree->functions->pdata[f], &search->plan))
      {
        tile_function (&self, tree->functions->pdata[f]);
        take_singly (&self, tree->functions->pdata[f], ihop_idea_matrix_vector);
        take_singly (&self, tree->functions->pdata[f], ihop_idea_rows);
      }
}

void
ihop_advise_persistent (IhopSearching *search, IhopState **best)
{
  Products self = { search, best };
  g_autoptr (IhopTree) tree = ihop_tree_ref ((*best)->tree);

  for (guint f = 0; f < tree->functions->len; f++)
    if (ihop_worth_covers (tree->functions->pdata[f], &search->plan))
      take_singly (&self, tree->functions->pdata[f], ihop_idea_persistent);
}
