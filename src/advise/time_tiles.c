/* For the fallback on the CPU: a nest that sweeps over its arrays again and again, each sweep from memory, does several
 * sweeps on some rows while these are in the cache. Sweeps are slanted against each other so far that every dependence
 * points forwards or along the rows (each statement is shifted by as little as the dependences allow: the skewing of M. Wolfe
 * 1986, the shifts as in Bondhugula et al. 2008), sweeps and rows are tiled, and the tiles on a diagonal run in parallel. All of
 * it are steps of the catalogue. */
#include "advise/ideas.h"
#include "advise/timed.h"
#include "analysis/dependence/dependences.h"
#include "analysis/extract/extract.h"
#include "analysis/nest/iteration_space_sizes.h"
#include "analysis/program/isl_operations.h"
#include "transform/order/schedule_statements.h"
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/union_map.h>
#include <isl/union_set.h>
#include <isl/val.h>
#include <string.h>

#define MOST_OPERATIONS 2000000
#define STEPS 24           /* that a nest may try */
#define CACHE_BYTES 1e6    /* of one processor: what fits in there needs no tiles */
#define MOST_SHIFT 8       /* rows, between two statements or two sweeps */

/* The row of a statement's instance: rows are what the second loop counts. Statements of fewer loops than others lack outer ones,
 * as a border does which is one row. */
typedef struct
{
  const IhopTimed *timed;
  guint depth;             /* loops around the statement with the most */
  gint64 shift[IHOP_SCHEDULE_STATEMENTS]; /* rows that a statement comes later than its sweep's beginning */
  gint64 slope;            /* rows that the next sweep is behind */
  gboolean later;          /* dependences from sweep to sweep are looked at, no longer those in a sweep */
  gboolean changed, failed;
} Slant;

static guint
loops_of (const Slant *slant, guint statement)
{
  return slant->timed->loop[statement]->depth + 1;
}

static gboolean
has_row (const Slant *slant, guint statement)
{
  return loops_of (slant, statement) == slant->depth || loops_of (slant, statement) + 1 == slant->depth;
}

/* ---- Dependences ----------------------------------------------------------------------------------- */

/* { instance → [sweep, row] } on the space of a map's tuple. Takes the space. */
static isl_map *
place_of (const Slant *slant, isl_space *space, guint statement)
{
  isl_local_space *local = isl_local_space_from_space (isl_space_copy (space));
  isl_aff *sweep = isl_aff_var_on_domain (isl_local_space_copy (local), isl_dim_set, 0);
  isl_aff *row = has_row (slant, statement) && loops_of (slant, statement) > 1
                   ? isl_aff_var_on_domain (isl_local_space_copy (local), isl_dim_set, 1)
                   : isl_aff_zero_on_domain (isl_local_space_copy (local));

  isl_local_space_free (local);
  isl_space_free (space);
  return isl_map_flat_range_product (isl_map_from_aff (sweep), isl_map_from_aff (row));
}

/* The least number of rows from source to sink, so many sweeps apart. FALSE: there is none. *none: there are no such pairs. */
static gboolean
least_distance (const Slant *slant, const isl_map *pairs, guint source, guint sink, int sweeps, gint64 *least, gboolean *none)
{
  isl_map *places = isl_map_apply_domain (isl_map_copy ((isl_map *) pairs),
                                          place_of (slant, isl_space_domain (isl_map_get_space ((isl_map *) pairs)), source));
  places = isl_map_apply_range (places, place_of (slant, isl_space_range (isl_map_get_space ((isl_map *) pairs)), sink));
  isl_set *apart = isl_set_fix_si (isl_set_project_out_all_params (isl_map_deltas (places)), isl_dim_set, 0, sweeps);

  *none = isl_set_is_empty (apart) == isl_bool_true;
  isl_val *value = ihop_instances_bound (apart, 1, FALSE);
  gboolean found = !*none && value && isl_val_is_int (value) == isl_bool_true;
  if (found)
    *least = isl_val_get_num_si (value);
  isl_val_free (value);
  return found;
}

