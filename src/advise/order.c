/* Perfect nests in the order that a device wants: threads outside, what a thread repeats inside. */
#include "advise/ideas.h"
#include "analysis/dependence/dependences.h"
#include "analysis/extract/extract.h"
#include <isl/union_map.h>
#include <string.h>

#define MOST_LOOPS 8

/* ---- Which loops carry nothing, wherever they stand --------------------------------------------- */

typedef struct
{
  guint n;                 /* loops of the chain */
  gboolean *is_free;       /* one a loop */
} Carried;

/* The distances over the chain's loops of one relation between instances. */
static isl_set *
distances (isl_map *map, guint n)
{
  guint in = (guint) isl_map_dim (map, isl_dim_in), out = (guint) isl_map_dim (map, isl_dim_out);

  if (in < n || out < n)
    {
      isl_map_free (map);
      return NULL; /* not inside the chain */
    }
  map = isl_map_reset_tuple_id (isl_map_reset_tuple_id (map, isl_dim_in), isl_dim_out);
  map = isl_map_project_out (map, isl_dim_in, n, in - n);
  map = isl_map_project_out (map, isl_dim_out, n, out - n);
  return isl_map_deltas (map);
}

static gboolean
is_always_zero (isl_set *set, guint d)
{
  isl_set *zero = isl_set_fix_si (isl_set_copy (set), isl_dim_set, d, 0);
  isl_bool equal = isl_set_is_subset (set, zero);

  isl_set_free (zero);
  return equal == isl_bool_true;
}

/* FALSE: no loop is free any more. */
static gboolean
look_at (isl_map *map, gpointer data)
{
  Carried *carried = data;
  isl_set *set = distances (map, carried->n);
  gboolean some = FALSE;

  for (guint d = 0; d < carried->n; d++)
    {
      if (set && carried->is_free[d] && !is_always_zero (set, d))
        carried->is_free[d] = FALSE;
      some |= carried->is_free[d];
    }
  isl_set_free (set);
  return some;
}

/* FALSE: not known. */
static gboolean
find_free (IhopSearching *search, IhopState *state, const GPtrArray *chain, gboolean *is_free)
{
  const IhopLoopName *outer = chain->pdata[0];
  IhopFacts *facts = ihop_state_facts (search, state);
  IhopBudget budget = ihop_facts_budget (facts);
  g_autoptr (IhopScop) scop = ihop_scop_new (facts, outer->function, outer->loop, &budget);
  Carried carried = { chain->len, is_free };

  for (guint i = 0; i < chain->len; i++)
    is_free[i] = TRUE;
  return ihop_deps_visit_essential (scop, look_at, &carried);
}

/* ---- Steps ---------------------------------------------------------------------------------------- */

static const char *
iterator_of (const GPtrArray *chain, guint i)
{
  const IhopSymbol *symbol = ihop_loop_iterator (((const IhopLoopName *) chain->pdata[i])->loop);

  return symbol ? symbol->name : NULL;
}

/* Free loops first; FALSE: so it is already. */
static gboolean
wanted_order (const gboolean *is_free, guint n, guint *order)
{
  guint k = 0;
  gboolean differs = FALSE;

  for (guint i = 0; i < n; i++)
    if (is_free[i])
      order[k++] = i;
  for (guint i = 0; i < n; i++)
    if (!is_free[i])
      order[k++] = i;
  for (guint i = 0; i < n; i++)
    differs |= order[i] != i;
  return differs;
}

/* "interchange" where two neighbours change places, which reads better than "permute". */
static char *
step_text (const GPtrArray *chain, const guint *order)
{
  guint n = chain->len, first = 0, last = n - 1;

  while (order[first] == first)
    first++;
  while (order[last] == last)
    last--;
  if (last == first + 1)
    return g_strdup_printf ("interchange %s", ((IhopLoopName *) chain->pdata[last])->address);
  GString *text = g_string_new ("permute ");
  g_string_append (text, ((IhopLoopName *) chain->pdata[last])->address);
  for (guint i = first; i <= last; i++)
    g_string_append_printf (text, " %s", iterator_of (chain, order[i]));
  return g_string_free (text, FALSE);
}

static void
order_chain (IhopSearching *search, IhopState **state, const GPtrArray *chain)
{
  gboolean is_free[MOST_LOOPS];
  guint order[MOST_LOOPS];

  if (chain->len < 2 || chain->len > MOST_LOOPS || ihop_searching_is_over (search))
    return;
  for (guint i = 0; i < chain->len; i++)
    if (iterator_of (chain, i) == NULL)
      return;
  if (!find_free (search, *state, chain, is_free) || !wanted_order (is_free, chain->len, order))
    return;
  g_autofree char *step = step_text (chain, order);
  ihop_state_try (search, state, step);
}

void
ihop_idea_order (IhopSearching *search, IhopState **state, const char *address)
{
  const IhopLoopName *outer = ihop_state_loop (*state, address);
  g_autoptr (GPtrArray) chain = outer ? ihop_state_chain (*state, outer) : NULL;

  if (chain == NULL || chain->len == 0)
    return;
  g_autoptr (GPtrArray) inner
    = ihop_state_inner (*state, ((const IhopLoopName *) chain->pdata[chain->len - 1])->loop);
  g_autoptr (GPtrArray) below = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < inner->len; i++)
    g_ptr_array_add (below, g_strdup (((const IhopLoopName *) inner->pdata[i])->address));
  /* Inside first: the loops of the chain get other addresses. */
  for (guint i = below->len; i-- > 0;)
    ihop_idea_order (search, state, below->pdata[i]);
  g_ptr_array_unref (chain);
  outer = ihop_state_loop (*state, address);
  chain = outer ? ihop_state_chain (*state, outer) : g_ptr_array_new ();
  order_chain (search, state, chain);
}
