/* Loops that one variable alone holds up: a recurrence runs as a scan, old values are copied before
 * they are overwritten, what is reduced in a way that no verdict knows becomes partial results. Searches
 * run in strips, and so do loops that put together what fits. */
#include "advise/ideas.h"

#define LEAST_TRIPS 2048.0 /* of a loop without others in it that is worth it: below, launches take longer */
#define LEAST_STRIP 16
#define MOST_STRIP 1024

/* The one variable that all carried dependences are about; NULL: there are several, or none. */
static const char *
tie_of (const IhopLoop *loop, gboolean *only_anti)
{
  const char *name = NULL;

  *only_anti = TRUE;
  for (guint i = 0; i < loop->dependences->len; i++)
    {
      const IhopDependence *dependence = loop->dependences->pdata[i];
      if (name && !g_str_equal (name, dependence->variable))
        return NULL;
      name = dependence->variable;
      *only_anti &= dependence->kind == IHOP_DEPENDENCE_ANTI;
    }
  return name;
}

/* Not in a parallel loop, and if iterations are known to be tied by what they compute, not around one either. */
static gboolean
is_stuck (const GPtrArray *loops, const IhopLoop *loop)
{
  gboolean only_anti, tied = loop->verdict == IHOP_SEQUENTIAL && !(tie_of (loop, &only_anti) && only_anti);

  for (guint i = 0; i < loops->len; i++)
    {
      const IhopLoop *other = loops->pdata[i];
      if (other->verdict == IHOP_PARALLEL
          && (ihop_node_holds (other->name->loop, loop->name->loop)
              || (tied && ihop_node_holds (loop->name->loop, other->name->loop))))
        return FALSE;
    }
  return loop->verdict != IHOP_PARALLEL && loop->counting.iterator;
}

static const IhopLoop *
loop_at (IhopSearching *search, IhopState *state, const char *address)
{
  const IhopLoopName *name = ihop_state_loop (state, address);

  return name ? ihop_loops_find (ihop_state_facts (search, state), state->tree, name->loop) : NULL;
}

/* Strips so long that what goes from strip to strip is a small part of the whole. */
static guint
strip_size (double trips)
{
  guint size = LEAST_STRIP;

  while (size < MOST_STRIP && 16.0 * size * size < trips)
    size *= 2;
  return size;
}

static gboolean
scan (IhopSearching *search, IhopState **state, const char *address, const char *variable, double trips)
{
  g_autofree char *step = g_strdup_printf ("scan %s %s %u%s", address, variable, strip_size (trips),
                                           search->plan.may_round ? " reassociate" : "");

  return ihop_state_try (search, state, step);
}

/* x[i] = a * x[i - 1] + b: over a scalar first. Both steps or none. */
static gboolean
scan_elements (IhopSearching *search, IhopState **state, const char *address, const char *array,
               double trips)
{
  g_autofree char *step = g_strdup_printf ("scalar-replace %s %s", address, array);
  g_autoptr (IhopState) next = ihop_state_ref (*state);
  gboolean only_anti;

  if (!ihop_state_try (search, &next, step))
    return FALSE;
  const IhopLoop *loop = loop_at (search, next, address);
  const char *tie = loop ? tie_of (loop, &only_anti) : NULL;
  if (tie == NULL || !scan (search, &next, address, tie, trips))
    return FALSE;
  ihop_state_unref (*state);
  *state = g_steal_pointer (&next);
  return TRUE;
}

static gboolean
try_named (IhopSearching *search, IhopState **state, const char *transform, const char *address,
           const char *variable, const char *more)
{
  g_autofree char *step = g_strdup_printf ("%s %s %s%s", transform, address, variable, more);

  return ihop_state_try (search, state, step);
}

static gboolean
has_loops (const IhopState *state, const IhopLoop *loop)
{
  g_autoptr (GPtrArray) inner = ihop_state_inner (state, loop->name->loop);

  return inner->len > 0;
}