static gboolean
statement_number (isl_space *space, enum isl_dim_type tuple, guint *number)
{
  const char *name = isl_space_get_tuple_name (space, tuple);
  gboolean fine = name && *name == 'S';

  *number = fine ? (guint) g_ascii_strtoull (name + 1, NULL, 10) : 0;
  isl_space_free (space);
  return fine;
}

static isl_stat
slant_for (isl_map *pairs, void *data)
{
  Slant *slant = data;
  guint source, sink;
  gint64 least;
  gboolean none;

  if (!statement_number (isl_map_get_space (pairs), isl_dim_in, &source) || !statement_number (isl_map_get_space (pairs), isl_dim_out, &sink))
    slant->failed = TRUE;
  else if (least_distance (slant, pairs, source, sink, slant->later ? 1 : 0, &least, &none))
    {
      gint64 lacks = slant->shift[source] - slant->shift[sink] - least;
      gint64 *bound = slant->later ? &slant->slope : &slant->shift[sink];
      gint64 needed = slant->later ? lacks : slant->shift[sink] + lacks;
      slant->changed |= needed > *bound;
      *bound = MAX (*bound, needed);
    }
  else
    slant->failed |= !none;
  isl_map_free (pairs);
  return slant->failed ? isl_stat_error : isl_stat_ok;
}

/* Of all sweeps that are more than one apart the judge thinks. FALSE: rows cannot follow each other so. */
static gboolean
slant_by (Slant *slant, isl_union_map *order)
{
  slant->changed = TRUE;
  for (guint round = 0; round <= slant->timed->n && slant->changed && !slant->failed; round++)
    {
      slant->changed = FALSE;
      isl_union_map_foreach_map (order, slant_for, slant);
    }
  if (slant->changed)
    return FALSE;
  slant->later = TRUE;
  isl_union_map_foreach_map (order, slant_for, slant);
  for (guint i = 0; i < slant->timed->n; i++)
    slant->failed |= slant->shift[i] > MOST_SHIFT;
  return !slant->failed && slant->slope <= MOST_SHIFT;
}

/* ---- The step -------------------------------------------------------------------------------------- */

static const char *
iterator_of (const IhopScopLoop *loop, guint depth)
{
  while (loop->depth > depth)
    loop = loop->parent;
  return loop->counting.iterator->name;
}

static void
append_times (const Slant *slant, guint statement, const char *identity, GString *step)
{
  const IhopScopLoop *loop = slant->timed->loop[statement];
  const char *sweep = iterator_of (loop, 0);

  g_string_append_printf (step, " '%s, ", sweep);
  if (slant->slope)
    g_string_append_printf (step, "%" G_GINT64_FORMAT "*%s + ", slant->slope, sweep);
  if (has_row (slant, statement))
    g_string_append_printf (step, "%s + ", iterator_of (loop, 1));
  g_string_append_printf (step, "%" G_GINT64_FORMAT "%s'", slant->shift[statement], strchr (identity, ','));
}

/* Caller frees. */
static char *
step_text (const Slant *slant, const IhopLoopName *outer)
{
  g_autofree char *identity = ihop_schedule_identity (outer->loop);
  g_auto (GStrv) vectors = g_strsplit (identity, "'", -1);
  GString *step = g_string_new ("schedule ");

  g_string_append (step, outer->address);
  for (guint i = 0; i < slant->timed->n; i++)
    append_times (slant, i, vectors[2 * i + 1], step);
  return g_string_free (step, FALSE);
}

