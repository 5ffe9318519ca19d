/* Wavefronts: where no loop of a nest is parallel, points on a slanting line may be. */
#include "advise/ideas.h"
#include "analysis/context/provenance.h"
#include "analysis/extract/extract.h"
#include "analysis/nest/iteration_space_sizes.h"
#include "transform/build/query.h"

static gboolean
has_parallel (IhopSearching *search, IhopState *state, const GPtrArray *chain)
{
  for (guint i = 0; i < chain->len; i++)
    {
      const IhopLoop *loop
        = ihop_loops_find (ihop_state_facts (search, state), state->tree,
                           ((const IhopLoopName *) chain->pdata[i])->loop);
      if (loop == NULL || loop->verdict == IHOP_PARALLEL)
        return TRUE;
    }
  return FALSE;
}

/* Fronts need loops that count upwards by one: those that do not are written so first. */
static gboolean
normalize (IhopSearching *search, IhopState **state, const IhopLoopName *name)
{
  const IhopLoop *loop
    = ihop_loops_find (ihop_state_facts (search, *state), (*state)->tree, name->loop);

  if (loop == NULL || loop->counting.iterator == NULL)
    return FALSE;
  if (loop->counting.step == 1)
    return TRUE;
  g_autofree char *step = g_strdup_printf ("normalize %s", name->address);
  return ihop_state_try (search, state, step);
}

/* The innermost two loops of the chain; what stands in them comes along. Both steps or none. */
static gboolean
go_along_fronts (IhopSearching *search, IhopState **state, const GPtrArray *chain)
{
  IhopState *next = ihop_state_ref (*state);
  const IhopLoopName *outer = chain->pdata[chain->len - 2], *inner = chain->pdata[chain->len - 1];
  g_autofree char *address = g_strdup (inner->address);
  g_autofree char *step = g_strdup_printf ("wavefront %s", address);
  gboolean fine = normalize (search, &next, outer)
                  && (inner = ihop_state_loop (next, address)) != NULL
                  && normalize (search, &next, inner) && ihop_state_try (search, &next, step);

  if (fine)
    {
      ihop_state_unref (*state);
      *state = ihop_state_ref (next);
    }
  ihop_state_unref (next);
  return fine;
}

/* ---- tiles ---- */

#define TILE 2 /* iterations along each side: fewer launches, and not many more in one thread */

guint
ihop_front_number (const IhopState *state, const IhopLoopName *name)
{
  guint n = 0;

  for (guint i = 0; i < state->names->len; i++)
    {
      const IhopLoopName *other = state->names->pdata[i];
      if (other == name)
        break;
      n += other->parent == name->parent && other->function == name->function;
    }
  return n;
}

/* The loops around the tiles, where the nest's two innermost loops were: the outer one of the two. */
static const IhopLoopName *
tiles_at (const IhopState *state, const char *around, const char *function, guint number)
{
  const IhopLoopName *above = around ? ihop_state_loop (state, around) : NULL;
  const IhopNode *parent = above ? above->loop : NULL;

  for (guint i = 0; i < state->names->len; i++)
    {
      const IhopLoopName *name = state->names->pdata[i];
      if (name->parent == parent && g_str_equal (name->function->symbol->name, function)
          && number-- == 0)
        return name;
    }
  return NULL;
}

/* Tiles of loops whose bounds are no numbers take the judge seconds. */
static gboolean
has_number_bounds (IhopSearching *search, IhopState *state, const IhopLoopName *name)
{
  const IhopLoop *loop = ihop_loops_find (ihop_state_facts (search, state), state->tree, name->loop);

  return loop && loop->counting.iterator && loop->counting.lower
         && loop->counting.lower->flags & IHOP_NODE_CONSTANT
         && loop->counting.bound->flags & IHOP_NODE_CONSTANT;
}

static gboolean
tile (IhopSearching *search, IhopState **state, const char *inner)
{
  g_autofree char *step = g_strdup_printf ("tile %s %d %d", inner, TILE, TILE);
  g_autofree char *skew = g_strdup_printf ("skew %s 1", inner);

  return ihop_state_try (search, state, step)
         || (ihop_state_try (search, state, skew) && ihop_state_try (search, state, step));
}

/* ---- planes ---- */