static void
free_loop (IhopSearching *search, IhopState **state, const char *address)
{
  const IhopLoop *loop = loop_at (search, *state, address);
  g_autoptr (IhopTripMeans) means = ihop_trip_means_new (ihop_state_facts (search, *state));
  IhopUsual usual = { IHOP_USUAL_SIZE, FALSE };
  gboolean only_anti;

  if (loop && loop->verdict != IHOP_SEQUENTIAL)
    return;
  const char *tie = loop ? tie_of (loop, &only_anti) : NULL;
  double trips = loop ? ihop_trips_mean (means, (*state)->tree, loop->name->loop, &usual) : 0;

  if (tie == NULL || (!usual.is_used && trips < LEAST_TRIPS && !(only_anti && has_loops (*state, loop))))
    return;
  gboolean is_scalar = ((IhopDependence *) loop->dependences->pdata[0])->element->len == 0;
  g_autofree char *variable = g_strdup (tie); /* the loop goes with its facts */
  if (is_scalar)
    (void) (scan (search, state, address, variable, trips)
            || try_named (search, state, "reduction", address, variable, " 1024"));
  else if (only_anti)
    try_named (search, state, "copy-array", address, variable, "");
  else
    scan_elements (search, state, address, variable, trips);
}

/* The scalars that a loop of which nothing is refuted looks tied by. */
static GPtrArray *
scalars_of (const IhopLoop *loop)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < loop->dependences->len; i++)
    {
      const IhopDependence *dependence = loop->dependences->pdata[i];
      if (ihop_type_is_scalar (dependence->source->type)
          && ihop_node_strip (dependence->source, TRUE)->kind == IHOP_REF
          && !g_ptr_array_find_with_equal_func (names, dependence->variable, g_str_equal, NULL))
        g_ptr_array_add (names, g_strdup (dependence->variable));
    }
  return names;
}

/* Counters, as many as there are: all of them, or none. */
static gboolean
pack (IhopSearching *search, IhopState **state, const char *address, const GPtrArray *names, guint size)
{
  g_autoptr (GString) step = g_string_new (NULL);
  guint n = 0;

  g_string_printf (step, "pack %s", address);
  for (guint i = 0; i < names->len; i++)
    {
      g_autoptr (IhopState) next = ihop_state_ref (*state);
      if (!try_named (search, &next, "pack", address, names->pdata[i], ""))
        continue;
      g_string_append_printf (step, " %s", (char *) names->pdata[i]);
      n++;
    }
  g_string_append_printf (step, " %u", size);
  return n > 0 && ihop_state_try (search, state, step->str);
}

/* A search, or what fits put together: whether iterations are tied depends on data. */
static gboolean
seek (IhopSearching *search, IhopState **state, const char *address)
{
  const IhopLoop *loop = loop_at (search, *state, address);
  g_autoptr (IhopTripMeans) means = ihop_trip_means_new (ihop_state_facts (search, *state));
  IhopUsual usual = { IHOP_USUAL_SIZE, FALSE };
  double trips = loop ? ihop_trips_mean (means, (*state)->tree, loop->name->loop, &usual) : 0;

  if (loop == NULL || loop->verdict != IHOP_UNKNOWN)
    return FALSE;
  g_autoptr (GPtrArray) names = scalars_of (loop);
  g_autofree char *size = g_strdup_printf (" %u", strip_size (trips));
  for (guint i = 0; i < names->len; i++)
    if (try_named (search, state, "locate", address, names->pdata[i], size))
      return TRUE;
  return pack (search, state, address, names, strip_size (trips));
}

void
ihop_idea_recur (IhopSearching *search, IhopState **state, const char *address)
{
  const IhopLoopName *outer = ihop_state_loop (*state, address);
  g_autoptr (GPtrArray) stuck = g_ptr_array_new_with_free_func (g_free);

  if (outer == NULL)
    return;
  const GPtrArray *loops
    = ihop_loops_of_function (ihop_state_facts (search, *state), (*state)->tree, outer->function);
  for (guint i = 0; i < loops->len; i++)
    {
      const IhopLoop *loop = loops->pdata[i];
      if (ihop_node_holds (outer->loop, loop->name->loop) && is_stuck (loops, loop))
        g_ptr_array_add (stuck, g_strdup (loop->name->address));
    }
  for (guint i = 0; i < stuck->len; i++)
    if (seek (search, state, stuck->pdata[i]))
      return;
  /* From the last and innermost one: the others keep their addresses. */
  for (guint i = stuck->len; i-- > 0;)
    free_loop (search, state, stuck->pdata[i]);
}