/* NULL: no tiles. */
static char *
slanted (IhopTimed *timed, IhopScop *scop, const IhopLoopName *outer, guint *depth)
{
  Slant slant = { .timed = timed };
  g_autofree guint *numbers = ihop_timed_numbers (timed);
  char *step = NULL;

  for (guint i = 0; i < timed->n; i++)
    slant.depth = MAX (slant.depth, timed->loop[i]->depth + 1);
  *depth = slant.depth;
  if (slant.depth < 3)
    return NULL;
  IhopDeps *deps = ihop_deps_essential (scop, numbers);
  ihop_operations_limit (scop->ctx, MOST_OPERATIONS);
  isl_union_set *domains = ihop_timed_domains (timed);
  isl_union_map *order = isl_union_map_intersect_range (
    isl_union_map_intersect_domain (isl_union_map_copy (deps->all), isl_union_set_copy (domains)), domains);
  if (deps->is_complete && order && slant_by (&slant, order))
    step = step_text (&slant, outer);
  isl_union_map_free (order);
  ihop_operations_free (scop->ctx);
  ihop_deps_free (deps);
  return step;
}

/* ---- The idea --------------------------------------------------------------------------------------- */

/* Sweeps and rows of a tile, whose rows are lines or planes. */
static char *
tile_sides (guint depth)
{
  return g_strdup (depth > 3 ? "4 8" : "16 32");
}

/* The state behind the tiles; NULL: there are none. */
static IhopState *
try_nest (IhopSearching *search, IhopState *state, const IhopLoopName *outer)
{
  IhopFacts *facts = ihop_state_facts (search, state);
  IhopBudget budget = ihop_facts_budget (facts);
  g_autoptr (IhopScop) scop = ihop_scop_new (facts, outer->function, outer->loop, &budget);
  g_autoptr (IhopState) next = ihop_state_ref (state);
  g_auto (IhopTimed) timed = { 0 };
  guint depth = 0;

  g_autofree char *step = ihop_timed_read (&timed, scop, outer->loop) ? slanted (&timed, scop, outer, &depth) : NULL;
  if (step == NULL)
    return NULL;
  g_autofree char *function = g_strdup (outer->function->symbol->name), *sides = tile_sides (depth);
  guint number = ihop_front_number (state, outer);
  return ihop_state_try (search, &next, step) && ihop_fronts_of_tiles (search, &next, function, number, sides)
           ? g_steal_pointer (&next) : NULL;
}

/* What is known to be swept over from memory, by a loop that does it in turn. */
static gboolean
sweeps_memory (IhopSearching *search, IhopState *state, const IhopWorthPart *part)
{
  const IhopLoop *loop = ihop_loops_find (ihop_state_facts (search, state), state->tree, part->loop);
  GHashTableIter iter;
  gpointer bytes;
  double all = 0;

  g_hash_table_iter_init (&iter, part->touched);
  while (g_hash_table_iter_next (&iter, NULL, &bytes))
    all += *(double *) bytes;
  return !part->is_guess && loop && loop->verdict != IHOP_PARALLEL && all > CACHE_BYTES;
}

void
ihop_advise_time_tiles (IhopSearching *search, IhopState **state)
{
  IhopState *first = *state;
  const IhopWorth *worth = ihop_state_worth (search, first);

  for (guint i = 0; i < worth->parts->len; i++)
    {
      const IhopWorthPart *part = &g_array_index (worth->parts, IhopWorthPart, i);
      const char *address = sweeps_memory (search, first, part) ? ihop_state_address (*state, part->loop) : NULL;
      const IhopLoopName *outer = address ? ihop_state_loop (*state, address) : NULL;
      if (outer == NULL || outer->parent)
        continue;
      ihop_searching_extend (search, STEPS);
      IhopState *next = try_nest (search, *state, outer);
      if (next
          && ihop_state_worth (search, next)->cpu_seconds < IHOP_LEAST_GAIN * ihop_state_worth (search, *state)->cpu_seconds)
        {
          if (*state != first)
            ihop_state_unref (*state);
          *state = next;
        }
      else
        ihop_state_unref (next);
    }
  if (*state != first)
    ihop_state_unref (first);
}
