/* All ways to spread a nest over threads, best first; cost.c says what best means. */
#include "profiler/search.h"
#include <math.h>
#include <string.h>

#define VOLUME 256
#define LONG_WORK 64 /* executions of an access in one thread */

/* ---- Enumeration ------------------------------------------------------------------------------ */

static gboolean
is_used (const IhopCandidate *candidate, guint n, guint axis)
{
  for (guint k = 0; k < n; k++)
    if (candidate->axis_of[k] == axis)
      return TRUE;
  return FALSE;
}

static gboolean
fits_device (const IhopSearch *search, const IhopCandidate *candidate)
{
  const IhopGpu *gpu = search->gpu;
  IhopShape shape = ihop_shape_of (search->pattern, candidate);

  if ((guint64) shape.block[0] * shape.block[1] * shape.block[2] > gpu->max_threads_block)
    return FALSE;
  for (guint axis = 0; axis < 3; axis++)
    if (shape.block[axis] > gpu->max_block[axis]
        || ceil (shape.trips[axis] / shape.block[axis]) > (double) gpu->max_grid[axis])
      return FALSE;
  return TRUE;
}

static gboolean
has_candidate (const IhopSearch *search, const IhopCandidate *candidate)
{
  for (guint i = 0; i < search->candidates->len; i++)
    {
      const IhopCandidate *other = &g_array_index (search->candidates, IhopCandidate, i);

      if (memcmp (other->block, candidate->block, sizeof other->block) == 0
          && memcmp (other->axis_of, candidate->axis_of, sizeof other->axis_of) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Sides from this axis on: pinned ones as they are, free ones all powers of two whose product is
 * what is left of the volume. */
static void
try_sides (IhopSearch *search, IhopCandidate *candidate, guint axis, guint left)
{
  guint n = search->pattern->n_loops;

  if (axis == 3)
    {
      if (left == 1 && fits_device (search, candidate) && !has_candidate (search, candidate))
        g_array_append_val (search->candidates, *candidate);
      return;
    }
  candidate->block[axis] = 1;
  if (is_used (candidate, n, axis) && search->block[axis] != 0)
    {
      candidate->block[axis] = search->block[axis];
      try_sides (search, candidate, axis + 1, left);
    }
  else if (!is_used (candidate, n, axis))
    try_sides (search, candidate, axis + 1, left);
  else
    for (guint side = 1; side <= left; side *= 2)
      {
        candidate->block[axis] = side;
        try_sides (search, candidate, axis + 1, left / side);
      }
}

/* What the free sides multiply to for a block of about "volume" threads. */
static guint
free_volume (const IhopSearch *search, const IhopCandidate *candidate, guint volume)
{
  gboolean any_free = FALSE;
  guint64 pinned = 1;
  guint left = 1;

  for (guint axis = 0; axis < 3; axis++)
    if (is_used (candidate, search->pattern->n_loops, axis))
      {
        pinned *= MIN (MAX (search->block[axis], 1), 1u << 20);
        any_free = any_free || search->block[axis] == 0;
      }
  while (any_free && (guint64) left * 2 * pinned <= volume)
    left *= 2;
  return left;
}

/* Smaller blocks than usual are worth a try only where the usual ones are too few. */
static guint
least_volume (const IhopSearch *search)
{
  const IhopPattern *pattern = search->pattern;
  double threads = 1;

  for (guint k = 0; k < pattern->n_loops; k++)
    {
      if (!pattern->is_known[k] && search->told_threads <= 0)
        return VOLUME;
      threads *= pattern->trips[k];
    }
  threads = search->told_threads > 0 ? search->told_threads : threads;
  return threads < (double) VOLUME * search->gpu->sm_count ? search->gpu->warp : VOLUME;
}

static void
try_blocks (IhopSearch *search, IhopCandidate *candidate)
{
  guint most = MIN (VOLUME, search->gpu->max_threads_block);
  guint least = search->model == IHOP_MODEL_PAPER ? most : MIN (least_volume (search), most);

  for (guint volume = most; volume >= MAX (least, 1); volume /= 2)
    try_sides (search, candidate, 0, free_volume (search, candidate, volume));
}

/* Axes for loops from k on. Without pins the first n axes are used. */
static void
try_axes (IhopSearch *search, IhopCandidate *candidate, guint k, guint taken)
{
  guint n = search->pattern->n_loops, most = n;

  for (guint i = 0; i < n; i++)
    most = MAX (most, search->axis[i] >= 0 ? (guint) search->axis[i] + 1 : 0);
  if (k >= MIN (n, 3))
    {
      try_blocks (search, candidate);
      return;
    }
  for (guint axis = 0; axis < most; axis++)
    {
      if (taken >> axis & 1 || (search->axis[k] >= 0 && (guint) search->axis[k] != axis))
        continue;
      candidate->axis_of[k] = axis;
      try_axes (search, candidate, k + 1, taken | 1u << axis);
    }
}

/* ---- Order -------------------------------------------------------------------------------------- */

/* How far from the usual 32 threads along x. */
static guint
odd_side (guint side)
{
  guint distance = 0;

  for (; side > 32; side /= 2)
    distance++;
  for (; side < 32 && side > 0; side *= 2)
    distance++;
  return distance;
}

/* Equal cost: fuller multiprocessors, then the more usual side along x, the loops' own order
 * (innermost along x), the larger block, and the longer side along y. */
static int
compare_candidates (gconstpointer a, gconstpointer b)
{
  const IhopCandidate *x = a, *y = b;
  int order = ihop_compare_doubles (x->cost, y->cost);

  if (order == 0)
    order = ihop_compare_doubles (y->occupancy, x->occupancy);
  if (order == 0)
    order = (int) odd_side (x->block[0]) - (int) odd_side (y->block[0]);
  for (guint k = 3; order == 0 && k-- > 0;)
    order = (int) x->axis_of[k] - (int) y->axis_of[k];
  if (order == 0)
    order = ihop_compare_doubles (ihop_candidate_threads (y), ihop_candidate_threads (x));
  if (order == 0)
    order = ihop_compare_doubles (y->block[1], x->block[1]);
  return order;
}

/* ---- Pins ------------------------------------------------------------------------------------------ */

static void
take_pins (IhopSearch *search, IhopPattern *pattern, const int *axis, const guint *block)
{
  guint taken = 0;

  for (guint k = 0; k < 3; k++)
    {
      search->axis[k] = axis != NULL && k < pattern->n_loops && axis[k] < 3 ? axis[k] : -1;
      search->block[k] = block != NULL ? block[k] : 0;
      if (search->axis[k] >= 0 && taken >> search->axis[k] & 1)
        {
          g_ptr_array_add (pattern->notes, ihop_message ("two loops are given the same axis: the second is free"));
          search->axis[k] = -1;
        }
      if (search->axis[k] >= 0)
        taken |= 1u << search->axis[k];
    }
}

/* Nothing fits: the pins as they are, the rest one thread, and a word about it. */
static void
fall_back (IhopSearch *search, IhopPattern *pattern)
{
  IhopCandidate candidate = { 0 };
  guint taken = 0;

  for (guint k = 0; k < pattern->n_loops; k++)
    if (search->axis[k] >= 0)
      taken |= 1u << search->axis[k];
  for (guint k = pattern->n_loops; k-- > 0;)
    {
      guint axis = 0;

      while (search->axis[k] < 0 && taken >> axis & 1)
        axis++;
      candidate.axis_of[k] = search->axis[k] >= 0 ? (guint) search->axis[k] : axis;
      taken |= 1u << candidate.axis_of[k];
    }
  for (guint axis = 0; axis < 3; axis++)
    candidate.block[axis] = is_used (&candidate, pattern->n_loops, axis)
                              ? MAX (search->block[axis], 1) : 1;
  g_ptr_array_add (pattern->notes, ihop_message ("no block with these sides is possible on this device"));
  candidate.sectors = candidate.lines = 0;
  candidate.cost = G_MAXDOUBLE;
  g_array_append_val (search->candidates, candidate);
}

static void
note_idle_pins (const IhopSearch *search, IhopPattern *pattern)
{
  const IhopCandidate *best = &g_array_index (search->candidates, IhopCandidate, 0);

  for (guint axis = 0; axis < 3; axis++)
    if (search->block[axis] > 1 && !is_used (best, pattern->n_loops, axis))
      g_ptr_array_add (pattern->notes,
                       ihop_message ("a block side is given for an axis that no loop is spread along: 1 is taken"));
}

/* ---- The whole ------------------------------------------------------------------------------------------ */

static void
run_search (IhopSearch *search, IhopPattern *pattern)
{
  IhopCandidate candidate = { 0 };

  try_axes (search, &candidate, 0, 0);
  if (search->candidates->len == 0)
    {
      fall_back (search, pattern);
      return;
    }
  ihop_search_cost (search);
  g_array_sort (search->candidates, compare_candidates);
  note_idle_pins (search, pattern);
}

/* Constants count as they are; of what is told, only where a thread has a loop inside: small blocks of threads that are
 * done at once would cost more than idle multiprocessors. */
static double
count_told_threads (const IhopPattern *pattern, IhopToldTrips *told, const IhopNode *const *loops)
{
  double threads = 1, longest = 0;
  gboolean is_told = FALSE;

  for (guint i = 0; i < pattern->accesses->len; i++)
    longest = MAX (longest, g_array_index (pattern->accesses, IhopPatternAccess, i).executions);
  for (guint k = 0; k < pattern->n_loops; k++)
    {
      double trips = pattern->is_known[k] ? pattern->trips[k] : ihop_told_trips_of (loops[k], told);
      if (trips < 1)
        return 0;
      is_told |= !pattern->is_known[k];
      threads *= trips;
    }
  return is_told && longest >= LONG_WORK ? threads : 0;
}

static IhopProfile *
profile_pattern (IhopPattern *pattern, const IhopGpu *gpu, IhopProfileModel model, const int *pinned_axis,
                 const guint *pinned_block, double told_threads)
{
  IhopProfile *profile = g_new0 (IhopProfile, 1);
  IhopSearch search = { .pattern = pattern, .gpu = gpu, .model = model, .told_threads = told_threads };

  profile->n_loops = pattern->n_loops;
  profile->model = model;
  profile->candidates = g_array_new (FALSE, TRUE, sizeof (IhopCandidate));
  search.candidates = profile->candidates;
  search.groups = ihop_coalesce_groups (pattern, 0);
  search.equals = ihop_coalesce_groups (pattern, gpu->line);
  search.tiles = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  take_pins (&search, pattern, pinned_axis, pinned_block);
  run_search (&search, pattern);
  g_ptr_array_unref (search.groups);
  g_ptr_array_unref (search.equals);
  g_hash_table_unref (search.tiles);
  profile->notes = g_ptr_array_ref (pattern->notes);
  profile->iterators = g_ptr_array_new_with_free_func (g_free);
  for (guint k = 0; k < pattern->n_loops; k++)
    g_ptr_array_add (profile->iterators, pattern->iterator[k] != NULL
                                           ? g_strdup (pattern->iterator[k]->name)
                                           : g_strdup_printf ("loop%u", k + 1));
  return profile;
}

IhopProfile *
ihop_profile_pattern (IhopPattern *pattern, const IhopGpu *gpu, IhopProfileModel model, const int *pinned_axis,
                      const guint *pinned_block)
{
  return profile_pattern (pattern, gpu, model, pinned_axis, pinned_block, 0);
}

IhopProfile *
ihop_profile_nest (IhopFacts *facts, IhopToldTrips *told, const IhopFunction *function, const IhopNode *const *loops,
                   guint n, const IhopGpu *gpu, IhopProfileModel model, const int *pinned_axis, const guint *pinned_block)
{
  g_autoptr (IhopPattern) pattern = ihop_pattern_new (facts, function, loops, n, NULL);
  double threads = told ? count_told_threads (pattern, told, loops) : 0;

  return profile_pattern (pattern, gpu, model, pinned_axis, pinned_block, threads);
}

void
ihop_profile_free (IhopProfile *profile)
{
  if (profile == NULL)
    return;
  g_array_unref (profile->candidates);
  g_ptr_array_unref (profile->notes);
  g_ptr_array_unref (profile->iterators);
  g_free (profile);
}