/* Three loops that all carry something, as in sweeps that use new values at once: points on a plane through all three may be
 * parallel. With values from the row and the column beside, and from all around. (Lamport 1974, the hyperplane method.) */
static const struct
{
  guint outer, middle;
} slopes[] = { { 2, 1 }, { 4, 2 } };

static char *
plane_step (const GPtrArray *chain, guint outer, guint middle)
{
  const char *name[3];
  g_autoptr (GString) time = g_string_new (NULL);

  for (guint i = 0; i < 3; i++)
    name[i] = ihop_loop_iterator (((const IhopLoopName *) chain->pdata[i])->loop)->name;
  g_string_append_printf (time, "%u*%s + ", outer, name[0]);
  if (middle > 1)
    g_string_append_printf (time, "%u*", middle);
  g_string_append_printf (time, "%s + %s, %s, %s", name[1], name[2], name[0], name[1]);
  return g_strdup_printf ("schedule %s '%s'", ((const IhopLoopName *) chain->pdata[0])->address, time->str);
}

/* Whether the number of a plane always fits an int: iterators times four may not, however few points there are. What nobody who
 * is seen passes is not known. */
static gboolean
fits_int (IhopSearching *search, IhopState *state, const GPtrArray *chain, guint outer, guint middle)
{
  const IhopLoopName *first = chain->pdata[0], *last = chain->pdata[2];
  IhopFacts *facts = ihop_state_facts (search, state);
  IhopBudget budget = ihop_facts_budget (facts);
  g_autoptr (IhopScop) scop = ihop_scop_new (facts, first->function, first->loop, &budget);
  const IhopScopLoop *loop = ihop_scop_loop_of (scop, last->loop);
  const int slope[] = { (int) outer, (int) middle, 1 };

  if (loop == NULL || loop->depth != 2)
    return FALSE;
  isl_set *points = isl_set_intersect_params (isl_set_reset_tuple_id (isl_set_copy (loop->domain)), ihop_context_of_callers (scop));
  points = isl_set_intersect_params (points, isl_set_copy (scop->ranges));
  isl_aff *plane = isl_aff_zero_on_domain (isl_local_space_from_space (isl_set_get_space (points)));
  for (int i = 0; i < 3; i++)
    plane = isl_aff_set_coefficient_si (plane, isl_dim_in, i, slope[i]);
  isl_map *planes = isl_map_intersect_domain (isl_map_from_aff (plane), points);
  isl_set *numbers = isl_set_project_out_all_params (isl_map_range (planes));
  isl_val *least = ihop_instances_bound (isl_set_copy (numbers), 0, FALSE), *most = ihop_instances_bound (numbers, 0, TRUE);
  gboolean fits = least && most && isl_val_is_int (least) == isl_bool_true && isl_val_is_int (most) == isl_bool_true
                  && isl_val_cmp_si (least, -G_MAXINT32 / 2) > 0 && isl_val_cmp_si (most, G_MAXINT32 / 2) < 0;
  isl_val_free (least);
  isl_val_free (most);
  return fits;
}

/* Whether all loops but the outermost are parallel where the nest was. */
static gboolean
is_parallel_inside (IhopSearching *search, IhopState *state, const char *function, guint number)
{
  const IhopLoopName *outer = tiles_at (state, NULL, function, number);
  g_autoptr (GPtrArray) chain = outer ? ihop_state_chain (state, outer) : g_ptr_array_new ();
  gboolean fine = chain->len == 3;

  for (guint i = 1; i < chain->len && fine; i++)
    {
      const IhopLoop *loop
        = ihop_loops_find (ihop_state_facts (search, state), state->tree, ((const IhopLoopName *) chain->pdata[i])->loop);
      fine = loop && loop->verdict == IHOP_PARALLEL;
    }
  return fine;
}

/* The outermost loops of a function. Both inner loops are parallel then, or nothing is done. */
static gboolean
go_along_planes (IhopSearching *search, IhopState **state, const char *step, const char *function, guint number)
{
  g_autoptr (IhopState) next = ihop_state_ref (*state);

  if (!ihop_state_try (search, &next, step) || !is_parallel_inside (search, next, function, number))
    return FALSE;
  ihop_state_unref (*state);
  *state = g_steal_pointer (&next);
  return TRUE;
}

void
ihop_idea_planes (IhopSearching *search, IhopState **state, const char *address)
{
  const IhopLoopName *outer = ihop_state_loop (*state, address);
  g_autoptr (GPtrArray) chain = outer ? ihop_state_chain (*state, outer) : NULL;
  gboolean done = FALSE;

  if (chain == NULL || chain->len != 3 || outer->parent || has_parallel (search, *state, chain))
    return;
  g_autofree char *function = g_strdup (outer->function->symbol->name);
  guint number = ihop_front_number (*state, outer);
  for (guint i = 0; i < 3; i++)
    if (ihop_loop_iterator (((const IhopLoopName *) chain->pdata[i])->loop) == NULL)
      return;
  for (guint i = 0; i < G_N_ELEMENTS (slopes) && !done; i++)
    {
      g_autofree char *step = plane_step (chain, slopes[i].outer, slopes[i].middle);
      done = fits_int (search, *state, chain, slopes[i].outer, slopes[i].middle)
             && go_along_planes (search, state, step, function, number);
    }
}

/* The two innermost loops of the chain. */
void
ihop_idea_tiles (IhopSearching *search, IhopState **state, const char *address)
{
  const IhopLoopName *first = ihop_state_loop (*state, address);
  g_autoptr (GPtrArray) chain = first ? ihop_state_chain (*state, first) : NULL;
  g_autoptr (IhopState) next = ihop_state_ref (*state);

  if (chain == NULL || chain->len < 2 || has_parallel (search, *state, chain))
    return;
  const IhopLoopName *outer = chain->pdata[chain->len - 2];
  if (!has_number_bounds (search, *state, outer)
      || !has_number_bounds (search, *state, chain->pdata[chain->len - 1]))
    return;
  const char *address_around = outer->parent ? ihop_state_address (*state, outer->parent) : NULL;
  g_autofree char *around = g_strdup (address_around);
  g_autofree char *function = g_strdup (outer->function->symbol->name);
  g_autofree char *inner = g_strdup (((const IhopLoopName *) chain->pdata[chain->len - 1])->address);
  guint number = ihop_front_number (*state, outer);
  if (!tile (search, &next, inner))
    return;
  const IhopLoopName *tiles = tiles_at (next, around, function, number);
  g_autoptr (GPtrArray) band = tiles ? ihop_state_chain (next, tiles) : g_ptr_array_new ();
  if (band->len != 4)
    return;
  g_ptr_array_set_size (band, 2);
  if (go_along_fronts (search, &next, band))
    {
      ihop_state_unref (*state);
      *state = g_steal_pointer (&next);
    }
}

gboolean
ihop_fronts_of_tiles (IhopSearching *search, IhopState **state, const char *function, guint number, const char *sides)
{
  const IhopLoopName *outer = tiles_at (*state, NULL, function, number);
  g_autoptr (GPtrArray) chain = outer ? ihop_state_chain (*state, outer) : g_ptr_array_new ();

  if (chain->len < 2)
    return FALSE;
  g_autofree char *step = g_strdup_printf ("tile %s %s", ((const IhopLoopName *) chain->pdata[1])->address, sides);
  if (!ihop_state_try (search, state, step))
    return FALSE;
  g_autoptr (GPtrArray) band = ihop_state_chain (*state, tiles_at (*state, NULL, function, number));
  g_ptr_array_set_size (band, 2);
  return go_along_fronts (search, state, band);
}

void
ihop_idea_fronts (IhopSearching *search, IhopState **state, const char *address)
{
  const IhopLoopName *outer = ihop_state_loop (*state, address);
  g_autoptr (GPtrArray) chain = outer ? ihop_state_chain (*state, outer) : NULL;

  if (chain == NULL || chain->len == 0)
    return;
  const IhopLoopName *last = chain->pdata[chain->len - 1];
  if (chain->len > 1 && !has_parallel (search, *state, chain)
      && go_along_fronts (search, state, chain))
    return;
  g_autoptr (GPtrArray) inner = ihop_state_inner (*state, last->loop);
  g_autoptr (GPtrArray) below = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < inner->len; i++)
    g_ptr_array_add (below, g_strdup (((const IhopLoopName *) inner->pdata[i])->address));
  for (guint i = below->len; i-- > 0;)
    ihop_idea_fronts (search, state, below->pdata[i]);
}
